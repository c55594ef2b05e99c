import * as z from 'zod/mini'
import { lenient, messageFrom, omittedCurrency, omitting } from '../areas/payments/gatewayPayload.ts'
import type { GatewayAccount, PaymentGateway, UnusedEvent } from '../areas/payments/paymentGateway.ts'
import {
  type PaymentDetails,
  type PaymentFacts,
  type PaymentReport,
  pastInstant,
  type ReportedReversal,
} from '../areas/payments/paymentReport.ts'
import { gatewaySystems } from '../contract/gatewaySystems.ts'
import { text } from '../contract/values.ts'
import { parsedBody } from '../contract/violations.ts'
import { signatureRejected } from '../mechanisms/webhooks/webhook.ts'
import { isApp, type PaypalHosts, paypalApi, settingsOf } from './paypalApi.ts'
import {
  isApproved,
  Links,
  moneyFrom,
  orderOf,
  type PaypalCapture,
  PaypalId,
  type PaypalRefund,
  paidStatuses,
  parentOf,
  paypalOrders,
} from './paypalOrders.ts'
import { paypalVerifier } from './paypalVerifier.ts'

/** The only members of an event that are read: they say what to ask for. */
const Event = z.object({
  event_type: text(1, 128),
  resource: lenient(z.object({ id: lenient(PaypalId, undefined), links: Links }), { id: undefined, links: [] }),
})

const deciding: ReadonlySet<string> = new Set(['/event_type', '/resource', '/resource/id', '/resource/links'])

const rejected = () => signatureRejected('a gateway of this recipient')

const failedStatuses: ReadonlySet<string> = new Set(['DECLINED', 'FAILED'])

const factsOf = ({ status, create_time, update_time }: PaypalCapture, receivedAt: Date): PaymentFacts => {
  if (failedStatuses.has(status)) return { failedAt: receivedAt.toISOString() }
  if (!paidStatuses.has(status)) return {}
  // A refund moves the time of the update.
  return { completedAt: pastInstant(status === 'COMPLETED' ? (update_time ?? create_time) : create_time, receivedAt) }
}

const backStatuses: ReadonlySet<string> = new Set(['FAILED', 'CANCELLED'])

/** What a refund takes back, or PayPal itself; undefined where nothing was. */
const reversalOf = (
  capture: PaypalCapture,
  refund: PaypalRefund | undefined,
  kind: ReportedReversal['kind'],
  receivedAt: Date,
): ReportedReversal | undefined => {
  const at = receivedAt.toISOString()
  if (refund === undefined)
    return capture.status === 'REFUNDED' ? { id: capture.id, kind: 'allRefunds', at } : undefined
  const isBack = backStatuses.has(refund.status)
  return { id: refund.id, kind, amount: moneyFrom(refund.amount), at, ...(isBack && { isBack }) }
}

interface Told {
  readonly transmission: string
  readonly capture: PaypalCapture
  readonly refund?: PaypalRefund | undefined
  readonly kind?: ReportedReversal['kind']
  readonly receivedAt: Date
  readonly test: boolean
}

const reportFrom = ({ transmission, capture, refund, kind = 'refund', receivedAt, test }: Told): PaymentReport => {
  const facts = factsOf(capture, receivedAt)
  const reversal = reversalOf(capture, refund, kind, receivedAt)
  const details: PaymentDetails = { method: 'paypal', amount: moneyFrom(capture.amount) }
  return {
    eventId: transmission,
    // The donor's texts wait for the order.
    gatewayId: orderOf(capture),
    system: gatewaySystems.paypal,
    at: facts.completedAt ?? pastInstant(capture.create_time, receivedAt),
    facts,
    ...(reversal && { reversal }),
    details: omitting(details, ...omittedCurrency(capture.amount.currency_code)),
    test,
  }
}

const captureEvents: ReadonlySet<string> = new Set(
  ['COMPLETED', 'PENDING', 'DECLINED', 'DENIED'].map((name) => `PAYMENT.CAPTURE.${name}`),
)

/** Money that goes back: by the recipient, and by PayPal. */
const refundEvents: Readonly<Record<string, ReportedReversal['kind']>> = {
  'PAYMENT.CAPTURE.REFUNDED': 'refund',
  'PAYMENT.CAPTURE.REVERSED': 'dispute',
}

/**
 * PayPal, whose signature covers only a CRC-32 of the body. So a verified event says what to ask for, and the money is
 * what PayPal answers. https://developer.paypal.com/api/rest/webhooks/event-names
 */
export const paypal = (
  hosts: PaypalHosts,
  api = paypalApi(hosts),
  transmissionOf = paypalVerifier(hosts, api),
): PaymentGateway => {
  const orders = paypalOrders(api)

  /** An order whose payer has agreed is paid by this; the capture's own event reports it. */
  const takeApproved = async (type: string, id: string, account: GatewayAccount): Promise<UnusedEvent> => {
    const order = await orders.order(account, id)
    if (order === undefined) throw rejected()
    if (!isApproved(order)) return { unusedType: type, isVain: true }
    const taken = await orders.take(account, order)
    return { unusedType: type, ...((taken === undefined || isApproved(taken)) && { isVain: true }) }
  }

  return {
    isAsked: true,
    isFor: isApp,
    refuseIncomplete: (settings, hasToken) => {
      settingsOf(settings, hasToken)
    },
    read: async (webhook, account) => {
      const transmission = await transmissionOf(webhook, account)
      const { json } = messageFrom(Buffer.from(webhook.rawBody).toString(), deciding)
      const { event_type: type, resource } = parsedBody(Event, json)
      const test = settingsOf(account.settings, account.token !== undefined).sandbox
      const told = { transmission, receivedAt: webhook.receivedAt, test }
      const { id } = resource
      if (type === 'CHECKOUT.ORDER.APPROVED' && id !== undefined) return takeApproved(type, id, account)
      const kind = Object.hasOwn(refundEvents, type) ? refundEvents[type] : undefined
      if (id === undefined || (kind === undefined && !captureEvents.has(type))) return { unusedType: type }
      // A reversal may name the capture itself.
      const parent = kind && parentOf('captures', resource.links)
      const [capture, refund] = await Promise.all([
        orders.capture(account, parent ?? id),
        parent === undefined ? undefined : orders.refund(account, id),
      ])
      const isForeign = refund !== undefined && parentOf('captures', refund.links) !== parent
      if (capture === undefined || isForeign) throw rejected()
      // Without a refund that can be read, only a capture that is refunded as a whole says what went back.
      if (parent !== undefined && refund === undefined && capture.status !== 'REFUNDED') throw rejected()
      return reportFrom({ ...told, capture, refund, ...(kind && { kind }) })
    },
  }
}
