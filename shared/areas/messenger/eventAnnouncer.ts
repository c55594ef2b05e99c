import type { WakeUpQueue } from '../../mechanisms/wakeUps/wakeUpQueue.ts'
import { forEachConcurrently } from '../../runtime/forEachConcurrently.ts'
import { log } from '../../runtime/log.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import type { EventProgress, StreamEvent } from '../platforms/streamEvent.ts'
import type { StreamEventRepository } from '../platforms/streamEventRepository.ts'
import type { InformOfStream } from '../platforms/streamInformer.ts'
import { streamEndedTrigger, streamStartedTrigger } from '../platforms/triggers.ts'
import { type Announcement, afterStream, nearTurnMs, newAnnouncement, streamIdOf } from './announcement.ts'
import type { AnnouncementRepository } from './announcementRepository.ts'
import type { IsOver } from './announcementStep.ts'
import { postingLimitMs } from './announcementTimes.ts'
import type { AnnouncerRepository, FiredAnnouncer } from './announcerRepository.ts'
import { type RateLimiter, recipientIntervalMs, recipientLimit } from './rateLimits.ts'

const concurrency = 10
/** Announcers, and announcements of a stream that is over, in a slice, which is written within moments. */
const sliceSize = 25
/** An event that is announced later than this may belong to a stream that is over. */
const freshMs = 10_000

export interface AnnouncePorts {
  readonly worker: string
  readonly events: Pick<StreamEventRepository, 'find' | 'handOver' | 'park' | 'finish'>
  readonly announcements: Pick<AnnouncementRepository, 'add' | 'page' | 'change'>
  readonly announcers: Pick<AnnouncerRepository, 'page'>
  readonly isOver: IsOver
  readonly informOfStream: InformOfStream
  /** Of the recipients, not of the bots. */
  readonly limiter: RateLimiter
  readonly wakeUps: Pick<WakeUpQueue, 'send'>
  readonly clock?: Clock
}

/** All is done, there is more to do, or the recipient's queue is full, and the event is parked. */
export type SliceOutcome = 'done' | 'more' | 'parked'

/** A part of a list, and the start of the next part if there is one. */
interface Part<T> {
  readonly items: readonly T[]
  readonly next?: string | undefined
}

const nothing = { items: [] }

/**
 * Announces an event of a channel, a slice at a time: the messages of a stream that is over are queued for deletion,
 * and every enabled announcer that waits for the event gets its announcement. Each takes a turn of the recipient, whose
 * rate leaves the bots time for other recipients. A repeated slice changes nothing.
 */
export const eventAnnouncer = (ports: AnnouncePorts) => {
  const {
    worker,
    events,
    announcements,
    announcers,
    isOver,
    informOfStream,
    limiter,
    wakeUps,
    clock = systemClock,
  } = ports

  /** The announcers of an event that are still announced: after the end of its stream, a late event is dropped. */
  const inTime = async (event: StreamEvent, fired: readonly FiredAnnouncer[], now: number) => {
    const { recipientId, channel, sessionId, trigger, takenAt } = event
    const waited = now - takenAt > freshMs && trigger !== streamEndedTrigger && fired.length > 0
    if (!waited || !(await isOver(recipientId, channel, sessionId))) return fired
    return trigger === streamStartedTrigger
      ? []
      : fired.filter(({ announcerType }) => announcerType === 'ANNOUNCE_STREAM')
  }

  const firedBy = async (event: StreamEvent, now: number): Promise<Part<FiredAnnouncer>> => {
    const { recipientId, trigger, takenAt, progress = {} } = event
    if (progress.isAnnounced) return nothing
    if (takenAt + postingLimitMs < now) {
      log('WARN', 'announcement', { worker, recipientId, code: 'event_given_up' })
      return nothing
    }
    const { items, next } = await announcers.page(recipientId, trigger, {
      after: progress.announcedTo,
      limit: sliceSize,
    })
    return { items: await inTime(event, items, now), next }
  }

  const deletionsDue = async (event: StreamEvent, now: number): Promise<Part<Announcement>> => {
    const { recipientId, channel, endedSessionId, progress = {} } = event
    if (endedSessionId === undefined || progress.isEnded) return nothing
    const streamId = streamIdOf(recipientId, channel, endedSessionId)
    const { items, next } = await announcements.page(recipientId, streamId, {
      after: progress.endedTo,
      limit: sliceSize,
    })
    // Deletions come first, because they take turns too.
    const affected = items.filter((announcement) => afterStream(announcement, now) !== undefined)
    return { items: affected.toSorted((one, other) => (one.task < other.task ? -1 : 1)), next }
  }

  const write = async (event: StreamEvent, fired: Part<FiredAnnouncer>, ended: Part<Announcement>, at: number) => {
    const { recipientId, takenAt } = event
    const now = clock()
    const turnOf = (index: number): number => at + index * recipientIntervalMs
    const wake = async ({ id }: Pick<Announcement, 'id'>, at: number): Promise<void> => {
      if (at > now + nearTurnMs) await wakeUps.send('announcements', { recipientId, id }, at)
    }
    const works = [
      ...fired.items.map((announcer, index) => async () => {
        const announcement = newAnnouncement(recipientId, announcer, event, now, turnOf(index))
        await announcements.add(recipientId, { ...announcement, giveUpAt: takenAt + postingLimitMs })
        await wake(announcement, turnOf(index))
      }),
      ...ended.items.map((announcement, index) => async () => {
        const turn = turnOf(fired.items.length + index)
        await announcements.change(recipientId, announcement, (current) => afterStream(current, now, turn))
        if (announcement.task === 'delete') await wake(announcement, turn)
      }),
    ]
    await forEachConcurrently(works, concurrency, (work) => work())
  }

  return async (recipientId: string, id: string): Promise<SliceOutcome> => {
    const event = await events.find(recipientId, id)
    if (event === undefined || event.state !== 'queued') return 'done'
    const now = clock()
    if (event.progress === undefined) await informOfStream(event)
    const [fired, ended] = await Promise.all([firedBy(event, now), deletionsDue(event, now)])
    const messages = fired.items.length + ended.items.filter(({ task }) => task === 'delete').length
    const limit = recipientLimit(recipientId, messages)
    const turn = messages === 0 ? { at: now, isReserved: true } : await limiter.reserve(limit, now)
    if (!turn.isReserved) {
      const until = turn.at - limit.horizonMs
      await events.park(recipientId, id, until)
      await wakeUps.send('streamEvents', { recipientId, id }, until)
      return 'parked'
    }
    await write(event, fired, ended, turn.at)
    if (fired.next === undefined && ended.next === undefined) {
      await events.finish(recipientId, id)
      return 'done'
    }
    const progress: EventProgress = {
      ...(fired.next === undefined ? { isAnnounced: true } : { announcedTo: fired.next }),
      ...(ended.next === undefined ? { isEnded: true } : { endedTo: ended.next }),
    }
    await events.handOver(recipientId, id, progress)
    return 'more'
  }
}

export type AnnounceEvent = ReturnType<typeof eventAnnouncer>
