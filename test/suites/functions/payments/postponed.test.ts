import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, expect, test, vi } from 'vitest'
import type { TableName } from '../../../../shared/contract/resources.ts'
import { type ManualGateway, openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())
afterEach(() => {
  bench.faults.setFaults({ rules: [] })
})

const minute = 60_000
const laterBy = (milliseconds: number): void => {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now + milliseconds)
}

const setAttribute = (table: TableName, recipientId: string, id: string, name: string, value: unknown) =>
  bench.aws.client.send(
    new UpdateCommand({
      TableName: bench.aws.table(table),
      Key: { recipientId, id },
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  )

const registered = (recipientId: string, payload: string) =>
  bench.aws.client.send(
    new PutCommand({
      TableName: bench.aws.table('actions'),
      Item: {
        recipientId,
        id: 'broken',
        name: 'Broken',
        game: '',
        category: '',
        payload,
        parameters: [],
        enabled: true,
        price: { major: 1, minor: 0, currency: 'EUR' },
      },
    }),
  )

/** The payment buys an action whose stored payload cannot be read; no answer shows that payload. */
const poison = async (recipient: string, id: string) => {
  await registered(recipient, '{')
  const actions = JSON.stringify([{ id: 'bought', actionId: 'broken', parameters: {} }])
  await setAttribute('payments', recipient, id, 'actions', actions)
}
const cure = (recipient: string) => registered(recipient, '{}')

const tellOf = async (gateway: ManualGateway, gatewayId: string, more: object = {}): Promise<string> =>
  (await bench.tell(gateway, 'completed', { gatewayId, ...more })).body.paymentId

const totalsOf = async (recipient: string) => {
  const { history, alerts, payments } = await bench.view(recipient)
  return [history, alerts, payments].map(({ totalSize }) => totalSize)
}

const storedPayment = async (recipient: string, id: string) =>
  (await bench.itemsOf('payments', recipient)).find((item) => item['id'] === id)

const linesOf = async (work: () => Promise<unknown>): Promise<readonly Record<string, unknown>[]> => {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await work()
    return output.mock.calls.map(([line]) => JSON.parse(String(line)))
  } finally {
    output.mockRestore()
  }
}

test('a failing payment delays nobody, and its batch is done, regression: its shard waited for its retries', async () => {
  const [gateway, other] = [await bench.manual(bench.someone()), await bench.manual(bench.someone())]
  const ids = []
  for (const gatewayId of ['1', '2', '3']) ids.push(await tellOf(gateway, gatewayId))
  await tellOf(other, '1')
  const poisoned = ids[1] ?? ''
  await poison(gateway.recipient, poisoned)

  const result = await bench.project()

  expect(result).toEqual({ batchItemFailures: [] })
  expect(await totalsOf(other.recipient)).toEqual([1, 1, 1])
  expect(await totalsOf(gateway.recipient)).toEqual([2, 2, 2])
  expect(await storedPayment(gateway.recipient, poisoned)).toMatchObject({ projection: 'postponed', attempts: 1 })
})

test('a failing payment is projected by the schedule once its cause is gone, and leaves the index', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const id = await tellOf(gateway, '1')
  await poison(recipient, id)
  await bench.project()
  await cure(recipient)

  await bench.retry()
  await bench.project()
  const early = await totalsOf(recipient)
  laterBy(1.1 * minute)
  await bench.retry()
  await bench.project()

  expect(early).toEqual([0, 0, 0])
  expect(await totalsOf(recipient)).toEqual([1, 1, 1])
  const stored = await storedPayment(recipient, id)
  expect(stored).toMatchObject({ projection: 'done' })
  for (const name of ['dueAt', 'dueShard', 'attempts']) expect(stored).not.toHaveProperty(name)
})

