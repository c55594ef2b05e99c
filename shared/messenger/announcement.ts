import { randomUUID } from 'node:crypto'
import { derivedId } from '../ids.ts'
import { streamEndedTrigger, streamStartedTrigger } from '../platforms/triggers.ts'
import { dueAttributes } from '../time/due.ts'
import { epochSeconds } from '../time/epochSeconds.ts'
import type { Chat } from './chatRepository.ts'
import type { MessengerName } from './messengerBot.ts'

const minute = 60_000
const hour = 60 * minute

/** Milliseconds after which a message that could not be posted is no news any more. */
export const postingLimit = hour
/** A messenger refuses to delete what is 48 hours old; an hour is kept in hand. */
const deletionAge = 47 * hour
const deletionLimit = 48 * hour
/** The message of a test is deleted after this time. */
const testAge = minute
/** Milliseconds within which whoever claimed an announcement is done with it, or dead. */
const leaseDuration = minute
/** Milliseconds after which a queued announcement that nobody took up is looked at. */
const safetyDelay = 2 * minute
/** Seconds that an item is kept: longer than a message can be deleted. */
const retention = 7 * 24 * 60 * 60

/** Milliseconds within which a turn comes that is worth waiting for; the schedule takes up what has a later one. */
const nearTurn = 4000

/**
 * How an announcement ended: its message stands, is deleted, was not posted because the occasion is over (`cancelled`), because the
 * messenger would not have it (`refused`) or could not be reached for too long (`givenUp`); or nobody knows whether it was posted.
 */
export type Ending = 'posted' | 'deleted' | 'cancelled' | 'refused' | 'givenUp' | 'unconfirmed'

/** What fires announcers, once for each. */
export interface Occasion {
  readonly trigger: string
  /** The stream that it belongs to: its item in `streams`, and which of the channel's streams. */
  readonly channel: string
  readonly sessionId: string
  /** Tells occasions of one trigger within a stream apart; empty where there is but one. */
  readonly eventId: string
}

/**
 * The way of one announcer's message for one occasion: `queued` (somebody is about to take it up), `postponed` (until `dueAt`),
 * `claimed` (in work), `posted` (it stands until `dueAt`, when it is deleted), `done`. Every change replaces the revision.
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
  /** ISO 8601; absent when all is done. */
  readonly dueAt?: string
  readonly dueShard?: string
  /** Epoch milliseconds after which the task makes no sense. */
  readonly giveUpAt: number
  /** The stream has ended. */
  readonly streamEnded?: boolean
  /** A test of the announcer, which belongs to no stream. */
  readonly test?: true
  /** ISO 8601: when it was known what became of the post. Absent before. */
  readonly settledAt?: string
  readonly messenger?: MessengerName
  readonly messageId?: string
  readonly ending?: Ending
  /** In the messenger's words. */
  readonly reason?: string
  /** Epoch second. */
  readonly expiresAt: number
}

/** The part of an announcer that an announcement of it starts from. */
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

/** What waits for its recipient's turn `at`. */
const waiting = (announcement: Pick<Announcement, 'id'>, now: number, at: number) =>
  at <= now + nearTurn
    ? ({ state: 'queued', ...due(announcement, now + safetyDelay) } as const)
    : ({ state: 'postponed', ...due(announcement, at) } as const)

const withRevision = (announcement: Announcement): Announcement => ({ ...announcement, revision: randomUUID() })

/** The announcement of an occasion by an announcer, to be posted when its recipient's turn has come. The same for both is the same announcement. */
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
    revision: randomUUID(),
    ...waiting({ id }, now, at),
    giveUpAt: now + postingLimit,
    expiresAt: epochSeconds(now) + retention,
  }
}

/** The announcement that tests an announcer: to be posted at once, and deleted soon after, whatever the announcer's type. */
export const newTest = (recipientId: string, announcer: AnnouncerTarget & { trigger: string }, now: number) => {
  const occasion = { trigger: announcer.trigger, channel: 'test', sessionId: randomUUID(), eventId: '' }
  return { ...newAnnouncement(recipientId, announcer, occasion, now), isDeletable: true, test: true } as const
}

/** In work; should the worker die, it is looked at again when the lease is over. */
export const claimed = (announcement: Announcement, now: number): Announcement =>
  withRevision({ ...announcement, state: 'claimed', ...due(announcement, now + leaseDuration) })

export const finished = (announcement: Announcement, ending: Ending, reason?: string): Announcement => {
  const { dueAt: _dueAt, dueShard: _dueShard, settledAt = new Date().toISOString(), ...rest } = announcement
  return withRevision({ ...rest, state: 'done', ending, settledAt, ...(reason !== undefined && { reason }) })
}

/** To be taken up again at `until`, unless it makes no sense any more by then. */
export const postponed = (announcement: Announcement, until: number): Announcement =>
  until > announcement.giveUpAt
    ? finished(announcement, announcement.task === 'post' ? 'givenUp' : 'posted')
    : withRevision({ ...announcement, state: 'postponed', ...due(announcement, until) })

const toBeDeleted = (announcement: Announcement, now: number, at = now): Announcement =>
  withRevision({ ...announcement, task: 'delete', ...waiting(announcement, now, at) })

/** The message is in the chat. Should the stream have ended while it was on its way, it is to be deleted at once. */
export const posted = (
  announcement: Announcement,
  message: Chat & { readonly messenger: MessengerName; readonly messageId: string },
  now: number,
): Announcement => {
  const settledAt = new Date(now).toISOString()
  const { ending: _ending, ...standing } = { ...announcement, ...message, settledAt, giveUpAt: now + deletionLimit }
  if (!standing.isDeletable) return finished(standing, 'posted')
  if (standing.streamEnded) return toBeDeleted(standing, now)
  const age = standing.test ? testAge : deletionAge
  return withRevision({ ...standing, task: 'delete', state: 'posted', ...due(standing, now + age) })
}

/**
 * What the end of its stream makes of an announcement; undefined when it changes nothing. What stands is deleted when its
 * recipient's turn `at` has come; what waits to be
 * posted would be late, or deleted at once; what is on its way is left to its worker, which is told.
 */
export const afterStream = (announcement: Announcement, now: number, at = now): Announcement | undefined => {
  const { state, task, trigger, isDeletable } = announcement
  if (announcement.streamEnded || trigger === streamEndedTrigger || state === 'done') return undefined
  const told = { ...announcement, streamEnded: true }
  if (task === 'delete') return state === 'posted' ? toBeDeleted(told, now, at) : undefined
  if (state === 'claimed') return withRevision(told)
  return trigger === streamStartedTrigger || isDeletable ? finished(told, 'cancelled') : undefined
}
