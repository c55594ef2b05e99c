import { createHmac } from 'node:crypto'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { anId } from '../../../support/expected.ts'
import {
  kofiWebhook,
  type SignedWebhook,
  standardSecret,
  standardWebhook,
  stripeWebhook,
} from '../../../support/gatewayWebhooks.ts'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { stripeEvent, stripeThinEvent } from '../../../support/stripeBodies.ts'

const bench = await sharedByTests(openPaymentsBench())

const completed = (data: object = {}) => ({
  type: 'payment.completed',
  timestamp: '2026-03-01T21:30:00.5+03:00',
  data: { gatewayId: 'p-1', amount: { major: 12, minor: 34, currency: 'EUR' }, ...data },
})

const paymentOf = async (recipient: string, id: string) =>
  (await bench.call('getPayment', { recipient, params: { id } })).body

test('a payment is recorded with all of its details, and can be read at once', async () => {
  const gateway = await bench.manual(bench.someone())
  const data = {
    gatewayId: 'order 7/ä',
    nickname: 'bob',
    message: 'Hello & <b>hi</b>',
    method: 'card',
    goal: 'new microphone',
    attachments: ['https://youtu.be/dQw4w9WgXcQ'],
    actions: [
      { actionId: 'a', parameters: { z: 1, a: [1e120, null] } },
      { id: 'own', actionId: 'b' },
    ],
    auction: { isNew: true, item: 'a game' },
  }

  const answer = await bench.send(gateway.recipient, gateway.id, standardWebhook(gateway.secret, completed(data)))

  expect(answer).toMatchObject({ status: 200, body: { paymentId: anId } })
  expect(await paymentOf(gateway.recipient, answer.body.paymentId)).toEqual({
    ...data,
    id: answer.body.paymentId,
    gateway: 'manual',
    recipientId: gateway.recipient,
    gatewayCredentialId: gateway.id,
    amount: { major: 12, minor: 34, currency: 'EUR' },
    refunded: null,
    status: 'completed',
    actions: [
      { id: '1', actionId: 'a', parameters: { z: 1, a: [1e120, null] } },
      { id: 'own', actionId: 'b', parameters: {} },
    ],
    confirmation: null,
    authorizationTimestamp: '2026-03-01T18:30:00.5Z',
    test: false,
    omitted: [],
  })
})

test('a good signature under a bad payload is 400, and every violation is listed', async () => {
  const { recipient, id, secret } = await bench.manual(bench.someone())
  const payload = completed({ gatewayId: '', amount: { major: 1, minor: 100, currency: 'EUR' }, goal: 7 })

  const answer = await bench.send(recipient, id, standardWebhook(secret, payload))

  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/data/gatewayId',
    '/data/amount/minor',
  ])
  expect(await bench.itemsOf('payments', recipient)).toEqual([])
})

test('an odd member never refuses a payment, and omitted names it, regression: such money was lost', async () => {
  const gateway = await bench.manual(bench.someone())
  const odd = {
    method: '',
    goal: 7,
    system: 's'.repeat(65),
    auction: { item: '', isNew: false },
    actions: Array.from({ length: 51 }, () => ({ actionId: 'a' })),
    attachments: ['javascript:alert(1)', 'HTTPS://Example.com'],
    amount: { major: 1, minor: 50, currency: '\u0415UR' },
  }

  const { status, body } = await bench.tell(gateway, 'completed', { gatewayId: '1', ...odd })

  expect(status).toBe(200)
  const payment = await paymentOf(gateway.recipient, body.paymentId)
  expect(payment).toMatchObject({
    status: 'completed',
    amount: { major: 1, minor: 50, currency: 'XXX', exponent: 2 },
    attachments: ['https://example.com/'],
    actions: { length: 50 },
    method: null,
    goal: null,
    auction: null,
  })
  expect(payment.omitted.toSorted()).toEqual(['actions', 'attachments', 'currency', 'goal', 'system'])
})

