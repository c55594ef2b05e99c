import type { LogLine } from '../lambda/invocation.ts'

/** Logs go to stderr: stdout is for results. */
export const printLog = ({ source, text }: LogLine): void => {
  process.stderr.write(`${source}: ${text}\n`)
}
