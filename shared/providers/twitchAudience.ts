import * as z from 'zod/mini'
import { type AudienceEvent, audienceTexts } from '../areas/platforms/audienceEvent.ts'
import { text } from '../contract/values.ts'
import { parsedBody } from '../contract/violations.ts'
import { withoutCheermotes } from './withoutCheermotes.ts'

const Name = z.nullish(z.string())
const Count = z.int().check(z.nonnegative())
const channel = {
  broadcaster_user_id: text(1, 64),
  user_id: z.nullish(text(0, 64)),
  user_name: Name,
  is_anonymous: z.nullish(z.boolean()),
}
const tier = z.optional(z.string())

/** A tier is 1000, 2000 or 3000. */
const levelFrom = (given = ''): { levelName?: string } => {
  const [, level] = /^(\d)000$/.exec(given) ?? []
  return level === undefined ? {} : { levelName: `Tier ${level}` }
}

type Audience = Omit<AudienceEvent, 'timestamp'> & { readonly accountId: string }

const eventIn = <Shape extends z.core.$ZodLooseShape>(shape: Shape, body: object) =>
  parsedBody(z.object({ event: z.object(shape) }), body).event

const actorOf = (event: {
  readonly user_id?: string | null | undefined
  readonly user_name?: string | null | undefined
  readonly is_anonymous?: boolean | null | undefined
}) => ({ id: event.user_id || undefined, name: event.user_name, isAnonymous: event.is_anonymous })

/** Fragments say which parts of a message are cheermotes. */
const BitsMessage = z.object({
  text: Name,
  fragments: z.nullish(z.array(z.object({ type: z.string(), text: z.string() }))),
})

const wordsOf = ({ text: whole, fragments }: z.output<typeof BitsMessage>): string =>
  fragments == null
    ? (whole ?? '')
    : fragments
        .flatMap(({ type, text: words }) => (type === 'cheermote' ? [] : [words]))
        .join('')
        .replaceAll(/\s+/g, ' ')
        .trim()

/**
 * What happens in the audience, by the type of its subscription; undefined where another message says the same.
 *
 * @see https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types
 */
export const twitchAudience: Readonly<Record<string, (body: object) => Audience | undefined>> = {
  'channel.follow': (body) => {
    const event = eventIn(channel, body)
    return { event: 'follow', accountId: event.broadcaster_user_id, ...audienceTexts(actorOf(event)) }
  },
  'channel.subscribe': (body) => {
    const event = eventIn({ ...channel, tier, is_gift: z.optional(z.boolean()) }, body)
    // Gifts are in the message of their giver, all at once.
    if (event.is_gift === true) return undefined
    // Somebody who comes back is in it too, so no month is known.
    const { broadcaster_user_id: accountId } = event
    return {
      event: 'subscription',
      accountId,
      part: 'start',
      ...levelFrom(event.tier),
      ...audienceTexts(actorOf(event)),
    }
  },
  'channel.subscription.message': (body) => {
    const message = z.nullish(z.object({ text: Name }))
    const event = eventIn(
      { ...channel, tier, cumulative_months: Count, streak_months: z.nullish(Count), message },
      body,
    )
    const { broadcaster_user_id: accountId, cumulative_months: count, streak_months: streak } = event
    return {
      event: 'subscription',
      accountId,
      part: 'message',
      count,
      ...(streak != null && { streak }),
      ...levelFrom(event.tier),
      ...audienceTexts(actorOf(event), event.message?.text),
    }
  },
  'channel.subscription.gift': (body) => {
    const event = eventIn({ ...channel, tier, total: Count }, body)
    const { broadcaster_user_id: accountId, total: count } = event
    const texts = audienceTexts(actorOf(event))
    return { event: 'subscription-gift', accountId, count, ...levelFrom(event.tier), ...texts }
  },
  'channel.cheer': (body) => {
    const event = eventIn({ ...channel, bits: Count, message: Name }, body)
    const { broadcaster_user_id: accountId, bits: count } = event
    const words = withoutCheermotes(event.message ?? '', count)
    return { event: 'cheer', accountId, count, part: 'cheer', ...audienceTexts(actorOf(event), words) }
  },
  // Power-ups too, of which no other event tells. A cheer may be told by both events.
  'channel.bits.use': (body) => {
    const event = eventIn({ ...channel, bits: Count, type: z.string(), message: z.nullish(BitsMessage) }, body)
    const { broadcaster_user_id: accountId, bits: count, message } = event
    const texts = audienceTexts(actorOf(event), message && wordsOf(message))
    return { event: 'cheer', accountId, count, ...(event.type === 'cheer' && { part: 'use' }), ...texts }
  },
  'channel.raid': (body) => {
    const raid = { to_broadcaster_user_id: text(1, 64), from_broadcaster_user_name: Name, viewers: Count }
    const { to_broadcaster_user_id: accountId, from_broadcaster_user_name: name, viewers: count } = eventIn(raid, body)
    return { event: 'raid', accountId, count, ...audienceTexts({ name }) }
  },
}
