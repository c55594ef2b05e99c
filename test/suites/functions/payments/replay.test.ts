import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, expect, test } from 'vitest'
import {
  lineOf,
  localTables,
  type ReplayRange,
  replayDue,
  shownVersions,
} from '../../../../infra/operators/replayDue.ts'
import { historyItemId } from '../../../../shared/areas/events/historyItemId.ts'
import type { TableName } from '../../../../shared/contract/resources.ts'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'

const bench = await openPaymentsBench()
const client = new DynamoDBClient({
  endpoint: bench.aws.endpoints.dynamodb,
  region: 'us-east-1',
  credentials: { accessKeyId: String(process.env['AWS_ACCESS_KEY_ID']), secretAccessKey: 'local' },
})
const tableNameOf = async (table: string) => bench.aws.table(table as TableName)

/** Items by table that a replay brings to their workers again. */
const replay = async (range?: ReplayRange, from = client) => {
  const replayed = await Array.fromAsync(replayDue(from, tableNameOf, range))
  return Object.fromEntries(replayed.map(({ table, items }) => [table, items]))
}
const yesterday = new Date(Date.now() - 86_400_000)
const tomorrow = new Date(Date.now() + 86_400_000)

afterAll(async () => {
  client.destroy()
  await bench.stop()
})

test.each([
  ['everything', () => ({})],
  ['a time', () => ({ since: yesterday })],
  ['a time and a recipient', (recipient: string) => ({ since: yesterday, recipient })],
  ['a recipient', (recipient: string) => ({ recipient })],
] as const)('only payments that were given up are brought to their worker again: by %s', async (_name, rangeOf) => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const { body: done } = await bench.tell(gateway, 'completed', { gatewayId: 'done' })
  await bench.project()
  const { body: givenUp } = await bench.tell(gateway, 'completed', { gatewayId: 'given up' })

  const { payments: touched } = await replay(rangeOf(recipient))
  await bench.project()

  expect(touched).toBe(1)
  const items = await bench.itemsOf('payments', recipient)
  expect(items.map(({ id, replayedAt }) => [id, replayedAt !== undefined]).toSorted()).toEqual(
    [
      [done.paymentId, false],
      [givenUp.paymentId, true],
    ].toSorted(),
  )
  expect((await bench.view(recipient)).alerts.totalSize).toBe(2)
})

test('videos that are prepared are ready after a replay, and show no trace of it', async () => {
  const gateway = await bench.manual(bench.someone())
  await bench.tell(gateway, 'completed', { gatewayId: '1', attachments: ['https://vk.com/video-1_2'] })
  await bench.deliver('projectPayments', await bench.duePayments())
  const touched = [await replay({ since: tomorrow }), await replay({ since: yesterday })]
  await bench.project()
  touched.push(await replay({ since: yesterday }))

  expect(touched.map(({ videos }) => videos)).toEqual([0, 1, 0])
  const [video] = await bench.itemsOf('videos', gateway.recipient)
  const answer = await bench.call('getVideos', { recipient: gateway.recipient, params: { ids: String(video?.['id']) } })
  expect(answer.body).toMatchObject({ status: 'ready' })
})

/** The client with a step before each update of an item. */
const beforeUpdate = (act: (id: string) => Promise<unknown>): DynamoDBClient =>
  Object.assign(Object.create(client), {
    send: async (command: object) => {
      if (command instanceof UpdateItemCommand) await act(String(command.input.Key?.['id']?.S))
      return client.send(command as never)
    },
  })

test('a payment that its worker finishes in the meantime is not counted, and a refusal of DynamoDB is an error', async () => {
  const gateway = await bench.manual(bench.someone())
  const { body } = await bench.tell(gateway, 'completed', { gatewayId: 'finished meanwhile' })
  const finishing = beforeUpdate((id) => (id === body.paymentId ? bench.project() : Promise.resolve()))
  const refusing = beforeUpdate(() => Promise.reject(new Error('AccessDeniedException')))

  await expect(replay({}, refusing)).rejects.toThrow('AccessDeniedException')
  expect(await replay({}, finishing)).toMatchObject({ payments: 0 })
})

