import type { WakeUpQueue } from '../../mechanisms/wakeUps/wakeUpQueue.ts'
import { forEachConcurrently } from '../../runtime/forEachConcurrently.ts'
import { log } from '../../runtime/log.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import type { EventProgress, StreamEvent } from '../platforms/streamEvent.ts'
import type { StreamEventRepository } from '../platforms/streamEventRepository.ts'
import type { InformOfStream } from '../platforms/streamInformer.ts'
import type { StreamRepository } from '../platforms/streamRepository.ts'
import { paymentCompletedTrigger, streamEndedTrigger, streamStartedTrigger } from '../platforms/triggers.ts'
import { type Announcement, afterReturn, afterStream, nearTurnMs, newAnnouncement, streamIdOf } from './announcement.ts'
import { type AnnouncementRepository, isNewOrCancelled } from './announcementRepository.ts'
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
  readonly streams: Pick<StreamRepository, 'isOver' | 'isExpected' | 'end'>
  /** The time after which the end of a stream is final. */
  readonly endDelayMs: number
  readonly informOfStream: InformOfStream
  /** Of the recipients, not of the bots. */
  readonly limiter: RateLimiter
  readonly wakeUps: Pick<WakeUpQueue, 'send'>
  readonly clock?: Clock
}

/** An end that is final has its effect, one that awaits its time may be taken back, and one that was has none. */
type Verdict = 'final' | 'awaited' | 'takenBack'

/** All is done, there is more to do, or the recipient's queue is full, and the event is parked. */
export type SliceOutcome = 'done' | 'more' | 'parked'

/** A part of a list, and the start of the next part if there is one. */
interface Part<T> {
  readonly items: readonly T[]
  readonly next?: string | undefined
}

const nothing = { items: [] }

type State = StreamEvent['state']

/** What an event does to an announcement of the stream that it ends or brings back. */
const changeBy = ({ isResumed }: StreamEvent) => (isResumed ? afterReturn : afterStream)

/** Whether it takes a turn: a message is deleted, or posted once more. */
const sendsFor =
  ({ isResumed }: StreamEvent) =>
  ({ task, state }: Announcement): boolean =>
    isResumed ? state === 'done' : task === 'delete'

/**
 * Announces an event of a channel, a slice at a time: the messages of a stream that is over are queued for deletion
 * once its end is final, those of a stream that has come back are queued once more, and every enabled announcer that
 * waits for the event gets its announcement. Each takes a turn of the recipient, whose rate leaves the bots time for
 * other recipients. A repeated slice changes nothing.
 */
