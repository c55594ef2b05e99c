import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { stripeWebhook } from '../../support/gatewayWebhooks.ts'
import { stripeEvent, stripeIntent } from '../../support/stripeBodies.ts'
import {
  isLoopback,
  isReachable,
  notFound,
  type SandboxRequest,
  type SandboxResponse,
  type StandIn,
} from './standIn.ts'
import { stripePage } from './stripePage.ts'

const bases = { STRIPE_API_URL: 'api.stripe.com/v1' } as const

/** A restricted key of test mode. It belongs to a recipient, so it is no parameter of the deployment. */
export const stripeKey = 'rk_test_sandbox-key-of-stripe-with-40-signs'
/** A key of test mode with every right, and restricted ones without the right to write Checkout sessions, or webhooks. */
export const stripeMasterKey = 'sk_test_sandbox-key-of-stripe-with-40-signs'
export const stripeKeyWithoutRight = 'rk_test_sandbox-key-without-right-40-signs'
export const stripeKeyWithoutWebhooks = 'rk_test_sandbox-key-without-webhooks-40-signs'
const testKeys: ReadonlySet<string> = new Set([
  stripeKey,
  stripeMasterKey,
  stripeKeyWithoutRight,
  stripeKeyWithoutWebhooks,
])
const livePrefix = 'rk_live_sandbox-'
/** A restricted key of an account of its own, whose payments count as money. */
export const newStripeLiveKey = (): string => `${livePrefix}${randomBytes(16).toString('hex')}`

/** A secret that signs webhooks. */
export const newStripeSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

/** Where the events of an account are sent, and the secret that signs them. */
interface Endpoint {
  readonly account: string
  readonly id: string
  url: string
  readonly secret: string
  status: 'enabled' | 'disabled'
  enabled_events: readonly string[]
  readonly metadata: Readonly<Record<string, string>>
}

/** The most endpoints that an account keeps here; tests would fill Stripe's 16. */
const mostEndpoints = 100

interface Session {
  readonly id: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
  readonly amount_total: number
  readonly currency: string
  readonly livemode: boolean
  readonly url: string
  readonly success_url: string
  /** Of the payment intent. */
  readonly metadata: Readonly<Record<string, string>>
}

const refusal = (status: number, type: string, code: string | undefined, message: string): SandboxResponse => ({
  status,
  body: { error: { type, code, message } },
})

const keyOf = ({ headers }: SandboxRequest): string | undefined => {
  const [scheme, credentials = ''] = (headers['authorization'] ?? '').split(' ')
  const [key = ''] = Buffer.from(credentials, 'base64').toString().split(':')
  return scheme === 'Basic' && (testKeys.has(key) || key.startsWith(livePrefix)) ? key : undefined
}

const webhookRight = 'rak_webhook_write'

/** https://docs.stripe.com/keys/restricted-api-keys */
const missingRight = (right: string): SandboxResponse =>
  refusal(
    403,
    'invalid_request_error',
    undefined,
    `The provided key does not have the required permissions for this endpoint. Having the '${right}' permission would allow this request to continue.`,
  )

/** The members of an object in a form. */
const membersOf = (form: URLSearchParams, name: string): Readonly<Record<string, string>> => {
  const prefix = `${name}[`
  const members = [...form].filter(([each]) => each.startsWith(prefix))
  return Object.fromEntries(members.map(([each, value]) => [each.slice(prefix.length, -1), value]))
}

const sessionOf = ({ body, headers }: SandboxRequest, livemode: boolean): Session => {
  const form = new URLSearchParams(body)
  const id = `cs_${livemode ? 'live' : 'test'}_${randomUUID().replaceAll('-', '')}`
  return {
    id,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
    currency: form.get('line_items[0][price_data][currency]') ?? '',
    livemode,
    // Stripe's own page is elsewhere; nobody could pay on it here.
    url: `http://${headers['host']}/${bases.STRIPE_API_URL}/checkout/sessions/${id}/page`,
    success_url: form.get('success_url') ?? '',
    metadata: membersOf(form, 'payment_intent_data[metadata]'),
  }
}

