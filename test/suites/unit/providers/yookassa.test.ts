import { expect, test } from 'vitest'
import { Problem } from '../../../../shared/contract/problem.ts'
import type { ProviderAnswer, ProviderHttp, ProviderRequest } from '../../../../shared/mechanisms/outbound/http.ts'
import { providerHttp } from '../../../../shared/mechanisms/outbound/http.ts'
import { yookassa } from '../../../../shared/providers/yookassa.ts'
import { yookassaNotification } from '../../../support/gatewayWebhooks.ts'

const receivedAt = new Date('2026-03-01T12:00:00Z')
const arrival = '2026-03-01T12:00:00.000Z'
const capturedAt = '2026-03-01T11:30:00Z'
const createdAt = '2026-03-01T11:00:00Z'
const account = { secrets: [], token: 'key', settings: { shopId: '100500' } as Record<string, unknown> }
const rejected = 'The webhook is not signed by a gateway of this recipient.'
const payment = {
  id: 'p-1',
  status: 'succeeded',
  amount: { value: '10.50', currency: 'RUB' },
  created_at: createdAt,
  captured_at: capturedAt,
  test: false,
  metadata: { nickname: 'bob', message: 'hi' },
  payment_method: { type: 'bank_card' },
  confirmation: { confirmation_url: 'https://yookassa.example/pay' },
}
const amount = { major: 10, minor: 50, currency: 'RUB' }
const report = {
  eventId: 'p-1 succeeded ',
  gatewayId: 'p-1',
  system: 'YooKassa',
  at: capturedAt,
  test: false,
  facts: { completedAt: capturedAt },
  details: {
    nickname: 'bob',
    message: 'hi',
    method: 'bank_card',
    amount,
    confirmation: 'https://yookassa.example/pay',
  },
}

/** YooKassa as it answers every request, and what it is asked for. */
const shop = (body: unknown, status = 200) => {
  const requests: ProviderRequest[] = []
  const http: ProviderHttp = {
    ...providerHttp('YooKassa'),
    read: async (request): Promise<ProviderAnswer> => {
      requests.push(request)
      return { status, headers: {}, body: JSON.stringify(body) }
    },
  }
  const notify = (event: string, object: object, of = account) => {
    const { body: text, headers } = yookassaNotification(event, object)
    return yookassa('https://api.example/v3', http).read({ rawBody: Buffer.from(text), headers, receivedAt }, of)
  }
  return { requests, notify }
}
const told = (change: object) => shop({ ...payment, ...change }).notify('payment.succeeded', { id: 'p-1' })

test('a notification names a payment, which is read with the credentials of the gateway', async () => {
  const { notify, requests } = shop(payment)

  expect(await notify('payment.succeeded', { id: 'p-1' })).toEqual(report)
  const authorization = `Basic ${Buffer.from('100500:key').toString('base64')}`
  expect(requests).toEqual([{ url: 'https://api.example/v3/payments/p-1', headers: { authorization } }])
})

test('a notification of a refund names the payment beside it', async () => {
  const { notify, requests } = shop(payment)

  await notify('refund.succeeded', { id: 'r-1', payment_id: 'p-1' })

  expect(requests.map(({ url }) => url)).toEqual(['https://api.example/v3/payments/p-1'])
})

test('a notification knows a shop whose id is a number', async () => {
  const { notify, requests } = shop(payment)

  await notify('payment.succeeded', { id: 'p-1' }, { ...account, settings: { shopId: 100500 } })

  expect(requests[0]?.headers).toEqual({ authorization: `Basic ${Buffer.from('100500:key').toString('base64')}` })
})

test.each([
  ['deal.closed', { id: 'p-1' }],
  ['my.payment.succeeded', { id: 'p-1' }],
  ['refund.succeeded', { id: 'r-1' }],
])('the notification %s %j has no effect, and nothing is asked for', async (event, object) => {
  const { notify, requests } = shop(payment)

  expect(await notify(event, object)).toEqual({ unusedType: event })
  expect(requests).toEqual([])
})

test.each([
  ['', { id: 'p-1' }],
  ['payment.succeeded', {}],
  ['payment.succeeded', { id: '../p-1' }],
  ['payment.succeeded', { id: 'p-1/..' }],
  ['payment.succeeded', { id: 'p'.repeat(65) }],
  ['refund.succeeded', { id: 'r-1', payment_id: '../p-1' }],
])('the malformed notification %s %j is refused', async (event, object) => {
  await expect(shop(payment).notify(event, object)).rejects.toMatchObject({
    code: 'signature_rejected',
    message: rejected,
  })
})

