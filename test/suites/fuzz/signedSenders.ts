import { type ChatUpdate, maxUpdate, telegramUpdate } from '../../local/sandbox/chatUpdates.ts'
import {
  kickWebhook,
  manualWebhook,
  type SignedWebhook as PlatformWebhook,
  twitchSecret,
  twitchWebhook,
} from '../../local/sandbox/eventSenders.ts'
import { paypalSigner } from '../../local/sandbox/paypalSigner.ts'
import type { Scene } from '../../support/fixtures/fixture.ts'
import {
  kofiWebhook,
  type SignedWebhook,
  standardSecret,
  standardWebhook,
  stripeWebhook,
} from '../../support/gatewayWebhooks.ts'
import type { TestRequest } from '../../support/httpEvent.ts'
import { paypalCredential } from '../../support/paypalAccount.ts'
import { canaryText } from './canary.ts'

/** Makes a genuine request with any payload. */
type Sign = (payload: unknown) => TestRequest

/** A sender of signed requests. The service reads no payload without a valid signature. */
export interface SignedSender {
  readonly operation: string
  readonly name: string
  /** The payload before it is mutated. */
  readonly payload: unknown
  readonly prepare: (scene: Scene) => Promise<Sign>
}

type SignGateway = (secret: string, payload: unknown) => SignedWebhook

const gateway = (name: string, payload: unknown, sign: SignGateway): SignedSender => ({
  operation: 'receiveWebhook',
  name,
  payload,
  prepare: async ({ done, recipient, unique }) => {
    const secret = name === 'manual' ? standardSecret(unique('fuzz')) : unique('fuzz-secret-of-32-characters-or-more')
    const { id } = await done('setGateway', { body: { gateway: name, type: 'fiat', secret } })
    return (said) => ({ params: { recipientId: recipient, gatewayId: id }, ...sign(secret, said) })
  },
})

