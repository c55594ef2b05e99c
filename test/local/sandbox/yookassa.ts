import { randomUUID } from 'node:crypto'
import { notFound, type SandboxRequest, type SandboxResponse, type StandIn } from './standIn.ts'

const bases = { YOOKASSA_API_URL: 'api.yookassa.ru/v3' } as const

/** The only shop. Its credentials belong to a recipient, so they are not parameters of the deployment. */
export const yookassaShop = { shopId: '100500', secretKey: 'test_sandbox-yookassa-secret-key-of-a-shop' } as const

interface Amount {
  readonly value: string
  readonly currency: string
}

interface Payment {
  readonly id: string
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled'
  readonly amount: Amount
  refunded_amount?: Amount
  readonly created_at: string
  captured_at?: string
  readonly metadata: unknown
  readonly payment_method: { readonly type: string }
  readonly confirmation?: { readonly type: 'redirect'; readonly confirmation_url: string }
  readonly test: boolean
}

const problem = (status: number, code: string, description: string): SandboxResponse => ({
  status,
  body: { type: 'error', id: randomUUID(), code, description },
})

const ok = (body: unknown): SandboxResponse => ({ status: 200, body: structuredClone(body) })

const isAuthorized = ({ headers }: SandboxRequest): boolean => {
  const [scheme, credentials = ''] = (headers['authorization'] ?? '').split(' ')
  const expected = `${yookassaShop.shopId}:${yookassaShop.secretKey}`
  return scheme === 'Basic' && Buffer.from(credentials, 'base64').toString() === expected
}

const capture = (payment: Payment): Payment => {
  payment.status = 'succeeded'
  payment.captured_at = new Date().toISOString()
  payment.refunded_amount = { ...payment.amount, value: '0.00' }
  return payment
}

interface Order {
  readonly amount: Amount
  readonly capture?: boolean
  readonly metadata?: unknown
  readonly test?: boolean
  readonly confirmation?: { readonly type: 'redirect' }
}

/**
 * A payment that its payer has to confirm waits for that, which is its capture here. Any other one is paid at once: one
 * that is captured later waits for that, and the rest has succeeded.
 */
const created = (body: Order): Payment => {
  const payment: Payment = {
    id: randomUUID(),
    status: 'waiting_for_capture',
    amount: body.amount,
    created_at: new Date().toISOString(),
    metadata: body.metadata ?? {},
    payment_method: { type: 'bank_card' },
    test: body.test ?? false,
  }
  if (body.confirmation !== undefined) {
    const confirmation_url = `https://yoomoney.ru/checkout/payments/v2/contract?orderId=${payment.id}`
    return { ...payment, status: 'pending', confirmation: { type: 'redirect', confirmation_url } }
  }
  return body.capture === false ? payment : capture(payment)
}

const sum = (left: string, right: string): string => {
  const cents = Math.round(Number(left) * 100) + Math.round(Number(right) * 100)
  return (cents / 100).toFixed(2)
}

/** YooKassa's API, as far as it makes, reads and refunds payments. https://yookassa.ru/developers/api */
export const createYookassa = (): StandIn => {
  const payments = new Map<string, Payment>()

  const refund = ({ payment_id, amount }: { payment_id: string; amount: Amount }): SandboxResponse => {
    const payment = payments.get(payment_id)
    if (payment?.status !== 'succeeded') return problem(400, 'invalid_request', 'Payment cannot be refunded')
    payment.refunded_amount = { ...amount, value: sum(payment.refunded_amount?.value ?? '0', amount.value) }
    return ok({ id: randomUUID(), payment_id, status: 'succeeded', amount, created_at: new Date().toISOString() })
  }

  const change = (payment: Payment, step: string | undefined): SandboxResponse => {
    if (step === 'capture') return ok(capture(payment))
    if (step !== 'cancel') return notFound
    payment.status = 'canceled'
    return ok(payment)
  }

  return {
    bases,
    parameters: {},
    answer: (request) => {
      const { method, path, body } = request
      if (!isAuthorized(request))
        return problem(401, 'invalid_credentials', 'Authentication by given credentials failed')
      if (method === 'GET' && path === '/me')
        return ok({ account_id: yookassaShop.shopId, status: 'enabled', test: true, payment_methods: ['bank_card'] })
      if (method === 'POST' && path === '/payments') {
        const payment = created(JSON.parse(body))
        payments.set(payment.id, payment)
        return ok(payment)
      }
      if (method === 'POST' && path === '/refunds') return refund(JSON.parse(body))
      const [, id = '', step] = /^\/payments\/([^/]+)(?:\/(capture|cancel))?$/.exec(path) ?? []
      const payment = payments.get(id)
      if (payment === undefined) return problem(404, 'not_found', 'Payment doesn’t exist or access denied')
      return method === 'GET' ? ok(payment) : change(payment, step)
    },
  }
}
