import type { Readable } from 'node:stream'

/**
 * Calls `onLine` for each line of the stream, also for a last one without a line end. `node:readline` also ends lines at U+2028 and at a
 * lone carriage return, which a JSON log line may hold.
 */
export const readLines = (stream: Readable, onLine: (line: string) => void): void => {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
  stream.on('end', () => {
    if (rest !== '') onLine(rest)
  })
}