export const eventAnnouncer = (ports: AnnouncePorts) => {
  const {
    worker,
    events,
    announcements,
    announcers,
    streams,
    endDelayMs,
    informOfStream,
    limiter,
    wakeUps,
    clock = systemClock,
  } = ports

  const verdictOn = async (event: StreamEvent, now: number): Promise<Verdict> => {
    const { recipientId, channel, sessionId, takenAt, isTentative, progress } = event
    if (!isTentative) return 'final'
    if (progress !== undefined) return (await streams.isOver(recipientId, channel, sessionId)) ? 'final' : 'takenBack'
    if (now < takenAt + endDelayMs && (await streams.isExpected(recipientId, event))) return 'awaited'
    return (await streams.end(recipientId, event)) ? 'final' : 'takenBack'
  }

  /** Leaves an event until then. */
  const wait = async ({ recipientId, id }: StreamEvent, until: number): Promise<void> => {
    await events.park(recipientId, id, until)
    await wakeUps.send('streamEvents', { recipientId, id }, until)
  }

  /** The announcers of an event that are still announced: after the end of its stream, a late event is dropped. */
  const inTime = async (event: StreamEvent, fired: readonly FiredAnnouncer[], now: number) => {
    const { recipientId, channel, sessionId, trigger, takenAt } = event
    const waited = now - takenAt > freshMs && trigger !== streamEndedTrigger && fired.length > 0
    if (!waited || !(await streams.isOver(recipientId, channel, sessionId))) return fired
    return trigger === streamStartedTrigger
      ? []
      : fired.filter(({ announcerType }) => announcerType === 'ANNOUNCE_STREAM')
  }

  const firedBy = async (event: StreamEvent, now: number): Promise<Part<FiredAnnouncer>> => {
    const { recipientId, trigger, takenAt, isResumed, progress = {} } = event
    if (progress.isAnnounced || isResumed) return nothing
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

  /** The announcements of a stream that is over, or has come back. */
  const affectedBy = async (event: StreamEvent, now: number): Promise<Part<Announcement>> => {
    const { recipientId, channel, sessionId, endedSessionId, isResumed, progress = {} } = event
    const affectedSessionId = isResumed ? sessionId : endedSessionId
    if (affectedSessionId === undefined || progress.isEnded) return nothing
    const streamId = streamIdOf(recipientId, channel, affectedSessionId)
    const { items, next } = await announcements.page(recipientId, streamId, {
      after: progress.endedTo,
      limit: sliceSize,
    })
    // Deletions come first, because they take turns too.
    const affected = items.filter((announcement) => changeBy(event)(announcement, now) !== undefined)
    return { items: affected.toSorted((one, other) => (one.task < other.task ? -1 : 1)), next }
  }

  const write = async (event: StreamEvent, fired: Part<FiredAnnouncer>, affected: Part<Announcement>, at: number) => {
    const { recipientId, takenAt } = event
    const now = clock()
    const turnOf = (index: number): number => at + index * recipientIntervalMs
    const wake = async ({ id }: Pick<Announcement, 'id'>, at: number): Promise<void> => {
      if (at > now + nearTurnMs) await wakeUps.send('announcements', { recipientId, id }, at)
    }
    const works = [
      ...fired.items.map((announcer, index) => async () => {
        const announcement = newAnnouncement(recipientId, announcer, event, now, turnOf(index))
        const when = event.trigger === paymentCompletedTrigger ? isNewOrCancelled : undefined
        await announcements.add(recipientId, { ...announcement, giveUpAt: takenAt + postingLimitMs }, when)
        await wake(announcement, turnOf(index))
      }),
      ...affected.items.map((announcement, index) => async () => {
        const turn = turnOf(fired.items.length + index)
        await announcements.change(recipientId, announcement, (current) => changeBy(event)(current, now, turn))
        if (sendsFor(event)(announcement)) await wake(announcement, turn)
      }),
    ]
    await forEachConcurrently(works, concurrency, (work) => work())
  }

  const announce = async (recipientId: string, id: string, states: readonly State[]): Promise<SliceOutcome> => {
    const event = await events.find(recipientId, id)
    if (event === undefined || !states.includes(event.state)) return 'done'
    const now = clock()
    const verdict = await verdictOn(event, now)
    if (verdict !== 'final') {
      await (verdict === 'awaited' ? wait(event, event.takenAt + endDelayMs) : events.finish(recipientId, id))
      return 'done'
    }
    if (event.progress === undefined) {
      // The end of the stream before comes first; what is more than a slice of it follows by itself.
      if (event.supersededEnd !== undefined) await announce(recipientId, event.supersededEnd, ['queued', 'parked'])
      await informOfStream(event)
    }
    const [fired, affected] = await Promise.all([firedBy(event, now), affectedBy(event, now)])
    const messages = fired.items.length + affected.items.filter(sendsFor(event)).length
    const limit = recipientLimit(recipientId, messages)
    const turn = messages === 0 ? { at: now, isReserved: true } : await limiter.reserve(limit, now)
    if (!turn.isReserved) {
      await wait(event, turn.at - limit.horizonMs)
      return 'parked'
    }
    await write(event, fired, affected, turn.at)
    if (fired.next === undefined && affected.next === undefined) {
      await events.finish(recipientId, id)
      return 'done'
    }
    const progress: EventProgress = {
      ...(fired.next === undefined ? { isAnnounced: true } : { announcedTo: fired.next }),
      ...(affected.next === undefined ? { isEnded: true } : { endedTo: affected.next }),
    }
    await events.handOver(recipientId, id, progress)
    return 'more'
  }

  return (recipientId: string, id: string): Promise<SliceOutcome> => announce(recipientId, id, ['queued'])
}

export type AnnounceEvent = ReturnType<typeof eventAnnouncer>
