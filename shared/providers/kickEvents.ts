import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { type AudienceEvent, audienceTexts } from '../areas/platforms/audienceEvent.ts'
import type { PlatformEvents, PlatformMessage } from '../areas/platforms/platformEvents.ts'
import type { ChannelEvent } from '../areas/platforms/streamEvent.ts'
import { text } from '../contract/values.ts'
import { parsedBody } from '../contract/violations.ts'
import { objectFromBytes } from '../mechanisms/http/jsonBody.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import type { Webhook } from '../mechanisms/webhooks/webhook.ts'
import { signatureRejected } from '../mechanisms/webhooks/webhook.ts'
import { cached } from '../runtime/cached.ts'
import { type Clock, systemClock } from '../runtime/time/clock.ts'
import { DateTime } from '../runtime/time/dateTime.ts'
import { sortableDateTime, utcFromDateTime } from '../runtime/time/utc.ts'

/** An event may have this age, because Kick repeats it for a day, and may be ahead of our clock by so much. */
const longestAgeMs = 24 * 60 * 60 * 1000
const longestLeadMs = 5 * 60 * 1000
/** The public key is cached; when a signature does not match, it is fetched again if the last call is old enough. */
const keyCachedMs = 60 * 60 * 1000
const betweenFetchesMs = 60 * 1000
/** After a call that failed, because genuine events wait for the key then. */
const afterFailureMs = 10 * 1000

const http = providerHttp('Kick')

const PublicKey = z.object({ data: z.object({ public_key: text(1, 10_000) }) })
const Status = z.object({
  broadcaster: z.object({ user_id: z.int() }),
  is_live: z.boolean(),
  started_at: DateTime,
  ended_at: z.optional(z.nullable(DateTime)),
})

const keyFromPem = (pem: string): KeyObject => {
  try {
    return createPublicKey(pem)
  } catch (error) {
    throw new Error('Kick sent an unreadable public key', { cause: error })
  }
}

/** Keeps Kick's public key. Forged signatures cause at most one call in the times above, answered or not. */
const publicKeyOf = (url: string, clock: Clock) => {
  let kept: { readonly key: KeyObject; readonly fetchedAt: number } | undefined

  const read = async (): Promise<KeyObject> => {
    const answer = await http.read({ url: `${url}/public/v1/public-key` })
    if (answer.status !== 200) throw http.problemFrom(answer)
    const key = keyFromPem(http.parse(answer, PublicKey).data.public_key)
    kept = { key, fetchedAt: clock() }
    return key
  }

  /** The outcome of the last call, or of a new one if that was long enough ago. */
  const fetched = cached(betweenFetchesMs, read, () => true, clock, afterFailureMs)

  return {
    /** The key that is kept, which is fetched again when it is old; an old one is better than none. */
    current: async (): Promise<KeyObject> => {
      if (kept === undefined) return fetched()
      const { key, fetchedAt } = kept
      return fetchedAt + keyCachedMs > clock() ? key : fetched().catch(() => key)
    },
    /** Another key than the one that did not fit, because Kick may have replaced it. */
    newer: async (than: KeyObject): Promise<KeyObject | undefined> => {
      const key = await fetched()
      return key === than ? undefined : key
    },
  }
}

interface Envelope {
  readonly id: string
  /** UTC. */
  readonly sentAt: string
  readonly type: string
}

const isRecent = (sentAt: string | undefined, receivedAt: Date): sentAt is string => {
  if (sentAt === undefined) return false
  const age = receivedAt.getTime() - Date.parse(sentAt)
  return age <= longestAgeMs && age >= -longestLeadMs
}

const Broadcaster = z.object({ user_id: z.int() })
const Person = z.object({
  user_id: z.nullish(z.int()),
  username: z.nullish(z.string()),
  is_anonymous: z.nullish(z.boolean()),
})
const Months = z.optional(z.int().check(z.nonnegative()))

type Audience = Omit<AudienceEvent, 'timestamp'> & { readonly accountId: number }

/** The id of an anonymous giver is 0 or absent. */
const actorOf = ({ user_id, username, is_anonymous }: z.output<typeof Person>) => ({
  id: user_id || undefined,
  name: username,
  isAnonymous: is_anonymous,
})