test.each([
  ['its amount', '"amount":{"major":1,"minor":0,"currency":"EUR"}', '/data/amount'],
  ['a text', '"nickname":"a","message":"\\ud800","nickname":"b"', '/data/nickname'],
])(
  'a message of the gateway manual with %s twice is 400, regression: the last one won',
  async (_name, member, pointer) => {
    const { recipient, id, secret } = await bench.manual(bench.someone())
    const body = JSON.stringify(completed()).replace('"data":{', `"data":{${member},`)

    expect(await bench.send(recipient, id, standardWebhook(secret, body))).toMatchObject({
      status: 400,
      body: { code: 'malformed_body', errors: [{ pointer }] },
    })
  },
)

test('a test and a genuine payment of the same id are two, regression: the test kept the money out of all lists', async () => {
  const gateway = await bench.manual(bench.someone())

  const test = await bench.tell(gateway, 'completed', { gatewayId: '1', test: true })
  const genuine = await bench.tell(gateway, 'completed', { gatewayId: '1' })
  await bench.project()

  expect(await paymentOf(gateway.recipient, test.body.paymentId)).toMatchObject({ test: true })
  const { history, payments } = await bench.view(gateway.recipient)
  expect(payments.content).toMatchObject([{ id: genuine.body.paymentId, test: false }])
  expect(history.content).toMatchObject([{ originId: '1', metadata: { paymentId: genuine.body.paymentId } }])
})

test('an event without effect is noted and logged by its type, unless that is no name and may hold anything', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const types = ['customer.created', 'a_1-B', 't'.repeat(64), 't'.repeat(65), 'bob@example.com', '\nx']
  const noted: string[] = []

  for (const type of types) {
    const { recipient, id, secret } = await bench.manual(bench.someone())
    await bench.send(recipient, id, standardWebhook(secret, { type, timestamp: '2026-03-01T18:30:00Z' }))
    noted.push((await bench.call('listGateways', { recipient })).body.content[0].lastEvent.type)
  }

  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)))
  write.mockRestore()
  const named = ['customer.created', 'a_1-B', 't'.repeat(64), 'unnamed', 'unnamed', 'unnamed']
  expect(noted).toEqual(named)
  const unused = lines.filter(({ message }) => message === 'webhook unused')
  expect(unused.map(({ eventType }) => eventType)).toEqual(named)
})

test.each([
  ['v1.checkout.session.completed', 'checkout.session'],
  ['v2.core.event_destination.ping', 'event_destination'],
])('%s of Stripe, which has no payment in it, is answered 200 and noted with advice', async (type, object) => {
  const recipient = bench.someone()
  const secret = 'whsec_stripe-signing-secret-of-thin-events'
  const id = await bench.setGateway(recipient, { gateway: 'stripe', secret })
  const listed = async () => (await bench.call('listGateways', { recipient })).body.content[0]

  const answer = await bench.send(recipient, id, stripeWebhook(secret, stripeThinEvent(type, object)))
  const noted = await listed()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 61_000)
  await bench.send(recipient, id, stripeWebhook(secret, stripeEvent('customer.created', {})))
  vi.useRealTimers()

  expect([answer.status, answer.body]).toEqual([200, {}])
  expect(noted).toMatchObject({ lastEvent: { type, unused: expect.stringMatching(/"Snapshot"/) }, lastRefused: null })
  const { lastEvent } = await listed()
  expect([lastEvent.type, 'unused' in lastEvent]).toEqual(['customer.created', false])
})

test.each(['my-bank', 'toString'])('the gateway %s speaks Standard Webhooks too', async (gateway) => {
  const recipient = bench.someone()
  const secret = standardSecret(gateway)
  const id = await bench.setGateway(recipient, { gateway, secret })

  const { body } = await bench.send(recipient, id, standardWebhook(secret, completed({ system: 'My Bank' })))

  expect(await paymentOf(recipient, body.paymentId)).toMatchObject({ gateway, status: 'completed' })
})

