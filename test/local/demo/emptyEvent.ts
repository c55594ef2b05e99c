import { randomUUID } from 'node:crypto'
import { stripeWebhook } from '../../support/gatewayWebhooks.ts'
import { stripeThinEvent } from '../../support/stripeBodies.ts'
import { type ApiAddress, clientOf, type Json } from './recipientClient.ts'

/** Events of Stripe that contain no payment: one of the payload style "Thin", and a ping. */
const events = {
  'stripe:thin': ['v1.checkout.session.completed', 'checkout.session'],
  'stripe:ping': ['v2.core.event_destination.ping', 'event_destination'],
} as const

export type EmptyEvent = keyof typeof events
export const emptyEvents = Object.keys(events) as readonly EmptyEvent[]

/** The signing secret of the gateway. Everyone knows it, so it is for local use only. */
const secret = 'whsec_events-without-a-payment-to-a-local-API-only'

/** Sends such an event through a gateway of Stripe that is made for it, and prints what the recipient sees of it. */
export async function* sendEmptyEvent(
  address: ApiAddress,
  recipient: string,
  name: EmptyEvent,
): AsyncGenerator<string> {
  const call = await clientOf(address, recipient)
  const settings = { madeBy: 'npm run donate -- --event' }
  const list = async () => (await call('GET', '/payments/gateways?size=100')).content
  const found = (await list()).find((gateway: Json) => gateway.settings.madeBy === settings.madeBy)
  const { id, webhookUrl } =
    found ??
    (await call('POST', '/payments/commands/set-gateway', { gateway: 'stripe', type: 'fiat', secret, settings }))
  const [type, object] = events[name]
  const { headers, body } = stripeWebhook(secret, stripeThinEvent(type, object, `evt_${randomUUID()}`))
  const { status } = await fetch(webhookUrl, { method: 'POST', headers, body: String(body) })
  yield `${type} is answered ${status}`
  const { lastEvent } = (await list()).find((gateway: Json) => gateway.id === id)
  yield `  lastEvent  ${JSON.stringify(lastEvent)}`
}
