import { derivedId, randomId } from '../../runtime/ids.ts'
import { dueAttributes } from '../../runtime/time/due.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import { streamEndedTrigger, streamStartedTrigger } from '../platforms/triggers.ts'
import { deletionAgeMs, longestBanPauseMs, postingLimitMs, retentionSeconds, testAgeMs } from './announcementTimes.ts'
import type { Chat } from './chatRepository.ts'
import type { MessengerName } from './messengerBot.ts'

const minuteMs = 60_000

const deletionLimitMs = 48 * 60 * minuteMs
/** The worker that claimed an announcement finishes it within this time, or counts as dead. */
const leaseMs = minuteMs
/** A queued announcement that no worker took up within this time is due for the schedule. */
const safetyDelayMs = 2 * minuteMs

/** A worker waits for a turn that is at most this far away; a message wakes later ones. */
export const nearTurnMs = 3000

/**
 * How an announcement ended: its message is in the chat, was deleted, was not posted because the occasion is over
 * (`cancelled`), because the messenger refused it (`refused`) or could not be reached for too long (`givenUp`), because
 * too many waited for its chat (`dropped`), or it is unknown whether it was posted.
 */
export type Ending = 'posted' | 'deleted' | 'cancelled' | 'refused' | 'givenUp' | 'dropped' | 'unconfirmed'

/** An occasion that fires announcers, each of them once. */
export interface Occasion {
  readonly trigger: string
  /** The stream that it belongs to: its item in `streams`, and which of the channel's streams. */
  readonly channel: string
  readonly sessionId: string
  /** Distinguishes occasions of one trigger within a stream; empty if there can be only one. */
  readonly eventId: string
}

/**
 * The state of one announcer's message for one occasion: `queued` (a worker is about to take it up), `postponed` (until
 * `dueAt`), `claimed` (a worker works at it), `posted` (it is deleted at `dueAt`), `done`. Every change replaces the
 * revision.
 */
export interface Announcement extends Occasion {
  readonly recipientId: string
  /** The stream's id, then the announcement's own: those of a stream are one range. */
  readonly id: string
  readonly announcerId: string
  readonly accountId: string
  readonly chatId: number
  readonly isDeletable: boolean
  readonly task: 'post' | 'delete'
  readonly state: 'queued' | 'postponed' | 'claimed' | 'posted' | 'done'
  readonly revision: string
  /** ISO 8601; absent when the announcement is done. */
  readonly dueAt?: string
  readonly dueShard?: string
  /** Epoch milliseconds after which the task makes no sense. */
  readonly giveUpAt: number
  readonly streamEnded?: boolean
  /** Its stream came back while a worker deleted its message, which is posted once more. */
  readonly isWantedAgain?: true
  /** A test of the announcer, which belongs to no stream. */
  readonly test?: true
  /** ISO 8601: the time at which the result of the post was known. Absent before. */
  readonly settledAt?: string
  readonly messenger?: MessengerName
  readonly messageId?: string
  readonly ending?: Ending
  /** In the messenger's words. */
  readonly reason?: string
  /** The turns that were reserved for it, by the names of their limits. */
  readonly turns?: Readonly<Record<string, number>>
  /** How often the messenger has refused it for a time that it did not name. */
  readonly bans?: number
  /** Its message may have been posted, and its result is not stored yet. */
  readonly isPosting?: true
  /** Epoch second. */
  readonly expiresAt: number
}

/** The members of an announcer that its announcements need. */
export interface AnnouncerTarget {
  readonly id: string
  readonly accountId: string
  readonly chatId: number
  readonly announcerType: string
}

/** Common beginning of the ids of a stream's announcements. */
export const streamIdOf = (recipientId: string, channel: string, sessionId: string): string =>
  derivedId('stream', recipientId, channel, sessionId)

const due = ({ id }: Pick<Announcement, 'id'>, at: number) => dueAttributes(id, at)

/** The attributes of an announcement that waits for its recipient's turn `at`. */
const waiting = (announcement: Pick<Announcement, 'id'>, now: number, at: number) =>
  at <= now + nearTurnMs
    ? ({ state: 'queued', ...due(announcement, now + safetyDelayMs) } as const)
    : ({ state: 'postponed', ...due(announcement, at) } as const)

/** The changed attributes of an announcement that its worker takes up now. */
export const queuedAgain = (id: string, now: number) =>
  ({ state: 'queued', revision: randomId(), ...due({ id }, now + safetyDelayMs) }) as const

const withRevision = (announcement: Announcement): Announcement => ({ ...announcement, revision: randomId() })

/**
 * The announcement of an occasion by an announcer, to be posted in its recipient's turn. Its id derives from both, so
 * that there is only one.
 */
export const newAnnouncement = (
  recipientId: string,
  { id: announcerId, accountId, chatId, announcerType }: AnnouncerTarget,
  { trigger, channel, sessionId, eventId }: Occasion,
  now: number,
  at = now,
): Announcement => {
  const id = `${streamIdOf(recipientId, channel, sessionId)}#${derivedId('announcement', announcerId, trigger, eventId)}`
  return {
    recipientId,
    id,
    trigger,
    channel,
    sessionId,
    eventId,
    announcerId,
    accountId,
    chatId,
    isDeletable: announcerType === 'ANNOUNCE_STREAM_AND_DELETE',
    task: 'post',
    revision: randomId(),
    ...waiting({ id }, now, at),
    giveUpAt: now + postingLimitMs,
    expiresAt: epochSeconds(now) + retentionSeconds,
  }
}

