import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { stripe } from '../../../../shared/providers/stripe.ts'
import { type SignedWebhook, stripeWebhook } from '../../../support/gatewayWebhooks.ts'

const secret = 'whsec_of_a_gateway'
const receivedAt = new Date('2026-03-01T12:00:00Z')
const now = receivedAt.getTime()
const created = now / 1000 - 30
const at = '2026-03-01T11:59:30.000Z'

const event = (type: string, object: object, more: object = {}) => ({
  id: 'evt_1',
  type,
  created,
  livemode: true,
  data: { object },
  ...more,
})

const read = ({ body, headers }: SignedWebhook, secrets: readonly string[] = [secret]) =>
  stripe().read({ rawBody: Buffer.from(body), headers, receivedAt }, { secrets, token: undefined, settings: {} })

const told = (type: string, object: object, more: object = {}) =>
  read(stripeWebhook(secret, event(type, object, more), { at: now }))

const amount = { major: 12, minor: 34, currency: 'EUR' }
const report = (facts: object, details: object = {}) => ({
  eventId: 'evt_1',
  gatewayId: 'pi_1',
  system: 'Stripe',
  at,
  facts,
  test: false,
  details: { amount, ...details },
})
const brought = (...given: Parameters<typeof report>) => ({ ...report(...given), texts: 'brought' })

const intent = { id: 'pi_1', amount: 1234, currency: 'eur' }
const session = {
  payment_intent: 'pi_1',
  payment_status: 'paid',
  amount_total: 1234,
  currency: 'eur',
  metadata: { nickname: 'bob', message: 'from the page' },
  custom_fields: [
    { key: 'message', text: { value: 'from the field' } },
    { key: 'goal', text: { value: 'a microphone' } },
    { key: 'nickname', text: null },
  ],
}
const texts = { nickname: 'bob', message: 'from the page', goal: 'a microphone' }
const charge = { id: 'ch_1', payment_intent: 'pi_1', amount: 1234, currency: 'eur' }
const dispute = { id: 'dp_1', charge: 'ch_1', payment_intent: 'pi_1', amount: 1234, currency: 'eur' }
const refund = { ...dispute, id: 're_1', amount: 234 }
const taken = (reversal: object) => ({ ...report({}), reversal: { at, ...reversal } })
const part = { major: 2, minor: 34, currency: 'EUR' }
const ofDispute = { id: 'dp_1', kind: 'dispute', amount }
const ofRefund = { id: 're_1', kind: 'refund', amount: part }

test.each([
  ['checkout.session.completed', session, brought({ completedAt: at }, texts)],
  ['checkout.session.completed', { ...session, payment_status: 'unpaid' }, brought({}, texts)],
  ['checkout.session.completed', { ...session, payment_status: undefined }, brought({ completedAt: at }, texts)],
  ['checkout.session.async_payment_succeeded', session, brought({ completedAt: at }, texts)],
  ['checkout.session.async_payment_failed', session, brought({ failedAt: at }, texts)],
  ['payment_intent.created', intent, report({})],
  ['payment_intent.processing', intent, report({})],
  ['payment_intent.succeeded', intent, { ...report({ completedAt: at }), texts: 'expected' }],
  ['payment_intent.payment_failed', { ...intent, amount_received: 0 }, report({ failedAt: at })],
  ['payment_intent.canceled', intent, report({ failedAt: at })],
  ['charge.refunded', { ...charge, refunded: true }, taken({ id: 'ch_1', kind: 'allRefunds' })],
  ['charge.refunded', { ...charge, amount_refunded: 1234 }, taken({ id: 'ch_1', kind: 'allRefunds' })],
  ['charge.refunded', charge, taken({ id: 'ch_1', kind: 'allRefunds' })],
  ['charge.refunded', { ...charge, amount_refunded: 234 }, taken({ id: 'ch_1', kind: 'allRefunds', amount: part })],
  ['charge.dispute.created', { ...dispute, status: 'needs_response' }, taken(ofDispute)],
  ['charge.dispute.updated', { ...dispute, status: 'under_review' }, taken(ofDispute)],
  ['charge.dispute.funds_withdrawn', { ...dispute, status: 'needs_response' }, taken(ofDispute)],
  ['charge.dispute.funds_reinstated', { ...dispute, status: 'needs_response' }, taken({ ...ofDispute, isBack: true })],
  ['charge.dispute.closed', { ...dispute, status: 'lost' }, taken(ofDispute)],
  ['charge.dispute.closed', { ...dispute, status: 'won' }, taken({ ...ofDispute, isBack: true })],
  ['charge.dispute.closed', { ...dispute, status: 'prevented' }, taken({ ...ofDispute, isBack: true })],
])('Stripe reports a payment by %s %#', async (type, object, expected) => {
  expect(await told(type, object)).toEqual(expected)
})

