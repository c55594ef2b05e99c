import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { StandIn } from './standIn.ts'

/** A webhook as a platform sends it, to be POSTed to `/platforms/webhooks/<platform>`. */
export interface SignedWebhook {
  readonly platform: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The values that differ between two webhooks. */
interface Sending {
  readonly id?: string
  readonly at?: Date
}

const manualSecret = `whsec_${Buffer.from('sandbox-platforms-secret').toString('base64')}`

/** What verifies the events of one's own bots, which need nothing else. */
export const manualEvents = { 'platforms/manual-secret': manualSecret }

/** The secret of the local deployment's subscriptions at Twitch. */
export const twitchSecret = 'sandbox-twitch-events-secret'

/** The credentials of the senders that are not asked for anything. */
export const createEventSenders = (): StandIn => ({
  bases: {},
  parameters: { ...manualEvents, 'twitch/events-secret': twitchSecret },
  answer: () => ({ status: 404 }),
})

/** A message of EventSub, signed with the secret of its subscription. https://dev.twitch.tv/docs/eventsub/handling-webhook-events */
export const twitchWebhook = (
  messageType: 'notification' | 'webhook_callback_verification' | 'revocation',
  payload: object,
  secret: string,
  { id = randomUUID(), at = new Date() }: Sending = {},
): SignedWebhook => {
  const body = JSON.stringify(payload)
  const timestamp = at.toISOString()
  return {
    platform: 'twitch',
    body,
    headers: {
      'content-type': 'application/json',
      'twitch-eventsub-message-id': id,
      'twitch-eventsub-message-timestamp': timestamp,
      'twitch-eventsub-message-type': messageType,
      'twitch-eventsub-message-signature': `sha256=${createHmac('sha256', secret).update(`${id}${timestamp}${body}`).digest('hex')}`,
    },
  }
}

let keyPair: ReturnType<typeof kickKeyPair> | undefined
const kickKeyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The key pair of the sandbox's Kick: a new one for each process, so that no private key is in the repository. */
export const kickKeys = () => {
  keyPair ??= kickKeyPair()
  return keyPair
}

/** A webhook of Kick. https://docs.kick.com/events/webhook-security */
export const kickWebhook = (
  eventType: string,
  payload: object,
  { id = randomUUID(), at = new Date() }: Sending = {},
): SignedWebhook => {
  const body = JSON.stringify(payload)
  const timestamp = at.toISOString()
  return {
    platform: 'kick',
    body,
    headers: {
      'content-type': 'application/json',
      'kick-event-message-id': id,
      'kick-event-message-timestamp': timestamp,
      'kick-event-type': eventType,
      'kick-event-version': '1',
      'kick-event-signature': sign('sha256', Buffer.from(`${id}.${timestamp}.${body}`), kickKeys().privateKey).toString(
        'base64',
      ),
    },
  }
}

/** A webhook of the deployer's own bot: Standard Webhooks with the name of a trigger. */
export const manualWebhook = (
  type: string,
  data: { readonly recipientId: string; readonly streamId: string; readonly title?: string },
  { id = randomUUID(), at = new Date() }: Sending = {},
): SignedWebhook => {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    platform: 'manual',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': new Webhook(manualSecret).sign(id, at, body),
    },
  }
}
