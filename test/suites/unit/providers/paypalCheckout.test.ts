import { expect, test } from 'vitest'
import { paypalApi } from '../../../../shared/providers/paypalApi.ts'
import { paypalCheckout } from '../../../../shared/providers/paypalCheckout.ts'
import { paypalAnswers, paypalUrls, type Reply } from '../../../support/paypalAnswers.ts'

const account = { secrets: [], token: 'key', settings: { clientId: 'client', webhookId: '8PT597110X687430L' } }
const checkout = {
  key: 'key-of-the-request',
  amount: { major: 12, minor: 30, currency: 'EUR' },
  description: 'Donation to Alice',
  metadata: { nickname: 'Ada' },
  returnUrl: 'https://donate.example.com/thanks',
}
const amount = { currency_code: 'EUR', value: '12.30' }
const page = { rel: 'payer-action', href: 'https://www.paypal.com/checkoutnow?token=5O1', method: 'GET' }
const order = { id: '5O1', status: 'PAYER_ACTION_REQUIRED', purchase_units: [{ amount }], links: [page] }
const withCapture = (status: string) => ({
  ...order,
  status: 'COMPLETED',
  purchase_units: [{ amount, payments: { captures: [{ status }] } }],
})
const paths = {
  orders: '/v2/checkout/orders',
  order: '/v2/checkout/orders/5O1',
  take: '/v2/checkout/orders/5O1/capture',
} as const

const gateway = (replies: Readonly<Record<string, Reply | readonly Reply[]>>) => {
  const { http, requests, pathsOf } = paypalAnswers(replies)
  return { ...paypalCheckout(paypalUrls, paypalApi(paypalUrls, http)), requests, pathsOf }
}

test('a payment begun at PayPal is an order, made once for a request, without address or delayed money', async () => {
  const { begin, requests } = gateway({ [paths.orders]: [201, order] })

  expect(await begin(checkout, account)).toEqual({
    reference: '5O1',
    url: page.href,
    keepTextsFor: { system: 'PayPal', gatewayId: '5O1', test: false },
  })

  const [{ body = '', ...request } = {}] = requests
  expect(request).toEqual({
    method: 'POST',
    url: `https://api.example${paths.orders}`,
    headers: {
      authorization: 'Bearer A21',
      'content-type': 'application/json',
      'paypal-request-id': checkout.key,
      prefer: 'return=representation',
    },
  })
  expect(JSON.parse(body)).toEqual({
    intent: 'CAPTURE',
    purchase_units: [{ description: 'Donation to Alice', amount }],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: checkout.returnUrl,
          cancel_url: checkout.returnUrl,
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
        },
      },
    },
  })
})

test('a repeated request is answered the order of the first one, and an older kind of link leads to the page too', async () => {
  const { begin } = gateway({ [paths.orders]: [200, { ...order, links: [{ ...page, rel: 'approve' }] }] })

  expect(await begin(checkout, account)).toMatchObject({ reference: '5O1', url: page.href })
})

test.each([
  ['JPY', 500, 0, '500'],
  ['HUF', 500, 0, '500'],
  ['TWD', 500, 0, '500'],
  ['EUR', 5, 5, '5.05'],
])('%s of %i and %i is the value %s', async (currency, major, minor, value) => {
  const { begin, requests } = gateway({ [paths.orders]: [201, order] })

  await begin({ ...checkout, amount: { major, minor, currency } }, account)

  expect(JSON.parse(requests[0]?.body ?? '').purchase_units[0].amount).toEqual({ currency_code: currency, value })
})

const refused = (detail: string) => ({ code: 'invalid_request', errors: [{ pointer: '/amount', detail }] })
const busy = { code: 'rate_limited', retryAfter: 1 }

test('a fraction of a currency that PayPal takes only whole is refused before it is asked', async () => {
  const { begin, requests } = gateway({ [paths.orders]: [201, order] })
  const forint = { major: 500, minor: 50, currency: 'HUF' }

  await expect(begin({ ...checkout, amount: forint }, account)).rejects.toMatchObject(
    refused('finer than the gateway counts'),
  )
  expect(requests).toEqual([])
})

