import { randomBytes } from 'node:crypto'
import { paypalSigner } from './paypalSigner.ts'
import { isReachable, notFound, type SandboxRequest, type SandboxResponse, type StandIn } from './standIn.ts'

const bases = {
  PAYPAL_API_URL: 'api-m.paypal.com',
  PAYPAL_CERTIFICATES_URL: 'api.paypal.com',
  PAYPAL_SANDBOX_URL: 'api-m.sandbox.paypal.com',
  PAYPAL_SANDBOX_CERTIFICATES_URL: 'api.sandbox.paypal.com',
} as const

/** The only app. Its credentials belong to a recipient, so they are not parameters of the deployment. */
export const paypalApp = {
  clientId: 'AX-sandbox-client-id-of-an-app',
  secretKey: 'EL-sandbox-secret-key-of-an-app-at-paypal',
  webhookId: '8PT597110X687430LKGECATA',
} as const

interface Webhook {
  readonly id: string
  url: string
  event_types: readonly { readonly name: string }[]
}

/** The most webhooks that the app keeps here; tests would fill PayPal's ten. */
const mostWebhooks = 100

interface Amount {
  readonly currency_code: string
  readonly value: string
}

interface Refund {
  readonly id: string
  readonly status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'
  readonly amount: Amount
  readonly links: readonly Link[]
}

interface Link {
  readonly rel: string
  readonly href: string
  readonly method: string
}

interface Capture {
  readonly id: string
  status: 'COMPLETED' | 'DECLINED' | 'PENDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'FAILED'
  readonly amount: Amount
  readonly supplementary_data: { readonly related_ids: { readonly order_id: string } }
  readonly create_time: string
  update_time: string
  readonly links: readonly Link[]
}

interface Order {
  readonly id: string
  readonly intent: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED'
  readonly create_time: string
  update_time: string
  readonly purchase_units: {
    readonly description?: string
    readonly amount: Amount
    payments?: { readonly captures: readonly Capture[]; readonly refunds?: readonly Refund[] }
  }[]
  readonly links: readonly Link[]
}

const newId = (): string => randomBytes(9).toString('hex').toUpperCase().slice(0, 17)

const now = (): string => new Date().toISOString().replace(/\.\d+/, '')

const problem = (status: number, name: string, issue?: string): SandboxResponse => ({
  status,
  body: { name, message: name, debug_id: newId(), ...(issue && { details: [{ issue, description: issue }] }) },
})

const answered = (status: number, body: unknown): SandboxResponse => ({ status, body: structuredClone(body) })

const link = (rel: string, path: string, method = 'GET'): Link => ({
  rel,
  href: `https://api.paypal.com${path}`,
  method,
})

/** https://developer.paypal.com/reference/currency-codes */
const currencies: ReadonlySet<string> = new Set(
  [
    'AUD',
    'BRL',
    'CAD',
    'CHF',
    'CNY',
    'CZK',
    'DKK',
    'EUR',
    'GBP',
    'HKD',
    'HUF',
    'ILS',
    'JPY',
    'MXN',
    'MYR',
    'NOK',
  ].concat('NZD', 'PHP', 'PLN', 'SEK', 'SGD', 'THB', 'TWD', 'USD'),
)
const wholeCurrencies: ReadonlySet<string> = new Set(['HUF', 'JPY', 'TWD'])

const refusedAmount = ({ currency_code: currency, value }: Amount): string | undefined => {
  if (!currencies.has(currency)) return 'CURRENCY_NOT_SUPPORTED'
  return wholeCurrencies.has(currency) && value.includes('.') ? 'DECIMALS_NOT_SUPPORTED' : undefined
}

const basic = `Basic ${Buffer.from(`${paypalApp.clientId}:${paypalApp.secretKey}`).toString('base64')}`

/**
 * PayPal's API, as far as it makes, captures, reads and refunds orders, and verifies webhooks. Other paths stand
 * for people and for PayPal: `POST /v2/checkout/orders/{id}/approve` for the payer, `…/void` for time, `…/capture-as` for
 * a capture in another state, `POST /v2/payments/captures/{id}/settle` for its end, `…/reverse` for money that PayPal
 * takes back, and `POST /sign` for the sender of webhooks.
 * https://developer.paypal.com/docs/api/orders/v2/ · https://developer.paypal.com/docs/api/payments/v2/
 * https://developer.paypal.com/docs/api/webhooks/v1/
 */
