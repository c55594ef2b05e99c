import { expect, test } from 'vitest'
import { paypal } from '../../../../shared/providers/paypal.ts'
import { paypalApi } from '../../../../shared/providers/paypalApi.ts'
import { paypalAnswers, paypalUrls, type Reply } from '../../../support/paypalAnswers.ts'

const receivedAt = new Date('2026-03-01T12:00:00Z')
const arrival = '2026-03-01T12:00:00.000Z'
const account = {
  secrets: [],
  token: 'key',
  settings: { clientId: 'client', webhookId: '8PT597110X687430LKGECATA' } as Record<string, unknown>,
}
const rejected = { code: 'signature_rejected' }
const euros = (value: string) => ({ currency_code: 'EUR', value })
const link = (rel: string, path: string) => ({ rel, href: `https://api.paypal.com${path}`, method: 'GET' })

/** As PayPal delivered it on 20 May 2026: https://github.com/PrestaShopCorp/ps_checkout/issues/1546 */
const capture = {
  id: '3C679366HH908993F',
  status: 'COMPLETED',
  amount: euros('12.34'),
  final_capture: true,
  seller_protection: { status: 'ELIGIBLE' },
  supplementary_data: { related_ids: { order_id: '5O190127TN364715T' } },
  create_time: '2026-03-01T11:00:00Z',
  update_time: '2026-03-01T11:00:05Z',
  links: [
    link('self', '/v2/payments/captures/3C679366HH908993F'),
    link('refund', '/v2/payments/captures/3C679366HH908993F/refund'),
    link('up', '/v2/checkout/orders/5O190127TN364715T'),
  ],
}
const refund = {
  id: '1JU08902781691411',
  status: 'COMPLETED',
  amount: euros('5.00'),
  links: [link('up', '/v2/payments/captures/3C679366HH908993F')],
}
const order = {
  id: '5O190127TN364715T',
  status: 'APPROVED',
  update_time: '2026-03-01T11:00:00Z',
  purchase_units: [{ amount: euros('12.34') }],
  links: [],
}
const paths = {
  capture: '/v2/payments/captures/3C679366HH908993F',
  refund: '/v2/payments/refunds/1JU08902781691411',
  order: '/v2/checkout/orders/5O190127TN364715T',
  take: '/v2/checkout/orders/5O190127TN364715T/capture',
} as const
const report = {
  eventId: 'transmission-1',
  gatewayId: '5O190127TN364715T',
  system: 'PayPal',
  at: '2026-03-01T11:00:05Z',
  facts: { completedAt: '2026-03-01T11:00:05Z' },
  details: { method: 'paypal', amount: { major: 12, minor: 34, currency: 'EUR' } },
  test: false,
}

/** A gateway whose webhooks are genuine, and PayPal as it answers. */
const app = (replies: Readonly<Record<string, Reply | readonly Reply[]>>, of = account) => {
  const { http, requests, pathsOf } = paypalAnswers(replies)
  const gateway = paypal(paypalUrls, paypalApi(paypalUrls, http), async () => 'transmission-1')
  const tell = (event_type: string, resource: unknown) => {
    const body = { id: 'WH-1', event_version: '1.0', resource_type: 'capture', event_type, resource }
    return gateway.read({ rawBody: Buffer.from(JSON.stringify(body)), headers: {}, receivedAt }, of)
  }
  return { requests, pathsOf, tell }
}

const told = (change: object, type = 'PAYMENT.CAPTURE.COMPLETED') =>
  app({ [paths.capture]: [200, { ...capture, ...change }] }).tell(type, { id: capture.id })

test('money is what PayPal answers for the capture, whatever the event says', async () => {
  const { tell, requests } = app({ [paths.capture]: [200, capture] })

  expect(await tell('PAYMENT.CAPTURE.COMPLETED', { ...capture, amount: euros('999.00') })).toEqual(report)
  expect(requests).toEqual([
    {
      url: `https://api.example${paths.capture}`,
      headers: { authorization: 'Bearer A21', prefer: 'return=representation' },
    },
  ])
})

test.each([
  ['PENDING', {}, '2026-03-01T11:00:00Z'],
  ['DECLINED', { failedAt: arrival }, '2026-03-01T11:00:00Z'],
  ['FAILED', { failedAt: arrival }, '2026-03-01T11:00:00Z'],
  ['PARTIALLY_REFUNDED', { completedAt: '2026-03-01T11:00:00Z' }, '2026-03-01T11:00:00Z'],
])('a capture that is %s has these facts', async (status, facts, at) => {
  expect(await told({ status }, 'PAYMENT.CAPTURE.PENDING')).toEqual({ ...report, facts, at })
})

test.each(['PAYMENT.CAPTURE.DECLINED', 'PAYMENT.CAPTURE.DENIED'])('%s is read', async (type) => {
  expect(await told({ status: 'DECLINED' }, type)).toMatchObject({ facts: { failedAt: arrival } })
})

