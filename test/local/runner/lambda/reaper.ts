import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Kills the registered processes when this process ends, however it ends, because a frozen process cannot notice
 * that itself. The pipe closes when its writer ends, also by SIGKILL; a shell costs a millisecond and half a megabyte.
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

/** Registers a process to be killed with this one. Call the returned function once the process is dead. */
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
  for (const handle of [child, child.stdin]) unref(handle)
  return child
}

/** An idle process must not keep the harness alive. Pipes are sockets and have `unref`, which the type of a stream lacks. */
export const unref = (handle: object): void => {
  if ('unref' in handle && typeof handle.unref === 'function') handle.unref()
}
