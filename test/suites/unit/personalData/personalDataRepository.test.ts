import { expect, test, vi } from 'vitest'
import { receiptId } from '../../../../shared/areas/personalData/erasureReceipts.ts'
import { personalDataRepository } from '../../../../shared/areas/personalData/personalDataRepository.ts'
import { exportedTables, partitionOf } from '../../../../shared/areas/personalData/personalTables.ts'
import type { TableName } from '../../../../shared/contract/resources.ts'
import { withinInvocation } from '../../../../shared/runtime/invocation.ts'
import { answeringClient } from '../../../support/answeringClient.ts'
import { recordSleeps } from '../../../support/recordSleeps.ts'

test('an export has these tables, in this order', () => {
  const order =
    'announcers chats actions configs news history alerts overlays payments endpoints gateways videos playlists tokens members uploads recipients'

  expect(exportedTables.join(' ')).toBe(order)
})

test('stored keys that derive from a recipient stay: another key loses its items', () => {
  expect(partitionOf('news', 'alice')).toBe('recipient#alice')
  expect(partitionOf('tickets', 'alice')).toBe('K9gGyX8OAK8aH8My')
  expect(receiptId('alice', 'job')).toBe('6623f60b-0d77-8ccd-8d10-c8ebb31ad164')
  expect(receiptId('bob', 'job')).not.toBe(receiptId('alice', 'job'))
})

const tableName = (table: TableName) => `the ${table}`
const openStore = (...answers: readonly object[]) => {
  const { client, inputs } = answeringClient(...answers)
  return { inputs, data: personalDataRepository(client, tableName) }
}
const keys = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ recipientId: 'mallory', id: `${index}` }))
const requestsOf = ({ RequestItems }: Readonly<Record<string, unknown>>) =>
  (RequestItems as Record<string, readonly unknown[]>)['the payments'] ?? expect.fail()
const deletion = (id: number) => ({ DeleteRequest: { Key: { recipientId: 'alice', id: `${id}` } } })
const left = { UnprocessedItems: { 'the payments': [deletion(1)] } }

test('items of a recipient’s partition are deleted 25 at a time, and none of another partition', async () => {
  const { data, inputs } = openStore()

  await data.remove('alice', 'payments', keys(51))
  await data.remove('alice', 'payments', [])

  expect(inputs.map((input) => requestsOf(input).length)).toEqual([25, 25, 1])
  expect(inputs.flatMap(requestsOf)).toEqual(keys(51).map((_, index) => deletion(index)))
})

test('an item that a late index gives to its former recipient is not read for that one', async () => {
  const [own, others] = [
    { chat: 'one', recipientId: 'alice', title: 'mine' },
    { chat: 'two', recipientId: 'bob' },
  ]
  const { data, inputs } = openStore(
    { Items: [{ chat: 'one' }, { chat: 'two' }] },
    { Responses: { 'the chats': [own, others] } },
  )

  expect(await data.list('alice', 'chats', undefined)).toEqual({ items: [own], lastKey: undefined })
  expect(inputs[1]).toMatchObject({ RequestItems: { 'the chats': { ConsistentRead: true } } })
})

test('a page starts after the one before it, is consistent, and has one batch of index keys at most', async () => {
  const { data, inputs } = openStore()
  const ExclusiveStartKey = { recipientId: 'alice', id: 'last' }

  for (const table of ['payments', 'chats'] as const) await data.keys('alice', table, ExclusiveStartKey)

  expect(inputs).toMatchObject([
    { ConsistentRead: true, ExclusiveStartKey },
    { IndexName: 'byRecipient', Limit: 100, ExclusiveStartKey },
  ])
})

test('an item goes after those that it names, so that a crash in between forgets none', async () => {
  const { data, inputs } = openStore()

  await data.remove('alice', 'overlays', [{ overlayId: 'one', keyHash: 'key', connectionId: 'connection' }])

  expect(inputs.map((input) => input['TableName'])).toEqual(['the overlayKeys', 'the connections', 'the overlays'])
})

test('four batches are deleted at a time', async () => {
  let [running, most] = [0, 0]
  const send = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return {}
  }

  await personalDataRepository({ send } as never, tableName).remove('alice', 'payments', keys(200))

  expect(most).toBe(4)
})

test('unprocessed items of a throttled table are sent again, after ever longer pauses', async () => {
  const slept = recordSleeps()
  const { data, inputs } = openStore(...Array.from({ length: 8 }, () => left))

  await data.remove('alice', 'payments', keys(2))

  expect(slept).toEqual([20, 40, 80, 160, 320, 640, 1000, 1000])
  expect(inputs.map(requestsOf)).toEqual([
    [deletion(0), deletion(1)],
    ...Array.from({ length: 8 }, () => [deletion(1)]),
  ])
})

test('unprocessed items are given up with the invocation', async () => {
  const slept = recordSleeps()
  vi.useFakeTimers({ toFake: ['Date'] })
  const removeWithin = (milliseconds: number) =>
    withinInvocation({ getRemainingTimeInMillis: () => milliseconds + 250 }, () =>
      openStore(left).data.remove('alice', 'payments', keys(2)),
    )

  await expect(removeWithin(20)).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(slept).toEqual([])
  await removeWithin(21)
  expect(slept).toEqual([20])
  vi.useRealTimers()
})
