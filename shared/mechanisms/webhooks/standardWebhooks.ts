import { createHmac } from 'node:crypto'
import { newSecret } from '../../runtime/ids.ts'
import { equalsInConstantTime, type Webhook } from './webhook.ts'

const prefix = 'whsec_'
/** Standard Webhooks 1.0 allows no shorter key, because it could be guessed from a signature. */
export const shortestKeyBytes = 24

/** The key of a Standard Webhooks secret: base64, with or without the prefix. */
export const keyFromSecret = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64')

/** The largest accepted difference between the sender's clock and ours. */
export const toleranceSeconds = 5 * 60
const version = 'v1,'

/** A symmetric signature by Standard Webhooks 1.0: `v1,<base64>` of an HMAC-SHA256 over `id.timestamp.body`. */
const standardSignature = (secret: string, id: string, timestamp: string, body: string | Uint8Array): string =>
  version + createHmac('sha256', keyFromSecret(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')

/** A new secret, whose key has 32 random bytes. */
export const newWebhookSecret = (): string => prefix + Buffer.from(newSecret(), 'base64url').toString('base64')

/** The headers of a webhook that is signed by each of the secrets, of which a receiver knows one. */
export const standardWebhookHeaders = (
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: string,
): Readonly<Record<string, string>> => {
  const timestamp = String(timestampSeconds)
  const signatures = secrets.map((secret) => standardSignature(secret, id, timestamp, body))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/**
 * Verifies a webhook: one of the signatures in its header has to fit one of the secrets, and its timestamp is at most 5
 * minutes off. Returns undefined for a webhook that is not genuine. https://www.standardwebhooks.com
 */
export const verifiedStandardWebhook = (
  { rawBody, headers, receivedAt }: Webhook,
  secrets: readonly string[],
): { readonly id: string } | undefined => {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return undefined
  if (Math.abs(receivedAt.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return undefined
  // Anyone could sign with an empty key, and a short one can be guessed.
  const expected = secrets
    .filter((secret) => keyFromSecret(secret).length >= shortestKeyBytes)
    .map((secret) => standardSignature(secret, id, timestamp, rawBody))
  const given = signatures.split(' ')
  const matches = expected.filter((signature) => given.some((each) => equalsInConstantTime(each, signature)))
  return matches.length > 0 ? { id } : undefined
}
