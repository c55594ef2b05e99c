import { describe, expect, test } from 'vitest'
import { kickEvents } from '../../../../shared/providers/kickEvents.ts'
import { manual } from '../../../../shared/providers/manual.ts'
import { manualEvents } from '../../../../shared/providers/manualEvents.ts'
import { stripe } from '../../../../shared/providers/stripe.ts'
import { twitchEvents } from '../../../../shared/providers/twitchEvents.ts'
import {
  kickWebhook,
  manualEvents as manualParameters,
  manualWebhook,
  twitchWebhook,
} from '../../../local/sandbox/eventSenders.ts'
import { startSandbox } from '../../../local/sandbox/sandbox.ts'
import { standardSecret, standardWebhook, stripeWebhook } from '../../../support/gatewayWebhooks.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const sentAt = Date.parse('2026-03-01T18:30:00Z')
const second = 1000
const minute = 60 * second
const hour = 60 * minute

interface Sent {
  readonly body: string | Uint8Array
  readonly headers: Readonly<Record<string, string>>
}
type Read = (webhook: { rawBody: Uint8Array; headers: Sent['headers']; receivedAt: Date }) => Promise<unknown>

const sandbox = await sharedByTests(startSandbox())

const secret = standardSecret('times')
const account = { secrets: [secret], token: undefined, settings: {} }
const at = new Date(sentAt)
const event = { id: 'evt_1', type: 'customer.created', data: { object: {} } }
const unused = { type: 'none', timestamp: '2026-03-01T18:30:00Z' }
const twitchSubscription = { subscription: { type: 'channel.update' } }
const started = { recipientId: 'alice', streamId: 's' }

/** Who sends, how it is read, what was sent at that time, and how old and how far ahead of our clock it may be. */
const senders: readonly (readonly [string, () => Read, () => Sent, number, number])[] = [
  [
    'Stripe',
    () => (sent) => stripe().read(sent, account),
    () => stripeWebhook(secret, event, { at: sentAt }),
    5 * minute,
    5 * minute,
  ],
  [
    'a bridge',
    () => (sent) => manual().read(sent, account),
    () => standardWebhook(secret, unused, { at: sentAt }),
    5 * minute,
    5 * minute,
  ],
  [
    'a bot',
    () => manualEvents(async () => manualParameters).read,
    () => manualWebhook('STREAM_STARTED', started, { at }),
    5 * minute,
    5 * minute,
  ],
  [
    'Twitch',
    () => twitchEvents(async () => ({ 'twitch/events-secret': secret })).read,
    () => twitchWebhook('notification', twitchSubscription, secret, { at }),
    10 * minute,
    10 * minute,
  ],
  [
    'Kick',
    () => kickEvents(sandbox.urls['KICK_EVENTS_API_URL'] ?? '').read,
    () => kickWebhook('chat.message.sent', {}, { at }),
    24 * hour,
    5 * minute,
  ],
]

describe.each(senders)('a webhook of %s', (_name, reader, sender, oldest, farthest) => {
  const read = (ageMs: number) => {
    const { body, headers } = sender()
    return reader()({ rawBody: Buffer.from(body), headers, receivedAt: new Date(sentAt + ageMs) })
  }

  test.each([-farthest, 0, oldest])('a webhook is taken at the age of %i ms', async (ageMs) => {
    expect(typeof (await read(ageMs))).toBe('object')
  })

  test.each([-farthest - second, oldest + second])('a webhook is refused at the age of %i ms', async (ageMs) => {
    await expect(read(ageMs)).rejects.toMatchObject({ code: 'signature_rejected' })
  })
})
