import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Runs a file of JavaScript in a fresh process; what it writes as JSON to descriptor 3. */
export const runScript = async (
  nodeOptions: readonly string[],
  file: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<unknown> => {
  const child = spawn(process.execPath, [...nodeOptions, file, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    env: environment,
  })
  const [answer, [status]] = await Promise.all([text(child.stdio[3] as Readable), once(child, 'exit')])
  if (status !== 0) throw new Error(`${file} ended with status ${status}`)
  return JSON.parse(answer)
}
