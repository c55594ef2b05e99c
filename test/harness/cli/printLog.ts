import type { LogLine } from '../lambda/invocation.ts'

/** Logs go to stderr: stdout is for results. */
export function printLog({ source, text }: LogLine): void {
  process.stderr.write(`${source}: ${text}\n`)
}
