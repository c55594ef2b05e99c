import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { postponedStore } from '../../../../shared/mechanisms/store/postponedStore.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const now = new Date('2026-03-01T18:30:00Z')
const key = { recipientId: 'alice', id: 'payment-1' }
const afterMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()

const aws = await sharedByTests(startLocalAws())

/** Does something to a payment, and returns its attributes besides the key. */
const after = async (payment: object, act: (store: ReturnType<typeof postponedStore>) => Promise<void>) => {
  const TableName = aws.table('payments')
  await aws.client.send(new PutCommand({ TableName, Item: { ...key, ...payment } }))
  const postponable = { table: TableName, attribute: 'projection', due: 'due' } as const
  await act(postponedStore(aws.client, postponable, () => now.getTime()))
  const { Item } = await aws.client.send(new GetCommand({ TableName, Key: key }))
  const { recipientId, id, ...attributes } = Item ?? {}
  return attributes
}

test.each([
  [1, 1],
  [2, 2],
  [6, 32],
  [7, 32],
])('work that failed %i times waits for %i minutes, and no longer than half an hour', async (attempts, minutes) => {
  expect(await after({ projection: 'due' }, (store) => store.postpone(key, attempts))).toEqual({
    projection: 'postponed',
    attempts,
    dueAt: afterMinutes(minutes),
    dueShard: '1',
  })
})

test('due work is taken up by one of several runs, and again after ten minutes if its worker dies', async () => {
  const postponed = { projection: 'postponed', attempts: 3, dueAt: afterMinutes(0), dueShard: '1' }
  const taken = { ...postponed, projection: 'due', dueAt: afterMinutes(10) }

  expect(await after(postponed, (store) => store.takeUp(key, now))).toEqual(taken)
  expect(await after(taken, (store) => store.takeUp(key, now))).toEqual(taken)
})

test('work that is done is neither postponed nor taken up', async () => {
  const done = { projection: 'done', dueAt: afterMinutes(0) }

  expect(await after(done, (store) => store.postpone(key, 1))).toEqual(done)
  expect(await after(done, (store) => store.takeUp(key, now))).toEqual(done)
})