/** The stand-in signs whatever PayPal is said to send. */
const paypalSender: SignedSender = {
  operation: 'receiveWebhook',
  name: 'paypal',
  payload: {
    event_type: 'PAYMENT.CAPTURE.REFUNDED',
    resource: {
      id: '1JU08902781691411',
      links: [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/3C6' }],
    },
  },
  prepare: async ({ done, recipient }) => {
    const { id } = await done('setGateway', { body: paypalCredential })
    return (said) => {
      const body = JSON.stringify(said) ?? ''
      const headers = paypalSigner.sign({ webhookId: paypalCredential.settings.webhookId, body: Buffer.from(body) })
      return { params: { recipientId: recipient, gatewayId: id }, headers: { ...headers }, body }
    }
  },
}

type SignPlatform = (payload: unknown) => PlatformWebhook

const platform = (name: string, payload: unknown, sign: SignPlatform): SignedSender => ({
  operation: 'receivePlatformWebhook',
  name,
  payload,
  prepare: async ({ recipient, put }) => {
    await put('accountLinks', { account: `${name}#100`, recipientId: recipient })
    return (said) => {
      const { headers, body } = sign(said)
      return { params: { platform: name }, headers, body }
    }
  },
})

const messenger = (name: string, payload: object, sign: (update: object) => ChatUpdate): SignedSender => ({
  operation: 'receiveMessengerWebhook',
  name,
  payload,
  prepare: async () => (said) => {
    const { accountId, headers, body } = sign(said as object)
    return { params: { accountId }, headers, body }
  },
})

const amount = { major: 12, minor: 34, currency: 'EUR' }
const at = '2026-03-01T18:30:00Z'

const manualPayment = {
  type: 'payment.completed',
  timestamp: at,
  data: {
    gatewayId: 'payment-1',
    nickname: canaryText,
    message: canaryText,
    amount,
    method: 'card',
    goal: 'mic',
    attachments: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    actions: [{ actionId: 'action-1', parameters: { colour: canaryText } }],
    auction: { isNew: true, item: 'sword' },
    system: 'Manual',
    test: false,
  },
}

const stripeEvent = {
  id: 'evt_1',
  type: 'checkout.session.completed',
  created: 1_772_389_800,
  livemode: true,
  data: {
    object: {
      id: 'cs_1',
      object: 'checkout.session',
      payment_intent: 'pi_1',
      payment_status: 'paid',
      amount_total: 1234,
      amount: 1234,
      amount_received: 1234,
      currency: 'eur',
      custom_fields: [{ key: 'message', type: 'text', text: { value: canaryText } }],
      customer_details: { name: canaryText, email: 'bob@example.com' },
      metadata: { nickname: canaryText, attachments: '["https://youtu.be/dQw4w9WgXcQ"]', actions: '[]' },
      payment_method_types: ['card'],
    },
  },
}

const stripeRefund = {
  ...stripeEvent,
  type: 'charge.refunded',
  data: { object: { ...stripeEvent.data.object, id: 'ch_1', object: 'charge', refunded: true, amount_refunded: 1234 } },
}

const stripeDispute = {
  ...stripeEvent,
  type: 'charge.dispute.closed',
  data: { object: { ...stripeEvent.data.object, id: 'dp_1', object: 'dispute', status: 'won', charge: 'ch_1' } },
}

const kofiPayment = {
  message_id: 'message-1',
  timestamp: at,
  type: 'Donation',
  is_public: true,
  from_name: canaryText,
  message: canaryText,
  amount: '3.00',
  url: 'https://ko-fi.com/x',
  email: 'bob@example.com',
  currency: 'USD',
  is_subscription_payment: false,
  kofi_transaction_id: 'transaction-1',
  shop_items: null,
  tier_name: null,
}

const signKofi: SignGateway = (secret, payload) =>
  kofiWebhook(
    typeof payload === 'object' && payload !== null && !Array.isArray(payload)
      ? { ...payload, verification_token: secret }
      : payload,
  )

const twitchOnline = {
  challenge: 'pogchamp',
  subscription: { type: 'stream.online', version: '1', status: 'enabled', condition: { broadcaster_user_id: '100' } },
  event: { id: '1', broadcaster_user_id: '100', type: 'live', started_at: at },
}

const kickStatus = {
  broadcaster: { user_id: 100, username: canaryText },
  is_live: true,
  title: canaryText,
  started_at: at,
  ended_at: null,
}

const twitchEvent = (type: string, event: object) => ({ subscription: { type }, event })
const twitchAudience = [
  twitchEvent('channel.subscription.message', {
    broadcaster_user_id: '100',
    user_name: canaryText,
    tier: '1000',
    cumulative_months: 3,
    message: { text: canaryText },
  }),
  twitchEvent('channel.cheer', { broadcaster_user_id: '100', user_name: null, bits: 100, message: canaryText }),
  twitchEvent('channel.raid', { to_broadcaster_user_id: '100', from_broadcaster_user_name: canaryText, viewers: 20 }),
]

const kickPerson = { user_id: 7, username: canaryText, is_anonymous: false }
const kickAudience = {
  broadcaster: { user_id: 100, username: canaryText },
  gifter: kickPerson,
  giftees: [kickPerson],
  sender: kickPerson,
  gift: { amount: 500, message: canaryText },
}

const triggerMessage = { type: 'STREAM_STARTED', data: { recipientId: 'fuzz', streamId: '1', title: canaryText } }

const signManual = (payload: unknown): PlatformWebhook => {
  const { type, data } = (payload ?? {}) as Partial<typeof triggerMessage>
  return manualWebhook(type as string, data as typeof triggerMessage.data)
}

const command = `/link ${'c'.repeat(59)}`
const telegramCode = {
  message: { chat: { id: -1, type: 'group', title: canaryText }, from: { id: 2 }, text: command },
}
const maxCode = {
  update_type: 'message_created',
  message: { recipient: { chat_id: -1, chat_type: 'chat' }, sender: { user_id: 2 }, body: { text: command } },
}
const telegramPress = {
  callback_query: { id: 'press', from: { id: 2 }, data: 'c'.repeat(59), message: { chat: telegramCode.message.chat } },
}
const maxPress = {
  update_type: 'message_callback',
  callback: { callback_id: 'press', payload: 'c'.repeat(59), user: { user_id: 2 } },
  message: { recipient: { chat_id: -1, chat_type: 'chat' } },
}
const telegramUnlink = { message: { ...telegramCode.message, text: '/unlink@streamer_bot' } }

export const signedSenders: readonly SignedSender[] = [
  gateway('manual', manualPayment, standardWebhook),
  ...[stripeEvent, stripeRefund, stripeDispute].map((event) => gateway('stripe', event, stripeWebhook)),
  gateway('kofi', kofiPayment, signKofi),
  paypalSender,
  ...(['notification', 'webhook_callback_verification', 'revocation'] as const).map((type) =>
    platform('twitch', twitchOnline, (payload) => twitchWebhook(type, payload as object, twitchSecret)),
  ),
  ...twitchAudience.map((event) =>
    platform('twitch', event, (payload) => twitchWebhook('notification', payload as object, twitchSecret)),
  ),
  ...['channel.subscription.gifts', 'kicks.gifted'].map((type) =>
    platform('kick', kickAudience, (payload) => kickWebhook(type, payload as object)),
  ),
  platform('kick', kickStatus, (payload) => kickWebhook('livestream.status.updated', payload as object)),
  platform('manual', triggerMessage, signManual),
  ...[telegramCode, telegramPress, telegramUnlink].map((update) => messenger('telegram', update, telegramUpdate)),
  ...[maxCode, maxPress].map((update) => messenger('max', update, maxUpdate)),
]
