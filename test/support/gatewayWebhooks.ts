import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'

/** A webhook as a gateway sends it. */
export interface SignedWebhook {
  readonly body: string | Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

interface SigningOptions {
  readonly id?: string
  /** Epoch milliseconds of the signature. */
  readonly at?: number
}

const seconds = (at: number): string => String(Math.floor(at / 1000))
/** The body is empty if there is no content. */
const textOf = (payload: unknown): string => (typeof payload === 'string' ? payload : (JSON.stringify(payload) ?? ''))

/** A secret of Standard Webhooks. */
export const standardSecret = (name: string): string =>
  `whsec_${Buffer.from(`the signing secret of ${name}`).toString('base64')}`

/** A webhook that the reference library of Standard Webhooks has signed with each secret, as during a rotation. */
export const standardWebhook = (
  secrets: string | readonly string[],
  payload: unknown,
  { id = `msg_${randomUUID()}`, at = Date.now() }: SigningOptions = {},
): SignedWebhook => {
  const body = textOf(payload)
  const signatures = [secrets].flat().map((secret) => new Webhook(secret).sign(id, new Date(at), body))
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': seconds(at),
      'webhook-signature': signatures.join(' '),
    },
  }
}

/** A webhook that Stripe's own library has signed, between signatures that do not fit. */
export const stripeWebhook = (
  secret: string,
  event: unknown,
  { at = Date.now() }: SigningOptions = {},
): SignedWebhook => {
  const body = textOf(event)
  const timestamp = Math.floor(at / 1000)
  const [time, signature] = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }).split(',')
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `${time},v1=${'0'.repeat(64)},${signature},v0=ignored`,
    },
  }
}

/** A form, as Ko-fi sends it. It is sent as bytes, because API Gateway treats forms as binary. */
export const kofiWebhook = (payment: unknown): SignedWebhook => ({
  body: Buffer.from(new URLSearchParams({ data: textOf(payment) }).toString()),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

/** YooKassa's notifications carry no proof. */
export const yookassaNotification = (event: string, object: object): SignedWebhook => ({
  body: JSON.stringify({ type: 'notification', event, object }),
  headers: { 'content-type': 'application/json' },
})
