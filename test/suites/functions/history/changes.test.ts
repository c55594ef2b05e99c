import { expect, test } from 'vitest'
import { deliveryRepository } from '../../../../shared/areas/realtime/deliveryRepository.ts'
import { type ManualGateway, openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())

const euros = (major: number) => ({ major, minor: 0, currency: 'EUR' })

/** What an overlay gets that has nothing yet: [type, sequence after the one before, and of a change what it says]. */
const delivered = async (recipient: string) => {
  const tables = { deliveries: bench.aws.table('deliveries'), alerts: bench.aws.table('alerts') }
  const { messages } = await deliveryRepository(bench.aws.client, tables).page(recipient, 0, 100)
  return messages.map((message) => (message.type === 'change' ? message.change : message.type))
}

/** Does something to an item; the status of the answer. */
const send = async (recipient: string, command: string, historyItemId: string) =>
  (await bench.call(command, { recipient, body: { historyItemId } })).status

const tell = async (gateway: ManualGateway, type: string, details: object = {}): Promise<void> => {
  await bench.tell(gateway, type, { gatewayId: 'order-1', amount: euros(5), ...details })
  expect(await bench.project()).toEqual({ batchItemFailures: [] })
}

/** A gateway with a donation that was shown, and the donation's history item. */
const donated = async (details: object = { nickname: 'bob', message: 'Hello' }) => {
  const gateway = await bench.manual(bench.someone())
  await tell(gateway, 'completed', details)
  const [item] = await bench.itemsOf('history', gateway.recipient)
  return { gateway, recipient: gateway.recipient, id: String(item?.['id']) }
}

const changed = (id: string, more: object) => ({
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  historyItemId: id,
  hidden: false,
  nickname: 'bob',
  message: 'Hello',
  amount: euros(5),
  refunded: null,
  media: { url: '' },
  levelName: '',
  count: 1,
  ...more,
})

test('overlays that showed a donation get each deletion and restoration once, in order, with the alert’s state', async () => {
  const { recipient, id } = await donated()
  const commands = ['deleteHistoryItem', 'deleteHistoryItem', 'restoreHistoryItem', 'deleteHistoryItem']

  for (const command of commands) expect(await send(recipient, command, id)).toBe(200)

  const now = changed(id, { hidden: true })
  expect(await delivered(recipient)).toEqual(['alert', now, now, now])
})

test('twenty deletions at once are one change for overlays that showed the donation', async () => {
  const { recipient, id } = await donated()

  const statuses = await Promise.all(Array.from({ length: 20 }, () => send(recipient, 'deleteHistoryItem', id)))

  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await delivered(recipient)).toEqual(['alert', changed(id, { hidden: true })])
})

test.each([
  ['a refund', ['refunded'], [true], euros(5)],
  ['a dispute, and that it was won', ['disputed', 'dispute.won'], [false, false], null],
])('overlays that showed a donation get a change for %s', async (_name, types, hidden, refunded) => {
  const { gateway, recipient, id } = await donated()

  for (const type of types) await tell(gateway, type)

  const changes = hidden.map((isHidden) => changed(id, { hidden: isHidden, refunded }))
  expect(await delivered(recipient)).toEqual(['alert', ...changes])
})

test('each partial refund is one change, and the last part hides the alert', async () => {
  const { gateway, recipient, id } = await donated()
  const refund = (refundId: string, major: number) => tell(gateway, 'refunded', { refundId, part: euros(major) })

  await refund('r1', 2)
  await refund('r1', 2)
  expect(await delivered(recipient)).toEqual(['alert', changed(id, { refunded: euros(2) })])

  await refund('r2', 3)
  const whole = changed(id, { hidden: true, refunded: euros(5) })
  expect(await delivered(recipient)).toEqual(['alert', whole, whole])
})

test('late texts are one change, however often they are projected', async () => {
  const { gateway, recipient, id } = await donated({})

  await tell(gateway, 'completed', { nickname: 'Zed', message: 'late', attachments: ['https://e.com/a.gif'] })
  await bench.deliver('projectPayments', await bench.itemsOf('payments', recipient))

  const texts = { nickname: 'Zed', message: 'late', media: { url: 'https://e.com/a.gif' } }
  expect(await delivered(recipient)).toEqual(['alert', changed(id, texts)])
})

test('an import that gets the amount of its payment is one change', async () => {
  const gateway = await bench.manual(bench.someone())
  const imported = { system: 'Manual', event: 'payment', originId: 'order-1', timestamp: '2026-03-01T18:30:00Z' }
  const items = [{ ...imported, nickname: 'bob', message: 'Hello', triggerAlert: true }]
  const { body } = await bench.call('addHistoryItems', { recipient: gateway.recipient, body: { items } })

  await tell(gateway, 'completed')

  expect(await delivered(gateway.recipient)).toEqual(['alert', changed(body.added[0].id, {})])
})

test('the deletion of a shown test is a change with its texts', async () => {
  const recipient = bench.someone()
  const shown = { nickname: 'bob', message: 'Hello', amount: euros(5) }
  const { body } = await bench.call('testAlert', { recipient, body: shown })

  await send(recipient, 'deleteHistoryItem', body.historyItemId)

  const now = changed(body.historyItemId, { id: body.alert.id, hidden: true })
  expect(await delivered(recipient)).toEqual(['alert', now])
  expect(await bench.itemsOf('deliveries', recipient)).toMatchObject([{ test: true }, { test: true }])
})

test('items that were never shown, and changes without effect on the alert, send no change', async () => {
  const { gateway, recipient } = await donated()
  const silent = { system: 'Ko-fi', event: 'payment', originId: 'k', timestamp: '2026-03-01T18:30:00Z' }
  const { body } = await bench.call('addHistoryItems', { recipient, body: { items: [silent] } })
  for (const command of ['deleteHistoryItem', 'restoreHistoryItem'])
    expect(await send(recipient, command, body.added[0].id)).toBe(200)

  await tell(gateway, 'completed', { method: 'card' })

  expect(await delivered(recipient)).toEqual(['alert'])
})

test.each([
  ['refunded', 'refunded', {}],
  ['disputed', 'disputed', {}],
  ['refunded test', 'refunded', { test: true }],
])(
  'the alert of a %s payment is not repeated, regression: money that went back was shown again',
  async (_name, type, details) => {
    const { gateway, recipient, id } = await donated(details)
    await tell(gateway, type, details)
    const before = await delivered(recipient)

    const { status, body } = await bench.call('repeatAlert', { recipient, body: { historyItemId: id } })

    expect([status, body.code]).toEqual([409, 'payment_withdrawn'])
    expect(await delivered(recipient)).toEqual(before)
  },
)
