import { randomUUID } from 'node:crypto'
import { notFound, type SandboxRequest, type SandboxResponse, type StandIn } from './standIn.ts'

const bases = { STRIPE_API_URL: 'api.stripe.com/v1' } as const

/** Restricted keys, of test mode and of real money. They belong to a recipient, so they are no parameters of the deployment. */
export const stripeKey = 'rk_test_sandbox-key-of-stripe-with-40-signs'
export const stripeLiveKey = 'rk_live_sandbox-key-of-stripe-with-40-signs'

interface Session {
  readonly id: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
  readonly amount_total: number
  readonly currency: string
  readonly livemode: boolean
  readonly url: string
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
  return scheme === 'Basic' && [stripeKey, stripeLiveKey].includes(key) ? key : undefined
}

const sessionOf = (form: URLSearchParams, livemode: boolean): Session => {
  const id = `cs_${livemode ? 'live' : 'test'}_${randomUUID().replaceAll('-', '')}`
  const prefix = 'payment_intent_data[metadata]['
  const metadata = [...form].filter(([name]) => name.startsWith(prefix))
  return {
    id,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
    currency: form.get('line_items[0][price_data][currency]') ?? '',
    livemode,
    url: `https://checkout.stripe.com/c/pay/${id}`,
    metadata: Object.fromEntries(metadata.map(([name, value]) => [name.slice(prefix.length, -1), value])),
  }
}

/**
 * Checkout sessions of Stripe. `POST /checkout/sessions/{id}/pay` and `…/expire` stand for the donor and for time.
 * https://docs.stripe.com/api/checkout/sessions · https://docs.stripe.com/api/idempotent_requests
 */
export const createStripe = (): StandIn => {
  const sessions = new Map<string, Session>()
  const begun = new Map<string, { readonly body: string; readonly session: Session }>()

  const create = ({ body, headers }: SandboxRequest, livemode: boolean): SandboxResponse => {
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
    const session = sessionOf(new URLSearchParams(body), livemode)
    if (session.amount_total < 50)
      return refusal(400, 'invalid_request_error', 'amount_too_small', 'The amount is below the minimum')
    sessions.set(session.id, session)
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

  return {
    bases,
    parameters: {},
    answer: (request) => {
      const { method, path } = request
      const account = keyOf(request)
      if (account === undefined) return refusal(401, 'invalid_request_error', undefined, 'Invalid API Key provided')
      if (method === 'POST' && path === '/checkout/sessions') return create(request, account === stripeLiveKey)
      const [, id = '', step] = /^\/checkout\/sessions\/(\w+)(?:\/(pay|expire))?$/.exec(path) ?? []
      const session = sessions.get(id)
      if (session === undefined) return refusal(404, 'invalid_request_error', 'resource_missing', 'No such session')
      return method === 'GET' ? { status: 200, body: structuredClone(session) } : change(session, step)
    },
  }
}
