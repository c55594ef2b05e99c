import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keptBytes } from '../../../shared/limits/keptBytes.ts'
import { type Cap, caps, countedActs, countedItems, rates } from '../../../shared/limits/limits.ts'

const readme = readFileSync(new URL('../../../shared/README.md', import.meta.url), 'utf8')

/** The cells of a table between its marks. */
const rowsOf = (section: string): readonly (readonly string[])[] => {
  const [, table = ''] = readme.split(new RegExp(`<!-- /?${section} -->`))
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((line) => line.slice(2, -2).replaceAll('`', '').split(' | '))
}

test('the caps in force are those that the documents promise', () => {
  const megabytes = ({ items, bytes }: Cap) => `${items}${bytes === undefined ? '' : `, and ${bytes / 1e6} MB`}`

  expect(rowsOf('caps')).toEqual(
    (Object.keys(caps) as (keyof typeof caps)[]).map((name) => [name, countedItems[name], megabytes(caps[name])]),
  )
})

test('the rates in force are those that the documents promise', () => {
  const minutes = (seconds: number) => (seconds === 60 ? 'a minute' : `${seconds / 60} minutes`)

  expect(rowsOf('rates')).toEqual(
    (Object.keys(rates) as (keyof typeof rates)[]).map((kind) => {
      const { limit, seconds } = rates[kind]
      return [kind, countedActs[kind].replaceAll('`', ''), String(limit), minutes(seconds)]
    }),
  )
})

test.each([
  [4096, []],
  [4097, [4097]],
])('an answer of %i bytes that is kept for a key counts %j', (bytes, expected) => {
  const spending = (_recipientId: string, _kind: string, cost?: number) => cost as never

  expect(keptBytes({ spending })('alice', 'x'.repeat(bytes))).toEqual(expected)
})

test('the page of webhooks says how many endpoints a recipient has', () => {
  const page = readFileSync(new URL('../../../shared/endpoints/README.md', import.meta.url), 'utf8')

  expect(page).toMatch(/A recipient has up to five\sendpoints/)
  expect(caps.endpoints.items).toBe(5)
})
