import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, onTestFinished, vi } from 'vitest'
import { runCommandLine } from '../../cli/commandLine.ts'
import type { ReadyState } from '../../cli/readyMessage.ts'

const program = fileURLToPath(new URL('../../bin.ts', import.meta.url))

/** The OpenAPI document of another project. */
export const openApi = {
  paths: {
    '/alerts/{id}': {
      get: { operationId: 'getAlert', parameters: [{ in: 'path', name: 'id', required: true, example: 'a b' }] },
    },
    '/notes': {
      post: {
        operationId: 'addNote',
        requestBody: { content: { 'application/json': { example: { title: 'Milk', count: 2 } } } },
      },
      get: { operationId: 'listNotes', security: [] },
    },
  },
}

/** The folder in which the command line is started; it is empty otherwise. */
export const projectFolder = mkdtempSync(join(tmpdir(), 'project-'))
writeFileSync(join(projectFolder, 'openapi.json'), JSON.stringify(openApi))
afterAll(() => rmSync(projectFolder, { recursive: true, force: true }))

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

/** Runs the package's own command; what still runs after the test is killed. */
export const localCommand = (args: readonly string[], input = ''): RunningCommand => {
  const child = spawn(process.execPath, [program, ...args], {
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

/** Runs a command line that is refused, in this process: a new one costs half a second. */
export const refusedCommand = async (args: readonly string[]): Promise<FinishedCommand> => {
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text)
      return true
    }),
  )
  try {
    const status = await runCommandLine(args, { projectFolder, openApiFile: join(projectFolder, 'openapi.json') })
    return { status, ...written }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

export interface StartedCommand extends RunningCommand {
  readonly state: ReadyState
}

/** `start --json` on a free port, ready to take requests. */
export const startCommand = async (args: readonly string[]): Promise<StartedCommand> => {
  const running = localCommand(['start', '--json', '--port', '0', ...args])
  const { stdout, finished } = running
  while (!stdout().includes('\n')) {
    const ended = await Promise.race([finished, delay(10, undefined)])
    if (ended !== undefined) throw new Error(`start ended with ${ended.status}: ${ended.stderr}`)
  }
  return { ...running, state: JSON.parse(stdout()) as ReadyState }
}
