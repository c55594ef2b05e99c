import { expect, test, vi } from 'vitest'
import { answerPage, type List } from '../../../../shared/mechanisms/page/answerPage.ts'
import { answerWhole } from '../../../../shared/mechanisms/page/answerWhole.ts'
import type { PageRequest } from '../../../../shared/mechanisms/page/contract.ts'
import type { Found, Slice } from '../../../../shared/mechanisms/store/slice.ts'
import { nextQuery } from '../../../support/nextQuery.ts'

interface Thing {
  readonly id: string
  readonly name: string | null
}

const things: readonly Thing[] = ['b', 'a', null, 'b', 'c'].map((name, id) => ({ id: `${id}`, name }))
const firstPage = { page: undefined, size: 2, sort: [] } as const satisfies PageRequest
const cursorKey = async () => Buffer.alloc(32, 1)
const operation = { id: 'listThings' }
const byId = { property: 'id', ascending: true }
const sorting = { sortable: ['id'], byDefault: byId }

const list = (query: List<Thing>['query'], find: List<Thing>['find']) =>
  answerPage({ recipientId: 'alice', member: undefined, operation, query, ...sorting, cursorKey, find })
const slice = async ({ offset, limit }: Slice): Promise<Found<Thing>> => ({
  entries: things.slice(offset, offset + limit).map((item) => ({ item, key: item.id })),
  totalSize: things.length,
})
const nextOf = (link: string | undefined): URLSearchParams => new URLSearchParams(nextQuery(link))
const cursorIn = ({ headers }: { readonly headers: { readonly link?: string | undefined } }): string =>
  nextOf(headers.link).get('cursor') ?? ''

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
    totalIsExact: true,
  })
})

test('a page behind the end is empty, and leads nowhere', async () => {
  const { body, headers } = await list({ ...firstPage, page: 9 }, slice)

  expect(body).toMatchObject({ content: [], empty: true, numberOfElements: 0, offset: 18, totalPages: 3 })
  expect(headers.link).toBeUndefined()
})

test('a next page is told by one item more, whatever the total says', async () => {
  const found = (count: number, totalSize: number) => async () => ({
    ...(await slice({ offset: 0, limit: count })),
    totalSize,
  })

  expect((await list(firstPage, found(0, 5))).headers.link).toBeUndefined()
  expect((await list(firstPage, found(2, 5))).headers.link).toBeUndefined()
  expect((await list(firstPage, found(3, 2))).headers.link).toMatch(/rel="next"/)
})

test('a page ends before it outgrows an answer, and has a next link', async () => {
  const quotes = (id: string, length: number) => ({ item: { id, name: '"'.repeat(length) }, key: id })
  const find = async ({ after, limit }: Slice) => {
    const entries = Array.from({ length: 100 }, (_, index) => quotes(`${index}`, 32_000))
    const first = after === undefined ? 0 : Number(after) + 1
    return { entries: entries.slice(first, first + limit), totalSize: 100 }
  }

  const first = await list({ ...firstPage, size: 100 }, find)
  const second = await list({ ...firstPage, size: 100, cursor: cursorIn(first) }, find)

  expect(first.body).toMatchObject({ size: 100, numberOfElements: 39, totalSize: 100 })
  expect(Buffer.byteLength(JSON.stringify(JSON.stringify(first.body)))).toBeLessThan(5_100_000)
  expect(second.body.content[0]?.id).toBe('39')
  const huge = async () => ({ entries: [quotes('0', 2_000_000), quotes('1', 1)], totalSize: 2 })
  expect(await list(firstPage, huge)).toMatchObject({
    body: { numberOfElements: 1 },
    headers: { link: expect.stringMatching(/rel="next"/) },
  })
})

test('a slice that was not read to its end leads on from where it stopped, even without an item', async () => {
  const find = vi.fn(async (_slice: Slice) => ({
    entries: [],
    totalSize: 0,
    totalIsExact: false,
    resumeAfter: 'here',
  }))

  const { body, headers } = await list(firstPage, find)
  await list({ ...firstPage, cursor: cursorIn({ headers }) }, find)

  expect(body).toMatchObject({ content: [], empty: true, totalIsExact: false })
  expect(find.mock.calls.map(([position]) => position)).toEqual([
    { offset: 0, limit: 3 },
    { offset: 0, after: 'here', limit: 3 },
  ])
})

test('after a slice that reading did not reach, the next page has the offset to which reading came', async () => {
  const find = vi.fn(async (_slice: Slice) => ({ entries: [], totalSize: 900, offset: 400, resumeAfter: 'here' }))

  const { headers } = await list({ ...firstPage, page: 250 }, find)
  const { body } = await list({ ...firstPage, cursor: cursorIn({ headers }) }, find)

  expect(body).toMatchObject({ offset: 400, pageNumber: 200 })
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
  const find = vi.fn(slice)
  const { headers } = await list(firstPage, find)

  await list({ ...firstPage, cursor: cursorIn({ headers }) }, find)

  expect(find.mock.calls.map(([position]) => position)).toEqual([
    { offset: 0, limit: 3 },
    { offset: 2, after: '1', limit: 3 },
  ])
})

