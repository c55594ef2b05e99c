import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { clientOf, request } from '../support/apiClient.ts'
import { standardSecret, standardWebhook, stripeWebhook } from '../support/gatewayWebhooks.ts'
import { stripeEvent, stripeIntent, stripeSession } from '../support/stripeBodies.ts'

/** Milliseconds within which a donation has to be everywhere. */
const limit = 1000

const pathOf = (url: string): string => url.replace(inject('localApi').api, '')

/** Reads until it is as wanted, or the time is over. */
const eventually = async <Value>(
  read: () => Promise<Value>,
  isDone: (value: Value) => boolean,
  within = limit,
): Promise<Value> => {
  const end = Date.now() + within
  for (;;) {
    const value = await read()
    if (isDone(value) || Date.now() > end) return value
    await sleep(20)
  }
}

const open = async (recipient: string, gateway: object) => {
  const client = clientOf(recipient)
  const { body } = await client('POST', '/payments/commands/set-gateway', { type: 'fiat', ...gateway })
  const list = async (path: string) => (await client('GET', path)).body
  return { client, list, path: pathOf(body.webhookUrl) }
}

const completed = (data: object) => ({
  type: 'payment.completed',
  timestamp: new Date().toISOString(),
  data: { gatewayId: 'p-1', amount: { major: 12, minor: 34, currency: 'EUR' }, ...data },
})

test('a signed webhook is a payment, a history item and an alert within a second, however often it comes', async () => {
  const secret = standardSecret('payments-e2e')
  const { client, list, path } = await open('payments-e2e', { gateway: 'manual', secret })
  const { body, headers } = standardWebhook(
    secret,
    completed({ nickname: '<img onerror>', message: '=HYPERLINK("x")' }),
  )

  const answers = await Promise.all(Array.from({ length: 10 }, () => request('POST', path, { body, headers })))
  const alerts = await eventually(
    () => list('/alerts'),
    ({ totalSize }) => totalSize > 0,
  )

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const [{ paymentId }] = answers.map((answer) => answer.body)
  const amount = { major: 12, minor: 34, currency: 'EUR' }
  const donor = { nickname: '<img onerror>', message: '=HYPERLINK("x")', amount }
  const [payment, history, payments] = await Promise.all([
    client('GET', `/payments/${paymentId}`),
    list('/history'),
    list('/payments'),
  ])
  expect(payment.body).toMatchObject({ ...donor, gatewayId: 'p-1', status: 'completed' })
  expect(history).toMatchObject({ totalSize: 1, content: [{ ...donor, originId: 'p-1', metadata: { paymentId } }] })
  expect(alerts).toMatchObject({ totalSize: 1, content: [donor] })
  expect(payments).toMatchObject({ totalSize: 1, content: [{ id: paymentId }] })
})

test('a refund takes it back within a second', async () => {
  const secret = 'whsec_stripe-e2e-signs-with-the-whole-text'
  const { list, path } = await open('payments-e2e-stripe', { gateway: 'stripe', secret })
  const send = (id: string, type: string, object: object) => {
    const event = { id, type, created: 1_772_389_800, livemode: true, data: { object: { currency: 'kwd', ...object } } }
    return request('POST', path, stripeWebhook(secret, event))
  }
  const metadata = { nickname: 'bob' }
  await send('evt_1', 'payment_intent.succeeded', { id: 'pi_1', amount: 5120, amount_received: 5120, metadata })
  const before = await eventually(
    () => list('/history'),
    ({ totalSize }) => totalSize === 1,
  )

  await send('evt_2', 'charge.refunded', { id: 'ch_1', payment_intent: 'pi_1', amount: 5120, refunded: true })
  const after = await eventually(
    () => list('/history'),
    ({ totalSize }) => totalSize === 0,
  )

  expect(before.content).toMatchObject([{ system: 'Stripe', amount: { major: 5, minor: 120, currency: 'KWD' } }])
  expect(after.totalSize).toBe(0)
  expect((await list('/payments')).content).toMatchObject([{ status: 'refunded' }])
  expect((await list('/alerts')).content).toMatchObject([{ hidden: true }])
})

test('a payment of Stripe waits for the texts of its session, and for eight seconds at most', async () => {
  const secret = 'whsec_stripe-e2e-waits-for-the-donors-name'
  const { list, path } = await open('payments-e2e-checkout', { gateway: 'stripe', secret })
  const send = (type: string, object: { id: string }) =>
    request('POST', path, stripeWebhook(secret, stripeEvent(type, object, `evt_${object.id}`)))
  const alertsOf = (count: number) =>
    eventually(
      () => list('/alerts'),
      ({ content }) => content.length === count,
      15_000,
    )

  const startedAt = Date.now()
  for (const id of ['pi_1', 'pi_2']) await send('payment_intent.succeeded', stripeIntent(id))
  await sleep(700)
  const waiting = await list('/alerts')
  await send('checkout.session.completed', stripeSession('pi_1'))
  const named = await alertsOf(1)
  const bare = await alertsOf(2)

  expect(waiting.totalSize).toBe(0)
  expect(named.content).toMatchObject([{ nickname: 'Zed', message: 'late' }])
  expect(bare.content).toMatchObject([{ nickname: '' }, { nickname: 'Zed' }])
  expect(Date.now() - startedAt).toBeGreaterThan(8000)
})

test('what is not signed is 401, for a stranger’s recipient and an unknown credential alike', async () => {
  const secret = standardSecret('payments-e2e-unsigned')
  const { path } = await open('payments-e2e-unsigned', { gateway: 'manual', secret })
  const { body, headers } = standardWebhook(standardSecret('other'), completed({}))

  const answers = [
    await request('POST', path, { body, headers }),
    await request('POST', path, { body }),
    await request('POST', path.replace('payments-e2e-unsigned', 'nobody'), { body, headers }),
    await request('POST', `${path}x`, { body, headers }),
  ]

  for (const answer of answers) expect(answer).toMatchObject({ status: 401, body: { code: 'signature_rejected' } })
})
