import { expect, test } from 'vitest'
import { deliveryRepository } from '../../../../shared/areas/realtime/deliveryRepository.ts'
import { stripeWebhook } from '../../../support/gatewayWebhooks.ts'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())

const secret = 'whsec_of_the_refunds_that_are_tried_here'
const euros = (major: number) => ({ major, minor: 0, currency: 'EUR' })
const money = { payment_intent: 'pi_1', charge: 'ch_1', currency: 'eur' }

/** Events as Stripe sends them, each a second after the one before. */
const events = {
  paid: {
    type: 'payment_intent.succeeded',
    object: { id: 'pi_1', amount: 1000, currency: 'eur', metadata: { nickname: 'bob' } },
  },
  refunded: (units: number) => ({
    type: 'charge.refunded',
    object: { ...money, id: 'ch_1', amount: 1000, amount_refunded: units, refunded: units === 1000 },
  }),
  refund: (id: string, units: number, status: string) => ({
    type: status === 'failed' ? 'refund.failed' : status === 'pending' ? 'refund.created' : 'refund.updated',
    object: { ...money, id, amount: units, status },
  }),
  dispute: (step: string, status: string, units: number) => ({
    type: `charge.dispute.${step}`,
    object: { ...money, id: 'dp_1', amount: units, status },
  }),
}
const { paid, refunded, refund, dispute } = events

const stripe = async () => {
  const recipient = bench.someone()
  const id = await bench.setGateway(recipient, { gateway: 'stripe', secret })
  const send = async ({ type, object }: { type: string; object: object }, second: number) => {
    const event = { id: `evt_${second}`, type, created: 1_772_389_800 + second, livemode: true, data: { object } }
    expect((await bench.send(recipient, id, stripeWebhook(secret, event))).status).toBe(200)
    await bench.project()
  }
  return { recipient, send }
}

/** What everybody is told of the recipient's only payment: its status, what was taken back, and what history, totals and alert show. */
const truth = async (recipient: string) => {
  const { history, alerts, payments } = await bench.view(recipient)
  const [payment] = payments.content
  const trace = await bench.call('tracePayment', { recipient, params: { id: payment.id } })
  expect(trace.body).toMatchObject({ amount: payment.amount, refunded: payment.refunded })
  const gone = await bench.call('listHistory', { recipient, query: { deleted: 'true' } })
  const [item] = [...history.content, ...gone.body.content]
  expect(item?.refunded).toEqual(payment.refunded)
  for (const { hidden } of alerts.content) expect(hidden).toBe(history.totalSize === 0)
  return [payment.status, payment.refunded?.major ?? 0, history.totalSize]
}

test.each([
  [
    'an inquiry that became a dispute takes the money',
    [paid, dispute('created', 'warning_needs_response', 1000), dispute('funds_withdrawn', 'needs_response', 1000)],
    ['disputed', 10, 0],
  ],
  ['a dispute in part leaves the rest', [paid, dispute('created', 'needs_response', 200)], ['completed', 2, 1]],
  [
    'refunds of an endpoint that hears of each are counted once',
    [paid, refund('re_1', 400, 'pending'), refunded(400), refund('re_1', 400, 'succeeded')],
    ['completed', 4, 1],
  ],
  [
    'a refund after one that failed counts alone',
    [paid, refunded(1000), refund('re_1', 1000, 'failed'), refunded(300)],
    ['completed', 3, 1],
  ],
  [
    'a refund and a lost dispute of the rest take it all',
    [paid, refunded(400), dispute('closed', 'lost', 600)],
    ['disputed', 10, 0],
  ],
])('at Stripe %s, in whatever order it is reported, and reported twice', async (_name, steps, expected) => {
  const timed = steps.map((step, second) => ({ step, second }))
  for (const order of [timed, [...timed.toReversed(), ...timed]]) {
    const { recipient, send } = await stripe()
    for (const { step, second } of order) await send(step, second)
    expect(await truth(recipient)).toEqual(expected)
  }
})

test('reports at once are all counted', async () => {
  const { recipient, send } = await stripe()
  await send(paid, 0)

  await Promise.all([1, 2, 3, 4].map((number) => send(refund(`re_${number}`, 200, 'succeeded'), number)))
  await bench.project()

  expect(await truth(recipient)).toEqual(['completed', 8, 1])
})

test('a bridge reports parts of a payment, which are printed and can be imported again', async () => {
  const recipient = bench.someone()
  const gateway = await bench.manual(recipient)
  const tell = async (type: string, data: object) => {
    expect((await bench.tell(gateway, type, { gatewayId: '1', amount: euros(10), ...data })).status).toBe(200)
    await bench.project()
    return truth(recipient)
  }
  const part = { part: euros(4) }

  const steps = [
    await tell('completed', {}),
    await tell('refunded', { ...part, refundId: 'r-1' }),
    await tell('refunded', { ...part, refundId: 'r-1' }),
    await tell('refunded', part),
    await tell('disputed', { part: euros(2) }),
    await tell('refund.failed', { refundId: 'r-1' }),
    await tell('dispute.won', {}),
  ]
  expect(steps).toEqual([
    ['completed', 0, 1],
    ['completed', 4, 1],
    ['completed', 4, 1],
    ['completed', 8, 1],
    ['disputed', 10, 0],
    ['completed', 6, 1],
    ['completed', 4, 1],
  ])
  expect(await bench.tell(gateway, 'refunded', { gatewayId: '1', part: { major: 'all' } })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/data/part/major' }, {}, {}] },
  })
  const other = bench.someone()
  const { recipientId: _, ...item } = (await bench.view(recipient)).history.content[0]
  await bench.call('addHistoryItems', { recipient: other, body: { items: [item] } })
  expect((await bench.view(other)).history.content).toMatchObject([{ refunded: euros(4) }])
})

test('a payment that was refunded in part before it appeared says so when its alert changes', async () => {
  const recipient = bench.someone()
  const gateway = await bench.manual(recipient)
  const tell = (type: string, data: object) => bench.tell(gateway, type, { gatewayId: '1', amount: euros(10), ...data })
  await tell('refunded', { part: euros(4) })
  await tell('completed', {})
  await bench.project()

  await tell('completed', { message: 'late' })
  await bench.project()

  const tables = { deliveries: bench.aws.table('deliveries'), alerts: bench.aws.table('alerts') }
  const { messages } = await deliveryRepository(bench.aws.client, tables).page(recipient, 0, 20)
  expect(messages).toMatchObject([{ type: 'alert' }, { change: { message: 'late', refunded: euros(4) } }])
})
