import { expect, test } from 'vitest'
import { someMilliseconds } from '../../../support/expected.ts'
import { type ManualGateway, openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())

const price = { major: 1, minor: 0, currency: 'EUR' }

/** A donation with two actions that are delivered, around one that is not. */
const donation = async (gateway: ManualGateway) => {
  const { recipient } = gateway
  const body = { actions: [{ name: 'wave', price }] }
  const { action } = (await bench.call('addActions', { recipient, body })).body
  const actions = [{ actionId: action.id }, { actionId: 'unknown' }, { actionId: action.id }]
  const { paymentId } = (await bench.tell(gateway, 'completed', { gatewayId: '1', actions })).body
  await bench.project()
  const deliveries = await bench.itemsOf('deliveries', recipient)
  const delivered = deliveries.filter(({ kind }) => kind === 'action').map(({ payload }) => JSON.parse(payload))
  return { paymentId, deliveryIds: delivered.map(({ deliveryId }) => deliveryId as string) }
}

const complete = (recipient: string, deliveryId: string, more: object = {}) =>
  bench.call('completeAction', { recipient, body: { deliveryId, outcome: 'done', ...more } })

const completionsOf = async (recipient: string) =>
  (await bench.view(recipient)).history.content[0].actions.map(({ completion }: { completion?: object }) => completion)

const open = { state: 'open', at: null, reason: null }

test('a delivered action is open until the game has reported its outcome, in the history and in the trace', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const { paymentId, deliveryIds } = await donation(gateway)
  const before = await completionsOf(recipient)

  const done = await complete(recipient, deliveryIds[0] ?? '')
  const failed = await complete(recipient, deliveryIds[1] ?? '', { outcome: 'failed', reason: 'The player left.' })

  const { steps } = (await bench.call('tracePayment', { recipient, params: { id: paymentId } })).body
  const told = steps.filter(({ step }: { step: string }) => step === 'action' || step === 'completion')
  expect(before).toEqual([open, undefined, open])
  expect(done.body).toMatchObject({ deliveryId: deliveryIds[0], outcome: 'done', reason: null })
  expect(await completionsOf(recipient)).toEqual([
    { state: 'done', at: done.body.completedAt, reason: null },
    undefined,
    { state: 'failed', at: failed.body.completedAt, reason: 'The player left.' },
  ])
  expect(told.map(({ step, state, reason }: Record<string, string>) => [step, state, reason])).toEqual([
    ['action', 'done', null],
    ['completion', 'done', null],
    ['action', 'never', 'unknown_action'],
    ['action', 'done', null],
    ['completion', 'never', 'failed: The player left.'],
  ])
  expect(told[1]).toMatchObject({ id: deliveryIds[0], at: done.body.completedAt, milliseconds: someMilliseconds })
})

test('a delivered action keeps its first outcome: a repetition changes nothing, a different outcome is refused', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const [deliveryId = '', other] = (await donation(gateway)).deliveryIds
  const first = await complete(recipient, deliveryId, { reason: 'first' })

  const again = await complete(recipient, deliveryId, { reason: 'second' })
  const refused = await complete(recipient, deliveryId, { outcome: 'failed' })

  expect([again.status, again.body]).toEqual([200, first.body])
  expect([refused.status, refused.body.code]).toEqual([409, 'action_completed'])
  expect(await completionsOf(recipient)).toEqual([
    { state: 'done', at: first.body.completedAt, reason: 'first' },
    undefined,
    open,
  ])
  expect(other).not.toBe(deliveryId)
})

test('an action that two programs complete at once has one outcome, and the other actions of its payment lose none', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const [first = '', second = ''] = (await donation(gateway)).deliveryIds

  const answers = await Promise.all([
    complete(recipient, first),
    complete(recipient, first, { outcome: 'failed' }),
    complete(recipient, second),
  ])

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
  const states = (await completionsOf(recipient)).map((completion?: { state: string }) => completion?.state)
  expect(states).toEqual([answers[0]?.status === 200 ? 'done' : 'failed', undefined, 'done'])
})

test('a delivered action is found only by its own delivery', async () => {
  const gateway = await bench.manual(bench.someone())
  const [deliveryId = ''] = (await donation(gateway)).deliveryIds
  const itemId = deliveryId.split('.')[0]
  const unknown = [itemId, `${itemId}.1`, `${itemId}.3`, `${itemId}.-1`, `${itemId}.0x0`, `.0`, 'x'] as string[]

  const answers = await Promise.all([
    ...unknown.map((id) => complete(gateway.recipient, id)),
    complete(bench.someone(), deliveryId),
  ])

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect(await completionsOf(gateway.recipient)).toEqual([open, undefined, open])
})

test('the history item of the largest payment can be imported, regression: names and outcomes counted', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const body = { actions: [{ name: 'w'.repeat(128), price: { major: 0, minor: 0, currency: 'EUR' } }] }
  const { action } = (await bench.call('addActions', { recipient, body })).body
  const parameters = { text: 'x'.repeat(1200) }
  const actions = Array.from({ length: 50 }, () => ({ actionId: action.id, parameters }))
  await bench.tell(gateway, 'completed', { gatewayId: '1', actions })
  await bench.project()
  const { content } = (await bench.view(recipient)).history
  const items = content.map(({ recipientId: _, ...item }: Record<string, unknown>) => item)

  const answer = await bench.call('addHistoryItems', { recipient: bench.someone(), body: { items } })

  expect(content[0].actions).toHaveLength(50)
  expect(answer).toMatchObject({ status: 200, body: { skipped: [] } })
})
