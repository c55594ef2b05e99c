import { expect, onTestFinished, test, vi } from 'vitest'
import { type CopyCounts, copyItems } from '../../../../../infra/operators/restore/copyItems.ts'
import { noteSleeps } from '../../../../support/noteSleeps.ts'
import { answeredClient, standInTables } from './standInTables.ts'

const item = (id: string, more: object = {}) => ({ id: { S: id }, ...more })

const copy = async (then: readonly object[], now: readonly object[], { dryRun = false, unwanted = '' } = {}) => {
  const { answers, itemsOf } = standInTables({ copy: then as never, now: now as never })
  const { client, inputsOf } = answeredClient(answers)
  const progress: CopyCounts[] = []
  const counts = await copyItems(client, {
    copy: 'copy',
    target: 'now',
    keys: ['id'],
    dryRun,
    isWanted: ({ id }) => id?.S !== unwanted,
    onProgress: (so) => progress.push(so),
  })
  return { counts, progress, inputsOf, now: itemsOf('now') }
}

const changed = (value: string) => ({ value: { M: { inner: { L: [{ S: value }] } } } })

test('what differs is put, what came since is deleted, and the rest is not written', async () => {
  const then = [item('a'), item('b', changed('then')), item('c', changed('same')), item('d'), item('e')]
  const since = ['x', 'y', 'z'].map((id) => item(id))

  const { counts, progress, inputsOf, now } = await copy(then, [
    then[0] as object,
    item('b', changed('now')),
    then[2] as object,
    ...since,
  ])

  expect(counts).toEqual({ put: 3, deleted: 3, unchanged: 2 })
  expect(now).toEqual([then[0], then[1], then[2], then[3], then[4]])
  expect(progress).toEqual([
    { put: 1, deleted: 0, unchanged: 1 },
    { put: 2, deleted: 0, unchanged: 2 },
    { put: 3, deleted: 0, unchanged: 2 },
    { put: 3, deleted: 0, unchanged: 2 },
    ...progress.slice(4),
  ])
  expect(progress.at(-1)).toEqual(counts)
  const reads = inputsOf('BatchGetItem').map(({ RequestItems }) => Object.entries(RequestItems)[0])
  expect(reads[0]).toEqual(['now', { Keys: [{ id: { S: 'a' } }, { id: { S: 'b' } }], ConsistentRead: true }])
  expect(reads[1]).toEqual(['now', { Keys: [{ id: { S: 'b' } }], ConsistentRead: true }])
  expect(inputsOf('Scan').map(({ TableName, ConsistentRead }) => [TableName, ConsistentRead])).toEqual([
    ...Array(3).fill(['copy', true]),
    ...inputsOf('Scan')
      .slice(3)
      .map(() => ['now', true]),
  ])
  expect(inputsOf('BatchWriteItem')[0]).toEqual({ RequestItems: { now: [{ PutRequest: { Item: then[1] } }] } })
})

const size = ({ RequestItems }: { readonly RequestItems: object }): number => {
  const [asked] = Object.values(RequestItems)
  return (asked.Keys ?? asked).length
}

test('a hundred items are read by one call, and 25 are written', async () => {
  const items = Array.from({ length: 130 }, (_, index) => item(`${index}`))
  const { answers, itemsOf } = standInTables({ copy: items, now: [] }, 1000)
  const { client, inputsOf } = answeredClient(answers)

  await copyItems(client, { copy: 'copy', target: 'now', keys: ['id'], dryRun: false, isWanted: () => true })

  expect(new Set(itemsOf('now'))).toEqual(new Set(items))
  // A call of one item repeats what the one before it has left undone.
  const sizes = (operation: string) => [...new Set(inputsOf(operation).map(size))].sort((one, other) => other - one)
  expect([sizes('BatchGetItem'), sizes('BatchWriteItem')]).toEqual([
    [100, 30, 1],
    [25, 5, 1],
  ])
})

test('what a throttled table leaves undone is asked for again, after a pause that grows to five seconds', async () => {
  const slept = noteSleeps()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  onTestFinished(() => void vi.restoreAllMocks())
  const { answers, itemsOf } = standInTables({ copy: [item('a')], now: [] })
  let [reads, writes] = [0, 0]
  const { client } = answeredClient({
    ...answers,
    BatchGetItem: (input) =>
      ++reads < 10 ? { Responses: {}, UnprocessedKeys: input.RequestItems } : answers.BatchGetItem(input),
    BatchWriteItem: (input) =>
      ++writes < 10 ? { UnprocessedItems: input.RequestItems } : answers.BatchWriteItem(input),
  })

  await copyItems(client, { copy: 'copy', target: 'now', keys: ['id'], dryRun: false, isWanted: () => true })

  const growing = [25, 50, 100, 200, 400, 800, 1600, 2500, 2500]
  expect(slept).toEqual([...growing, ...growing])
  expect(itemsOf('now')).toEqual([item('a')])
})

test('a dry run counts the same and writes nothing', async () => {
  const { counts, inputsOf, now } = await copy([item('a')], [item('x')], { dryRun: true })

  expect(counts).toEqual({ put: 1, deleted: 1, unchanged: 0 })
  expect([inputsOf('BatchWriteItem'), now]).toEqual([[], [item('x')]])
})

test('what is not wanted is not put, and is deleted', async () => {
  const { counts, now } = await copy([item('a'), item('b')], [item('a'), item('b')], { unwanted: 'b' })

  expect(counts).toEqual({ put: 0, deleted: 1, unchanged: 1 })
  expect(now).toEqual([item('a')])
})

test.each([
  ['SS', ['x', 'y']],
  ['NS', ['1', '2']],
  ['BS', ['AAE=', 'AQA=']],
])('members of a set (%s) have no order, but are compared', async (type, members) => {
  const value = (...set: readonly (string | undefined)[]) => item('a', { value: { [type]: set } })
  const [one, other] = members

  const same = await copy([value(one, other)], [value(other, one)])
  const different = await copy([value(one, other)], [value(one)])

  expect([same.counts, different.counts]).toEqual([
    { put: 0, deleted: 0, unchanged: 1 },
    { put: 1, deleted: 0, unchanged: 0 },
  ])
})

test.each([
  ['the order of a list', { L: [{ S: 'x' }, { S: 'y' }] }, { L: [{ S: 'y' }, { S: 'x' }] }],
  ['bytes', { B: 'AAE=' }, { B: 'AQA=' }],
  ['a type', { S: '1' }, { N: '1' }],
  ['a member of a map', { M: {} }, { M: { x: { NULL: true } } }],
  [
    'a list in a map that is named like a set',
    { M: { SS: { L: [{ S: 'x' }, { S: 'y' }] } } },
    { M: { SS: { L: [{ S: 'y' }, { S: 'x' }] } } },
  ],
])('%s makes a difference', async (_, then, now) => {
  const { counts } = await copy([item('a', { value: then })], [item('a', { value: now })])

  expect(counts).toEqual({ put: 1, deleted: 0, unchanged: 0 })
})
