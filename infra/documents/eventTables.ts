import { scopeOf } from '../../shared/areas/platforms/subscribedEvents.ts'
import { streamEndedTrigger, streamStartedTrigger } from '../../shared/areas/platforms/triggers.ts'
import { table } from './tables.ts'

/** A history item, and the meaning of its `count` if it has one. */
interface Becomes {
  readonly event: string
  readonly count?: string
}

/** What the events of an audience become. A test of each event compares the item that it makes. */
export const becomes: Readonly<Record<string, Becomes>> = {
  'channel.raid': { event: 'raid', count: 'viewers' },
  'channel.follow': { event: 'follow' },
  'channel.subscribe': { event: 'subscription' },
  'channel.subscription.message': { event: 'subscription', count: 'months' },
  'channel.subscription.gift': { event: 'subscription-gift', count: 'subscriptions: one alert for all' },
  'channel.cheer': { event: 'cheer', count: 'Bits' },
  'channel.bits.use': { event: 'cheer', count: 'Bits, of power-ups too' },
  'channel.followed': { event: 'follow' },
  'channel.subscription.new': { event: 'subscription', count: 'months' },
  'channel.subscription.renewal': { event: 'subscription', count: 'months' },
  'channel.subscription.gifts': { event: 'subscription-gift', count: 'subscriptions: one alert for all' },
  'kicks.gifted': { event: 'kick-gift', count: 'KICKs' },
}

const triggers: Readonly<Record<string, string>> = {
  'stream.online': `the trigger \`${streamStartedTrigger}\``,
  'stream.offline': `the trigger \`${streamEndedTrigger}\``,
  'livestream.status.updated': `the triggers \`${streamStartedTrigger}\` and \`${streamEndedTrigger}\``,
}

const effectOf = (type: string): readonly [becomes: string, count: string] => {
  const { event, count = '–' } = becomes[type] ?? {}
  return [event === undefined ? (triggers[type] ?? '–') : `\`${event}\``, count]
}

/** The events of a platform to which the service subscribes. */
export const eventsTable = (platform: string): string =>
  table(
    ['Event', 'Scope', 'Becomes', '`count`'],
    Object.entries(scopeOf[platform] ?? {}).map(([type, scope]) => [
      `\`${type}\``,
      scope === '' ? 'none' : `\`${scope}\``,
      ...effectOf(type),
    ]),
  )
