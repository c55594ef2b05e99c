import type { StreamOrder } from '../sandbox/streamOrders.ts'

const person = { user_id: 7, username: 'Mira', is_anonymous: false }
const mira = { user_id: '7', user_login: 'mira', user_name: 'Mira' }

/** The stand-ins that send events. */
export const senderNames = ['kick', 'twitch'] as const
export type SenderName = (typeof senderNames)[number]

type Events = readonly NonNullable<StreamOrder['audience']>[]

/**
 * What an audience does, as each platform reports it: https://docs.kick.com/events/event-types and
 * https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types
 */
export const audienceEvents: Readonly<Record<SenderName, Events>> = {
  kick: [
    { type: 'channel.followed', event: { follower: person } },
    { type: 'channel.subscription.new', event: { subscriber: person, duration: 1 } },
    { type: 'channel.subscription.gifts', event: { gifter: person, giftees: Array(200).fill(person) } },
    { type: 'kicks.gifted', event: { sender: person, gift: { amount: 500, name: 'Rage Quit', message: 'w' } } },
  ],
  twitch: [
    { type: 'channel.follow', event: mira },
    { type: 'channel.subscribe', event: { ...mira, tier: '1000', is_gift: false } },
    { type: 'channel.subscription.gift', event: { ...mira, total: 200, tier: '1000' } },
    { type: 'channel.cheer', event: { ...mira, bits: 500, message: 'Cheer500' } },
    { type: 'channel.raid', event: { from_broadcaster_user_name: 'Bob', viewers: 20 } },
  ],
}

/** What comes beside, or in place of one of them: a resubscription in two messages, and Bits in every way. */
export const otherAudienceEvents: Readonly<Record<SenderName, Events>> = {
  kick: [{ type: 'channel.subscription.renewal', event: { subscriber: person, duration: 3 } }],
  twitch: [
    {
      type: 'channel.subscription.message',
      event: { ...mira, tier: '1000', cumulative_months: 7, streak_months: null, message: { text: 'back again' } },
    },
    {
      type: 'channel.bits.use',
      event: { ...mira, bits: 300, type: 'power_up', message: null, power_up: { type: 'celebration', emote: null } },
    },
  ],
}