test('a capture whose times are missing or in the future was paid when its event came', async () => {
  for (const update_time of [undefined, 'soon', '9999-01-01T00:00:00Z'])
    expect(await told({ create_time: undefined, update_time })).toMatchObject({ facts: { completedAt: arrival } })
})

test.each([
  ['its data', { links: [] }, '5O190127TN364715T'],
  ['its link', { supplementary_data: undefined }, '5O190127TN364715T'],
  ['neither, as one without an order', { supplementary_data: undefined, links: [] }, '3C679366HH908993F'],
])('a capture names its order by %s', async (_case, change, gatewayId) => {
  expect(await told(change)).toMatchObject({ gatewayId })
})

test('a capture that was refunded as a whole before its event came is not kept as money', async () => {
  expect(await told({ status: 'REFUNDED' })).toMatchObject({
    facts: { completedAt: '2026-03-01T11:00:00Z' },
    reversal: { id: capture.id, kind: 'allRefunds', at: arrival },
  })
})

test.each([
  ['PAYMENT.CAPTURE.REFUNDED', 'COMPLETED', { kind: 'refund' }],
  ['PAYMENT.CAPTURE.REFUNDED', 'PENDING', { kind: 'refund' }],
  ['PAYMENT.CAPTURE.REFUNDED', 'FAILED', { kind: 'refund', isBack: true }],
  ['PAYMENT.CAPTURE.REFUNDED', 'CANCELLED', { kind: 'refund', isBack: true }],
  ['PAYMENT.CAPTURE.REVERSED', 'COMPLETED', { kind: 'dispute' }],
])('%s that is %s takes what PayPal answers for the refund', async (type, status, reversal) => {
  const { tell, pathsOf } = app({
    [paths.capture]: [200, { ...capture, status: 'PARTIALLY_REFUNDED' }],
    [paths.refund]: [200, { ...refund, status }],
  })

  expect(await tell(type, { ...refund, amount: euros('12.34') })).toMatchObject({
    gatewayId: '5O190127TN364715T',
    reversal: { id: refund.id, ...reversal, amount: { major: 5, minor: 0, currency: 'EUR' }, at: arrival },
  })
  expect(pathsOf().toSorted()).toEqual([`GET ${paths.capture}`, `GET ${paths.refund}`])
})

test('a reversal that names the capture takes the whole of one that is refunded, and nothing of another', async () => {
  const whole = await told({ status: 'REFUNDED' }, 'PAYMENT.CAPTURE.REVERSED')
  const other = await told({}, 'PAYMENT.CAPTURE.REVERSED')

  expect(whole).toMatchObject({ reversal: { id: capture.id, kind: 'allRefunds' } })
  expect(other).not.toHaveProperty('reversal')
})

test('a refund that PayPal does not know takes the whole of a capture that is refunded, and is refused for another', async () => {
  const tellOf = (status: string) =>
    app({ [paths.capture]: [200, { ...capture, status }] }).tell('PAYMENT.CAPTURE.REFUNDED', refund)

  expect(await tellOf('REFUNDED')).toMatchObject({ reversal: { id: capture.id, kind: 'allRefunds' } })
  await expect(tellOf('COMPLETED')).rejects.toMatchObject(rejected)
})

test('a refund of another capture, and a capture that PayPal does not know, are refused', async () => {
  const foreign = { ...refund, links: [link('up', '/v2/payments/captures/9ZZ')] }
  const forged = app({ [paths.capture]: [200, capture], [paths.refund]: [200, foreign] })

  await expect(forged.tell('PAYMENT.CAPTURE.REFUNDED', refund)).rejects.toMatchObject(rejected)
  await expect(app({}).tell('PAYMENT.CAPTURE.COMPLETED', { id: capture.id })).rejects.toMatchObject(rejected)
})

test('an approved order is taken once for its approval, and its own event reports the money', async () => {
  const { tell, requests } = app({
    [paths.order]: [200, order],
    [paths.take]: [201, { ...order, status: 'COMPLETED' }],
  })

  expect(await tell('CHECKOUT.ORDER.APPROVED', order)).toEqual({ unusedType: 'CHECKOUT.ORDER.APPROVED' })
  expect(requests.at(-1)).toMatchObject({
    method: 'POST',
    url: `https://api.example${paths.take}`,
    body: '{}',
    headers: { 'paypal-request-id': 'capture-5O190127TN364715T-20260301110000' },
  })
})

const vain = { unusedType: 'CHECKOUT.ORDER.APPROVED', isVain: true }

test('an order that is taken already, or that PayPal refuses to take, is asked for in vain', async () => {
  const taken = app({ [paths.order]: [200, { ...order, status: 'COMPLETED' }] })
  const refused = app({
    [paths.order]: [200, order],
    [paths.take]: [422, { details: [{ issue: 'INSTRUMENT_DECLINED' }] }],
  })

  expect(await taken.tell('CHECKOUT.ORDER.APPROVED', order)).toEqual(vain)
  expect(taken.pathsOf()).toEqual([`GET ${paths.order}`])
  expect(await refused.tell('CHECKOUT.ORDER.APPROVED', order)).toEqual(vain)
})

