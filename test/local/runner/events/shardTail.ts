import { setTimeout as sleep } from 'node:timers/promises'
import type { Signal } from './signal.ts'
import { isBrokenIterator, type StreamsApi } from './streamsApi.ts'

/** Polls the end of one shard and wakes every mapping that reads it, so that an idle stream costs one poll for all mappings. */
export interface ShardTail {
  add(signal: Signal): void
}

/** Polls follow each other quickly while records come, and every 40 ms on an idle stream: 1.5 % of one core. */
const shortestPause = 4
const longestPause = 40
const pauseAfterError = 500

export const watchShardTail = (
  api: StreamsApi,
  streamArn: string,
  shardId: string,
  stopping: AbortSignal,
): ShardTail => {
  const signals = new Set<Signal>()
  const wakeAll = () => {
    for (const signal of signals) signal.notify()
  }

  /** Follows the shard until it closes or an error breaks the iterator. */
  const follow = async () => {
    let iterator: string | undefined = await api.iterator(streamArn, shardId, 'LATEST')
    let pause = shortestPause
    // Records that arrived before the iterator existed may have been missed.
    wakeAll()
    while (iterator !== undefined) {
      await sleep(pause, undefined, { signal: stopping })
      const { records, nextIterator } = await api.records(iterator)
      iterator = nextIterator
      pause = records.length > 0 ? shortestPause : Math.min(pause * 1.5, longestPause)
      if (records.length > 0 || nextIterator === undefined) wakeAll()
    }
  }

  const watch = async () => {
    for (;;) {
      try {
        return await follow()
      } catch (error) {
        if (stopping.aborted) return
        // Other errors are reported by the mappings, which meet them too.
        const pause = isBrokenIterator(error) ? shortestPause : pauseAfterError
        await sleep(pause, undefined, { signal: stopping }).catch(() => undefined)
      }
    }
  }

  void watch()
  return { add: (signal) => void signals.add(signal) }
}