/** The headers of a webhook as anybody could sign it for a credential without a secret. */
const signedWithEmptyKey = ({ body, headers }: SignedWebhook): SignedWebhook['headers'] => {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return { ...headers, 'webhook-signature': `v1,${createHmac('sha256', '').update(signed).digest('base64')}` }
}

const rejection = {
  status: 401,
  body: { code: 'signature_rejected', detail: 'The webhook is not signed by a gateway of this recipient.' },
}

test('bad signatures, unknown credentials and unknown recipients get the same 401 and store nothing', async () => {
  const [mine, other] = [await bench.manual(bench.someone()), await bench.manual(bench.someone())]
  const unsigned = await bench.setGateway(mine.recipient, { gateway: 'manual' })
  const genuine = standardWebhook(mine.secret, completed())
  const minutes = 60_000

  const answers = [
    await bench.send(mine.recipient, mine.id, standardWebhook(other.secret, completed())),
    await bench.send(mine.recipient, mine.id, { ...genuine, body: `${genuine.body} ` }),
    await bench.send(mine.recipient, mine.id, { ...genuine, headers: {} }),
    await bench.send(mine.recipient, mine.id, { ...genuine, headers: { ...genuine.headers, 'webhook-id': 'x' } }),
    await bench.tell(mine, 'completed', { gatewayId: '1' }, { at: Date.now() - 6 * minutes }),
    await bench.tell(mine, 'completed', { gatewayId: '1' }, { at: Date.now() + 6 * minutes }),
    await bench.send(mine.recipient, unsigned, genuine),
    await bench.send(mine.recipient, unsigned, { ...genuine, headers: signedWithEmptyKey(genuine) }),
    await bench.send(mine.recipient, other.id, genuine),
    await bench.send(mine.recipient, 'enabled', genuine),
    await bench.send('nobody', mine.id, genuine),
  ]

  for (const answer of answers) {
    expect(answer).toMatchObject(rejection)
    expect(answer).toEqual(answers[0])
  }
  expect(await bench.itemsOf('payments', mine.recipient)).toEqual([])
})

test('a body over 256 KiB is 413 before anything else', async () => {
  const answer = await bench.send('nobody', 'none', { body: 'x'.repeat(256 * 1024 + 1), headers: {} })

  expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
})

test('a replaced secret is accepted for a day, its signature beside the new one too, and the one before no more', async () => {
  const { recipient, id, secret: first } = await bench.manual(bench.someone())
  const [old, secret] = [standardSecret('old'), standardSecret('new')]
  for (const next of [old, secret])
    await bench.call('setGateway', { recipient, body: { id, gateway: 'manual', type: 'fiat', secret: next } })
  const send = (signedBy: string | readonly string[], gatewayId: string) =>
    bench.send(recipient, id, standardWebhook(signedBy, completed({ gatewayId })))

  const during = [await send(old, '1'), await send(secret, '2'), await send([old, secret], '3'), await send(first, '6')]
  const key = { TableName: bench.aws.table('gateways'), Key: { recipientId: recipient, id } }
  const { Item } = await bench.aws.client.send(new GetCommand(key))
  await bench.aws.client.send(
    new PutCommand({ ...key, Item: { ...Item, previousSecretUntil: Math.floor(Date.now() / 1000) - 1 } }),
  )
  const after = [await send(old, '4'), await send(secret, '5')]

  expect(during.map(({ status }) => status)).toEqual([200, 200, 200, 401])
  expect(after.map(({ status }) => status)).toEqual([401, 200])
})

test('a disabled gateway still records payments', async () => {
  const gateway = await bench.manual(bench.someone())
  const { body: list } = await bench.call('listGateways', { recipient: gateway.recipient })

  const { body } = await bench.tell(gateway, 'completed', { gatewayId: '1' })

  expect(list.content[0].enabled).toBe(false)
  expect((await paymentOf(gateway.recipient, body.paymentId)).status).toBe('completed')
})

