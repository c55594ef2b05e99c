import * as z from 'zod/mini'
import type { KeyCheck, KeyChecks } from '../areas/payments/keyCheck.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import { providerUrl } from '../runtime/env.ts'
import { type Clock, systemClock } from '../runtime/time/clock.ts'
import { epochSeconds } from '../runtime/time/utc.ts'
import { type PaypalHosts, paypalAppOf, paypalTokenRequest } from './paypalApi.ts'
import { paypalHosts } from './paypalHosts.ts'
import { authorizationOf, Shop } from './yookassaPayments.ts'

/** A session ends by itself after half an hour at the earliest. https://docs.stripe.com/api/checkout/sessions/create */
const sessionSeconds = 31 * 60

const Begun = z.object({ id: z.string().check(z.regex(/^cs_\w{1,255}$/)) })

/** A session that ends at once: nobody learns its address. A restricted key needs the right for it that donors need. */
const stripeKeyCheck =
  (base: string, http = providerHttp('Stripe'), clock: Clock = systemClock): KeyCheck =>
  async ({ token }) => {
    const post = (path: string, fields: Readonly<Record<string, string>> = {}) =>
      http.send({
        method: 'POST',
        url: `${base}${path}`,
        headers: {
          authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(fields).toString(),
      })
    const answer = await post('/checkout/sessions', {
      mode: 'payment',
      success_url: 'https://example.com',
      expires_at: String(epochSeconds(clock()) + sessionSeconds),
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '100',
      'line_items[0][price_data][product_data][name]': 'Check of the key',
    })
    if (answer.status !== 200) return answer.status
    // A session whose end is not answered ends by itself.
    await post(`/checkout/sessions/${http.parse(answer, Begun).id}/expire`).catch(() => undefined)
    return answer.status
  }

/** https://yookassa.ru/developers/api#me_object */
const yookassaKeyCheck =
  (base: string, http = providerHttp('YooKassa')): KeyCheck =>
  async ({ token, settings }) => {
    if (!Shop.safeParse(settings).success) return undefined
    const headers = { authorization: authorizationOf({ secrets: [], token, settings }) }
    return (await http.read({ url: `${base}/me`, headers })).status
  }

const paypalKeyCheck =
  (hosts: PaypalHosts, http = providerHttp('PayPal')): KeyCheck =>
  async (key) => {
    const app = paypalAppOf(hosts, key)
    return app && (await http.send(paypalTokenRequest(app.api, app.credentials))).status
  }

/** The gateways that are asked for keys, in this deployment. */
export const gatewayKeyChecks = (): KeyChecks => ({
  stripe: stripeKeyCheck(providerUrl('stripe', 'api')),
  yookassa: yookassaKeyCheck(providerUrl('yookassa', 'api')),
  paypal: paypalKeyCheck(paypalHosts()),
})
