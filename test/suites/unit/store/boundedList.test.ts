import type { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { boundedList } from '../../../../shared/mechanisms/store/boundedList.ts'
import type { Slice } from '../../../../shared/mechanisms/store/slice.ts'

const megabyteOfItems = 400

const isEven = (n: number) => n % 2 === 0

/** A list of numbers from 1 on, of which some match, in a table that answers at most so many items at once. */
const listOf = (length: number, answered = megabyteOfItems, matches = isEven, total = length) => {
  const limits: unknown[] = []
  const send = async ({ input }: QueryCommand) => {
    limits.push(input.Limit)
    if ('ExclusiveStartKey' in input) expect(Object.keys(input.ExclusiveStartKey ?? {})).toEqual(['n'])
    const first = Number(input.ExclusiveStartKey?.['n'] ?? Number(input.ExpressionAttributeValues?.[':first']) - 1) + 1
    const end = Math.min(length, Number(input.ExpressionAttributeValues?.[':last']))
    const last = Math.min(end, first + Math.min(answered, input.Limit ?? answered) - 1)
    const all = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({ n: first + index }))
    const Items = input.FilterExpression === undefined ? all : all.filter(({ n }) => matches(n))
    return {
      ...(input.Select !== 'COUNT' && { Items }),
      Count: Items.length,
      ScannedCount: all.length,
      ...(last < end && { LastEvaluatedKey: { n: last } }),
    }
  }
  const list = (filtered: boolean) =>
    boundedList<number, number>({ send } as unknown as DynamoDBDocumentClient, {
      input: {
        TableName: 'numbers',
        ExpressionAttributeValues: { ':first': 1, ':last': 1_000_000 },
        ...(filtered && { FilterExpression: 'even' }),
      },
      sortKey: 'n',
      startKey: (n) => ({ n }),
      read: ({ n }) => Number(n),
    })
  const contentOf = async (found: ReturnType<ReturnType<typeof list>['matching']>) => {
    const { entries, ...rest } = await found
    return { items: entries.map(({ item }) => item), ...rest }
  }
  return {
    limits,
    withTotal: (slice: Slice<number>) => contentOf(list(false).withTotal(slice, async () => total)),
    matching: (slice: Slice<number>) => contentOf(list(true).matching(slice)),
  }
}

test('a page behind the end of a list is empty, however deep, and nothing is read for it', async () => {
  const { withTotal, limits } = listOf(30)

  expect(await withTotal({ offset: Number.MAX_SAFE_INTEGER - 100, limit: 21 })).toEqual({ items: [], totalSize: 30 })
  expect(limits).toEqual([])
})

test('a page number reaches the first thousand items, and nothing beyond is read, regression: the last page read all', async () => {
  const { withTotal, limits } = listOf(1_000_000)

  const reached = { totalSize: 1_000_000, numbered: 1000 }
  expect(await withTotal({ offset: 999, limit: 2 })).toMatchObject({ items: [1000, 1001], ...reached })
  expect(limits).toEqual([999, 599, 199, 2])
  expect(await withTotal({ offset: 1000, limit: 2 })).toEqual({ items: [], ...reached })
  expect(limits).toHaveLength(4)
})

test('a page is empty and leads on when large items are not counted off in four megabytes', async () => {
  const { withTotal, limits } = listOf(1_000_000, 100)

  expect(await withTotal({ offset: 500, limit: 2 })).toMatchObject({ items: [], offset: 400, resumeAfter: 400 })
  expect(limits).toEqual([500, 400, 300, 200])
})

test('a page of large items ends after four megabytes, with a next key', async () => {
  const { withTotal } = listOf(1_000_000, 5)

  expect(await withTotal({ offset: 0, limit: 101 })).toMatchObject({
    items: Array.from({ length: 20 }, (_, index) => index + 1),
    resumeAfter: 20,
  })
})

test('a filtered list is counted exactly as far as a thousand items', async () => {
  const { matching } = listOf(1000)

  expect(await matching({ offset: 2, limit: 2 })).toEqual({ items: [6, 8], totalSize: 500, totalIsExact: true })
  expect(await matching({ offset: 2, after: 4, limit: 2 })).toEqual({
    items: [6, 8],
    totalSize: 500,
    totalIsExact: true,
    numbered: 1000,
  })
  expect(await matching({ offset: 900, limit: 2 })).toMatchObject({ items: [], totalIsExact: true })
})

