import * as z from 'zod/mini'
import {
  busyStatuses,
  type CheckoutGateway,
  type CheckoutState,
  gatewayBusy,
  paymentRefused,
  unknownPayment,
} from '../areas/donors/checkout.ts'
import { lenient } from '../areas/payments/gatewayPayload.ts'
import { gatewaySystems } from '../contract/gatewaySystems.ts'
import { Problem } from '../contract/problem.ts'
import type { ProviderAnswer } from '../mechanisms/outbound/http.ts'
import { decimalFromMoney, unitsFromMoney } from '../runtime/money/decimal.ts'
import type { Money } from '../runtime/money/money.ts'
import { isWhole, type PaypalHosts, paypalApi, settingsOf } from './paypalApi.ts'
import { isApproved, moneyFrom, PaypalId, type PaypalOrder, paidStatuses, paypalOrders } from './paypalOrders.ts'

/** Currencies whose fractions PayPal does not take. https://developer.paypal.com/reference/currency-codes */
const wholeCurrencies: ReadonlySet<string> = new Set(['HUF', 'JPY', 'TWD'])

const BegunOrder = z.object({ id: PaypalId, links: z.array(z.object({ rel: z.string(), href: z.string() })) })

/** https://developer.paypal.com/api/rest/responses */
const Refusal = z.object({ details: lenient(z.array(z.object({ issue: z.string() })), []) })

const amountIssues = /AMOUNT|CURRENCY|DECIMAL/

const amountRefused = (detail: string): Problem =>
  new Problem('invalid_request', 'The gateway refuses the amount.', {
    errors: [{ in: 'body', pointer: '/amount', code: 'refused', detail }],
  })

const decimalOf = (amount: Money): string => {
  if (!wholeCurrencies.has(amount.currency)) return decimalFromMoney(amount)
  const whole = unitsFromMoney(amount, 0)
  if (whole === undefined) throw amountRefused('finer than the gateway counts')
  return String(whole)
}

/** The link to the page on which the payer agrees; its name depends on how the order was made. */
const pageOf = (links: z.output<typeof BegunOrder>['links']): string | undefined =>
  links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href

const stateOf = ({ status, purchase_units: [unit] }: PaypalOrder): CheckoutState['state'] => {
  if (status === 'VOIDED') return 'expired'
  return unit?.payments?.captures?.some((capture) => paidStatuses.has(capture.status)) ? 'paid' : 'open'
}

/** Orders of PayPal that a donor approves on its page. https://developer.paypal.com/docs/api/orders/v2/ */
export const paypalCheckout = (hosts: PaypalHosts, api = paypalApi(hosts)): CheckoutGateway => {
  const { http, request } = api
  const orders = paypalOrders({
    http,
    request: async (...question) => {
      const answer = await request(...question)
      if (busyStatuses.has(answer.status)) throw gatewayBusy('PayPal')
      return answer
    },
  })

  const refuse = (answer: ProviderAnswer): never => {
    if (busyStatuses.has(answer.status)) throw gatewayBusy('PayPal')
    if (answer.status !== 400 && answer.status !== 422) throw http.problemFrom(answer)
    const isForAmount = http.parse(answer, Refusal).details.some(({ issue }) => amountIssues.test(issue))
    throw isForAmount ? amountRefused('refused by PayPal') : paymentRefused('PayPal')
  }

  return {
    accepts: isWhole,

    begin: async ({ key, amount, description, returnUrl }, account) => {
      const value = decimalOf(amount)
      const answer = await request(account, {
        method: 'POST',
        path: '/v2/checkout/orders',
        requestId: key,
        body: JSON.stringify({
          intent: 'CAPTURE',
          purchase_units: [{ description, amount: { currency_code: amount.currency, value } }],
          payment_source: {
            paypal: {
              experience_context: {
                return_url: returnUrl,
                cancel_url: returnUrl,
                shipping_preference: 'NO_SHIPPING',
                user_action: 'PAY_NOW',
                payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
              },
            },
          },
        }),
      })
      if (answer.status !== 200 && answer.status !== 201) return refuse(answer)
      const { id: reference, links } = http.parse(answer, BegunOrder)
      const url = pageOf(links)
      if (url === undefined) throw new Problem('provider_bad_answer', 'PayPal sent an order without an address.')
      const { sandbox } = settingsOf(account.settings, account.token !== undefined)
      return { reference, url, keepTextsFor: { system: gatewaySystems.paypal, gatewayId: reference, test: sandbox } }
    },

    state: async (reference, account) => {
      const read = await orders.order(account, reference)
      const order = read && isApproved(read) ? await orders.take(account, read) : read
      const amount = order?.purchase_units[0]?.amount ?? read?.purchase_units[0]?.amount
      if (order === undefined) throw unknownPayment()
      if (amount === undefined) throw new Problem('provider_bad_answer', 'PayPal sent an order without an amount.')
      const { sandbox } = settingsOf(account.settings, account.token !== undefined)
      return { state: stateOf(order), amount: moneyFrom(amount), gatewayId: order.id, test: sandbox }
    },
  }
}