test('a failing payment is tried again after growing pauses, and each attempt is logged as an ERROR with its number', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const id = await tellOf(gateway, '1')
  await poison(recipient, id)

  const pauses: number[] = []
  const lines = await linesOf(async () => {
    for (let attempt = 1; attempt <= 7; attempt++) {
      await bench.project()
      const { dueAt = '' } = (await storedPayment(recipient, id)) ?? {}
      pauses.push(Math.round((Date.parse(dueAt) - Date.now()) / minute))
      laterBy(Date.parse(dueAt) - Date.now() + 1000)
      await bench.retry()
    }
  })

  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 32])
  const told = lines.filter(({ message, recipientId }) => message === 'postponed' && recipientId === recipient)
  expect(told.map(({ level, attempts }) => [level, attempts])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((attempts) => ['ERROR', attempts]),
  )
  expect(told[0]).toMatchObject({ worker: 'projectPayments', recipientId: recipient, error: { name: 'SyntaxError' } })
})

test('a failing payment is projected at once when another report comes', async () => {
  const gateway = await bench.manual(bench.someone())
  const id = await tellOf(gateway, '1')
  await poison(gateway.recipient, id)
  await bench.project()
  await cure(gateway.recipient)

  await bench.tell(gateway, 'refunded', { gatewayId: '1' })
  await bench.project()

  expect(await storedPayment(gateway.recipient, id)).toMatchObject({ projection: 'done' })
  expect(await totalsOf(gateway.recipient)).toEqual([0, 0, 1])
})

test('a payment is taken up once more when the worker died after it was taken up', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const id = await tellOf(gateway, '1')
  await poison(recipient, id)
  await bench.project()
  await cure(recipient)
  laterBy(2 * minute)
  await bench.retry()

  await bench.retry()
  const soon = await storedPayment(recipient, id)
  laterBy(11 * minute)
  await bench.retry()
  const later = await storedPayment(recipient, id)

  expect(soon).toMatchObject({ projection: 'due', attempts: 1 })
  expect(Date.parse(later?.['dueAt'])).toBeGreaterThan(Date.parse(soon?.['dueAt']))
})

test('an index that is late brings no payment back that another run has projected meanwhile', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const id = await tellOf(gateway, '1')
  await poison(recipient, id)
  await bench.project()
  await cure(recipient)
  laterBy(1.1 * minute)
  const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
  let isListed = false
  documentClient.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (given) => {
        const answer = await next(given)
        if (commandName !== 'QueryCommand' || isListed) return answer
        isListed = true
        await bench.deliver('projectPayments', [(await storedPayment(recipient, id)) ?? {}])
        return answer
      },
    { step: 'initialize', name: 'projectInBetween' },
  )

  await bench.retry()
  documentClient.middlewareStack.remove('projectInBetween')

  expect(isListed).toBe(true)
  const stored = await storedPayment(recipient, id)
  expect(stored).toMatchObject({ projection: 'done' })
  expect(stored).not.toHaveProperty('dueAt')
  expect(await totalsOf(recipient)).toEqual([1, 1, 1])
})

const then = '2026-03-01T18:30:00.000Z'

test.each([
  ['writes nothing', {}, { shown: 1, projection: 'due' }],
  ['shows a newer version', { version: 2 }, { shown: 2, projection: 'due' }],
  ['removes a postponement', { dueAt: then }, { shown: 1, projection: 'due' }],
  [
    'writes nothing where the payment is marked as done',
    { version: 2, projection: 'done' },
    { shown: 1, projection: 'done' },
  ],
  ['leaves a payment that is done', { dueAt: then, projection: 'done' }, { shown: 1, projection: 'done', dueAt: then }],
])('a record of a payment that its history item shows: %s', async (_name, changes, expected) => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  await tellOf(gateway, 'the first one is always marked')
  await bench.project()
  const id = await tellOf(gateway, '2')
  await bench.project()
  for (const [name, value] of Object.entries(changes)) await setAttribute('payments', recipient, id, name, value)

  await bench.deliver('projectPayments', [(await storedPayment(recipient, id)) ?? {}])

  const { projection, dueAt } = (await storedPayment(recipient, id)) ?? {}
  const items = await bench.itemsOf('history', recipient)
  const shown = items.find(({ originId }) => originId === '2')?.['paymentVersion']
  expect({ shown, projection, dueAt }).toEqual({ dueAt: undefined, ...expected })
  expect(await totalsOf(recipient)).toEqual([2, 2, 2])
})