/** The announcement that tests an announcer: posted at once, and deleted soon after, whatever the type. */
export const newTest = (recipientId: string, announcer: AnnouncerTarget & { trigger: string }, now: number) => {
  const occasion = { trigger: announcer.trigger, channel: 'test', sessionId: randomId(), eventId: '' }
  return { ...newAnnouncement(recipientId, announcer, occasion, now), isDeletable: true, test: true } as const
}

/** The announcement, claimed by a worker. If the worker dies, it is taken up again when the lease is over. */
export const claimed = (announcement: Announcement, now: number): Announcement =>
  withRevision({
    ...announcement,
    ...(announcement.task === 'post' && { isPosting: true }),
    state: 'claimed',
    ...due(announcement, now + leaseMs),
  })

/** The announcement without the traces of an attempt that is over. */
const afterAttempt = ({ turns: _turns, isPosting: _isPosting, ...announcement }: Announcement): Announcement =>
  announcement

export const finished = (announcement: Announcement, ending: Ending, now: number, reason?: string): Announcement => {
  const { dueAt: _dueAt, dueShard: _dueShard, ...attempted } = afterAttempt(announcement)
  const { settledAt = new Date(now).toISOString(), ...rest } = attempted
  return withRevision({ ...rest, state: 'done', ending, settledAt, ...(reason !== undefined && { reason }) })
}

/** The announcement, to be taken up again at `until` with these turns, or ended if it would be too late. */
export const postponed = (
  announcement: Announcement,
  until: number,
  now: number,
  turns?: Announcement['turns'],
): Announcement =>
  until > announcement.giveUpAt
    ? finished(announcement, announcement.task === 'post' ? 'givenUp' : 'posted', now)
    : withRevision({
        ...afterAttempt(announcement),
        ...(turns && { turns }),
        state: 'postponed',
        ...due(announcement, until),
      })

/** A ban without a time is asked again after a minute, doubled up to an hour. */
export const banned = (announcement: Announcement, now: number): Announcement => {
  const { bans = 0 } = announcement
  return postponed({ ...announcement, bans: bans + 1 }, now + Math.min(longestBanPauseMs, minuteMs * 2 ** bans), now)
}

const toBeDeleted = (announcement: Announcement, now: number, at = now): Announcement =>
  withRevision({ ...afterAttempt(announcement), task: 'delete', ...waiting(announcement, now, at) })

/** The announcement after its post. If the stream has ended meanwhile, it is due for deletion at once. */
export const posted = (
  announcement: Announcement,
  message: Chat & { readonly messenger: MessengerName; readonly messageId: string },
  now: number,
): Announcement => {
  const settledAt = new Date(now).toISOString()
  const {
    ending: _ending,
    bans: _bans,
    ...sent
  } = {
    ...afterAttempt(announcement),
    ...message,
    settledAt,
    giveUpAt: now + deletionLimitMs,
  }
  if (!sent.isDeletable) return finished(sent, 'posted', now)
  if (sent.streamEnded) return toBeDeleted(sent, now)
  const age = sent.test ? testAgeMs : deletionAgeMs
  return withRevision({ ...sent, task: 'delete', state: 'posted', ...due(sent, now + age) })
}

/**
 * The announcement after the end of its stream; undefined when nothing changes. A posted message is deleted when its
 * recipient's turn `at` has come. A waiting one is cancelled, because it would be late or deleted at once. A claimed
 * one is left to its worker, which finds `streamEnded`.
 */
export const afterStream = (announcement: Announcement, now: number, at = now): Announcement | undefined => {
  const { state, task, trigger, isDeletable } = announcement
  if (announcement.streamEnded || trigger === streamEndedTrigger || state === 'done') return undefined
  const ended = { ...announcement, streamEnded: true }
  if (task === 'delete') return state === 'posted' ? toBeDeleted(ended, now, at) : undefined
  if (state === 'claimed') return withRevision(ended)
  return trigger === streamStartedTrigger || isDeletable ? finished(ended, 'cancelled', now) : undefined
}

/** The announcement whose message is posted once more when its recipient's turn `at` has come. */
const again = (announcement: Announcement, now: number, at: number): Announcement => {
  const { messageId: _messageId, settledAt: _settledAt, ending: _ending, reason: _reason, ...rest } = announcement
  return withRevision({
    ...afterAttempt(rest),
    task: 'post',
    ...waiting(rest, now, at),
    giveUpAt: now + postingLimitMs,
    expiresAt: epochSeconds(now) + retentionSeconds,
  })
}

/** The announcement whose message stays in the chat until its age. */
const stillPosted = (announcement: Announcement): Announcement =>
  withRevision({
    ...afterAttempt(announcement),
    state: 'posted',
    ...due(announcement, announcement.giveUpAt - deletionLimitMs + deletionAgeMs),
  })

/**
 * The announcement after its stream has come back; undefined when nothing changes. What the end has deleted or
 * cancelled is posted once more, and a deletion that waits is cancelled. A claimed one is left to its worker.
 */
export const afterReturn = (announcement: Announcement, now: number, at = now): Announcement | undefined => {
  const { streamEnded, ...back } = announcement
  if (!streamEnded) return undefined
  const { state, task, ending } = back
  if (state === 'done') return ending === 'deleted' || ending === 'cancelled' ? again(back, now, at) : undefined
  if (task === 'post') return withRevision(back)
  return state === 'claimed' ? withRevision({ ...back, isWantedAgain: true }) : stillPosted(back)
}

/** The announcement after a deletion that its stream's return has overtaken; undefined for any other. */
export const afterOvertaken = (
  announcement: Announcement,
  isDeleted: boolean,
  now: number,
): Announcement | undefined => {
  const { isWantedAgain, ...back } = announcement
  if (!isWantedAgain) return undefined
  return isDeleted ? again(back, now, now) : stillPosted(back)
}
