import { expect, test } from 'vitest'
import type { CheckoutGateway } from '../../../../shared/areas/donors/checkout.ts'
import { type ProviderHttp, type ProviderRequest, providerHttp } from '../../../../shared/mechanisms/outbound/http.ts'
import { stripeCheckout } from '../../../../shared/providers/stripeCheckout.ts'
import { yookassaCheckout } from '../../../../shared/providers/yookassaCheckout.ts'

const makers = { stripe: stripeCheckout, yookassa: yookassaCheckout } as const
const account = { secrets: [], token: 'key', settings: { shopId: '100500' } }
const checkout = {
  key: 'key-of-the-request',
  amount: { major: 12, minor: 30, currency: 'EUR' },
  description: 'Donation to Alice',
  metadata: { nickname: 'Ada', message: 'Great stream!' },
  returnUrl: 'https://donate.example.com/thanks',
}
const session = {
  id: 'cs_test_1',
  status: 'open',
  payment_status: 'unpaid',
  payment_intent: null,
  amount_total: 1230,
  currency: 'eur',
  livemode: true,
  url: 'https://checkout.stripe.example/1',
}
const payment = {
  id: 'p-1',
  status: 'pending',
  amount: { value: '12.30', currency: 'EUR' },
  confirmation: { confirmation_url: 'https://yoomoney.example/1' },
}

/** A gateway that answers every request so, and what it is asked for. */
const gateway = (name: keyof typeof makers, body: unknown, status = 200) => {
  const requests: ProviderRequest[] = []
  const answer = async (request: ProviderRequest) => {
    requests.push(request)
    return { status, headers: {}, body: JSON.stringify(body) }
  }
  const http: ProviderHttp = { ...providerHttp('The gateway'), send: answer, read: answer }
  const made: CheckoutGateway = makers[name]('https://api.example', http)
  return { requests, ...made }
}

test('a payment begun at Stripe is a donation with the donor’s texts, made once for a request, and leads back', async () => {
  const { begin, requests } = gateway('stripe', session)

  expect(await begin(checkout, account)).toEqual({ reference: 'cs_test_1', url: session.url })

  const [{ body, ...request } = {}] = requests
  expect(request).toEqual({
    method: 'POST',
    url: 'https://api.example/checkout/sessions',
    headers: {
      authorization: `Basic ${btoa('key:')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': checkout.key,
    },
  })
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    mode: 'payment',
    submit_type: 'donate',
    success_url: checkout.returnUrl,
    cancel_url: checkout.returnUrl,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '1230',
    'line_items[0][price_data][product_data][name]': checkout.description,
    'payment_intent_data[metadata][nickname]': 'Ada',
    'payment_intent_data[metadata][message]': 'Great stream!',
  })
})

test('a payment begun at YooKassa is taken without a further step, made once for a request, and leads back', async () => {
  const { begin, requests } = gateway('yookassa', payment)

  expect(await begin(checkout, account)).toEqual({ reference: 'p-1', url: 'https://yoomoney.example/1' })

  const [{ body = '', ...request } = {}] = requests
  expect(request).toEqual({
    method: 'POST',
    url: 'https://api.example/payments',
    headers: {
      authorization: `Basic ${btoa('100500:key')}`,
      'content-type': 'application/json',
      // YooKassa's own spelling: https://yookassa.ru/developers/using-api/interaction-format#idempotence
      'idempotence-key': checkout.key,
    },
  })
  expect(JSON.parse(body)).toEqual({
    amount: { value: '12.30', currency: 'EUR' },
    capture: true,
    confirmation: { type: 'redirect', return_url: checkout.returnUrl },
    description: checkout.description,
    metadata: checkout.metadata,
  })
})

test.each([
  ['stripe', session, { state: 'open', gatewayId: undefined, test: false }],
  ['stripe', { ...session, status: 'complete' }, { state: 'open' }],
  ['stripe', { ...session, status: 'expired', livemode: false }, { state: 'expired', test: true }],
  ['stripe', { ...session, payment_status: 'paid', payment_intent: 'pi_1' }, { state: 'paid', gatewayId: 'pi_1' }],
  ['yookassa', payment, { state: 'open', gatewayId: 'p-1', test: false }],
  ['yookassa', { ...payment, status: 'waiting_for_capture', test: true }, { state: 'open', test: true }],
  ['yookassa', { ...payment, status: 'canceled' }, { state: 'expired' }],
  ['yookassa', { ...payment, status: 'succeeded' }, { state: 'paid' }],
] as const)('a payment begun at %s that is %j has its state', async (name, body, state) => {
  expect(await gateway(name, body).state('p 1', account)).toMatchObject({ ...state, amount: checkout.amount })
})

const unusable = { code: 'provider_bad_answer' }
const unconfigured = { code: 'provider_not_configured', retryAfter: 600 }
const refused = (detail: string) => ({ code: 'invalid_request', errors: [{ pointer: '/amount', detail }] })
const busy = { code: 'rate_limited', retryAfter: 1 }
const refusedWhole = (gateway: string) => ({
  code: 'invalid_request',
  errors: [{ pointer: '', detail: `refused by ${gateway}` }],
})

test.each([
  ['stripe', 401, {}, unconfigured],
  ['stripe', 403, {}, unconfigured],
  ['stripe', 400, { error: { code: 'amount_too_small' } }, refused('too small')],
  ['stripe', 400, { error: { code: 'amount_too_large' } }, refused('too large')],
  ['stripe', 400, { error: { code: 'url_invalid' } }, refusedWhole('Stripe')],
  ['stripe', 409, { error: { code: 'idempotency_key_in_use' } }, busy],
  ['stripe', 429, { error: { code: 'rate_limit' } }, busy],
  ['stripe', 200, { ...session, url: null }, unusable],
  ['yookassa', 401, {}, unconfigured],
  ['yookassa', 400, { parameter: 'amount.value' }, refused('refused by YooKassa')],
  ['yookassa', 400, { parameter: 'description' }, refusedWhole('YooKassa')],
  ['yookassa', 429, { code: 'too_many_requests' }, busy],
  ['yookassa', 200, { ...payment, confirmation: undefined }, unusable],
] as const)('a payment is not begun at %s by the answer %i %j', async (name, status, body, problem) => {
  await expect(gateway(name, body, status).begin(checkout, account)).rejects.toMatchObject(problem)
})

test.each([
  ['stripe', 404, { code: 'not_found' }],
  ['stripe', 429, busy],
  ['yookassa', 404, { code: 'not_found' }],
  ['yookassa', 429, busy],
] as const)('a donor’s question at %s that is answered %i is no failure: %j', async (name, status, problem) => {
  await expect(gateway(name, {}, status).state('p-1', account)).rejects.toMatchObject(problem)
})

test('a payment begun at Stripe has no finer amount than Stripe counts, and no part of one is asked for', async () => {
  const { begin, requests } = gateway('stripe', session)
  const amount = { major: 1, minor: 5, currency: 'MGA' }

  await expect(begin({ ...checkout, amount }, account)).rejects.toMatchObject(refused('finer than the gateway counts'))
  expect(requests).toEqual([])
})