const subscriptionFrom = (body: object): Audience => {
  const schema = z.object({ broadcaster: Broadcaster, subscriber: Person, duration: Months })
  const { broadcaster, subscriber, duration = 1 } = parsedBody(schema, body)
  return {
    event: 'subscription',
    accountId: broadcaster.user_id,
    count: duration,
    ...audienceTexts(actorOf(subscriber)),
  }
}

/** What happens in the audience, by Kick's name. https://docs.kick.com/events/event-types */
const readers: Readonly<Record<string, (body: object) => Audience>> = {
  'channel.followed': (body) => {
    const { broadcaster, follower } = parsedBody(z.object({ broadcaster: Broadcaster, follower: Person }), body)
    return { event: 'follow', accountId: broadcaster.user_id, ...audienceTexts(actorOf(follower)) }
  },
  'channel.subscription.new': subscriptionFrom,
  'channel.subscription.renewal': subscriptionFrom,
  'channel.subscription.gifts': (body) => {
    const schema = z.object({ broadcaster: Broadcaster, gifter: Person, giftees: z.array(z.unknown()) })
    const { broadcaster, gifter, giftees } = parsedBody(schema, body)
    const accountId = broadcaster.user_id
    return { event: 'subscription-gift', accountId, count: giftees.length, ...audienceTexts(actorOf(gifter)) }
  },
  'kicks.gifted': (body) => {
    const Gift = z.object({ amount: z.int().check(z.nonnegative()), message: z.nullish(z.string()) })
    const { broadcaster, sender, gift } = parsedBody(
      z.object({ broadcaster: Broadcaster, sender: Person, gift: Gift }),
      body,
    )
    const texts = audienceTexts(actorOf(sender), gift.message)
    return { event: 'kick-gift', accountId: broadcaster.user_id, count: gift.amount, ...texts }
  },
}

const messageFrom = ({ id: messageId, sentAt: at, type }: Envelope, rawBody: Uint8Array): PlatformMessage => {
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  if (read !== undefined) {
    const { accountId, ...event } = read(objectFromBytes(rawBody))
    return { kind: 'audience', messageId, accountId: String(accountId), event: { ...event, timestamp: at } }
  }
  if (type !== 'livestream.status.updated') return { kind: 'unused' }
  const { broadcaster, is_live, started_at, ended_at } = parsedBody(Status, objectFromBytes(rawBody))
  const accountId = String(broadcaster.user_id)
  const [startedAt, sentAt] = [sortableDateTime(started_at), sortableDateTime(at)]
  const event: ChannelEvent = is_live
    ? { kind: 'started', sessionId: started_at, at: startedAt, sentAt }
    : { kind: 'ended', at: sortableDateTime(ended_at ?? at), startedAt, sentAt }
  return { kind: 'account', messageId, accountId, event }
}

/**
 * Kick's webhooks: RSA PKCS#1 v1.5 with SHA-256 over `id.timestamp.body`. https://docs.kick.com/events/webhook-security
 *
 * @param url base URL of Kick's API, without a trailing slash
 */
export const kickEvents = (url: string, clock = systemClock): PlatformEvents => {
  const publicKey = publicKeyOf(url, clock)

  const verified = async ({ headers, rawBody, receivedAt }: Webhook): Promise<Envelope> => {
    const {
      'kick-event-message-id': id = '',
      'kick-event-message-timestamp': timestamp = '',
      'kick-event-signature': signature = '',
      'kick-event-type': type = '',
    } = headers
    const sentAt = utcFromDateTime(timestamp)
    if (id === '' || signature === '' || !isRecent(sentAt, receivedAt)) throw signatureRejected('this platform')
    const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), rawBody])
    const fits = (key: KeyObject): boolean => verify('sha256', signed, key, Buffer.from(signature, 'base64'))
    const current = await publicKey.current()
    if (fits(current)) return { id, sentAt, type }
    const newer = await publicKey.newer(current)
    if (newer === undefined || !fits(newer)) throw signatureRejected('this platform')
    return { id, sentAt, type }
  }

  return { read: async (webhook) => messageFrom(await verified(webhook), webhook.rawBody) }
}
