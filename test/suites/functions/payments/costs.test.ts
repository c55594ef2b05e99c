import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { projectPayments } from '../../../../shared/areas/payments/workers.ts'
import { forEachConcurrently } from '../../../../shared/runtime/forEachConcurrently.ts'
import { standardSecret } from '../../../support/gatewayWebhooks.ts'
import { allowManyCallers } from '../../../support/manyCallers.ts'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { runs } from '../../../support/runs.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { recordStoreCalls, roundTrips } from '../../../support/storeCalls.ts'

const bench = await sharedByTests(openPaymentsBench())
await allowManyCallers()
const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
const calls = recordStoreCalls(documentClient)

/** What the store is asked for by something, and in how many round trips. */
const costOf = async (work: () => Promise<unknown>) => {
  calls.length = 0
  await work()
  return { actions: calls.map(({ action }) => action).toSorted(), trips: roundTrips(calls) }
}

test('a webhook costs two round trips and two write units, and the first of a minute one unit more', async () => {
  const gateway = await bench.manual(bench.someone())

  const first = await costOf(() => bench.tell(gateway, 'completed', { gatewayId: '1' }))
  const firstUnits = calls.filter(({ action }) => action === 'UpdateItem').map(({ units }) => units)
  const next = await costOf(() => bench.tell(gateway, 'completed', { gatewayId: '2' }))

  expect(first).toEqual({ actions: ['GetItem', 'UpdateItem', 'UpdateItem'], trips: 2 })
  expect(firstUnits.toSorted()).toEqual([1, 2])
  expect(next).toEqual({ actions: ['GetItem', 'UpdateItem'], trips: 2 })
  expect(calls.find(({ action }) => action === 'UpdateItem')?.units).toBe(2)
})

test('a secret is opened once for the webhooks of ten minutes, and a replaced one is refused at once', async () => {
  const { kmsClient } = await import('../../../../shared/mechanisms/aws/kmsClient.ts')
  const opened = vi.spyOn(kmsClient, 'send')
  const gateway = await bench.manual(bench.someone())
  const tell = async (gatewayId: string) => (await bench.tell(gateway, 'completed', { gatewayId })).status
  const sealed = opened.mock.calls.length

  const before = [await tell('1'), await tell('2')]
  const openings = opened.mock.calls.length - sealed
  await bench.call('setGateway', {
    recipient: gateway.recipient,
    body: { id: gateway.id, gateway: 'manual', type: 'fiat', secret: standardSecret('another'), keepPrevious: false },
  })

  expect([...before, await tell('3')]).toEqual([200, 200, 401])
  expect(openings).toBe(1)
  opened.mockRestore()
})

test('a refused webhook costs one read, and the first of a minute a write', async () => {
  const gateway = await bench.manual(bench.someone())
  const refused = () => bench.send(gateway.recipient, gateway.id, { body: '{}', headers: {} })

  const costs = [await costOf(refused), await costOf(refused)]

  expect(costs).toEqual([
    { actions: ['GetItem', 'UpdateItem'], trips: 2 },
    { actions: ['GetItem'], trips: 1 },
  ])
})

test('a projection costs two round trips, and a repeated record one', async () => {
  const gateway = await bench.manual(bench.someone())
  await bench.tell(gateway, 'completed', { gatewayId: '1' })
  const due = (await bench.duePayments()).filter(({ recipientId }) => recipientId === gateway.recipient)
  const project = () => bench.deliver('projectPayments', due)

  expect(await costOf(project)).toEqual({ actions: ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'], trips: 2 })
  // The payment and the totals, and its place in the history and the levels for half of a unit each.
  const reads = calls.filter(({ action }) => action === 'BatchGetItem')
  expect(reads.reduce((sum, { units }) => sum + units, 0)).toBe(3)
  expect(await costOf(project)).toEqual({ actions: ['BatchGetItem', 'BatchGetItem'], trips: 1 })
})

test('a message of 300 Cyrillic letters, and a goal, cost a donation no unit', async () => {
  const gateway = await bench.manual(randomUUID())
  const donate = (gatewayId: string, message: string) => async () => {
    await bench.tell(gateway, 'completed', { gatewayId, nickname: 'bob', message })
    const due = (await bench.duePayments()).filter(({ recipientId }) => recipientId === gateway.recipient)
    await bench.deliver('projectPayments', due)
  }
  const writesOf = async (donation: () => Promise<void>) => {
    await costOf(donation)
    return calls.filter(({ action }) => !action.includes('Get')).map(({ units }) => units)
  }
  await donate('the first of its recipient', 'hello')()

  const [short, long] = [
    await writesOf(donate('donation-1', 'Отличный эфир')),
    await writesOf(donate('donation-2', 'Привет! '.repeat(50).slice(0, 300))),
  ]

  expect(short).toEqual([2, 7])
  expect(long).toEqual(short)

  const target = { major: 100, minor: 0, currency: 'EUR' }
  await bench.call('setGoal', { recipient: gateway.recipient, body: { title: 'Microphone', target } })
  expect(await writesOf(donate('donation-3', 'hello'))).toEqual(short)
})

test('a page of payments costs one round trip', async () => {
  const gateway = await bench.manual(bench.someone())

  const cost = await costOf(() => bench.call('listPayments', { recipient: gateway.recipient }))

  expect(cost).toEqual({ actions: ['GetItem', 'Query'], trips: 1 })
})

/** Whole batches, and one of twenty. */
const [donations, transactions] = [runs(116, 500), runs(5, 21)]
test(`${donations} donations at once to one recipient are ${transactions} transactions, and everything appears once`, async () => {
  const gateway = await bench.manual(bench.someone())
  const numbers = Array.from({ length: donations }, (_, index) => `${index}`)
  await forEachConcurrently(numbers, 20, async (gatewayId) =>
    expect((await bench.tell(gateway, 'completed', { gatewayId })).status).toBe(200),
  )
  const due = (await bench.duePayments()).filter(({ recipientId }) => recipientId === gateway.recipient)

  const { batchSize } = projectPayments.source

  const cost = await costOf(async () => {
    for (let start = 0; start < due.length; start += batchSize)
      await bench.deliver('projectPayments', due.slice(start, start + batchSize))
  })

  const { history, alerts, payments } = await bench.view(gateway.recipient)
  expect([history, alerts, payments].map(({ totalSize }) => totalSize)).toEqual([donations, donations, donations])
  expect(cost.actions.filter((action) => action === 'TransactWriteItems')).toHaveLength(transactions)
  expect(cost.actions).toHaveLength(3 * transactions)
  // Five units a payment (item and index, alert), and the totals.
  expect(calls.findLast(({ action }) => action === 'TransactWriteItems')?.units).toBe(20 * 5 + 2)
})