test('an older record finds the actions that a later report has brought', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  await registered(recipient, '{}')
  const id = await tellOf(gateway, '1')
  const older = (await storedPayment(recipient, id)) ?? {}
  await tellOf(gateway, '1', { actions: [{ actionId: 'broken' }] })

  await bench.deliver('projectPayments', [older])

  const { deliveries } = await bench.view(recipient)
  expect(deliveries.map(({ kind }) => kind)).toEqual(['alert', 'action'])
})

test('a store that takes no write gives the records back to the stream, where they wait', async () => {
  const gateway = await bench.manual(bench.someone())
  await tellOf(gateway, '1')
  const due = await bench.itemsOf('payments', gateway.recipient)
  bench.faults.setFaults({ rules: [{ match: { service: 'dynamodb' }, fault: 'reset-before' }] })

  // On a busy machine the invocation runs out of time instead of answering: the stream takes that as a failed batch.
  const out = await bench
    .deliver('projectPayments', due, { getRemainingTimeInMillis: () => 1500 })
    .catch(() => ({ batchItemFailures: due }))
  bench.faults.setFaults({ rules: [] })
  const back = await bench.deliver('projectPayments', due)

  expect([out, back].map(({ batchItemFailures }) => batchItemFailures.length)).toEqual([1, 0])
  expect(await totalsOf(gateway.recipient)).toEqual([1, 1, 1])
})

test('a recipient whose transactions never come through is postponed', async () => {
  const gateway = await bench.manual(bench.someone())
  const id = await tellOf(gateway, '1')
  const due = await bench.itemsOf('payments', gateway.recipient)
  bench.faults.setFaults({ rules: [{ match: { action: 'TransactWriteItems' }, fault: 'transaction-conflict' }] })

  const result = await bench.deliver('projectPayments', due, { getRemainingTimeInMillis: () => 20_000 })

  expect(result).toEqual({ batchItemFailures: [] })
  expect(await storedPayment(gateway.recipient, id)).toMatchObject({ projection: 'postponed' })
})

test('only a failing video is postponed, and the schedule makes it ready', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const attachments = [1, 2, 3].map((number) => `https://vk.com/video-1_${number}`)
  await tellOf(gateway, '1', { attachments })
  await bench.deliver('projectPayments', await bench.duePayments())
  const videos = await bench.itemsOf('videos', recipient)
  const poisoned = String(videos[1]?.['id'])
  // A transaction that holds an address of such a size is refused.
  await setAttribute('videos', recipient, poisoned, 'url', 'u'.repeat(390_000))

  const result = await bench.deliver('readyVideos', await bench.itemsOf('videos', recipient))
  const failed = await bench.itemsOf('videos', recipient)
  const answer = await bench.call('getVideos', { recipient, params: { ids: poisoned } })
  await setAttribute('videos', recipient, poisoned, 'url', 'https://vk.com/video-1_2')
  laterBy(2 * minute)
  await bench.retry()
  await bench.project()

  expect(result).toEqual({ batchItemFailures: [] })
  expect(failed.map(({ status }) => status).toSorted()).toEqual(['postponed', 'ready', 'ready'])
  expect(answer.body).toMatchObject({ status: 'prepared' })
  expect(answer.body).not.toHaveProperty('attempts')
  const ready = await bench.itemsOf('videos', recipient)
  expect(ready.map(({ status, dueAt }) => [status, dueAt])).toEqual(Array(3).fill(['ready', undefined]))
  const { deliveries } = await bench.view(recipient)
  expect(deliveries.filter(({ kind }) => kind === 'media')).toHaveLength(3)
})
