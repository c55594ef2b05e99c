import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** A process that calls one handler without a gateway. */
export interface DirectCaller {
  /** The milliseconds of so many calls, one after the other. */
  callTimes(count: number): Promise<readonly number[]>
  stop(): void
}

export const startDirectCaller = (
  file: string,
  event: unknown,
  environment: Readonly<Record<string, string>>,
): DirectCaller => {
  const script = join(import.meta.dirname, 'scripts/directCalls.cjs')
  const child = spawn(process.execPath, [script, file, JSON.stringify(event)], {
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
    env: { ...environment },
  })
  const lines = createInterface(child.stdio[3] as Readable)
  return {
    callTimes: async (count) => {
      const answer = once(lines, 'line')
      child.stdin?.write(`${count}\n`)
      const [line] = await answer
      return JSON.parse(line) as number[]
    },
    stop: () => void child.kill(),
  }
}
