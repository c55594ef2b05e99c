import { paypalApp } from '../local/sandbox/paypal.ts'
import type { SignedWebhook } from './gatewayWebhooks.ts'

const { clientId, secretKey, webhookId } = paypalApp

/** A credential of the stand-in's app. */
export const paypalCredential = {
  gateway: 'paypal',
  type: 'fiat',
  token: secretKey,
  settings: { clientId, webhookId },
} as const

type AnyUnits = readonly [{ readonly payments: { readonly captures: readonly [{ readonly id: string }] } }]

interface Delivery {
  readonly id?: string
  readonly webhookId?: string
}

/** What the recipient, a payer and PayPal itself do at the stand-in, by the base URLs of the stand-ins. */
export const paypalAccount = (urls: Readonly<Record<string, string>>) => {
  const post = async (path: string, body: object | string, authorization: string) => {
    const response = await fetch(`${urls['PAYPAL_API_URL']}${path}`, {
      method: 'POST',
      headers: { authorization },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return (await response.json()) as any
  }

  const authorization = async (): Promise<string> => {
    const basic = `Basic ${Buffer.from(`${clientId}:${secretKey}`).toString('base64')}`
    return `Bearer ${(await post('/v1/oauth2/token', 'grant_type=client_credentials', basic)).access_token}`
  }

  const call = async (path: string, body: object = {}) => post(path, body, await authorization())

  const order = (value: string, currency_code = 'EUR') =>
    call('/v2/checkout/orders', { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code, value } }] })

  /** An order that was paid, and its capture in the state that is given. */
  const paid = async (value: string, status = 'COMPLETED') => {
    const { id } = await order(value)
    await call(`/v2/checkout/orders/${id}/approve`)
    const { purchase_units } = await call(`/v2/checkout/orders/${id}/capture-as`, { status })
    return { order: id as string, capture: purchase_units[0].payments.captures[0] }
  }

  /** The id of the only capture of an order. */
  const captureOf = async (order: string): Promise<string> => {
    const url = `${urls['PAYPAL_API_URL']}/v2/checkout/orders/${order}`
    const response = await fetch(url, { headers: { authorization: await authorization() } })
    const { purchase_units } = (await response.json()) as { purchase_units: AnyUnits }
    return purchase_units[0].payments.captures[0].id
  }

  return {
    call,
    captureOf,
    order,
    paid,
    approve: (id: string) => call(`/v2/checkout/orders/${id}/approve`),
    refund: (capture: string, body: object = {}) => call(`/v2/payments/captures/${capture}/refund`, body),
    reverse: (capture: string, body: object = {}) => call(`/v2/payments/captures/${capture}/reverse`, body),

    /** A webhook, signed as PayPal signs. */
    webhook: async (event_type: string, resource: object, delivery: Delivery = {}): Promise<SignedWebhook> => {
      const body = JSON.stringify({ id: 'WH-1', event_version: '1.0', event_type, resource })
      const headers = await post('/sign', { webhookId, body, ...delivery }, '')
      return { body, headers: { 'content-type': 'application/json', ...headers } }
    },
  }
}
