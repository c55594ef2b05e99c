import * as z from 'zod/mini'
import { RightMissing, type WebhookRegistry } from '../areas/payments/webhookRegistration.ts'
import { type ProviderAnswer, providerHttp } from '../mechanisms/outbound/http.ts'
import { type PaypalHosts, paypalAppOf, paypalTokenRequest } from './paypalApi.ts'

/** The scope that an app's token needs. https://developer.paypal.com/api/webhooks/v1/webhooks-post */
const right = 'https://uri.paypal.com/services/applications/webhooks'

/** The events that bring payments and what becomes of them. */
const eventNames = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
]
const eventTypes = eventNames.map((name) => ({ name }))

const Token = z.object({ access_token: z.string().check(z.minLength(1)) })
const Webhook = z.object({ id: z.string().check(z.regex(/^[A-Za-z0-9]{1,50}$/)) })
const Listed = z.object({
  webhooks: z.array(z.extend(Webhook, { url: z.string(), event_types: z.array(z.object({ name: z.string() })) })),
})

/**
 * Webhooks of an app at PayPal. Their ids verify deliveries, so one that exists is as good as a new one.
 * https://developer.paypal.com/docs/api/webhooks/v1/
 */
export const paypalWebhooks = (hosts: PaypalHosts, http = providerHttp('PayPal')): WebhookRegistry => ({
  proof: 'id',
  open: async (key) => {
    const app = paypalAppOf(hosts, key)
    if (app === undefined) return undefined
    const { api, credentials } = app
    const answer = await http.send(paypalTokenRequest(api, credentials))
    if (answer.status !== 200) throw http.problemFrom(answer)
    const headers = { authorization: `Bearer ${http.parse(answer, Token).access_token}` }
    const webhooksUrl = `${api}/v1/notifications/webhooks`

    const granted = (given: ProviderAnswer): ProviderAnswer => {
      if (given.status === 403) throw new RightMissing(right)
      if (given.status < 200 || given.status > 299) throw http.problemFrom(given)
      return given
    }
    const send = async (method: 'POST' | 'PATCH', url: string, body: unknown) => {
      const json = { ...headers, 'content-type': 'application/json' }
      return granted(await http.send({ method, url, headers: json, body: JSON.stringify(body) }))
    }

    return {
      list: async ({ url }) =>
        http.parse(granted(await http.read({ url: webhooksUrl, headers })), Listed).webhooks.map((webhook) => {
          const names = webhook.event_types.map(({ name }) => name)
          const isWhole = names.includes('*') || eventNames.every((name) => names.includes(name))
          return { id: webhook.id, url: webhook.url, isOwn: webhook.url === url, isEnabled: true, isWhole }
        }),
      create: async ({ url }) => ({
        id: http.parse(await send('POST', webhooksUrl, { url, event_types: eventTypes }), Webhook).id,
      }),
      change: async (id, url) => {
        await send('PATCH', `${webhooksUrl}/${id}`, [
          { op: 'replace', path: '/url', value: url },
          { op: 'replace', path: '/event_types', value: eventTypes },
        ])
      },
      remove: async (id) => {
        granted(await http.send({ method: 'DELETE', url: `${webhooksUrl}/${id}`, headers }))
      },
    }
  },
})
