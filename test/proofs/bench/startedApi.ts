import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { ReadyState } from '../../local/runner/cli/readyMessage.ts'
import { projectCopy } from './projectCopy.ts'
import { type TreeUse, treeUse } from './treeUse.ts'

/** The local API as a developer starts it, in a process of its own. */
export interface StartedApi extends ReadyState {
  /** What it has written to stderr until now. */
  readonly log: () => string
  /** What all its processes use; undefined where that cannot be read. */
  readonly use: () => TreeUse | undefined
  stop(): Promise<void>
}

const ended = async (child: ChildProcess): Promise<never> => {
  const [status] = await once(child, 'exit')
  throw new Error(`npm start ended with status ${status}`)
}

/** `npm start -- --json --port 0 --data memory`, in the copy of the project. */
export const startApi = async (...options: readonly string[]): Promise<StartedApi> => {
  const args = ['start', '--silent', '--', '--json', '--port', '0', '--data', 'memory', ...options]
  const child = spawn('npm', args, { cwd: await projectCopy(), stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const firstLine = once(createInterface(child.stdout), 'line')
  const [line] = await Promise.race([firstLine, ended(child)])
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.pid === undefined) return
    // npm stands between, in the same process group.
    process.kill(-child.pid, 'SIGTERM')
    await once(child, 'exit')
  }
  return { ...(JSON.parse(line) as ReadyState), log: () => log, use: () => treeUse(child.pid ?? 0), stop }
}
