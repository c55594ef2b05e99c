import { expect, test, vi } from 'vitest'
import { answerPage, type Found, type List, type Slice } from '../../../shared/page/answerPage.ts'
import { answerWhole } from '../../../shared/page/answerWhole.ts'
import type { PageRequest } from '../../../shared/page/contract.ts'

interface Thing {
  readonly id: number
  readonly name: string | null
}

const things: readonly Thing[] = ['b', 'a', null, 'b', 'c'].map((name, id) => ({ id, name }))
const firstPage = { page: undefined, size: 2, sort: [] } as const satisfies PageRequest
const cursorKey = async () => Buffer.alloc(32, 1)
const operation = { id: 'listThings', path: '/things' }
const byId = { property: 'id', ascending: true }

const list = (query: List<Thing>['query'], find: List<Thing>['find']) =>
  answerPage({ recipientId: 'alice', operation, query, orders: [byId], cursorKey, find })
const slice = async ({ offset, size }: Slice): Promise<Found<Thing>> => ({
  items: things.slice(offset, offset + size),
  totalSize: things.length,
})
const nextOf = (link: string | undefined): URLSearchParams =>
  new URLSearchParams(/^<\/things\?(.*)>; rel="next"$/.exec(link ?? '')?.[1])

test('the envelope of a page', async () => {
  const { body } = await list({ ...firstPage, page: 1 }, slice)

  const orderBy = [{ ignoreCase: false, direction: 'ASC', property: 'id', ascending: true }]
  expect(body).toEqual({
    content: things.slice(2, 4),
    pageable: { orderBy, number: 1, size: 2, mode: 'OFFSET', sort: { orderBy } },
    pageNumber: 1,
    offset: 2,
    size: 2,
    empty: false,
    numberOfElements: 2,
    totalSize: 5,
    totalPages: 3,
  })
})

test('a page behind the end is empty, and leads nowhere', async () => {
  const { body, headers } = await list({ ...firstPage, page: 9 }, slice)

  expect(body).toMatchObject({ content: [], empty: true, numberOfElements: 0, offset: 18, totalPages: 3 })
  expect(headers.link).toBeUndefined()
})

test('a page that finds nothing leads nowhere, although there is more in all', async () => {
  const { headers } = await list(firstPage, async () => ({ items: [], totalSize: 5 }))

  expect(headers.link).toBeUndefined()
})

test('cursors lead from page to page, to the end', async () => {
  const seen: Thing[] = []
  const modes: string[] = []
  let cursor: string | undefined
  do {
    const { body, headers } = await list({ ...firstPage, cursor }, slice)
    seen.push(...body.content)
    modes.push(`${body.pageable.mode} ${body.pageNumber} ${body.offset}`)
    cursor = nextOf(headers.link).get('cursor') ?? undefined
  } while (cursor !== undefined)

  expect(seen).toEqual(things)
  expect(modes).toEqual(['OFFSET 0 0', 'CURSOR_NEXT 1 2', 'CURSOR_NEXT 2 4'])
})

test('a cursor hands the last key on', async () => {
  const find = vi.fn(async (position: Slice) => ({ ...(await slice(position)), last: 'key-1' }))
  const { headers } = await list(firstPage, find)

  await list({ ...firstPage, cursor: nextOf(headers.link).get('cursor') ?? '' }, find)

  expect(find.mock.calls.map(([position]) => position)).toEqual([
    { offset: 0, size: 2 },
    { offset: 2, after: 'key-1', size: 2 },
  ])
})

test('the link repeats the query but for its page', async () => {
  const sort = [byId, { property: 'name', ascending: false }]
  const { headers } = await list({ ...firstPage, page: 0, sort, system: 'Ko-fi & co', hidden: undefined }, slice)

  const next = [...nextOf(headers.link)]
  expect(next).toEqual([
    ['size', '2'],
    ['system', 'Ko-fi & co'],
    ['sort', 'id,asc'],
    ['sort', 'name,desc'],
    ['cursor', expect.any(String)],
  ])
})

test('a cursor belongs to its filters, not to the page that it came from', async () => {
  const { headers } = await list({ ...firstPage, page: 1, system: 'Kick' }, slice)
  const cursor = nextOf(headers.link).get('cursor') ?? ''

  expect((await list({ ...firstPage, system: 'Kick', cursor }, slice)).body.offset).toBe(4)
  await expect(list({ ...firstPage, system: 'Twitch', cursor }, slice)).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

test('a key that cannot be had is told when it is needed, and not before', async () => {
  const withoutKey = (size: number) =>
    answerPage({
      recipientId: 'alice',
      operation,
      query: { ...firstPage, size },
      orders: [byId],
      cursorKey: () => Promise.reject(new Error('away')),
      find: slice,
    })

  expect((await withoutKey(5)).body.numberOfElements).toBe(5)
  await expect(withoutKey(2)).rejects.toThrow('away')
})

test('the key is on its way while the items are read', async () => {
  const steps: string[] = []
  const pending = Promise.withResolvers<Buffer>()
  const answer = answerPage({
    recipientId: 'alice',
    operation,
    query: firstPage,
    orders: [byId],
    cursorKey: () => {
      steps.push('key')
      return pending.promise
    },
    find: async (position) => {
      steps.push('items')
      pending.resolve(Buffer.alloc(32))
      return slice(position)
    },
  })

  expect((await answer).headers.link).toBeDefined()
  expect(steps).toEqual(['key', 'items'])
})

const whole = async (sort: PageRequest['sort'], more: Partial<PageRequest> = {}) => {
  const { body } = await answerWhole<Thing>({
    recipientId: 'alice',
    operation,
    query: { ...firstPage, size: 5, ...more, sort },
    cursorKey,
    sortable: ['id', 'name'],
    byDefault: { property: 'id', ascending: false },
    read: async () => things,
  })
  return body
}

test.each([
  ['by default', [], [4, 3, 2, 1, 0]],
  ['by what it does not know', [{ property: 'secret', ascending: true }], [4, 3, 2, 1, 0]],
  ['by a property, nothing first and ties as they came', [{ property: 'name', ascending: true }], [2, 1, 0, 3, 4]],
  ['downwards', [{ property: 'name', ascending: false }], [4, 0, 3, 1, 2]],
  [
    'by two',
    [
      { property: 'name', ascending: true },
      { property: 'id', ascending: false },
    ],
    [2, 1, 3, 0, 4],
  ],
  ['by what it knows of several', [{ property: 'secret', ascending: true }, byId], [0, 1, 2, 3, 4]],
])('a list that is read whole is sorted %s', async (_name, sort, ids) => {
  expect((await whole(sort)).content.map(({ id }) => id)).toEqual(ids)
})

test('a list that is read whole is cut after it was sorted', async () => {
  const body = await whole([byId], { page: 1, size: 2 })

  expect(body).toMatchObject({ content: things.slice(2, 4), totalSize: 5, totalPages: 3 })
})