test.each([
  ['refund.created', 'pending', {}],
  ['refund.created', 'requires_action', {}],
  ['refund.updated', 'succeeded', {}],
  ['refund.updated', null, {}],
  ['refund.failed', 'failed', { isBack: true }],
  ['charge.refund.updated', 'canceled', { isBack: true }],
])('Stripe reports a payment by %s with the status %s', async (type, status, more) => {
  expect(await told(type, { ...refund, status })).toMatchObject({
    gatewayId: 'pi_1',
    reversal: { ...ofRefund, ...more },
  })
})

test.each([
  ['charge.refunded', { ...charge, payment_intent: null, refunded: true }, 'ch_1'],
  ['charge.dispute.created', { ...dispute, payment_intent: null, status: 'lost' }, 'ch_1'],
])('%s of a charge without an intent is of that charge', async (type, object, gatewayId) => {
  expect(await told(type, object)).toMatchObject({ gatewayId })
})

test('a succeeded payment has the received amount, any other the requested amount', async () => {
  const partly = { ...intent, amount_received: 1000 }

  expect(await told('payment_intent.succeeded', partly)).toMatchObject({
    details: { amount: { major: 10, minor: 0 } },
  })
  expect(await told('payment_intent.canceled', partly)).toMatchObject({
    details: { amount: { major: 12, minor: 34 } },
  })
})

test.each([
  [['card'], 'card'],
  [['card', 'link'], undefined],
  [[], undefined],
  ['card', undefined],
])('of the methods %j of a payment the only one is known', async (payment_method_types, method) => {
  expect(await told('payment_intent.succeeded', { ...intent, payment_method_types })).toMatchObject({
    details: { method },
  })
})

const inCurrencies = (codes: string, units: number, major: number, minor: number) =>
  codes.split(' ').map((currency) => ({ currency, units, major, minor }))

test.each([
  ...inCurrencies('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf', 1000, 1000, 0),
  ...inCurrencies('bhd jod kwd omr tnd', 1120, 1, 120),
  ...inCurrencies('isk ugx eur huf', 1000, 10, 0),
])('of $units units in $currency, $major are whole ones', async ({ currency, units, major, minor }) => {
  expect(await told('payment_intent.succeeded', { ...intent, amount: units, currency })).toMatchObject({
    details: { amount: { major, minor, currency: currency.toUpperCase() } },
  })
})

test('a test is one, a time in the future is that of the arrival, and so is one that is missing or none', async () => {
  expect(await told('payment_intent.created', intent, { livemode: false })).toMatchObject({ test: true })
  expect(await told('payment_intent.created', intent, { livemode: undefined })).toMatchObject({ test: false })
  for (const created of [now / 1000 + 1, undefined, -1, 'soon'])
    expect(await told('payment_intent.created', intent, { created })).toMatchObject({
      at: '2026-03-01T12:00:00.000Z',
    })
})

test.each([
  ['checkout.session.completed', { ...session, payment_intent: null }],
  ['checkout.session.completed', { ...session, amount_total: null }],
  ['checkout.session.completed', { ...session, currency: null }],
  ['checkout.session.completed', { ...session, payment_status: 'no_payment_required' }],
  ['charge.refunded', { ...charge, refunded: false }],
  ['charge.refunded', { ...charge, amount_refunded: 0 }],
  ['charge.dispute.created', { ...dispute, status: 'warning_needs_response' }],
  ['charge.dispute.closed', { ...dispute, status: 'warning_closed' }],
  ['refund.created', { ...refund, payment_intent: null, charge: undefined }],
  ['charge.dispute.created', { ...dispute, payment_intent: null, charge: undefined, status: 'lost' }],
  ['customer.created', {}],
  ['toString', {}],
])('%s %# has no effect', async (type, object) => {
  expect(await told(type, object)).toEqual({ unusedType: type })
})

