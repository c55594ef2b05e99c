import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Call, Outcome } from './runScripts.ts'

/** Runs programs of `bin` one after the other in one process, and returns what each wrote and its status. */
export const scriptOutcomes = async (
  calls: readonly Call[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<readonly Outcome[]> => {
  const args = [join(import.meta.dirname, 'runScripts.ts'), JSON.stringify(calls)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  return JSON.parse(await text(child.stdout)) as readonly Outcome[]
}