export const createPaypal = (): StandIn => {
  const token = `A21AA${randomBytes(24).toString('base64url')}`
  const orders = new Map<string, Order>()
  const captures = new Map<string, Capture>()
  const refunds = new Map<string, Refund>()
  const begun = new Map<string, Order>()
  let webhooks: readonly Webhook[] = []
  const taken = new Map<string, Order>()

  const create = ({ body, headers }: SandboxRequest): SandboxResponse => {
    const key = headers['paypal-request-id'] ?? newId()
    const former = begun.get(key)
    if (former !== undefined) return answered(200, former)
    const { intent, purchase_units } = JSON.parse(body) as Pick<Order, 'intent' | 'purchase_units'>
    const issue = refusedAmount(purchase_units[0]?.amount ?? { currency_code: '', value: '' })
    if (issue !== undefined) return problem(422, 'UNPROCESSABLE_ENTITY', issue)
    const id = newId()
    const page = { ...link('payer-action', ''), href: `https://www.paypal.com/checkoutnow?token=${id}` }
    const links = [link('self', `/v2/checkout/orders/${id}`), page]
    const [create_time, update_time] = [now(), now()]
    const order: Order = {
      id,
      intent,
      status: 'PAYER_ACTION_REQUIRED',
      create_time,
      update_time,
      purchase_units,
      links,
    }
    orders.set(id, order)
    begun.set(key, order)
    return answered(201, order)
  }

  const captured = (order: Order, status: Capture['status']): Capture => {
    const id = newId()
    const [create_time, update_time] = [now(), now()]
    const amount = order.purchase_units[0]?.amount ?? { currency_code: '', value: '' }
    const links = [link('self', `/v2/payments/captures/${id}`), link('up', `/v2/checkout/orders/${order.id}`)]
    const supplementary_data = { related_ids: { order_id: order.id } }
    const capture: Capture = { id, status, amount, supplementary_data, create_time, update_time, links }
    captures.set(id, capture)
    return capture
  }

  const take = (
    order: Order,
    { headers }: SandboxRequest,
    status: Capture['status'] = 'COMPLETED',
  ): SandboxResponse => {
    const key = headers['paypal-request-id'] ?? newId()
    const former = taken.get(key)
    if (former !== undefined) return answered(200, former)
    if (order.status === 'COMPLETED') return problem(422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') return problem(422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED')
    const [unit] = order.purchase_units
    if (unit !== undefined) unit.payments = { captures: [captured(order, status)] }
    order.status = 'COMPLETED'
    order.update_time = now()
    taken.set(key, order)
    return answered(201, order)
  }

  const refund = (capture: Capture, body: string, isReversal: boolean): SandboxResponse => {
    const order: Partial<Refund> = JSON.parse(body || '{}')
    const { id = newId(), amount = capture.amount, status = 'COMPLETED' } = order
    const links = [link('self', `/v2/payments/refunds/${id}`), link('up', `/v2/payments/captures/${capture.id}`)]
    const made: Refund = { id, status, amount, links }
    refunds.set(id, made)
    // What PayPal takes back leaves the status of the capture.
    if (!isReversal) capture.status = amount.value === capture.amount.value ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    capture.update_time = now()
    return answered(201, made)
  }

  const changeOrder = (order: Order, step: string | undefined, request: SandboxRequest): SandboxResponse => {
    if (step === 'capture') return take(order, request)
    // A capture that PayPal holds back, or refuses, is asked for by its state.
    if (step === 'capture-as') return take(order, request, JSON.parse(request.body).status)
    if (step !== 'approve' && step !== 'void') return notFound
    order.status = step === 'approve' ? 'APPROVED' : 'VOIDED'
    order.update_time = now()
    return answered(200, order)
  }

  const ofOrders = (request: SandboxRequest): SandboxResponse => {
    const { method, path } = request
    if (method === 'POST' && path === '/v2/checkout/orders') return create(request)
    const [, id = '', step] = /^\/v2\/checkout\/orders\/(\w+)(?:\/([a-z-]+))?$/.exec(path) ?? []
    const order = orders.get(id)
    if (order === undefined) return problem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    return method === 'GET' ? answered(200, order) : changeOrder(order, step, request)
  }

  const ofPayments = ({ method, path, body }: SandboxRequest): SandboxResponse => {
    const [, kind, id = '', step] = /^\/v2\/payments\/(captures|refunds)\/(\w+)(?:\/([a-z]+))?$/.exec(path) ?? []
    const capture = captures.get(id)
    const found = kind === 'captures' ? capture : refunds.get(id)
    if (found === undefined) return problem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    if (method === 'GET') return answered(200, found)
    if (capture === undefined || (step !== 'refund' && step !== 'reverse' && step !== 'settle')) return notFound
    if (step !== 'settle') return refund(capture, body, step === 'reverse')
    capture.status = 'COMPLETED'
    return answered(200, capture)
  }

  const addWebhook = (body: string): SandboxResponse => {
    const { url, event_types }: Omit<Webhook, 'id'> = JSON.parse(body)
    if (!isReachable(url)) return problem(400, 'VALIDATION_ERROR')
    if (webhooks.some((each) => each.url === url)) return problem(400, 'WEBHOOK_URL_ALREADY_EXISTS')
    const webhook = { id: newId(), url, event_types }
    webhooks = [webhook, ...webhooks.slice(0, mostWebhooks - 1)]
    return answered(201, webhook)
  }

  const patchWebhook = (webhook: Webhook, body: string): SandboxResponse => {
    for (const { path, value } of JSON.parse(body)) {
      if (path === '/url') webhook.url = value
      if (path === '/event_types') webhook.event_types = value
    }
    return answered(200, webhook)
  }

  const ofWebhooks = ({ method, path, body }: SandboxRequest): SandboxResponse => {
    const id = path.split('/')[4]
    const found = webhooks.find((each) => each.id === id)
    if (id === undefined) return method === 'POST' ? addWebhook(body) : answered(200, { webhooks })
    if (found === undefined) return problem(404, 'INVALID_RESOURCE_ID')
    if (method === 'PATCH') return patchWebhook(found, body)
    if (method === 'GET') return answered(200, found)
    webhooks = webhooks.filter((each) => each !== found)
    return { status: 204 }
  }

  const sign = (body: string): SandboxResponse => {
    const { webhookId, body: text, ...more } = JSON.parse(body)
    return answered(200, paypalSigner.sign({ webhookId, body: Buffer.from(text), ...more }))
  }

  const verified = (body: string): SandboxResponse =>
    answered(200, { verification_status: paypalSigner.isOwn(body) ? 'SUCCESS' : 'FAILURE' })

  return {
    bases,
    parameters: {},
    answer: (request) => {
      const { method, path, body, headers } = request
      const [, name] = /^\/v1\/notifications\/certs\/([\w-]+)$/.exec(path) ?? []
      if (name !== undefined) {
        const pem = paypalSigner.certificate(name)
        return pem === undefined ? notFound : { status: 200, headers: { 'content-type': 'text/plain' }, body: pem }
      }
      if (path === '/sign') return sign(body)
      if (path === '/v1/oauth2/token') {
        if (headers['authorization'] !== basic) return { status: 401, body: { error: 'invalid_client' } }
        return answered(200, { access_token: token, token_type: 'Bearer', app_id: 'APP-1', expires_in: 32_400 })
      }
      if (headers['authorization'] !== `Bearer ${token}`) return { status: 401, body: { error: 'invalid_token' } }
      if (method === 'POST' && path === '/v1/notifications/verify-webhook-signature') return verified(body)
      if (/^\/v1\/notifications\/webhooks(?:\/\w+)?$/.test(path)) return ofWebhooks(request)
      return path.startsWith('/v2/payments/') ? ofPayments(request) : ofOrders(request)
    },
  }
}