/** Before each attempt to deliver a webhook. Stripe itself goes on for hours. */
const attemptWaitsMs = [0, 1000, 5000, 25_000]

/** Tells an account's endpoint of an event, until it takes the event. */
const report = async (
  { url, secret }: Pick<Endpoint, 'url' | 'secret'>,
  type: string,
  object: object,
  livemode: boolean,
): Promise<void> => {
  const { headers, body } = stripeWebhook(secret, { ...stripeEvent(type, object, `evt_${randomUUID()}`), livemode })
  for (const waitMs of attemptWaitsMs) {
    await setTimeout(waitMs, undefined, { ref: false })
    const answer = await fetch(url, { method: 'POST', headers, body: String(body) }).catch(() => undefined)
    if (answer?.ok) return
  }
}

/**
 * Checkout sessions of Stripe and the endpoints of webhooks. `POST /checkout/sessions/{id}/pay` and `…/expire` stand for
 * the donor and for time; `…/page` is what the donor sees, and paying there sends the webhook too, as `POST /refunds`
 * does.
 * https://docs.stripe.com/api/checkout/sessions · https://docs.stripe.com/api/idempotent_requests
 * https://docs.stripe.com/api/webhook_endpoints/create · https://docs.stripe.com/api/refunds/create
 */
export const createStripe = (): StandIn => {
  const sessions = new Map<string, Session>()
  const accounts = new Map<string, string>()
  let endpoints: readonly Endpoint[] = []
  const begun = new Map<string, { readonly body: string; readonly session: Session }>()

  /** Newest first. */
  const ofAccount = (account: string) => endpoints.filter((each) => each.account === account)

  const create = (request: SandboxRequest, account: string): SandboxResponse => {
    const { body, headers } = request
    const key = headers['idempotency-key'] ?? randomUUID()
    const former = begun.get(key)
    if (former !== undefined && former.body !== body)
      return refusal(
        400,
        'idempotency_error',
        undefined,
        'Keys for idempotent requests can only be used with the same parameters',
      )
    if (former !== undefined) return { status: 200, body: former.session }
    const session = sessionOf(request, account.startsWith(livePrefix))
    if (session.amount_total < 50)
      return refusal(400, 'invalid_request_error', 'amount_too_small', 'The amount is below the minimum')
    sessions.set(session.id, session)
    accounts.set(session.id, account)
    begun.set(key, { body, session })
    return { status: 200, body: structuredClone(session) }
  }

  const change = (session: Session, step: string | undefined): SandboxResponse => {
    if (step === 'expire') session.status = 'expired'
    else if (step === 'pay') {
      session.status = 'complete'
      session.payment_status = 'paid'
      session.payment_intent ??= `pi_${randomUUID().replaceAll('-', '')}`
    } else return notFound
    return { status: 200, body: structuredClone(session) }
  }

  const shown = ({ account: _, secret: __, ...endpoint }: Endpoint) => ({ object: 'webhook_endpoint', ...endpoint })

  const addEndpoint = (account: string, form: URLSearchParams): SandboxResponse => {
    const url = form.get('url') ?? ''
    if (!isReachable(url)) return refusal(400, 'invalid_request_error', 'url_invalid', 'Invalid URL')
    const endpoint: Endpoint = {
      account,
      id: `we_${randomUUID().replaceAll('-', '')}`,
      url,
      secret: newStripeSecret(),
      status: 'enabled',
      enabled_events: form.getAll('enabled_events[]'),
      metadata: membersOf(form, 'metadata'),
    }
    const [others, ownNewestFirst] = [endpoints.filter((each) => each.account !== account), ofAccount(account)]
    endpoints = [endpoint, ...ownNewestFirst.slice(0, mostEndpoints - 1), ...others]
    return { status: 200, body: { ...shown(endpoint), secret: endpoint.secret } }
  }

  const changeEndpoint = (endpoint: Endpoint, { method, body }: SandboxRequest): SandboxResponse => {
    const form = new URLSearchParams(body)
    if (method === 'DELETE') {
      endpoints = endpoints.filter((each) => each !== endpoint)
      return { status: 200, body: { id: endpoint.id, object: 'webhook_endpoint', deleted: true } }
    }
    endpoint.url = form.get('url') ?? endpoint.url
    if (form.has('enabled_events[]')) endpoint.enabled_events = form.getAll('enabled_events[]')
    if (form.has('disabled')) endpoint.status = form.get('disabled') === 'true' ? 'disabled' : 'enabled'
    return { status: 200, body: shown(endpoint) }
  }

  const ofEndpoints = (request: SandboxRequest, account: string): SandboxResponse => {
    const { method, path, body } = request
    if (account === stripeKeyWithoutWebhooks) return missingRight(method === 'GET' ? 'rak_webhook_read' : webhookRight)
    const id = path.split('/')[2]
    const found = ofAccount(account).find((each) => each.id === id)
    if (id !== undefined && found === undefined)
      return refusal(404, 'invalid_request_error', 'resource_missing', 'No such webhook endpoint')
    if (found !== undefined) return changeEndpoint(found, request)
    if (method === 'POST') return addEndpoint(account, new URLSearchParams(body))
    return { status: 200, body: { object: 'list', data: ofAccount(account).map(shown), has_more: false } }
  }

  /** Tells the endpoints of the session's account that are on this machine. */
  const tell = ({ id, livemode }: Session, type: string, object: object): void => {
    const account = accounts.get(id)
    for (const endpoint of account === undefined ? [] : ofAccount(account).filter(({ url }) => isLoopback(url)))
      void report(endpoint, type, object, livemode)
  }

  /** The page of a session, and the donor who presses its button. */
  const page = (session: Session, pays: boolean): SandboxResponse => {
    if (!pays) return stripePage(session)
    const paid = session.payment_status === 'paid'
    change(session, 'pay')
    const { amount_total: amount, currency, metadata, livemode } = session
    const details = { amount, amount_received: amount, currency, metadata, livemode }
    if (!paid) tell(session, 'payment_intent.succeeded', stripeIntent(String(session.payment_intent), details))
    return { status: 303, headers: { location: session.success_url } }
  }

  /** Gives the whole payment of a session back. */
  const refund = (account: string, form: URLSearchParams): SandboxResponse => {
    const intent = form.get('payment_intent')
    const session = [...sessions.values()].find((each) => each.payment_intent === intent)
    if (session === undefined || accounts.get(session.id) !== account)
      return refusal(404, 'invalid_request_error', 'resource_missing', 'No such payment_intent')
    const { amount_total: amount, currency, livemode } = session
    const charge = { object: 'charge', payment_intent: intent, amount, amount_refunded: amount, currency, livemode }
    tell(session, 'charge.refunded', { id: `ch_${intent}`, ...charge })
    const made = { object: 'refund', payment_intent: intent, amount, currency, status: 'succeeded' }
    return { status: 200, body: { id: `re_${randomUUID().replaceAll('-', '')}`, ...made } }
  }

  return {
    bases,
    parameters: {},
    answer: (request) => {
      const { method, path } = request
      const [, id = '', step] = /^\/checkout\/sessions\/(\w+)(?:\/(pay|expire|page))?$/.exec(path) ?? []
      const session = sessions.get(id)
      if (session !== undefined && step === 'page') return page(session, method === 'POST')
      const account = keyOf(request)
      if (account === undefined) return refusal(401, 'invalid_request_error', undefined, 'Invalid API Key provided')
      if (account === stripeKeyWithoutRight) return missingRight('rak_checkout_session_write')
      if (method === 'POST' && path === '/checkout/sessions') return create(request, account)
      if (method === 'POST' && path === '/refunds') return refund(account, new URLSearchParams(request.body))
      if (/^\/webhook_endpoints(?:\/\w+)?$/.test(path)) return ofEndpoints(request, account)
      if (session === undefined) return refusal(404, 'invalid_request_error', 'resource_missing', 'No such session')
      return method === 'GET' ? { status: 200, body: structuredClone(session) } : change(session, step)
    },
  }
}
