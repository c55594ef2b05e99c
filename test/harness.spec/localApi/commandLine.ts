import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { ReadyState } from '../../harness/cli/readyMessage.ts'

export const projectFolder = fileURLToPath(new URL('../../..', import.meta.url))

export interface FinishedCommand {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningCommand {
  readonly child: ChildProcess
  /** What it has written so far. */
  readonly stdout: () => string
  readonly finished: Promise<FinishedCommand>
}

/** Runs `node bin/local.ts`; what still runs after the test is killed. */
export function localCommand(args: readonly string[], input = ''): RunningCommand {
  const child = spawn(process.execPath, ['bin/local.ts', ...args], {
    cwd: projectFolder,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.end(input)
  const finished = once(child, 'close').then(([status]) => ({ status: status as number | null, stdout, stderr }))
  return { child, stdout: () => stdout, finished }
}

export interface StartedCommand extends RunningCommand {
  readonly state: ReadyState
}

/** `start --json` on a free port, ready to take requests. */
export async function startCommand(args: readonly string[]): Promise<StartedCommand> {
  const running = localCommand(['start', '--json', '--port', '0', ...args])
  const { stdout, finished } = running
  while (!stdout().includes('\n')) {
    const ended = await Promise.race([finished, delay(10, undefined)])
    if (ended !== undefined) throw new Error(`start ended with ${ended.status}: ${ended.stderr}`)
  }
  return { ...running, state: JSON.parse(stdout()) as ReadyState }
}