test('the link repeats the query but for its page, with the orders that are in force', async () => {
  const sort = [{ property: 'secret', ascending: false }]
  const query = { ...firstPage, page: 0, sort, system: 'Ko-fi & co', labels: ['a', 'b,"c"', ' d'], hidden: undefined }
  const { headers } = await list(query, slice)

  const next = [...nextOf(headers.link)]
  expect(next).toEqual([
    ['size', '2'],
    ['system', 'Ko-fi & co'],
    ['labels', 'a,"b,""c"""," d"'],
    ['sort', 'id,asc'],
    ['cursor', expect.stringMatching(/^[\w-]+\.[\w-]{43}$/)],
  ])
})

test('a cursor belongs to its filters, not to the page that it came from', async () => {
  const { headers } = await list({ ...firstPage, page: 1, system: 'Kick' }, slice)
  const cursor = cursorIn({ headers })

  expect((await list({ ...firstPage, system: 'Kick', cursor }, slice)).body.offset).toBe(4)
  await expect(list({ ...firstPage, system: 'Twitch', cursor }, slice)).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

test('a key that cannot be had is told when it is needed, and not before', async () => {
  const withoutKey = (size: number) =>
    answerPage({
      recipientId: 'alice',
      member: undefined,
      operation,
      query: { ...firstPage, size },
      ...sorting,
      cursorKey: () => Promise.reject(new Error('away')),
      find: slice,
    })

  expect((await withoutKey(5)).body.numberOfElements).toBe(5)
  await expect(withoutKey(2)).rejects.toThrow('away')
})

test('the key is asked for where a cursor came or leaves, and nowhere else', async () => {
  const key = vi.fn(cursorKey)
  const answer = (query: List<Thing>['query']) =>
    answerPage({ recipientId: 'alice', member: undefined, operation, query, ...sorting, cursorKey: key, find: slice })

  await answer({ ...firstPage, size: 5 })
  expect(key).not.toHaveBeenCalled()
  const { headers } = await answer({ ...firstPage, size: 4 })
  expect(key).toHaveBeenCalledTimes(1)
  await answer({ ...firstPage, size: 4, cursor: cursorIn({ headers }) })
  expect(key).toHaveBeenCalledTimes(2)
})

const whole = async (sort: PageRequest['sort'], more: Partial<PageRequest> = {}) => {
  const { body } = await answerWhole<Thing>({
    recipientId: 'alice',
    member: undefined,
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
  ['by default', [], '43210'],
  ['by what it does not know', [{ property: 'secret', ascending: true }], '43210'],
  ['by a property, nothing first and ties by id', [{ property: 'name', ascending: true }], '21034'],
  ['downwards, ties too', [{ property: 'name', ascending: false }], '43012'],
  [
    'by two',
    [
      { property: 'name', ascending: true },
      { property: 'id', ascending: false },
    ],
    '21304',
  ],
  ['by what it knows of several', [{ property: 'secret', ascending: true }, byId], '01234'],
])('a list that is read whole is sorted %s', async (_name, sort, ids) => {
  expect((await whole(sort)).content.map(({ id }) => id).join('')).toBe(ids)
})

test('a list that is read whole gives one item by its id, and none for an unknown one', async () => {
  const read = async (id: string) => {
    const body = await whole([byId], { id } as Partial<PageRequest>)
    return [body.totalSize, body.content]
  }

  expect(await read('3')).toEqual([1, [things[3]]])
  expect(await read('unknown')).toEqual([0, []])
})

test('a list that is read whole is cut after it was sorted', async () => {
  const body = await whole([byId], { page: 1, size: 2 })

  expect(body).toMatchObject({ content: things.slice(2, 4), totalSize: 5, totalPages: 3 })
})

test('the cursor of a long text leads on, and fits a query', async () => {
  const long = ['a', 'b', 'c'].map((id) => ({ id, name: '\u0001'.repeat(2048) }))
  const names: string[] = []
  let cursor: string | undefined
  do {
    const { body, headers } = await answerWhole<Thing>({
      recipientId: 'alice',
      member: undefined,
      operation,
      query: { ...firstPage, size: 1, sort: [{ property: 'name', ascending: true }], cursor },
      cursorKey,
      sortable: ['name'],
      byDefault: byId,
      read: async () => long,
    })
    names.push(...body.content.map(({ id }) => id))
    cursor = nextOf(headers.link).get('cursor') ?? undefined
    expect(cursor?.length ?? 0).toBeLessThan(4096)
  } while (cursor !== undefined)

  expect(names).toEqual(['a', 'b', 'c'])
})
