import { type Chance, systemChance } from '../../runtime/chance.ts'
import { forEachConcurrently } from '../../runtime/forEachConcurrently.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { log, loggedError } from '../../runtime/log.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import { sortableDateTime } from '../../runtime/time/utc.ts'
import type { RecordChannelEvent } from './recordChannelEvent.ts'
import type { ChannelEvent } from './streamEvent.ts'
import type { WatchedChannel, WatchedChannelRepository } from './watchedChannelRepository.ts'

export type ChannelStatus =
  | { readonly isOnline: false }
  | { readonly isOnline: true; readonly sessionId: string; readonly startedAt: Date }

/** Asks a platform for the states of channels by URL. One that is missing in the answer is unknown. */
export type ChannelStatuses = (urls: readonly string[]) => Promise<ReadonlyMap<string, ChannelStatus>>

/** Whether anything of the recipient waits for streams of its channels. */
export type NeedsStreams = (recipientId: string) => Promise<boolean>

/** Whether the link of a channel's account is not disabled. */
export type IsLinkEnabled = (recipientId: string, channel: string) => Promise<boolean>

export interface WatchPorts {
  readonly worker: string
  readonly statuses: ChannelStatuses
  readonly channels: Pick<WatchedChannelRepository, 'list' | 'save'>
  readonly needsStreams: NeedsStreams
  readonly isLinkEnabled: IsLinkEnabled
  readonly recordEvent: RecordChannelEvent
  readonly clock?: Clock
  readonly chance?: Chance
}

/** The number of channels in one call to a platform. */
export const batchSize = 50
/** The number of recipients that are looked up concurrently. */
const concurrency = 20
/** With less time left, no batch begins, since the next run starts soon. */
const reserveMs = 10_000

const sortable = (date: Date): string => sortableDateTime(date.toISOString())

type StreamChange = Exclude<ChannelEvent, { readonly kind: 'other' }>

/** The event since the last check of a channel. */
const eventSince = (
  { sessionId }: WatchedChannel,
  status: ChannelStatus,
  now: Date,
): (StreamChange & { readonly sessionId: string }) | undefined => {
  const sentAt = sortable(now)
  if (status.isOnline)
    return status.sessionId === sessionId
      ? undefined
      : { kind: 'started', sessionId: status.sessionId, at: sortable(status.startedAt), sentAt }
  return sessionId === undefined ? undefined : { kind: 'ended', sessionId, at: sentAt, sentAt }
}

/**
 * Watches the channels of a platform that sends no events: it asks for those whose recipient needs their streams, and
 * processes each change as an event. After an interruption, the next run finds the same changes, which take effect
 * once.
 */
export const channelWatcher = (ports: WatchPorts) => {
  const {
    worker,
    statuses,
    channels,
    needsStreams,
    isLinkEnabled,
    recordEvent,
    clock = systemClock,
    chance = systemChance,
  } = ports

  const take = async (found: WatchedChannel, status: ChannelStatus, now: Date): Promise<void> => {
    const event = eventSince(found, status, now)
    if (event === undefined) return
    const { recipientId, channel } = found
    // A stream may end and start more than once.
    const messageId = `${channel}#${event.sessionId}#${event.kind}#${event.sentAt}`
    // A change while the link is disabled is stored without an event, so that enabling the link announces nothing late.
    if (await isLinkEnabled(recipientId, channel)) await recordEvent({ recipientId, channel, messageId, event })
    await channels.save(recipientId, found, status.isOnline ? status.sessionId : undefined)
  }

  const takeBatch = async (batch: readonly WatchedChannel[]): Promise<void> => {
    const found = await statuses(batch.map(({ url }) => url))
    const now = new Date(clock())
    for (const channel of batch) {
      const status = found.get(channel.url)
      if (status === undefined) continue
      await take(channel, status, now).catch((error: unknown) =>
        log('ERROR', 'channel', { worker, recipientId: channel.recipientId, error: loggedError(error) }),
      )
    }
  }

  return async (): Promise<number> => {
    const all = await channels.list()
    // A stream that was seen is followed to its end: what was announced of it may have to be deleted.
    const needed = new Set(all.filter(({ sessionId }) => sessionId !== undefined))
    await forEachConcurrently(all, concurrency, async (channel) => {
      if (!needed.has(channel) && (await needsStreams(channel.recipientId))) needed.add(channel)
    })
    const asked = all.filter((channel) => needed.has(channel))
    // Where a minute is too short for all, each has its turn as often as the others.
    const first = Math.floor(chance() * asked.length)
    const turned = [...asked.slice(first), ...asked.slice(0, first)]
    for (let start = 0; start < turned.length && remainingMs() > reserveMs; start += batchSize)
      await takeBatch(turned.slice(start, start + batchSize))
    return asked.length
  }
}
