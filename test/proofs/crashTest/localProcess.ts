import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadyState } from '../../local/runner/cli/readyMessage.ts'
import { killAll, processesIn } from './processesIn.ts'
import type { Workplace } from './workplace.ts'

/** The local API as a person starts it: a process, and what that starts. */
export interface LocalProcess {
  /** What it prints when it is ready; rejects when it ends before. */
  readonly ready: Promise<ReadyState>
  /**
   * SIGKILL to its process group, or to everything that it has started too, the engine included. Answers the processes that ran, which
   * have to end by themselves.
   */
  kill(what: 'group' | 'everything'): readonly number[]
  /** SIGTERM; the exit status. */
  stop(): Promise<number | null>
}

const readyStateOf = async (child: ChildProcess): Promise<ReadyState> => {
  let printed = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const ended = once(child, 'exit')
  while (!printed.includes('\n')) {
    const isOver = await Promise.race([ended.then(() => true), once(child.stdout ?? child, 'data').then(() => false)])
    if (isOver && !printed.includes('\n')) throw new Error('the local API ended before it was ready')
  }
  return JSON.parse(printed) as ReadyState
}

/** `npm start -- --json --port 0` on the data of the run, in a process group of its own. */
export const startProcess = (workplace: Workplace): LocalProcess => {
  const { projectFolder, folder, dataFolder, assemblyFolder, logFile } = workplace
  const data = ['--data', dataFolder, '--assembly', assemblyFolder]
  const log = openSync(logFile, 'a')
  const child = spawn(
    process.execPath,
    [join(projectFolder, 'bin/local.ts'), 'start', '--json', '--port', '0', ...data],
    { cwd: folder, detached: true, stdio: ['ignore', 'pipe', log] },
  )
  closeSync(log)
  const exited = once(child, 'exit')
  const ready = readyStateOf(child)
  // Who kills it before it is ready does not wait for that.
  ready.catch(() => undefined)
  return {
    ready,
    kill(what) {
      const pid = Number(child.pid)
      const isRunning = child.exitCode === null && child.signalCode === null
      if (isRunning) process.kill(-pid, 'SIGKILL')
      const running = processesIn(folder).filter((each) => each !== pid)
      if (what === 'everything') killAll(running)
      return running
    },
    async stop() {
      child.kill('SIGTERM')
      const [status] = await exited
      return status as number | null
    },
  }
}
