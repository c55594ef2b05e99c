import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { completionWrite } from '../../../../shared/areas/history/actionCompletion.ts'
import { historyAddition, itemChange, unseenAddition } from '../../../../shared/areas/history/historyWrites.ts'
import type { Item } from '../../../../shared/contract/write.ts'
import { applyOrThrow } from '../../../../shared/mechanisms/store/commit.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

let count = 0

const aws = await sharedByTests(startLocalAws())
const table = aws.table('history')

const now = new Date('2026-03-01T18:30:00.500Z')
const keyOf = ({ recipientId, id }: Item) => ({ recipientId, id })
const storedOf = async (item: Item) =>
  (await aws.client.send(new GetCommand({ TableName: table, Key: keyOf(item), ConsistentRead: true }))).Item
const store = async (item: Item) => void (await aws.client.send(new PutCommand({ TableName: table, Item: item })))
const newItem = (more: object = {}): Item => ({ recipientId: 'alice', id: `item-${++count}`, deleted: false, ...more })
const eventOf = (id: string, more: object = {}) => ({
  id,
  system: 'Kick',
  event: 'raid',
  originId: 'o',
  timestamp: '2026-03-01T18:29:00Z',
  ...more,
})

test.each([
  ['deleted', false, true],
  ['alertPosition', undefined, 7],
  ['alertPosition', 7, 8],
  ['withdrawn', undefined, 'listed'],
  ['withdrawn', 'listed', undefined],
  ['withdrawn', 'listed', 'deleted'],
  ['paymentVersion', undefined, 1],
  ['paymentVersion', 1, 2],
])('a change is refused when %s has changed from %j to %j since the read', async (name, read, present) => {
  const item = newItem({ [name]: read })
  const other = { ...item, [name]: present }
  await store(other)

  await expect(applyOrThrow(aws.client)([itemChange(table, item, { note: 'x' })])).rejects.toBeInstanceOf(Conflict)
  await applyOrThrow(aws.client)([itemChange(table, other, { note: 'y', skipped: undefined })])

  expect(await storedOf(item)).toEqual(JSON.parse(JSON.stringify({ ...other, note: 'y' })))
})

test('an unseen item takes the place of nothing, and is replaced once when its payment appears', async () => {
  const id = `item-${++count}`
  const apply = applyOrThrow(aws.client)
  await apply([unseenAddition(table, 'alice', eventOf(id), now)])
  const unseen = await storedOf({ recipientId: 'alice', id })

  await expect(apply([unseenAddition(table, 'alice', eventOf(id), now)])).rejects.toBeInstanceOf(Conflict)
  await expect(apply([historyAddition(table, 'alice', eventOf(id), now)])).rejects.toBeInstanceOf(Conflict)
  await apply([historyAddition(table, 'alice', eventOf(id), now, unseen)])
  await expect(apply([historyAddition(table, 'alice', eventOf(id), now, unseen)])).rejects.toBeInstanceOf(Conflict)

  expect(unseen).toMatchObject({
    withdrawn: 'unseen',
    deleted: true,
    listedAt: `d:2026-03-01T18:29:00.000000000Z#${id}`,
  })
  expect(await storedOf({ recipientId: 'alice', id })).toEqual({
    recipientId: 'alice',
    ...eventOf(id),
    deleted: false,
    listedAt: `2026-03-01T18:29:00.000000000Z#${id}`,
  })
})

test('an item of a test expires after a day and is in no list', async () => {
  const id = `item-${++count}`

  await applyOrThrow(aws.client)([historyAddition(table, 'alice', eventOf(id, { test: true }), now)])

  const { expiresAt, ...stored } = (await storedOf({ recipientId: 'alice', id })) ?? {}
  expect(expiresAt).toBe(Date.parse('2026-03-02T18:30:00Z') / 1000)
  expect(stored).not.toHaveProperty('listedAt')
})

test('an outcome is stored twice without harm, and refused when another action of the item has changed', async () => {
  const bought = (more: object = {}) => ({ actionId: 'a', parameters: {}, ...more })
  const item = newItem({ actions: JSON.stringify([bought(), bought()]) })
  const apply = applyOrThrow(aws.client)
  const complete = (index: number) =>
    apply([completionWrite(table, item, [bought(), bought()], index, { state: 'done' })])
  await store(item)

  await complete(1)
  await complete(1)

  await expect(complete(0)).rejects.toBeInstanceOf(Conflict)
  expect(await storedOf(item)).toMatchObject({
    actions: JSON.stringify([bought(), bought({ completion: { state: 'done' } })]),
  })
})
