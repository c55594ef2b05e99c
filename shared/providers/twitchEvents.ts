import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { PlatformEvents, PlatformMessage } from '../areas/platforms/platformEvents.ts'
import { text } from '../contract/values.ts'
import { parsedBody } from '../contract/violations.ts'
import { objectFromBytes } from '../mechanisms/http/jsonBody.ts'
import type { Parameters } from '../mechanisms/secrets/parameters.ts'
import { equalsInConstantTime, signatureRejected, type Webhook } from '../mechanisms/webhooks/webhook.ts'
import { DateTime } from '../runtime/time/dateTime.ts'
import { sortableDateTime, utcFromDateTime } from '../runtime/time/utc.ts'
import { twitchAudience } from './twitchAudience.ts'
import { accountIn, TwitchCondition } from './twitchCondition.ts'

/** Twitch asks receivers to refuse an older message. */
export const toleranceMs = 10 * 60 * 1000

const Subscription = z.object({
  type: text(1, 64),
  status: z.optional(text(1, 64)),
  condition: TwitchCondition.check(
    z.refine((each) => accountIn(each) !== undefined, 'Invalid input: names no account'),
  ),
})
const Challenge = z.object({ challenge: text(1, 1024), subscription: Subscription })
const Revocation = z.object({ subscription: Subscription })
const Notification = z.object({ subscription: z.object({ type: z.string() }) })
const Online = z.object({
  event: z.object({ id: text(1, 64), broadcaster_user_id: text(1, 64), type: z.string(), started_at: DateTime }),
})
/** The id of the stream, which is that of its start, is there since June 2026. */
const Offline = z.object({ event: z.object({ id: z.optional(text(1, 64)), broadcaster_user_id: text(1, 64) }) })

/**
 * `sha256=` and the HMAC of id, timestamp and body, without separators.
 *
 * @see https://dev.twitch.tv/docs/eventsub/handling-webhook-events
 */
const twitchSignature = (secret: string, id: string, timestamp: string, rawBody: string | Uint8Array): string =>
  `sha256=${createHmac('sha256', secret).update(id).update(timestamp).update(rawBody).digest('hex')}`

interface Envelope {
  readonly id: string
  /** UTC. */
  readonly sentAt: string
  readonly type: string
}

const verified = ({ headers, rawBody, receivedAt }: Webhook, secret: string): Envelope => {
  const {
    'twitch-eventsub-message-id': id = '',
    'twitch-eventsub-message-timestamp': timestamp = '',
    'twitch-eventsub-message-signature': signature = '',
    'twitch-eventsub-message-type': type = '',
  } = headers
  const sentAt = utcFromDateTime(timestamp)
  const isGenuine = equalsInConstantTime(signature, twitchSignature(secret, id, timestamp, rawBody))
  const isRecent = sentAt !== undefined && Math.abs(receivedAt.getTime() - Date.parse(sentAt)) <= toleranceMs
  if (id === '' || !isGenuine || !isRecent) throw signatureRejected('this platform')
  return { id, sentAt, type }
}

const messageFrom = ({ id: messageId, sentAt }: Envelope, body: object): PlatformMessage => {
  const { subscription } = parsedBody(Notification, body)
  if (Object.hasOwn(twitchAudience, subscription.type)) {
    const found = twitchAudience[subscription.type]?.(body)
    if (found === undefined) return { kind: 'unused' }
    const { accountId, ...rest } = found
    return { kind: 'audience', messageId, accountId, event: { ...rest, timestamp: sentAt } }
  }
  if (subscription.type === 'stream.online') {
    const { id: sessionId, broadcaster_user_id: accountId, type, started_at } = parsedBody(Online, body).event
    // A playlist, watch party, premiere or rerun is not a live stream.
    if (type !== 'live') return { kind: 'unused' }
    return {
      kind: 'account',
      messageId,
      accountId,
      event: { kind: 'started', sessionId, at: sortableDateTime(started_at), sentAt: sortableDateTime(sentAt) },
    }
  }
  if (subscription.type === 'stream.offline') {
    const { id: sessionId, broadcaster_user_id: accountId } = parsedBody(Offline, body).event
    const at = sortableDateTime(sentAt)
    return { kind: 'account', messageId, accountId, event: { kind: 'ended', sessionId, at, sentAt: at } }
  }
  return { kind: 'unused' }
}

const aboutSubscription = ({ type: event, condition }: z.output<typeof Subscription>) => ({
  event,
  accountId: accountIn(condition) ?? '',
})

/** Verifies and reads webhooks of Twitch EventSub. */
export const twitchEvents = (parameters: () => Promise<Parameters<'twitchEvents'>>): PlatformEvents => ({
  read: async (webhook) => {
    const { 'twitch/events-secret': secret } = await parameters()
    const envelope = verified(webhook, secret)
    const body = objectFromBytes(webhook.rawBody)
    switch (envelope.type) {
      case 'webhook_callback_verification': {
        const { challenge, subscription } = parsedBody(Challenge, body)
        return { kind: 'challenge', text: challenge, ...aboutSubscription(subscription) }
      }
      case 'revocation': {
        const { subscription } = parsedBody(Revocation, body)
        return { kind: 'revoked', ...aboutSubscription(subscription), reason: subscription.status ?? '' }
      }
      case 'notification':
        return messageFrom(envelope, body)
      default:
        return { kind: 'unused' }
    }
  },
})
