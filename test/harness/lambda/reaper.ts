import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Kills the processes that are registered when this process ends, however it ends: a function's process that is frozen cannot notice
 * by itself. The pipe closes with its writer, after SIGKILL too; a shell costs a millisecond and half a megabyte.
 */
const script = `
trap '' INT TERM HUP
pids=
while read -r change pid; do
  case $change in
    add) pids="$pids $pid" ;;
    remove)
      rest=
      for other in $pids; do [ "$other" = "$pid" ] || rest="$rest $other"; done
      pids=$rest ;;
  esac
done
for pid in $pids; do kill -KILL "$pid"; done
`

let reaper: ChildProcess | undefined
let registered = 0

/** Registers a process to be killed with this one; returns what takes it off the list, to be called once it is dead. */
export const reapAtExit = (pid: number): (() => void) => {
  registered += 1
  reaper ??= startReaper()
  reaper.stdin?.write(`add ${pid}\n`)
  return () => {
    registered -= 1
    reaper?.stdin?.write(`remove ${pid}\n`)
    if (registered > 0) return
    reaper?.stdin?.end()
    reaper = undefined
  }
}

const startReaper = (): ChildProcess => {
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  // Its handle is a socket, whose `unref` the type of a writable stream does not tell of.
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return child
}