test('an order that somebody else has taken meanwhile is taken', async () => {
  const { tell } = app({
    [paths.order]: [
      [200, order],
      [200, { ...order, status: 'COMPLETED' }],
    ],
    [paths.take]: [422, { details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] }],
  })

  expect(await tell('CHECKOUT.ORDER.APPROVED', order)).toEqual({ unusedType: 'CHECKOUT.ORDER.APPROVED' })
})

test.each([
  ['CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-D-1', disputed_transactions: [] }],
  ['CHECKOUT.ORDER.COMPLETED', { id: '5O190127TN364715T' }],
  ['PAYMENT.CAPTURE.COMPLETED', { id: '../orders' }],
  ['PAYMENT.CAPTURE.REFUNDED', 'nothing'],
  ['toString', { id: '5O190127TN364715T' }],
])('%s of %j has no effect, and nothing is asked for', async (type, resource) => {
  const { tell, requests } = app({})

  expect(await tell(type, resource)).toEqual({ unusedType: type })
  expect(requests).toEqual([])
})

test('payments of an app of the sandbox are tests, and its host is asked', async () => {
  const of = { ...account, settings: { ...account.settings, sandbox: true } }
  const { tell, requests } = app({ [paths.capture]: [200, capture] }, of)

  expect(await tell('PAYMENT.CAPTURE.COMPLETED', capture)).toEqual({ ...report, test: true })
  expect(requests[0]?.url).toBe(`https://sandbox.example${paths.capture}`)
})

test('one token serves many requests, and one that is near its end serves one', async () => {
  const token = '/v1/oauth2/token'
  const asked = async (expires_in: number) => {
    const { http, pathsOf } = paypalAnswers({ [token]: [200, { access_token: 'A21', expires_in }] })
    const { request } = paypalApi(paypalUrls, http)
    for (let index = 0; index < 3; index++) await request(account, { path: '/v2/x' })
    return pathsOf().filter((path) => path.endsWith(token)).length
  }

  expect([await asked(32_400), await asked(60)]).toEqual([1, 3])
})

test('a token is asked for with the app’s id and secret', async () => {
  const { http, requests } = paypalAnswers({ '/v1/oauth2/token': [200, { access_token: 'A21', expires_in: 32_400 }] })

  await paypalApi(paypalUrls, http).request(account, { path: '/v2/x' })

  expect(requests[0]).toMatchObject({
    method: 'POST',
    headers: { authorization: `Basic ${btoa('client:key')}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  })
})

const unconfigured = { code: 'provider_not_configured', retryAfter: 600 }

test.each([
  ['an app that PayPal refuses', { '/v1/oauth2/token': [401, { error: 'invalid_client' }] as Reply }, unconfigured],
  ['a token that PayPal refuses', { [paths.capture]: [401, {}] as Reply }, unconfigured],
  ['an app without the right', { [paths.capture]: [403, { name: 'NOT_AUTHORIZED' }] as Reply }, unconfigured],
  ['too many tokens', { '/v1/oauth2/token': [429, {}] as Reply }, { code: 'provider_unavailable' }],
  ['a failure', { [paths.capture]: [503, {}] as Reply }, { code: 'provider_unavailable' }],
  ['an unknown answer', { [paths.capture]: [200, { id: 7 }] as Reply }, { code: 'provider_bad_answer' }],
])('a webhook comes again after %s', async (_case, replies, problem) => {
  await expect(app(replies).tell('PAYMENT.CAPTURE.COMPLETED', capture)).rejects.toMatchObject(problem)
})

test.each([
  ['without the app', { webhookId: 'A1' }, 'key'],
  ['without the webhook', { clientId: 'client' }, 'key'],
  ['with the webhook of the simulator', { clientId: 'client', webhookId: 'WEBHOOK_ID' }, 'key'],
  ['without the secret', account.settings, undefined],
])('a credential %s is incomplete', (_case, settings, token) => {
  const gateway = paypal(paypalUrls)

  expect(() => gateway.refuseIncomplete?.(settings, token !== undefined)).toThrow(
    'The gateway has no settings.clientId, no settings.webhookId or no token (the secret key).',
  )
})

test('a credential without an app is a bridge, as all of this name were before', () => {
  const { isFor } = paypal(paypalUrls)

  expect([isFor?.({}), isFor?.({ shop: 1 }), isFor?.({ clientId: '' })]).toEqual([false, false, true])
})

test('an amount in a currency that cannot be kept is named', async () => {
  expect(await told({ amount: { currency_code: 'E$', value: '1.00' } })).toMatchObject({
    details: { amount: { major: 1, minor: 0, currency: 'XXX' }, omitted: ['currency'] },
  })
})
