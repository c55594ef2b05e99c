import { messageRepository } from '../../shared/areas/endpoints/messageRepository.ts'
import { announcementRepository } from '../../shared/areas/messenger/announcementRepository.ts'
import { announcerRepository } from '../../shared/areas/messenger/announcerRepository.ts'
import { type AnnounceEvent, eventAnnouncer, type SliceOutcome } from '../../shared/areas/messenger/eventAnnouncer.ts'
import { sendingSlotStore } from '../../shared/areas/messenger/sendingSlotStore.ts'
import { announceStream } from '../../shared/areas/messenger/workers.ts'
import {
  type StreamEventRepository,
  streamEventRepository,
} from '../../shared/areas/platforms/streamEventRepository.ts'
import { streamInformer } from '../../shared/areas/platforms/streamInformer.ts'
import { streamRepository } from '../../shared/areas/platforms/streamRepository.ts'
import { totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { sqsClient } from '../../shared/mechanisms/aws/sqsClient.ts'
import type { StreamRecord } from '../../shared/mechanisms/store/streamRecord.ts'
import { wakeUpQueue } from '../../shared/mechanisms/wakeUps/wakeUpQueue.ts'
import { batchHandler, type ConsumeBatch, type Failure } from '../../shared/mechanisms/workers/batchHandler.ts'
import { streamEndDelayMs } from '../../shared/runtime/env.ts'
import { forEachConcurrently } from '../../shared/runtime/forEachConcurrently.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

/** A recipient's events get this time of a batch; the schedule brings back those that are left. */
const serviceMs = 500
const concurrency = 10

const keysOf = ({ keys }: StreamRecord) => ({ recipientId: String(keys['recipientId']), id: String(keys['id']) })

/**
 * The recipients of a batch are served at the same time, the events of each one after the other, until its time is over
 * or its queue is full. Behind a full queue the others are left as they are: they are due for the schedule since they
 * came, so a flood costs no write here.
 */
export const handle = (
  announce: AnnounceEvent,
  events: Pick<StreamEventRepository, 'park'>,
  clock = systemClock,
): ConsumeBatch => {
  const announceUntil = async (record: StreamRecord, endsAt: number): Promise<SliceOutcome> => {
    const { recipientId, id } = keysOf(record)
    for (;;) {
      const outcome = await announce(recipientId, id)
      if (outcome !== 'more' || clock() >= endsAt) return outcome
    }
  }

  const park = (record: StreamRecord): Promise<void> => {
    const { recipientId, id } = keysOf(record)
    return events.park(recipientId, id, clock())
  }

  const serve = async (records: readonly StreamRecord[]): Promise<readonly Failure[]> => {
    const failures: Failure[] = []
    const endsAt = clock() + serviceMs
    const attempt = async (record: StreamRecord, work: Promise<unknown>): Promise<unknown> => {
      try {
        return await work
      } catch (error) {
        return failures.push({ record, error })
      }
    }
    for (const [index, record] of records.entries()) {
      if ((await attempt(record, announceUntil(record, endsAt))) === 'parked') break
      if (clock() < endsAt) continue
      await forEachConcurrently(records.slice(index + 1), concurrency, async (left) => {
        await attempt(left, park(left))
      })
      break
    }
    return failures
  }

  return async (records) => {
    const byRecipient = Map.groupBy(records, (record) => keysOf(record).recipientId)
    return (await Promise.all([...byRecipient.values()].map(serve))).flat()
  }
}

const events = streamEventRepository(documentClient)

export const handler = batchHandler(
  announceStream,
  handle(
    eventAnnouncer({
      worker: announceStream.id,
      events,
      announcements: announcementRepository(documentClient),
      announcers: announcerRepository(documentClient),
      streams: streamRepository(documentClient),
      endDelayMs: streamEndDelayMs(),
      limiter: sendingSlotStore(documentClient),
      informOfStream: streamInformer(totalsRepository(documentClient), messageRepository(documentClient)),
      wakeUps: wakeUpQueue(sqsClient),
    }),
    events,
  ),
)