test.each<readonly [Reply, object]>([
  [[422, { details: [{ issue: 'CURRENCY_NOT_SUPPORTED' }] }], refused('refused by PayPal')],
  [[422, { details: [{ issue: 'DECIMALS_NOT_SUPPORTED' }] }], refused('refused by PayPal')],
  [[400, { details: [{ issue: 'INVALID_STRING_LENGTH' }] }], { code: 'invalid_request', errors: [{ pointer: '' }] }],
  [[422, { name: 'UNPROCESSABLE_ENTITY' }], { code: 'invalid_request', errors: [{ pointer: '' }] }],
  [[429, { name: 'RATE_LIMIT_REACHED' }], busy],
  [[403, { name: 'NOT_AUTHORIZED' }], { code: 'provider_not_configured', retryAfter: 600 }],
  [[500, {}], { code: 'provider_unavailable' }],
  [[201, { ...order, links: [] }], { code: 'provider_bad_answer' }],
  [[201, { ...order, id: '../5O1' }], { code: 'provider_bad_answer' }],
])('a payment is not begun by the answer %j', async (reply, problem) => {
  await expect(gateway({ [paths.orders]: reply }).begin(checkout, account)).rejects.toMatchObject(problem)
})

test.each([
  ['PAYER_ACTION_REQUIRED', 'open'],
  ['CREATED', 'open'],
  ['VOIDED', 'expired'],
])('an order that is %s is %s, and nobody takes it', async (status, state) => {
  const { state: ask, pathsOf } = gateway({ [paths.order]: [200, { ...order, status }] })

  expect(await ask('5O1', account)).toEqual({ state, amount: checkout.amount, gatewayId: '5O1', test: false })
  expect(pathsOf()).toEqual([`GET ${paths.order}`])
})

test.each([
  ['COMPLETED', 'paid'],
  ['PARTIALLY_REFUNDED', 'paid'],
  ['REFUNDED', 'paid'],
  ['PENDING', 'open'],
  ['DECLINED', 'open'],
])('an order whose capture is %s is %s', async (status, state) => {
  expect(await gateway({ [paths.order]: [200, withCapture(status)] }).state('5O1', account)).toMatchObject({ state })
})

const approved = { ...order, status: 'APPROVED', update_time: '2026-03-01T11:00:00Z' }

test('the donor who comes back takes the order, with the same request as its webhook', async () => {
  const { state, requests } = gateway({
    [paths.order]: [200, approved],
    // An answer may leave out the amount that was asked for.
    [paths.take]: [
      201,
      { ...order, status: 'COMPLETED', purchase_units: [{ payments: { captures: [{ status: 'COMPLETED' }] } }] },
    ],
  })

  expect(await state('5O1', account)).toMatchObject({ state: 'paid', amount: checkout.amount })
  expect(requests.at(-1)?.headers).toMatchObject({ 'paypal-request-id': 'capture-5O1-20260301110000' })
})

test('an order that the webhook has taken meanwhile is paid, and one that PayPal refuses to take is open', async () => {
  const refusal: Reply = [422, { details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] }]
  const ask = (after: object) =>
    gateway({
      [paths.order]: [
        [200, approved],
        [200, after],
      ],
      [paths.take]: refusal,
    }).state('5O1', account)

  expect(await ask(withCapture('COMPLETED'))).toMatchObject({ state: 'paid' })
  expect(await ask(approved)).toMatchObject({ state: 'open' })
})

test.each<readonly [string, Reply, object]>([
  ['does not know', [404, {}], { code: 'not_found' }],
  ['cannot tell now', [429, {}], busy],
  ['tells without an amount', [200, { ...order, purchase_units: [] }], { code: 'provider_bad_answer' }],
])('the donor of an order that PayPal %s is told so', async (_case, reply, problem) => {
  await expect(gateway({ [paths.order]: reply }).state('5O1', account)).rejects.toMatchObject(problem)
})

test('an order that is being taken is asked for again', async () => {
  const { state } = gateway({ [paths.order]: [200, approved], [paths.take]: [409, {}] })

  await expect(state('5O1', account)).rejects.toMatchObject(busy)
})

test('a credential begins payments with an app, its webhook and its secret', () => {
  const { accepts } = gateway({})

  expect(accepts(account.settings, true)).toBe(true)
  expect(accepts(account.settings, false)).toBe(false)
  expect(accepts({ clientId: 'client' }, true)).toBe(false)
  expect(accepts({ webhookId: '8PT597110X687430L' }, true)).toBe(false)
})
