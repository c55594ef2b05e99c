import { writes } from './consumedCapacity.ts'
import type { EngineResponse } from './engineHandler.ts'
import type { Send, ServiceCall } from './serviceCall.ts'

export type StaleReads = ReturnType<typeof createStaleReads>

interface Memory {
  readonly latest: EngineResponse
  /** The number of writes before it. */
  readonly writes: number
  /** The answer of the last read that came before the latest write. */
  readonly previous: EngineResponse | undefined
}

const reads = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan'])

/** Remembers the answers of reads, so that a read can be answered as if the last write had not happened yet. */
export const createStaleReads = () => {
  const memories = new Map<string, Memory>()
  let written = 0

  const remember = (key: string, answer: EngineResponse, before: number) => {
    const memory = memories.get(key)
    const previous = memory && memory.writes < before ? memory.latest : memory?.previous
    memories.set(key, { latest: answer, writes: before, previous })
  }
  return {
    /** Wraps `send` and remembers the answers. */
    observing:
      (call: ServiceCall, send: Send): Send =>
      async (body) => {
        const before = written
        const answer = await send(body)
        if (answer.status !== 200) return answer
        if (writes.has(call.action)) written += 1
        if (isEventual(call)) remember(keyOf(call), answer, before)
        return answer
      },
    /** The answer of the same read before the last write; undefined for a consistent read and for a first one. */
    earlier: (call: ServiceCall): EngineResponse | undefined => {
      if (!isEventual(call)) return undefined
      const memory = memories.get(keyOf(call))
      return memory && memory.writes < written ? memory.latest : memory?.previous
    },
  }
}

const keyOf = (call: ServiceCall): string => `${call.action} ${call.body}`

const isEventual = (call: ServiceCall): boolean =>
  reads.has(call.action) && !/"ConsistentRead"\s*:\s*true/.test(call.body.toString())