const secret = 'whsec_stripe-signs-with-the-whole-text'
const intent = (object: object = {}, event: object = {}) => ({
  id: `evt_${Math.random()}`,
  object: 'event',
  type: 'payment_intent.succeeded',
  created: 1_772_389_800,
  livemode: true,
  data: {
    object: {
      id: 'pi_1',
      object: 'payment_intent',
      amount: 1234,
      amount_received: 1234,
      currency: 'eur',
      payment_method_types: ['card'],
      metadata: {
        nickname: 'bob',
        message: 'hi',
        attachments: '["https://youtu.be/dQw4w9WgXcQ"]',
        actions: 'broken',
      },
      ...object,
    },
  },
  ...event,
})
const stripe = async () => {
  const recipient = bench.someone()
  const id = await bench.setGateway(recipient, { gateway: 'stripe', secret })
  const send = (event: object) => bench.send(recipient, id, stripeWebhook(secret, event))
  return { recipient, id, send }
}
const session = (object: object = {}, type = 'checkout.session.completed') =>
  intent(
    {
      id: 'cs_1',
      payment_intent: 'pi_1',
      payment_status: 'paid',
      amount_total: 1234,
      custom_fields: [{ key: 'message', type: 'text', text: { value: 'from the link' } }],
      customer_details: { name: 'Robert Legal-Name', email: 'bob@example.com' },
      metadata: {},
      ...object,
    },
    { type },
  )

test('an intent that succeeded is a completed payment', async () => {
  const { recipient, send } = await stripe()

  const { body } = await send(intent())

  expect(await paymentOf(recipient, body.paymentId)).toMatchObject({
    gateway: 'stripe',
    gatewayId: 'pi_1',
    method: 'card',
    nickname: 'bob',
    message: 'hi',
    amount: { major: 12, minor: 34, currency: 'EUR' },
    status: 'completed',
    attachments: ['https://youtu.be/dQw4w9WgXcQ'],
    actions: [],
    authorizationTimestamp: '2026-03-01T18:30:00.000Z',
  })
})

test('an intent and its session are one payment, whichever comes first', async () => {
  for (const events of [
    [intent({ metadata: {} }), session()],
    [session(), intent({ metadata: {} })],
  ]) {
    const { recipient, send } = await stripe()
    const ids = []
    for (const event of events) ids.push((await send(event)).body.paymentId)

    expect(new Set(ids).size).toBe(1)
    const payment = await paymentOf(recipient, ids[0])
    expect(payment).toMatchObject({ message: 'from the link', nickname: null, status: 'completed' })
    expect(JSON.stringify(payment)).not.toContain('Legal-Name')
  }
})

test.each([
  ['a method that is still to be paid', session({ payment_status: 'unpaid' }), 'inited'],
  ['a failed attempt', intent({}, { type: 'payment_intent.payment_failed' }), 'failed'],
  [
    'a refund in full',
    intent({ id: 'ch_1', payment_intent: 'pi_1', refunded: true }, { type: 'charge.refunded' }),
    'refunded',
  ],
])('Stripe: %s', async (_name, event, status) => {
  const { recipient, send } = await stripe()

  const { body } = await send(event)

  expect((await paymentOf(recipient, body.paymentId)).status).toBe(status)
  const { content } = (await bench.call('listGateways', { recipient })).body
  expect(content).toMatchObject([{ lastEvent: { type: `payment.${status}` } }])
})

test('inquiries, sessions of subscriptions and unknown events are acknowledged and write nothing', async () => {
  const { recipient, send } = await stripe()

  const answers = [
    await send(intent({ id: 'dp_1', status: 'warning_needs_response' }, { type: 'charge.dispute.created' })),
    await send(session({ payment_intent: null, mode: 'subscription' })),
    await send(session({ payment_status: 'no_payment_required' })),
    await send(intent({}, { type: 'toString' })),
    await send(intent({}, { type: 'customer.created', data: { object: {} } })),
  ]

  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(5).fill([200, {}]))
  expect(await bench.itemsOf('payments', recipient)).toEqual([])
})