test('a longer list is not counted to its end, and has a next key, regression: all of it was read', async () => {
  const { matching, limits } = listOf(1_000_000)
  const uncounted = { totalSize: 500, totalIsExact: false, numbered: 500, resumeAfter: 1000 }

  expect(await matching({ offset: 498, limit: 3 })).toEqual({ items: [998, 1000], ...uncounted })
  expect(limits).toEqual([1000, 600, 200])
  expect(await matching({ offset: 500, limit: 3 })).toEqual({ items: [], ...uncounted })
})

test('a page after a key reads a thousand items, and counts the known ones before it', async () => {
  const { matching, limits } = listOf(1_000_000)

  const found = await matching({ offset: 4000, after: 8000, limit: 2, numbered: 300 })

  const counted = { totalSize: 4500, totalIsExact: false, numbered: 300 }
  expect(found).toEqual({ items: [8002, 8004], ...counted, resumeAfter: 9000 })
  expect(limits).toHaveLength(6)
})

test('a page that ends with the list says of no next one', async () => {
  expect(await listOf(3).withTotal({ offset: 0, limit: 5 })).toEqual({ items: [1, 2, 3], totalSize: 3 })
})

test('a page after a key needs nothing counted off, however deep it is', async () => {
  const { withTotal, limits } = listOf(1_000_000)

  expect(await withTotal({ offset: 2000, after: 2000, limit: 2 })).toMatchObject({ items: [2001, 2002] })
  expect(await withTotal({ offset: 500, after: 500, limit: 2 })).toMatchObject({ items: [501, 502] })
  expect(limits).toEqual([2, 2])
})

test('a page that begins where the list ends is empty, by its total or because items have gone since', async () => {
  expect(await listOf(1500).withTotal({ offset: 1500, limit: 2 })).toMatchObject({ items: [], totalSize: 1500 })
  expect(await listOf(10, 400, isEven, 30).withTotal({ offset: 20, limit: 2 })).toEqual({
    items: [],
    offset: 10,
    totalSize: 30,
  })
})

test('reading ends at an item or after three thousand, regression: it ended at a thousand', async () => {
  const matchesFrom = (first: number) => listOf(5000, 400, (n) => n > first)
  const unknown = { items: [], totalSize: 0, totalIsExact: false, numbered: 0 }

  expect(await matchesFrom(1500).matching({ offset: 0, limit: 2 })).toMatchObject({
    items: [1501, 1502],
    resumeAfter: 2000,
  })
  expect(await matchesFrom(3000).matching({ offset: 0, limit: 2 })).toEqual({ ...unknown, resumeAfter: 3000 })
  expect(await matchesFrom(4900).matching({ offset: 0, after: 2000, limit: 2 })).toMatchObject({ items: [4901, 4902] })
  expect(await matchesFrom(5000).matching({ offset: 0, after: 2000, limit: 2 })).not.toHaveProperty('resumeAfter')
})

test('a total is exact if all items before and after the page were counted', async () => {
  const after = (key: number) => ({ offset: key, after: key, limit: 2 })

  expect(await listOf(1_000_000).matching(after(4))).toMatchObject({ totalIsExact: false })
  expect(await listOf(8500).matching(after(8000))).toMatchObject({ totalIsExact: false })
  expect(await listOf(900).matching(after(4))).toMatchObject({ totalIsExact: true })
})

test.each([
  [true, { ':first': 1, ':last': 7 }],
  [false, { ':first': 7, ':last': 9 }],
])('the items before a page are counted, not read (forward: %s)', async (ScanIndexForward, bounds) => {
  const counted: unknown[] = []
  const send = async ({ input }: QueryCommand) => {
    if (input.Select !== undefined) counted.push({ [input.Select]: input.ExpressionAttributeValues })
    return { Items: [], Count: 0 }
  }
  const list = boundedList<number, number>({ send } as unknown as DynamoDBDocumentClient, {
    input: { TableName: 'numbers', ScanIndexForward, ExpressionAttributeValues: { ':first': 1, ':last': 9 } },
    sortKey: 'n',
    startKey: (n) => ({ n }),
    read: ({ n }) => Number(n),
  })

  await list.matching({ offset: 3, after: 7, limit: 2 })

  expect(counted).toEqual([{ COUNT: bounds }])
})
