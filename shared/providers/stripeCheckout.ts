import * as z from 'zod/mini'
import {
  busyStatuses,
  type CheckoutGateway,
  type CheckoutState,
  gatewayBusy,
  paymentRefused,
  unknownPayment,
} from '../areas/donors/checkout.ts'
import { amountFromUnits, lenient } from '../areas/payments/gatewayPayload.ts'
import { KeyRefused, notReadySeconds } from '../areas/payments/keyRefused.ts'
import type { GatewayAccount } from '../areas/payments/paymentGateway.ts'
import { Problem } from '../contract/problem.ts'
import { type ProviderAnswer, type ProviderHttp, providerHttp } from '../mechanisms/outbound/http.ts'
import { unitsFromMoney } from '../runtime/money/decimal.ts'
import { stripeExponent } from './stripeExponent.ts'

/** https://docs.stripe.com/api/checkout/sessions/object */
const Session = z.object({
  id: z.string().check(z.regex(/^cs_\w{1,255}$/)),
  status: z.nullable(z.enum(['open', 'complete', 'expired'])),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: z.nullable(z.string()),
  amount_total: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  livemode: z.boolean(),
  url: z.optional(z.nullable(z.string())),
})

/** https://docs.stripe.com/api/errors */
const Refusal = z.object({ error: z.object({ code: lenient(z.string(), undefined) }) })

const amountRefused = (detail: string): Problem =>
  new Problem('invalid_request', 'The gateway refuses the amount.', {
    errors: [{ in: 'body', pointer: '/amount', code: 'refused', detail }],
  })

const authorizationOf = ({ token }: GatewayAccount): string => {
  if (token === undefined)
    throw new Problem('provider_not_configured', 'The gateway has no token (a key of Stripe’s API).', {
      retryAfter: notReadySeconds,
    })
  return `Basic ${Buffer.from(`${token}:`).toString('base64')}`
}

/**
 * Checkout sessions of Stripe, with a restricted key that may write them. The texts are in the metadata of the payment
 * intent, so they come with the first webhook. https://docs.stripe.com/api/checkout/sessions/create
 *
 * @param base base URL of the API, without a trailing slash
 */
export const stripeCheckout = (base: string, http: ProviderHttp = providerHttp('Stripe')): CheckoutGateway => {
  const parsed = (answer: ProviderAnswer): z.output<typeof Session> => {
    if (answer.status === 401 || answer.status === 403) throw new KeyRefused('Stripe')
    if (busyStatuses.has(answer.status)) throw gatewayBusy('Stripe')
    if (answer.status === 404) throw unknownPayment()
    if (answer.status === 400) {
      const { code = '' } = http.parse(answer, Refusal).error
      if (code.startsWith('amount_too_')) throw amountRefused(code === 'amount_too_small' ? 'too small' : 'too large')
      throw paymentRefused('Stripe')
    }
    if (answer.status !== 200) throw http.problemFrom(answer)
    return http.parse(answer, Session)
  }

  return {
    accepts: (_settings, hasToken) => hasToken,

    begin: async ({ key, amount, description, metadata, returnUrl }, account) => {
      const currency = amount.currency.toLowerCase()
      const units = unitsFromMoney(amount, stripeExponent(currency))
      if (units === undefined) throw amountRefused('finer than the gateway counts')
      const form = new URLSearchParams({
        mode: 'payment',
        submit_type: 'donate',
        success_url: returnUrl,
        cancel_url: returnUrl,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': currency,
        'line_items[0][price_data][unit_amount]': String(units),
        'line_items[0][price_data][product_data][name]': description,
      })
      for (const [name, value] of Object.entries(metadata)) form.set(`payment_intent_data[metadata][${name}]`, value)
      const answer = await http.send({
        method: 'POST',
        url: `${base}/checkout/sessions`,
        headers: {
          authorization: authorizationOf(account),
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': key,
        },
        body: form.toString(),
      })
      const { id: reference, url } = parsed(answer)
      if (!url) throw new Problem('provider_bad_answer', 'Stripe sent a session without an address.')
      return { reference, url }
    },

    state: async (reference, account): Promise<CheckoutState> => {
      const headers = { authorization: authorizationOf(account) }
      const answer = await http.read({ url: `${base}/checkout/sessions/${encodeURIComponent(reference)}`, headers })
      const { status, payment_status, payment_intent, amount_total, currency, livemode } = parsed(answer)
      const unpaid = status === 'expired' ? 'expired' : 'open'
      const named = currency ?? ''
      return {
        state: payment_status === 'unpaid' ? unpaid : 'paid',
        amount: amountFromUnits(amount_total ?? 0, stripeExponent(named), named, '/amount'),
        gatewayId: payment_intent ?? undefined,
        test: !livemode,
      }
    },
  }
}
