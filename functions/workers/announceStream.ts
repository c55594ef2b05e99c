import { documentClient } from '../../shared/aws/documentClient.ts'
import { tableName } from '../../shared/env.ts'
import { type AnnounceEvent, announcingEvents } from '../../shared/messenger/announceEvent.ts'
import { announcementRepository } from '../../shared/messenger/announcementRepository.ts'
import { announcerRepository } from '../../shared/messenger/announcerRepository.ts'
import { sendingSlotStore } from '../../shared/messenger/sendingSlotStore.ts'
import { announceStream } from '../../shared/messenger/workers.ts'
import { type StreamEventStore, streamEventStore } from '../../shared/platforms/streamEventStore.ts'
import { streamRepository } from '../../shared/platforms/streamRepository.ts'
import type { StreamRecord } from '../../shared/store/streamRecord.ts'
import { batchHandler, type ConsumeBatch, type Failure } from '../../shared/workers/batchHandler.ts'
import { forEachConcurrently } from '../../shared/workers/forEachConcurrently.ts'

/** A recipient's events get this time of a batch; the schedule brings back those that are left. */
const turnMs = 500
/** Events that are parked at the same time. */
const concurrency = 10

const keysOf = ({ keys }: StreamRecord) => ({ recipientId: String(keys['recipientId']), id: String(keys['id']) })

/** The recipients of a batch are served at the same time, the events of each one after the other, until its turn is over or its lane is full. */
export const handle = (announce: AnnounceEvent, events: Pick<StreamEventStore, 'park'>): ConsumeBatch => {
  /** Announces slice after slice; when the recipient's other events are to be looked at again, if not now. */
  const announceUntil = async (record: StreamRecord, endsAt: number): Promise<number | undefined> => {
    const { recipientId, id } = keysOf(record)
    for (;;) {
      const outcome = await announce(recipientId, id)
      if (typeof outcome === 'object') return outcome.parkedUntil
      if (outcome === 'done' || Date.now() >= endsAt) return undefined
    }
  }

  const serve = async (records: readonly StreamRecord[]): Promise<readonly Failure[]> => {
    const failures: Failure[] = []
    const endsAt = Date.now() + turnMs
    let parkedUntil: number | undefined
    const consume = async (record: StreamRecord): Promise<void> => {
      try {
        const { recipientId, id } = keysOf(record)
        if (parkedUntil === undefined) parkedUntil = await announceUntil(record, endsAt)
        else await events.park(recipientId, id, parkedUntil)
        if (Date.now() >= endsAt) parkedUntil ??= Date.now()
      } catch (error) {
        failures.push({ record, error })
      }
    }
    let served = 0
    for (const record of records) {
      if (parkedUntil !== undefined) break
      await consume(record)
      served += 1
    }
    await forEachConcurrently(records.slice(served), concurrency, consume)
    return failures
  }

  return async (records) => {
    const byRecipient = Map.groupBy(records, (record) => keysOf(record).recipientId)
    return (await Promise.all([...byRecipient.values()].map(serve))).flat()
  }
}

const events = streamEventStore(documentClient, tableName('streamEvents'))

export const handler = batchHandler(
  announceStream,
  handle(
    announcingEvents({
      worker: announceStream.id,
      events,
      announcements: announcementRepository(documentClient, tableName('announcements')),
      announcers: announcerRepository(documentClient, tableName('announcers')),
      isOver: streamRepository(documentClient, tableName('streams')).isOver,
      pace: sendingSlotStore(documentClient, tableName('sendingSlots')),
    }),
    events,
  ),
)
