import { expect, test } from 'vitest'
import { bodyLimit } from '../../../../shared/contract/bodyLimit.ts'
import type { ReadRow } from '../../../../shared/web/import/donationReader.ts'
import { importItems } from '../../../../shared/web/import/importItems.ts'

const item = { system: 'Mine', event: 'payment', originId: '1', timestamp: '2026-03-01T18:30:00Z' }
const rowOf = (more: object = {}): ReadRow => ({ item: { ...item, ...more }, cut: [], hasZone: true })

/** Imports these rows, of which the service knows one in each request. */
const run = async (rows: readonly ReadRow[], sentBefore = 0, isDry = false) => {
  const requests: (readonly object[])[] = []
  const calls: unknown[][] = []
  const records = rows.map((_, index) => ({ line: index + 1 }))
  const report = await importItems(
    (async function* () {
      yield* records
    })(),
    async ({ line }) => rows[line - 1] as ReadRow,
    {
      send: isDry ? undefined : async (items) => requests.push(items) && items.length - 1,
      sentBefore,
      sent: (items, { rows: { added }, requests: so }) => calls.push(['sent', items, added, so]),
      refused: (...row) => calls.push(['refused', ...row]),
      understood: (line, understood, cut) => calls.push(['understood', line, understood.originId, cut]),
    },
  )
  return { report, requests, calls }
}

test('each row is in one of the counts, and is reported in its order, and a dry run sends nothing', async () => {
  const rows: readonly ReadRow[] = [
    { refused: { name: 'noAmount', values: { text: 'why' } } },
    { other: 'news' },
    { item: { ...item, originId: 'a' }, cut: ['nickname', 'message'], hasZone: false },
    rowOf({ originId: 'b' }),
    rowOf({ originId: 'c' }),
  ]

  const { report, calls } = await run(rows)

  expect(report).toEqual({
    rows: { added: 2, present: 1, sentBefore: 0, understood: 0, refused: 1, other: 1 },
    cut: 1,
    withoutZone: 1,
    requests: 1,
    amounts: {},
    first: item.timestamp,
    last: item.timestamp,
  })
  expect(calls).toEqual([
    ['refused', 1, { name: 'noAmount', values: { text: 'why' } }],
    ['understood', 3, 'a', ['nickname', 'message']],
    ['understood', 4, 'b', []],
    ['understood', 5, 'c', []],
    ['sent', 3, 2, 1],
  ])
  const dry = await run(rows, 0, true)
  expect(dry.report).toMatchObject({ rows: { understood: 3, added: 0, present: 0, refused: 1, other: 1 }, requests: 1 })
  expect(dry.calls).toEqual(calls.slice(0, -1))
})

test('a continued import counts the items of all its runs', async () => {
  const { report, calls } = await run(
    ['a', 'b', 'c'].map((originId) => rowOf({ originId })),
    2,
  )

  expect(report.rows).toMatchObject({ sentBefore: 2, added: 0, present: 1 })
  expect(calls.at(-1)).toEqual(['sent', 3, 0, 1])
})

test('the sums are exact, one for each currency, and the times are the first and the last', async () => {
  const amounts = [
    { major: 0, minor: 10, currency: 'EUR' },
    { major: 9, minor: 95, currency: 'EUR' },
    { major: 5, minor: 0, currency: 'JPY' },
    { major: 1, minor: 5, currency: 'POINTS', exponent: 1 },
    { major: Number.MAX_SAFE_INTEGER, minor: 0, currency: 'RUB' },
    { major: 1, minor: 0, currency: 'RUB' },
  ]
  const times = [5, 3, 9, 4, 6, 7].map((second) => `2026-03-01T18:30:0${second}Z`)

  const { report } = await run(amounts.map((amount, index) => rowOf({ amount, timestamp: times[index] })))

  expect(report.amounts).toEqual({ EUR: '10.05', JPY: '5', POINTS: '1.500000000000000', RUB: 'too much' })
  expect([report.first, report.last]).toEqual(['2026-03-01T18:30:03Z', '2026-03-01T18:30:09Z'])
})

test('a request body has as many items as fit', async () => {
  const room = bodyLimit - 100
  const requestsOf = async (itemBytes: number) => {
    const rest = itemBytes - Buffer.byteLength(JSON.stringify({ ...item, message: '' })) - 1
    const row = rowOf({ message: '語'.repeat(Math.floor(rest / 3)) + 'a'.repeat(rest % 3) })
    return (await run(Array.from({ length: 24 }, () => row))).requests
  }

  const requests = await requestsOf(room / 12)

  expect(requests.map(({ length }) => length)).toEqual([12, 12])
  for (const items of requests) expect(Buffer.byteLength(JSON.stringify({ items }))).toBeLessThanOrEqual(bodyLimit)
  expect((await requestsOf(room / 12 + 1)).map(({ length }) => length)).toEqual([11, 11, 2])
})
