import * as z from 'zod/mini'
import {
  busyStatuses,
  type CheckoutGateway,
  gatewayBusy,
  paymentRefused,
  unknownPayment,
} from '../areas/donors/checkout.ts'
import { Problem } from '../contract/problem.ts'
import { type ProviderHttp, providerHttp } from '../mechanisms/outbound/http.ts'
import { decimalFromMoney } from '../runtime/money/decimal.ts'
import { authorizationOf, moneyFrom, paymentFromAnswer, Shop } from './yookassaPayments.ts'

/** https://yookassa.ru/developers/using-api/response-handling/http-codes */
const Refusal = z.object({ parameter: z.optional(z.string()) })

/**
 * Payments of YooKassa that a donor confirms on its page. https://yookassa.ru/developers/api#create_payment
 *
 * @param base base URL of the API, without a trailing slash
 */
export const yookassaCheckout = (base: string, http: ProviderHttp = providerHttp('YooKassa')): CheckoutGateway => ({
  accepts: (settings, hasToken) => hasToken && Shop.safeParse(settings).success,

  begin: async ({ key, amount, description, metadata, returnUrl }, account) => {
    const answer = await http.send({
      method: 'POST',
      url: `${base}/payments`,
      headers: {
        authorization: authorizationOf(account),
        'content-type': 'application/json',
        'idempotence-key': key,
      },
      body: JSON.stringify({
        amount: { value: decimalFromMoney(amount), currency: amount.currency },
        capture: true,
        confirmation: { type: 'redirect', return_url: returnUrl },
        description,
        metadata,
      }),
    })
    if (busyStatuses.has(answer.status)) throw gatewayBusy('YooKassa')
    if (answer.status === 400) {
      const isForAmount = http.parse(answer, Refusal).parameter?.startsWith('amount')
      if (!isForAmount) throw paymentRefused('YooKassa')
      throw new Problem('invalid_request', 'The gateway refuses the amount.', {
        errors: [{ in: 'body', pointer: '/amount', code: 'refused', detail: 'refused by YooKassa' }],
      })
    }
    const { id: reference, confirmation } = paymentFromAnswer(http, answer)
    if (!confirmation?.confirmation_url)
      throw new Problem('provider_bad_answer', 'YooKassa sent a payment without an address.')
    return { reference, url: confirmation.confirmation_url }
  },

  state: async (reference, account) => {
    const headers = { authorization: authorizationOf(account) }
    const answer = await http.read({ url: `${base}/payments/${encodeURIComponent(reference)}`, headers })
    if (busyStatuses.has(answer.status)) throw gatewayBusy('YooKassa')
    if (answer.status === 404) throw unknownPayment()
    const { id, status, amount, test } = paymentFromAnswer(http, answer)
    const unpaid = status === 'canceled' ? 'expired' : 'open'
    return { state: status === 'succeeded' ? 'paid' : unpaid, amount: moneyFrom(amount), gatewayId: id, test }
  },
})