test('a notification of a payment that the shop has not, or has by another id, or whose id is none, is refused', async () => {
  for (const status of [404, 400]) {
    const missing = shop({}, status).notify('payment.succeeded', { id: 'p-1' })
    await expect(missing).rejects.toMatchObject({ code: 'signature_rejected', message: rejected })
  }
  await expect(told({ id: 'p-2' })).rejects.toMatchObject({ code: 'signature_rejected', message: rejected })
})

test.each([
  [{ ...account, settings: {} }, 'The gateway has no settings.shopId or no token (the secret key).'],
  [{ ...account, settings: { shopId: '' } }, 'The gateway has no settings.shopId or no token (the secret key).'],
  [{ ...account, token: undefined }, 'The gateway has no settings.shopId or no token (the secret key).'],
])('a notification comes again while the gateway has no credentials (%#)', async (of, message) => {
  const { notify, requests } = shop(payment)

  await expect(notify('payment.succeeded', { id: 'p-1' }, of as typeof account)).rejects.toMatchObject({
    code: 'provider_not_configured',
    message,
    retryAfter: 600,
  })
  expect(requests).toEqual([])
})

test.each([
  [401, { code: 'provider_not_configured', message: 'YooKassa refuses the key of this credential.' }],
  [500, { code: 'provider_unavailable' }],
  [403, { code: 'provider_not_configured', message: 'YooKassa refuses the key of this credential.' }],
])('a notification comes again when YooKassa answers %i', async (status, problem) => {
  const answer = shop(payment, status).notify('payment.succeeded', { id: 'p-1' })

  await expect(answer).rejects.toBeInstanceOf(Problem)
  await expect(answer).rejects.toMatchObject(status < 500 ? { ...problem, retryAfter: 600 } : problem)
})

test.each([
  ['canceled', {}, { failedAt: arrival }, createdAt, ''],
  ['pending', {}, {}, createdAt, ''],
  ['succeeded', { captured_at: undefined }, { completedAt: createdAt }, createdAt, ''],
  ['succeeded', { captured_at: 'soon', created_at: 7 }, { completedAt: arrival }, arrival, ''],
  ['succeeded', { captured_at: '9999-01-01T00:00:00Z' }, { completedAt: arrival }, arrival, ''],
  ['succeeded', { refunded_amount: { value: '0.00', currency: 'RUB' } }, { completedAt: capturedAt }, capturedAt, ''],
])('a payment that is %s with %j', async (status, change, facts, at, suffix) => {
  expect(await told({ status, ...change })).toEqual({ ...report, eventId: `p-1 ${status} ${suffix}`, at, facts })
})

test('a payment has the sum of its refunds', async () => {
  expect(await told({ refunded_amount: { value: '4.50', currency: 'RUB' } })).toMatchObject({
    eventId: 'p-1 succeeded 4.50',
    reversal: { id: 'p-1', kind: 'allRefunds', amount: { major: 4, minor: 50, currency: 'RUB' }, at: arrival },
  })
})

test('a payment needs nothing but its amount', async () => {
  const bare = { id: 'p-1', status: 'succeeded', amount: payment.amount, created_at: createdAt }

  expect(await shop(bare).notify('payment.succeeded', { id: 'p-1' })).toEqual({
    ...report,
    at: createdAt,
    facts: { completedAt: createdAt },
    details: { amount },
  })
  const odd = { ...bare, metadata: 'none', payment_method: 'none', confirmation: 7, test: 'yes' }
  expect(await shop(odd).notify('payment.succeeded', { id: 'p-1' })).toMatchObject({
    test: false,
    details: { amount },
  })
})

test('a payment of a test shop is a test', async () => {
  expect(await told({ test: true })).toMatchObject({ test: true })
})

test.each([{ amount: undefined }, { status: 7 }, { id: '../p' }])('%j is no payment of YooKassa', async (change) => {
  await expect(told(change)).rejects.toMatchObject({ code: 'provider_bad_answer' })
})

test('a payment without a valid amount is refused', async () => {
  await expect(told({ amount: { value: '-1', currency: 'RUB' } })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/amount' }],
  })
})
