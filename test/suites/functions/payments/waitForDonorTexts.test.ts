import { expect, test, vi } from 'vitest'
import { forEachConcurrently } from '../../../../shared/runtime/forEachConcurrently.ts'
import { stripeWebhook } from '../../../support/gatewayWebhooks.ts'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { stripeEvent, stripeIntent, stripeSession } from '../../../support/stripeBodies.ts'

const bench = await sharedByTests(openPaymentsBench())

const secret = 'whsec_of-a-page-with-texts-on-its-session'
const succeeded = (more: object = {}) => stripeEvent('payment_intent.succeeded', stripeIntent('pi_1', more))
const completed = (more: object = {}, type = 'completed') =>
  stripeEvent(`checkout.session.${type}`, stripeSession('pi_1', more))

/** A recipient at Stripe, with a clock that stands still between its steps. */
const open = async () => {
  const recipient = bench.someone()
  const id = await bench.setGateway(recipient, { gateway: 'stripe', secret })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const messages = () =>
    [...bench.aws.queue('wakeUps').messages.values()].filter(({ body }) => body.includes(recipient))
  return {
    messages,
    send: async (event: object): Promise<string> => {
      const { status, body } = await bench.send(recipient, id, stripeWebhook(secret, event))
      expect(status).toBe(200)
      await bench.project()
      return body.paymentId
    },
    /** Sends events a few at a time, and leaves them to the stream. */
    report: (events: readonly object[]) =>
      forEachConcurrently(events, 8, async (event) =>
        expect((await bench.send(recipient, id, stripeWebhook(secret, event))).status).toBe(200),
      ),
    pass: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000),
    wake: async () => {
      await bench.wake(recipient)
      await bench.project()
    },
    /** What was shown, in its order: donors' names as alerts have them now, and changes. */
    shown: async () =>
      (await bench.view(recipient)).deliveries.map(({ kind, nickname }) => (kind === 'alert' ? nickname : kind)),
    trace: async (paymentId: string) =>
      (await bench.call('tracePayment', { recipient, params: { id: paymentId } })).body.steps.map(
        ({ step, state, reason }: Record<string, string>) => `${step} ${state} ${reason}`,
      ),
    listed: async () =>
      (await bench.view(recipient)).history.content.map(({ nickname, message }: Record<string, string>) => [
        nickname,
        message,
      ]),
  }
}

test.each([0.1, 0.7, 2.5])(
  'a Stripe payment waits %d s for the texts of its session, regression: the alert had no name',
  async (gap) => {
    const { send, pass, wake, shown, trace, listed, messages } = await open()
    const paymentId = await send(succeeded())
    expect([await shown(), await trace(paymentId)]).toEqual([
      [],
      ['webhook done null', 'history waiting texts_expected', 'alert waiting texts_expected'],
    ])
    expect(messages()).toMatchObject([{ visibleAt: Date.now() + 8000 }])

    pass(gap)
    await send(completed())

    expect(await shown()).toEqual(['Zed'])
    expect(await listed()).toEqual([['Zed', 'late']])
    pass(8)
    await wake()
    expect(await shown()).toEqual(['Zed'])
  },
)

test('a payment is shown without texts after eight seconds, and corrected when its session comes after 20', async () => {
  const { send, pass, wake, shown, listed } = await open()
  await send(succeeded())
  pass(7.9)
  await wake()
  expect(await shown()).toEqual([])

  pass(0.2)
  await wake()
  expect(await shown()).toEqual([''])
  pass(12)
  await send(completed())

  expect(await shown()).toEqual(['Zed', 'change'])
  expect(await listed()).toEqual([['Zed', 'late']])
})

test('a waiting payment whose message was lost is found by the schedule', async () => {
  const { send, pass, shown } = await open()
  await send(succeeded())

  pass(9)
  await bench.retry()
  await bench.project()

  expect(await shown()).toEqual([''])
})

test.each([
  ['its session came first', [completed(), succeeded()], 'Zed'],
  ['its session was unpaid first', [completed({ payment_status: 'unpaid' }), succeeded()], 'Zed'],
  ['it was paid later', [completed({}, 'async_payment_succeeded')], 'Zed'],
  ['its donor wrote nothing', [succeeded(), completed({ metadata: {}, custom_fields: [] })], ''],
  ['it has texts of its own', [succeeded({ metadata: { nickname: 'bob' } })], 'bob'],
])('a payment of Stripe whose texts are on its session does not wait when %s', async (_name, events, nickname) => {
  const { send, shown } = await open()

  for (const event of events) await send(event)

  expect(await shown()).toEqual([nickname])
})

test('a payment that has its texts costs no further call', async () => {
  const { send, messages } = await open()

  await send(succeeded({ metadata: { goal: 'a microphone' } }))

  expect(messages()).toEqual([])
})

test('a payment that is refunded while it waits is never shown', async () => {
  const { send, pass, wake, shown, listed } = await open()
  await send(succeeded())
  await send(
    stripeEvent('charge.refunded', {
      id: 'ch_1',
      payment_intent: 'pi_1',
      amount: 2000,
      currency: 'eur',
      refunded: true,
    }),
  )

  pass(9)
  await wake()

  expect([await shown(), await listed()]).toEqual([[], []])
})

test('a donation is shown at once while 200 of another recipient wait', async () => {
  const { shown, messages, report } = await open()
  const neighbour = await open()
  await report(
    Array.from({ length: 200 }, (_, index) =>
      stripeEvent('payment_intent.succeeded', stripeIntent(`pi_${index}`), `evt_${index}`),
    ),
  )

  await neighbour.send(succeeded({ metadata: { nickname: 'bob' } }))

  expect(await neighbour.shown()).toEqual(['bob'])
  expect(await shown()).toEqual([])
  expect(messages()).toHaveLength(200)
})