test('a duplicate key in a Stripe event is refused if it decides, else omitted, regression: the last one won', async () => {
  const { recipient, id } = await stripe()
  const text = JSON.stringify(intent({ metadata: { nickname: 'bob' } }))
  const signed = (body: string) => bench.send(recipient, id, stripeWebhook(secret, body))

  const refused = await signed(text.replace('"currency":', '"amount":999,"currency":'))
  const named = await signed(text.replace('"nickname":', '"nickname":"eve","nickname":'))

  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/data/object/amount' }] } })
  expect(await paymentOf(recipient, named.body.paymentId)).toMatchObject({ nickname: 'bob', omitted: ['nickname'] })
})

test('invalid members beside the amount are left out, and the currency is kept', async () => {
  const { recipient, send } = await kofi()
  const odd = { timestamp: 'yesterday', type: 7, from_name: {}, is_public: 'yes', kofi_transaction_id: null }

  const { body } = await send(payment({ ...odd, amount: '0.00012500', currency: 'BTC' }))

  expect(await paymentOf(recipient, body.paymentId)).toMatchObject({
    amount: { major: 0, minor: 12_500, currency: 'BTC', exponent: 8 },
    omitted: ['nickname', 'method'],
    status: 'completed',
  })
})

const token = '8d4b1f6e-1c5a-4f0e-9a3d-5b7c2e6f8a90'
const payment = (more: object = {}) => ({
  verification_token: token,
  message_id: `m-${Math.random()}`,
  timestamp: '2026-03-01T18:30:00Z',
  type: 'Donation',
  is_public: true,
  from_name: 'Jo',
  message: 'Good luck!',
  amount: '3.00',
  url: 'https://ko-fi.com/Home/CoffeeShop?txid=1',
  email: 'jo@example.com',
  currency: 'USD',
  kofi_transaction_id: 'tx-1',
  shop_items: null,
  ...more,
})
const kofi = async (credential: object = { secret: token }) => {
  const recipient = bench.someone()
  const id = await bench.setGateway(recipient, { gateway: 'kofi', ...credential })
  return { recipient, send: (body: object) => bench.send(recipient, id, kofiWebhook(body)) }
}

test.each([[{ secret: token }], [{ token }]])('a donation is recorded, its token in %j', async (credential) => {
  const { recipient, send } = await kofi(credential)

  const { body } = await send(payment())

  expect(await paymentOf(recipient, body.paymentId)).toMatchObject({
    gatewayId: 'tx-1',
    method: 'Donation',
    nickname: 'Jo',
    message: 'Good luck!',
    amount: { major: 3, minor: 0, currency: 'USD' },
    status: 'completed',
  })
})

test.each([
  [
    { tier_name: 'Gold', is_first_subscription_payment: true },
    { levelName: 'Gold', count: 1 },
  ],
  [
    { tier_name: 'Gold', is_first_subscription_payment: false },
    { levelName: 'Gold', count: null },
  ],
  [{ tier_name: null }, { levelName: null, count: null }],
])('a month of a membership with %j is a subscription, regression: it was a plain payment', async (more, expected) => {
  const { recipient, send } = await kofi()

  await send(payment({ ...more, type: 'Subscription', is_subscription_payment: true }))
  await bench.project()

  const { history, alerts } = await bench.view(recipient)
  expect(history.content).toMatchObject([{ event: 'subscription', ...expected }])
  expect(alerts.content).toMatchObject([{ event: 'subscription', levelName: expected.levelName ?? '', count: 1 }])
})