test.each([
  ['payment_intent.created', { ...intent, amount: -1 }, '/amount'],
  ['payment_intent.created', { ...intent, amount: 1.5 }, '/amount'],
  ['payment_intent.succeeded', { ...intent, amount_received: 12.5 }, '/amount_received'],
  ['payment_intent.created', { ...intent, currency: '' }, '/currency'],
  ['payment_intent.created', { ...intent, currency: ' ' }, '/currency'],
  ['payment_intent.created', { ...intent, id: '' }, '/id'],
  ['payment_intent.created', { ...intent, currency: 'x'.repeat(65) }, '/currency'],
  ['checkout.session.completed', { ...session, payment_status: 'later' }, '/payment_status'],
  ['charge.refunded', { ...charge, id: 7 }, '/id'],
  ['charge.dispute.created', dispute, '/status'],
  ['payment_intent.created', { ...intent, currency: 'isk', amount: 550 }, '/data/object'],
])('%s %# is refused by its place', async (type, object, pointer) => {
  await expect(told(type, object)).rejects.toMatchObject({ code: 'invalid_request', errors: [{ pointer }] })
})

test('texts that are none are left out, and never refused', async () => {
  const object = { ...session, metadata: 'none', custom_fields: 'none' }

  expect(await told('checkout.session.completed', object)).toEqual(brought({ completedAt: at }))
})

const body = JSON.stringify(event('payment_intent.created', intent))
const signatureOf = (timestamp: string, text = body) =>
  createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')
const signed = (header: string | undefined) =>
  read({ body, headers: header === undefined ? {} : { 'stripe-signature': header } })
const seconds = (off: number) => String(now / 1000 + off)

test('a webhook of Stripe is genuine by any of the secrets and signatures, with spaces between them', async () => {
  const webhook = stripeWebhook(secret, body, { at: now })

  expect(await read(webhook, ['whsec_another', secret])).toMatchObject({ gatewayId: 'pi_1' })
  expect(await read(webhook, [secret, 'whsec_another'])).toMatchObject({ gatewayId: 'pi_1' })
  const time = seconds(0)
  expect(await signed(`t=${time}, v1=0, v1=${signatureOf(time)}`)).toMatchObject({ gatewayId: 'pi_1' })
})

test.each([
  ['without a time', `v1=${signatureOf('')}`],
  ['whose time is none', `t=x${seconds(0)},v1=${signatureOf(`x${seconds(0)}`)}`],
  ['whose time ends with more', `t=${seconds(0)}x,v1=${signatureOf(`${seconds(0)}x`)}`],
  ['with a signature of another version', `t=${seconds(0)},v0=${signatureOf(seconds(0))}`],
  ['with a signature of another body', `t=${seconds(0)},v1=${signatureOf(seconds(0), `${body} `)}`],
  ['without a signature', `t=${seconds(0)}`],
  ['with an empty header', ''],
  ['without a header', undefined],
])('a webhook of Stripe with %s is refused', async (_name, header) => {
  await expect(signed(header)).rejects.toMatchObject({
    code: 'signature_rejected',
    message: 'The webhook is not signed by a gateway of this recipient.',
  })
})

test('a webhook of Stripe is refused where the gateway has no secret, and by another secret', async () => {
  const webhook = stripeWebhook(secret, body, { at: now })

  for (const secrets of [[], ['whsec_another']])
    await expect(read(webhook, secrets)).rejects.toMatchObject({ code: 'signature_rejected' })
})

test('a webhook of Stripe that is signed and no JSON has a problem of its own', async () => {
  await expect(read(stripeWebhook(secret, '{', { at: now }))).rejects.toMatchObject({ code: 'malformed_body' })
  await expect(read(stripeWebhook(secret, '{}', { at: now }))).rejects.toMatchObject({ code: 'invalid_request' })
})
