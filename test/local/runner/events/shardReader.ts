import { setTimeout as sleep } from 'node:timers/promises'
import type { ShardProgress } from './shardProgress.ts'
import type { Signal } from './signal.ts'
import { isBrokenIterator, type RecordPage, type StreamsApi } from './streamsApi.ts'

export interface ShardReaderOptions {
  readonly api: StreamsApi
  readonly streamArn: string
  readonly shardId: string
  readonly progress: ShardProgress
  /** The reader waits while this many records are unsettled. */
  readonly mostUnsettled: number
  /** The signal that there may be something to read, or that records were settled. */
  readonly wake: Signal
  ingest(page: RecordPage): void
  onLog(line: string): void
  readonly stopping: AbortSignal
}

export interface ShardReader {
  /** Resolves once a read that began after the call found nothing and every record is settled; at the end, in any case. */
  drained(): Promise<void>
  /** Resolves when the shard is closed and all its records are settled, or when the reader was stopped. */
  readonly ended: Promise<void>
}

const pauseAfterError = 500
const pauseAfterBrokenIterator = 4

/** The callers that wait for a drained shard. Only a read that began after their call counts. */
const createDrainage = () => {
  let waiting: (() => void)[] = []
  let ended = false
  return {
    wait: () => (ended ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
    /** Reads a page, and resolves earlier waits when it was the last for now. */
    async observe(read: () => Promise<boolean>) {
      const before = waiting
      waiting = []
      const isDrained = await read().catch((error: unknown) => {
        waiting.push(...before)
        throw error
      })
      if (isDrained) for (const resolve of before) resolve()
      else waiting.push(...before)
    },
    end() {
      ended = true
      for (const resolve of waiting) resolve()
    },
  }
}

/** Reads one shard in order from the saved position until it closes; errors of the engine are retried. */
export const readShard = (options: ShardReaderOptions): ShardReader => {
  const { api, streamArn, shardId, progress, wake, stopping, onLog } = options
  const drainage = createDrainage()
  let lastFailure: string | undefined

  const firstIterator = async (): Promise<string> => {
    const { position } = progress
    try {
      return await api.iterator(streamArn, shardId, position)
    } catch (error) {
      if (!isBrokenIterator(error)) throw error
      onLog(`records after ${JSON.stringify(position)} were trimmed before they were read`)
      return api.iterator(streamArn, shardId, 'TRIM_HORIZON')
    }
  }

  const readToEnd = async () => {
    let iterator: string | undefined = await firstIterator()
    const isDone = () => iterator === undefined && progress.isComplete
    const readPage = async () => {
      const page: RecordPage = await api.records(iterator ?? '')
      iterator = page.nextIterator
      lastFailure = undefined
      options.ingest(page)
      return page.records.length === 0
    }
    while (!stopping.aborted && !isDone()) {
      const seen = wake.version
      let isEmpty = true
      if (iterator !== undefined && progress.unsettled < options.mostUnsettled) {
        await drainage.observe(async () => {
          isEmpty = await readPage()
          return isEmpty && progress.isComplete
        })
      }
      if (isEmpty && !isDone()) await wake.after(seen)
    }
  }

  const pauseAfter = async (error: unknown) => {
    const isBroken = isBrokenIterator(error)
    const message = `reading the stream failed: ${error instanceof Error ? error.message : error}`
    if (!isBroken && message !== lastFailure) onLog(message)
    lastFailure = message
    const pause = isBroken ? pauseAfterBrokenIterator : pauseAfterError
    await sleep(pause, undefined, { signal: stopping }).catch(() => undefined)
  }

  const follow = async () => {
    while (!stopping.aborted) {
      try {
        await readToEnd()
        if (!stopping.aborted) progress.finish()
        break
      } catch (error) {
        if (!stopping.aborted) await pauseAfter(error)
      }
    }
    drainage.end()
  }

  return {
    ended: follow(),
    drained() {
      const drained = drainage.wait()
      wake.notify()
      return drained
    },
  }
}