test('a shop order names its items, and nothing of its buyer', async () => {
  const { recipient, send } = await kofi()
  const items = [{ direct_link_code: '1a2b3c4d5e', variation_name: 'Blue', quantity: 2 }, { direct_link_code: 'f6' }]
  const shipping = { full_name: 'Secret Name', street_address: 'Secret Street 1' }

  await send(payment({ type: 'Shop Order', shop_items: items, shipping }))
  await bench.project()

  const { history } = await bench.view(recipient)
  expect(history.content).toMatchObject([
    {
      event: 'payment',
      metadata: {
        items: [
          { code: '1a2b3c4d5e', variation: 'Blue', quantity: 2 },
          { code: 'f6', quantity: 1 },
        ],
      },
    },
  ])
  expect(JSON.stringify(await bench.itemsOf('payments', recipient))).not.toContain('Secret')
})

test('a payment remembers 100 events, and takes every later one all the same', async () => {
  const gateway = await bench.manual(bench.someone())
  for (let count = 0; count < 103; count++) await bench.tell(gateway, 'failed', { gatewayId: '1' })

  const { body } = await bench.tell(gateway, 'completed', { gatewayId: '1' }, { id: 'late' })
  const again = await bench.tell(gateway, 'completed', { gatewayId: '1' }, { id: 'late' })

  expect(again.status).toBe(200)
  expect((await paymentOf(gateway.recipient, body.paymentId)).status).toBe('completed')
  const [item] = await bench.itemsOf('payments', gateway.recipient)
  expect(item?.['events'].size).toBe(100)
})

test('of two completions of a payment the first decides, and the second fills missing details', async () => {
  const gateway = await bench.manual(bench.someone())
  const told = { gatewayId: '1', amount: { major: 5, minor: 0, currency: 'EUR' } }
  await bench.tell(gateway, 'failed', { ...told, nickname: 'early', goal: 'mic' })
  await bench.tell(gateway, 'completed', { gatewayId: '1', nickname: 'bob' })

  const { body } = await bench.tell(gateway, 'completed', { ...told, nickname: 'changed', message: 'hi' })

  expect(await paymentOf(gateway.recipient, body.paymentId)).toMatchObject({
    amount: { major: 12, minor: 34, currency: 'EUR' },
    nickname: 'bob',
    message: 'hi',
    goal: 'mic',
  })
})

test('an event that comes ten times at once counts once', async () => {
  const gateway = await bench.manual(bench.someone())
  const webhook = standardWebhook(gateway.secret, completed())

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => bench.send(gateway.recipient, gateway.id, webhook)),
  )

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(new Set(answers.map(({ body }) => body.paymentId)).size).toBe(1)
  expect(await bench.itemsOf('payments', gateway.recipient)).toHaveLength(1)
})

test('an event that was refused is taken when it comes again: nothing is remembered before it is taken', async () => {
  const gateway = await bench.manual(bench.someone())
  const event = { id: 'msg_again' }

  const refused = await bench.tell(gateway, 'completed', { gatewayId: '1', amount: 'much' }, event)
  const taken = await bench.tell(gateway, 'completed', { gatewayId: '1' }, event)

  expect([refused.status, taken.status]).toEqual([400, 200])
  expect(await paymentOf(gateway.recipient, taken.body.paymentId)).toMatchObject({ status: 'completed' })
})

test('an event counts once even if its payload says something else the second time', async () => {
  const gateway = await bench.manual(bench.someone())
  const { body } = await bench.tell(gateway, 'completed', { gatewayId: '1', nickname: 'first' }, { id: 'same' })

  const again = await bench.tell(gateway, 'refunded', { gatewayId: '1', nickname: 'second' }, { id: 'same' })

  expect(again.status).toBe(200)
  expect(await paymentOf(gateway.recipient, body.paymentId)).toMatchObject({ status: 'completed', nickname: 'first' })
})

test('the same event id at another gateway is another event', async () => {
  const recipient = bench.someone()
  const gateways = [await bench.manual(recipient), await bench.manual(recipient)]

  for (const gateway of gateways) await bench.tell(gateway, 'completed', { gatewayId: '1' }, { id: 'same' })

  expect(await bench.itemsOf('payments', recipient)).toHaveLength(2)
})
