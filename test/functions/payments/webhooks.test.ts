import { createHmac } from 'node:crypto'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anId } from '../../support/expected.ts'
import {
  kofiWebhook,
  type SignedWebhook,
  standardSecret,
  standardWebhook,
  stripeWebhook,
} from '../../support/gatewayWebhooks.ts'
import { openPaymentsBench, type PaymentsBench } from '../../support/paymentsBench.ts'

let bench: PaymentsBench
beforeAll(async () => {
  bench = await openPaymentsBench()
})
afterAll(() => bench.stop())

const completed = (data: object = {}) => ({
  type: 'payment.completed',
  timestamp: '2026-03-01T21:30:00.5+03:00',
  data: { gatewayId: 'p-1', amount: { major: 12, minor: 34, currency: 'EUR' }, ...data },
})

const paymentOf = async (recipient: string, id: string) =>
  (await bench.call('getPayment', { recipient, params: { id } })).body

describe('the gateway manual', () => {
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

  test.each([
    ['JPY', { major: 500, minor: 0, currency: 'JPY' }],
    ['KWD', { major: 5, minor: 125, currency: 'KWD' }],
  ])('amounts in %s are exact', async (_currency, amount) => {
    const gateway = await bench.manual(bench.someone())

    const { body } = await bench.tell(gateway, 'completed', { gatewayId: '1', amount })

    expect((await paymentOf(gateway.recipient, body.paymentId)).amount).toEqual(amount)
  })

  test('donors’ texts are kept as they are, and cut between characters where they are too long', async () => {
    const gateway = await bench.manual(bench.someone())
    const family = '👨‍👩‍👧'
    let count = 0
    const told = async (data: object) => {
      const { body } = await bench.tell(gateway, 'completed', { gatewayId: String(++count), ...data })
      const { nickname, message } = await paymentOf(gateway.recipient, body.paymentId)
      return { nickname, message }
    }

    expect(await told({ nickname: '<img onerror=alert(1)>', message: '=HYPERLINK("http://evil")' })).toEqual({
      nickname: '<img onerror=alert(1)>',
      message: '=HYPERLINK("http://evil")',
    })
    expect(await told({ nickname: '\u202egnp.exe', message: '\u0000\r\n' })).toEqual({
      nickname: '\u202egnp.exe',
      message: '\u0000\r\n',
    })
    expect(await told({ nickname: '🦊'.repeat(1000), message: family.repeat(1000) })).toEqual({
      nickname: '🦊'.repeat(32),
      message: family.repeat(125),
    })
    expect(await told({ nickname: '', message: null })).toEqual({ nickname: null, message: null })
  })

  test('no text is refused for being empty or long, nor a payment for its attachments, regression: such money was lost', async () => {
    const gateway = await bench.manual(bench.someone())
    const long = {
      method: 'm'.repeat(100),
      goal: 'g'.repeat(500),
      attachments: ['', 'x'.repeat(3000), ...Array.from({ length: 30 }, (_, index) => `https://example.com/${index}`)],
    }

    const empty = await bench.tell(gateway, 'completed', { gatewayId: '1', method: '', goal: '', system: '' })
    const cut = await bench.tell(gateway, 'completed', { gatewayId: '2', ...long })

    expect(await paymentOf(gateway.recipient, empty.body.paymentId)).toMatchObject({ method: null, goal: null })
    const payment = await paymentOf(gateway.recipient, cut.body.paymentId)
    expect([payment.method.length, payment.goal.length, payment.attachments.length]).toEqual([64, 128, 20])
    expect(payment.attachments[0]).toBe('https://example.com/0')
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

  test.each([
    ['no JSON', '{', 'malformed_body'],
    ['an array', '[]', 'malformed_body'],
    ['an integer that loses precision', '{"type":"x","timestamp":9007199254740993}', 'malformed_body'],
    ['no type', '{"timestamp":"2026-03-01T18:30:00Z"}', 'invalid_request'],
  ])('%s is 400', async (_name, body, code) => {
    const { recipient, id, secret } = await bench.manual(bench.someone())

    const answer = await bench.send(recipient, id, standardWebhook(secret, body))

    expect(answer).toMatchObject({ status: 400, body: { code } })
  })

  test.each([
    ['an auction without an item', { auction: { item: '', isNew: false } }, { auction: null, omitted: [] }],
    [
      '51 actions',
      { actions: Array.from({ length: 51 }, () => ({ actionId: 'a' })) },
      { actions: { length: 50 }, omitted: ['actions'] },
    ],
    [
      'more than 64 KiB of actions',
      { actions: Array.from({ length: 4 }, () => ({ actionId: 'a', parameters: { text: 'x'.repeat(17_000) } })) },
      { actions: { length: 3 }, omitted: ['actions'] },
    ],
    ['a system of 65 characters', { system: 's'.repeat(65) }, { omitted: ['system'] }],
    ['a goal that is no text', { goal: 7 }, { goal: null, omitted: ['goal'] }],
    [
      'a link that runs a program',
      { attachments: ['javascript:alert(1)', 'HTTPS://Example.com'] },
      { attachments: ['https://example.com/'], omitted: ['attachments'] },
    ],
    [
      'a token without an exponent, regression: its cents were read as hundred-millionths',
      { amount: { major: 1, minor: 50, currency: 'usdt' } },
      { amount: { major: 1, minor: 50, currency: 'USDT', exponent: 2 }, omitted: [] },
    ],
    [
      'an exponent that contradicts its currency',
      { amount: { major: 1, minor: 1, currency: 'EUR', exponent: 8 } },
      { amount: { major: 1, minor: 1, currency: 'EUR' }, omitted: ['exponent'] },
    ],
    [
      'a currency in letters that look like Latin ones',
      { amount: { major: 1, minor: 50, currency: '\u0415UR' } },
      { amount: { major: 1, minor: 50, currency: 'XXX', exponent: 2 }, omitted: ['currency'] },
    ],
    [
      'USDT in cents',
      { amount: { major: 10, minor: 50, currency: 'USDT', exponent: 2 } },
      { amount: { major: 10, minor: 50, currency: 'USDT', exponent: 2 } },
    ],
    [
      'wei',
      { amount: { major: 0, minor: 5_000_000_000_000_000, currency: 'ETH', exponent: 18 } },
      { amount: { major: 0, minor: 5_000_000_000_000, currency: 'ETH', exponent: 15 } },
    ],
    [
      'a currency in lower case',
      { amount: { major: 1, minor: 2, currency: 'eur' } },
      { amount: { major: 1, minor: 2, currency: 'EUR' } },
    ],
  ])('%s does not refuse what was paid, regression: such money was lost', async (_name, data, expected) => {
    const { recipient, id, secret } = await bench.manual(bench.someone())

    const answer = await bench.send(recipient, id, standardWebhook(secret, completed(data)))

    expect(answer.status).toBe(200)
    expect(await paymentOf(recipient, answer.body.paymentId)).toMatchObject({ status: 'completed', ...expected })
  })

  test.each([
    ['half a character', '"message":"a\\ud800b"', { message: 'a\ufffdb', actions: [], omitted: ['actions'] }],
    ['a number that loses digits', '"x":9007199254740993', { actions: [], omitted: ['actions'] }],
  ])('%s in the message does not refuse what was paid either', async (_name, member, expected) => {
    const { recipient, id, secret } = await bench.manual(bench.someone())
    const body = JSON.stringify(completed({ actions: [{ actionId: 'a' }] })).replace('"data":{', `"data":{${member},`)

    const answer = await bench.send(recipient, id, standardWebhook(secret, body))

    expect(answer.status).toBe(200)
    expect(await paymentOf(recipient, answer.body.paymentId)).toMatchObject({ status: 'completed', ...expected })
  })

  test.each([
    ['of no day', '2026-02-30T18:30:00Z'],
    ['in the future, which would stay on top of every list', '9999-01-01T00:00:00Z'],
    ['that is none', 7],
  ])('with a time %s, it happened when it was told', async (_name, timestamp) => {
    const { recipient, id, secret } = await bench.manual(bench.someone())

    const { body } = await bench.send(recipient, id, standardWebhook(secret, { ...completed(), timestamp }))

    const { authorizationTimestamp } = await paymentOf(recipient, body.paymentId)
    expect(Math.abs(Date.parse(authorizationTimestamp) - Date.now())).toBeLessThan(60_000)
  })

  test.each([
    ['its amount', '"amount":{"major":1,"minor":0,"currency":"EUR"}', '/data/amount'],
    ['a text', '"nickname":"a","message":"\\ud800","nickname":"b"', '/data/nickname'],
  ])('with %s twice is 400, regression: the last one won', async (_name, member, pointer) => {
    const { recipient, id, secret } = await bench.manual(bench.someone())
    const body = JSON.stringify(completed()).replace('"data":{', `"data":{${member},`)

    expect(await bench.send(recipient, id, standardWebhook(secret, body))).toMatchObject({
      status: 400,
      body: { code: 'malformed_body', errors: [{ pointer }] },
    })
  })

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

  test('an unknown type is acknowledged and writes nothing', async () => {
    const { recipient, id, secret } = await bench.manual(bench.someone())
    const payload = { type: 'customer.created', timestamp: '2026-03-01T18:30:00Z', data: 'anything' }

    const answer = await bench.send(recipient, id, standardWebhook(secret, payload))

    expect(answer).toMatchObject({ status: 200, body: {} })
    expect(await bench.itemsOf('payments', recipient)).toEqual([])
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

  test.each(['my-bank', 'toString'])('the gateway %s speaks Standard Webhooks too', async (gateway) => {
    const recipient = bench.someone()
    const secret = standardSecret(gateway)
    const id = await bench.setGateway(recipient, { gateway, secret })

    const { body } = await bench.send(recipient, id, standardWebhook(secret, completed({ system: 'My Bank' })))

    expect(await paymentOf(recipient, body.paymentId)).toMatchObject({ gateway, status: 'completed' })
  })
})

/** The headers of a webhook as anybody could sign it for a credential without a secret. */
const signedWithEmptyKey = ({ body, headers }: SignedWebhook): SignedWebhook['headers'] => {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return { ...headers, 'webhook-signature': `v1,${createHmac('sha256', '').update(signed).digest('base64')}` }
}

describe('a webhook that is not genuine', () => {
  const rejection = {
    status: 401,
    body: { code: 'signature_rejected', detail: 'The webhook is not signed by a gateway of this recipient.' },
  }

  test('a wrong, old, missing or foreign signature, an unknown credential and recipient get the same 401, and leave nothing', async () => {
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
})

describe('secrets', () => {
  test('a replaced secret is accepted for a day, and its signature beside the new one too', async () => {
    const { recipient, id, secret: old } = await bench.manual(bench.someone())
    const secret = standardSecret('new')
    await bench.call('setGateway', { recipient, body: { id, gateway: 'manual', type: 'fiat', secret } })
    const send = (signedBy: string | readonly string[], gatewayId: string) =>
      bench.send(recipient, id, standardWebhook(signedBy, completed({ gatewayId })))

    const during = [await send(old, '1'), await send(secret, '2'), await send([old, secret], '3')]
    const key = { TableName: bench.aws.table('gateways'), Key: { recipientId: recipient, id } }
    const { Item } = await bench.aws.client.send(new GetCommand(key))
    await bench.aws.client.send(
      new PutCommand({ ...key, Item: { ...Item, previousSecretUntil: Math.floor(Date.now() / 1000) - 1 } }),
    )
    const after = [await send(old, '4'), await send(secret, '5')]

    expect(during.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(after.map(({ status }) => status)).toEqual([401, 200])
  })

  test('a disabled gateway still records payments', async () => {
    const gateway = await bench.manual(bench.someone())
    const { body: list } = await bench.call('listGateways', { recipient: gateway.recipient })

    const { body } = await bench.tell(gateway, 'completed', { gatewayId: '1' })

    expect(list.content[0].enabled).toBe(false)
    expect((await paymentOf(gateway.recipient, body.paymentId)).status).toBe('completed')
  })
})

describe('Stripe', () => {
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

  test.each([
    ['jpy', 500, { major: 500, minor: 0 }],
    ['kwd', 5120, { major: 5, minor: 120 }],
    ['isk', 500, { major: 5, minor: 0 }],
    ['ugx', 500, { major: 5, minor: 0 }],
    ['huf', 1045, { major: 10, minor: 45 }],
    ['usd', 5, { major: 0, minor: 5 }],
  ])('%s %s', async (currency, amount, expected) => {
    const { recipient, send } = await stripe()

    const { body } = await send(intent({ currency, amount, amount_received: amount }))

    expect((await paymentOf(recipient, body.paymentId)).amount).toEqual({
      ...expected,
      currency: currency.toUpperCase(),
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
    ['one that was paid later', session({}, 'checkout.session.async_payment_succeeded'), 'completed'],
    ['one that failed later', session({ payment_status: 'unpaid' }, 'checkout.session.async_payment_failed'), 'failed'],
    ['a failed attempt', intent({}, { type: 'payment_intent.payment_failed' }), 'failed'],
    [
      'a dispute',
      intent(
        { id: 'dp_1', payment_intent: 'pi_1', charge: 'ch_1', status: 'needs_response' },
        { type: 'charge.dispute.created' },
      ),
      'disputed',
    ],
    [
      'a lost dispute',
      intent({ id: 'dp_1', payment_intent: 'pi_1', charge: 'ch_1', status: 'lost' }, { type: 'charge.dispute.closed' }),
      'disputed',
    ],
    [
      'a refund in full',
      intent({ id: 'ch_1', payment_intent: 'pi_1', refunded: true }, { type: 'charge.refunded' }),
      'refunded',
    ],
  ])('%s', async (_name, event, status) => {
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

  test('the signature has to fit the bytes, five minutes, and this secret', async () => {
    const { recipient, id } = await stripe()
    const event = intent()
    const genuine = stripeWebhook(secret, event)

    const answers = [
      await bench.send(recipient, id, { ...genuine, body: `${genuine.body}\n` }),
      await bench.send(recipient, id, stripeWebhook(secret, event, { at: Date.now() - 301_000 })),
      await bench.send(recipient, id, stripeWebhook(secret, event, { at: Date.now() + 3_600_000 })),
      await bench.send(recipient, id, stripeWebhook('whsec_other', event)),
      await bench.send(recipient, id, { ...genuine, headers: { 'stripe-signature': 't=1,v1=' } }),
      await bench.send(recipient, id, standardWebhook(standardSecret('stripe'), completed())),
    ]

    for (const answer of answers) expect(answer).toMatchObject({ status: 401, body: { code: 'signature_rejected' } })
  })

  test('events that hold no more than a payment and its amount are taken, regression: such money was lost', async () => {
    const { recipient, send } = await stripe()
    const bare = (type: string, object: object) => send({ id: `evt_${Math.random()}`, type, data: { object } })
    const money = { amount: 500, currency: 'usd' }
    const statusOf = async (id: string) => (await paymentOf(recipient, id)).status

    const { body: intents } = await bare('payment_intent.succeeded', { id: 'pi_1', ...money })
    const session = { payment_intent: 'pi_2', amount_total: 500, currency: 'usd' }
    const { body: sessions } = await bare('checkout.session.completed', session)
    expect(await statusOf(intents.paymentId)).toBe('completed')
    expect(await statusOf(sessions.paymentId)).toBe('completed')

    await bare('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1', amount_refunded: 100, ...money })
    expect(await statusOf(intents.paymentId)).toBe('completed')
    await bare('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1', ...money })
    expect(await statusOf(intents.paymentId)).toBe('refunded')

    await bare('charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_2', status: 'needs_response', ...money })
    expect(await statusOf(sessions.paymentId)).toBe('disputed')
    expect(await bare('charge.dispute.created', { id: 'dp_2', status: 'needs_response', ...money })).toMatchObject({
      status: 200,
      body: {},
    })
  })

  test('a key that stands twice is refused where it decides, and named elsewhere, regression: the last one won', async () => {
    const { recipient, id } = await stripe()
    const text = JSON.stringify(intent({ metadata: { nickname: 'bob' } }))
    const signed = (body: string) => bench.send(recipient, id, stripeWebhook(secret, body))

    const refused = await signed(text.replace('"currency":', '"amount":999,"currency":'))
    const named = await signed(text.replace('"nickname":', '"nickname":"eve","nickname":'))

    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/data/object/amount' }] } })
    expect(await paymentOf(recipient, named.body.paymentId)).toMatchObject({ nickname: 'bob', omitted: ['nickname'] })
  })

  test('a genuine message that is not understood is 400', async () => {
    const { send } = await stripe()

    expect(await send(intent({ currency: ' ' }))).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/currency' }] },
    })
    expect(await send(intent({ amount_received: 12.5 }))).toMatchObject({ status: 400 })
  })
})

describe('Ko-fi', () => {
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
  ])(
    'a month of a membership with %j is a subscription, regression: it was a plain payment',
    async (more, expected) => {
      const { recipient, send } = await kofi()

      await send(payment({ ...more, type: 'Subscription', is_subscription_payment: true }))
      await bench.project()

      const { history, alerts } = await bench.view(recipient)
      expect(history.content).toMatchObject([{ event: 'subscription', ...expected }])
      expect(alerts.content).toMatchObject([{ event: 'subscription', levelName: expected.levelName ?? '', count: 1 }])
    },
  )

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

  test('a private message is hidden', async () => {
    const { recipient, send } = await kofi()

    const { body } = await send(payment({ is_public: false }))

    expect(await paymentOf(recipient, body.paymentId)).toMatchObject({ nickname: 'Jo', message: null })
  })

  test('without a transaction the message id names the payment, and texts that are not public are hidden', async () => {
    const { recipient, send } = await kofi()

    const { body } = await send(payment({ message_id: 'm-1', kofi_transaction_id: undefined, is_public: undefined }))

    expect(await paymentOf(recipient, body.paymentId)).toMatchObject({ gatewayId: 'm-1', message: null })
  })

  test('every press of its test button is a test of its own, though all have one transaction', async () => {
    const { recipient, send } = await kofi()
    const button = { kofi_transaction_id: '00000000-1111-2222-3333-444444444444' }

    const first = await send(payment({ ...button, message_id: 'm-1' }))
    const second = await send(payment({ ...button, message_id: 'm-2' }))

    expect(await paymentOf(recipient, first.body.paymentId)).toMatchObject({ gatewayId: 'm-1', test: true })
    expect(await paymentOf(recipient, second.body.paymentId)).toMatchObject({ gatewayId: 'm-2', test: true })
  })

  test('a wrong or missing token, and a body that is no form, are 401', async () => {
    const { recipient, send } = await kofi()
    const [credential] = (await bench.call('listGateways', { recipient })).body.content

    const answers = [
      await send(payment({ verification_token: 'other' })),
      await send(payment({ verification_token: '' })),
      await send(payment({ verification_token: undefined })),
      await bench.send(recipient, credential.id, { body: JSON.stringify(payment()), headers: {} }),
    ]

    for (const answer of answers) expect(answer).toMatchObject({ status: 401, body: { code: 'signature_rejected' } })
  })

  test.each([['3,00'], ['-1.00'], ['1e3'], ['']])('the amount %j is 400', async (amount) => {
    const { send } = await kofi()

    expect(await send(payment({ amount }))).toMatchObject({ status: 400, body: { errors: [{ pointer: '/amount' }] } })
  })
})

describe('repetitions', () => {
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

  test('of two completions the first decides, and the second fills missing details', async () => {
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

  test('ten times at once is once', async () => {
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

  test.each([
    [['completed', 'refunded'], 'refunded'],
    [['refunded', 'completed'], 'refunded'],
    [['failed', 'completed'], 'completed'],
    [['completed', 'failed'], 'completed'],
    [['disputed', 'completed', 'failed'], 'disputed'],
    [['disputed', 'refunded'], 'refunded'],
    [['failed'], 'failed'],
  ])('%j in this order is %s', async (types, status) => {
    const gateway = await bench.manual(bench.someone())

    let id = ''
    for (const type of types) id = (await bench.tell(gateway, type, { gatewayId: '1' })).body.paymentId

    expect((await paymentOf(gateway.recipient, id)).status).toBe(status)
  })
})
