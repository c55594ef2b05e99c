import { type SignedWebhook, twitchSecret, twitchWebhook } from '../local/sandbox/eventSenders.ts'

/** Twitch's webhook about a raid of 20 viewers, from the channel of that name. */
export const twitchRaid = (to_broadcaster_user_id: string, from: string, id?: string): SignedWebhook => {
  const event = { to_broadcaster_user_id, from_broadcaster_user_name: from, viewers: 20 }
  const payload = { subscription: { type: 'channel.raid' }, event }
  return twitchWebhook('notification', payload, twitchSecret, id === undefined ? {} : { id })
}
