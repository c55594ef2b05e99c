import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { page, pageExample, pageQuery } from '../../../../shared/mechanisms/page/contract.ts'

const query = pageQuery({ system: z.optional(z.string()) })
const read = (given: Readonly<Record<string, string>>) => query.parse(given)

test('without a word it is the first twenty', () => {
  expect(read({})).toEqual({ page: undefined, size: 20, sort: [] })
})

test.each([
  ['3', 3],
  ['2.9', 2],
  ['-1', 0],
  ['1e300', 90_071_992_547_409],
  ['Infinity', 90_071_992_547_409],
  ['x', undefined],
  ['', undefined],
  [' ', undefined],
])('page %j is %s', (given, expected) => {
  expect(read({ page: given }).page).toBe(expected)
})

test.each([
  ['5', 5],
  ['5.9', 5],
  ['1', 1],
  ['0', 20],
  ['-7', 20],
  ['100', 100],
  ['101', 100],
  ['x', 20],
  ['', 20],
])('size %j is %s', (given, expected) => {
  expect(read({ size: given }).size).toBe(expected)
})

test('the last page has an exact offset', () => {
  const { page: last = 0 } = read({ page: '1e300' })

  expect(Number.isSafeInteger(last * 100)).toBe(true)
  expect(Number.isSafeInteger((last + 1) * 100)).toBe(false)
})

test.each([
  ['name', 'name up'],
  ['name,asc', 'name up'],
  ['name,DESC', 'name down'],
  ['name,desc,asc', 'name up'],
  [' name , desc , id ', 'name down, id up'],
  ['desc,name', 'desc up, name up'],
  ['name,fulldesc', 'name up, fulldesc up'],
  ['description,asc', 'description up'],
  ['name,ascending', 'name up, ascending up'],
  [',name,,desc', 'name down'],
  ['', ''],
])('sort %j is %j', (given, orders) => {
  const texts = read({ sort: given }).sort.map(({ property, ascending }) => `${property} ${ascending ? 'up' : 'down'}`)

  expect(texts.join(', ')).toBe(orders)
})

test('a cursor excludes a page, goes with all else, and has an end', () => {
  const both = query.safeParse({ page: '1', cursor: 'x' })

  expect(both.error?.issues).toMatchObject([{ path: ['cursor'], message: 'Invalid cursor: it excludes page' }])
  expect(read({ page: 'x', cursor: 'x' })).toMatchObject({ page: undefined, cursor: 'x' })
  expect(read({ size: '5', sort: 'name', system: 'Kick', cursor: 'x'.repeat(4096) })).toMatchObject({ system: 'Kick' })
  expect(query.safeParse({ cursor: 'x'.repeat(4097) }).success).toBe(false)
})

test('a page says which way it was found', () => {
  const Things = page(z.object({}))
  const { pageable, ...rest } = pageExample([], 'id', true)

  for (const [mode, known] of [
    ['OFFSET', true],
    ['CURSOR_NEXT', true],
    ['', false],
  ] as const)
    expect(Things.safeParse({ ...rest, pageable: { ...pageable, mode } }).success).toBe(known)
})

test('the parts of a page have names in the OpenAPI document', () => {
  const { pageable } = page(z.object({})).shape
  const { orderBy } = pageable.shape

  expect([pageable, orderBy.def.element].map((schema) => z.globalRegistry.get(schema)?.id)).toEqual([
    'Pageable',
    'Order',
  ])
})
