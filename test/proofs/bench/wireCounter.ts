import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'

/** A TCP proxy in front of an engine, which counts what passes on the wire and knows nothing of who sent it. */
export interface WireCounter {
  readonly url: string
  /** Requests of DynamoDB until now; those of its streams are another service. */
  readonly requests: () => number
  /** Those that ask for consumed capacity: the calls of functions, and not the reads that the local API makes for itself. */
  readonly charged: () => number
  stop(): void
}

const marks = {
  requests: /x-amz-target:\s*DynamoDB_20120810\.\w+\r\n/gi,
  charged: /\{"ReturnConsumedCapacity":"TOTAL",/g,
}
/** Characters of a mark that may be in one chunk, before the rest of it comes in the next. */
const longestMark = 100

/** Counts a mark in a stream of chunks. */
const counterOf = (mark: RegExp, count: () => void) => {
  let rest = ''
  return (chunk: string): void => {
    const text = rest + chunk
    let counted = 0
    for (const found of text.matchAll(mark)) {
      count()
      counted = found.index + found[0].length
    }
    rest = text.slice(Math.max(counted, text.length - longestMark))
  }
}

export const startWireCounter = async (engine: string): Promise<WireCounter> => {
  const { hostname, port } = new URL(engine)
  const counts = { requests: 0, charged: 0 }
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const counters = [
      counterOf(marks.requests, () => (counts.requests += 1)),
      counterOf(marks.charged, () => (counts.charged += 1)),
    ]
    client.on('data', (chunk) => {
      for (const count of counters) count(chunk.toString('latin1'))
    })
    pipeline(client, upstream, client, () => void client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => counts.requests,
    charged: () => counts.charged,
    stop: () => void server.close(),
  }
}