test('a payment’s unprojected change is due, as a waiting event is, at the time of the replay', async () => {
  const gateway = await bench.manual(bench.someone())
  await bench.tell(gateway, 'completed', { gatewayId: 'changed' })
  await bench.project()
  await bench.tell(gateway, 'refunded', { gatewayId: 'changed' })
  for (const state of ['due', 'queued']) {
    const Item = { recipientId: gateway.recipient, id: state, state }
    await bench.aws.client.send(new PutCommand({ TableName: bench.aws.table('streamEvents'), Item }))
  }
  const replayed = await Array.fromAsync(replayDue(client, tableNameOf))

  expect(replayed).toEqual([
    { table: 'payments', items: 1 },
    { table: 'videos', items: 0 },
    { table: 'streamEvents', items: 1 },
  ])
  expect(replayed.map(lineOf)[0]).toBe('payments: 1 due item brought to the worker again')
  expect(lineOf({ table: 'videos', items: 2 })).toBe('videos: 2 due items brought to the worker again')
  const [payment] = await bench.itemsOf('payments', gateway.recipient)
  expect(Math.abs(Date.parse(payment?.['replayedAt']) - Date.now())).toBeLessThan(60_000)
})

test('a replay since a time reads no payment before it and scans no table of payments', async () => {
  await bench.project()
  const gateway = await bench.manual(bench.someone())
  await bench.tell(gateway, 'completed', { gatewayId: 'given up' })
  const calls: string[] = []
  const noting = Object.assign(Object.create(client), {
    send: (command: { readonly input: Readonly<Record<string, unknown>> }) => {
      const { TableName, IndexName } = command.input
      calls.push([command.constructor.name, TableName, IndexName].filter(Boolean).join(' '))
      return client.send(command as never)
    },
  })

  expect(await replay({ since: tomorrow }, noting)).toMatchObject({ payments: 0 })
  expect(await replay({ since: yesterday, recipient: 'somebody else' }, noting)).toMatchObject({ payments: 0 })
  expect(await replay({ since: yesterday }, noting)).toMatchObject({ payments: 1 })

  const payments = bench.aws.table('payments')
  expect(new Set(calls.filter((call) => call.includes(payments) && !call.startsWith('Update')))).toEqual(
    new Set([`QueryCommand ${payments} byTime`]),
  )
})

test('a replay since a time finds the first payment of a recipient without totals, and a gateway that is gone', async () => {
  await bench.project()
  const [first, gone] = [await bench.manual(bench.someone()), await bench.manual(bench.someone())]
  await bench.tell(first, 'completed', { gatewayId: 'first' })
  await bench.tell(gone, 'completed', { gatewayId: 'before' })
  await bench.deliver(
    'projectPayments',
    (await bench.duePayments()).filter(({ recipientId }) => recipientId === gone.recipient),
  )
  await bench.tell(gone, 'completed', { gatewayId: 'given up' })
  for (const { id } of await bench.itemsOf('gateways', gone.recipient))
    await bench.aws.client.send(
      new DeleteCommand({ TableName: bench.aws.table('gateways'), Key: { recipientId: gone.recipient, id } }),
    )

  expect(await replay({ since: yesterday })).toMatchObject({ payments: 2 })
  await bench.project()
})

test('a replay reads both possible places of a payment, fifty payments in a call', async () => {
  const items = Array.from({ length: 51 }, (_, index) => ({
    recipientId: 'many',
    system: 'Mine',
    gatewayId: `of-${index}`,
    id: index === 1 ? 'of-0' : `${index}`,
  }))
  const shown = { paymentVersion: 3, metadata: JSON.stringify({ paymentId: '50' }) }
  const id = historyItemId('many', 'Mine', '50')
  await bench.aws.client.send(
    new PutCommand({ TableName: bench.aws.table('history'), Item: { recipientId: 'many', id, ...shown } }),
  )

  expect(await shownVersions(client, bench.aws.table('history'), items)).toEqual(new Map([['50', 3]]))
})

test('the tables of a local API are known by their names, those of an earlier layout being others', async () => {
  const send = async () => ({ TableNames: ['a-paymentsTable0', 'test-data-newsTable1', 'test-data-paymentsTable2'] })
  const tableNameOf = localTables({ send } as never)

  expect(await tableNameOf('payments')).toBe('test-data-paymentsTable2')
  await expect(tableNameOf('videos')).rejects.toThrow('The local API has no table videos')
})
