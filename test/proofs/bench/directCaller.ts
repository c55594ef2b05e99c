import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** What calls took. */
export interface DirectCalls {
  /** Of each call. */
  readonly milliseconds: readonly number[]
  /** Of the process, for all of them. */
  readonly processorMicroseconds: number
}

/** A process that calls one handler without a gateway. */
export interface DirectCaller {
  /** Makes so many calls, one after the other. */
  call(count: number): Promise<DirectCalls>
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
    call: async (count) => {
      const answer = once(lines, 'line')
      child.stdin?.write(`${count}\n`)
      const [line] = await answer
      return JSON.parse(line) as DirectCalls
    },
    stop: () => void child.kill(),
  }
}
