import { expect, test } from 'vitest'
import { countedAtOnce } from '../../../../shared/areas/leaders/leaderLimits.ts'
import { leaderRepository } from '../../../../shared/areas/leaders/leaderRepository.ts'
import { applyOrThrow } from '../../../../shared/mechanisms/store/commit.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { putMany } from '../../../support/manyItems.ts'
import { nextParameters } from '../../../support/nextQuery.ts'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())

const euros = (major: number, minor = 0) => ({ major, minor, currency: 'EUR' })

const donation = (originId: string, nickname: string | undefined, amount: object, more: object = {}) => ({
  system: 'Kick',
  event: 'payment',
  originId,
  timestamp: '2026-03-01T23:30:00Z',
  ...(nickname !== undefined && { nickname }),
  amount,
  ...more,
})

const add = async (recipient: string, ...items: readonly object[]) =>
  (await bench.call('addHistoryItems', { recipient, body: { items } })).body

const asked = (recipient: string, period = 'all', more: Readonly<Record<string, string>> = {}) =>
  bench.call('listLeaders', { recipient, query: { period, currency: 'EUR', ...more } })

/** The leaders in their order: nickname, whole and fractional units. */
const leadersOf = async (recipient: string, period?: string, currency = 'EUR') =>
  (await asked(recipient, period, { currency })).body.content.map(
    ({ nickname, amount }: { nickname: string; amount: ReturnType<typeof euros> }) =>
      [nickname, amount.major, amount.minor].join(' '),
  )

test('leaders of a day, a month and all time sum by nickname and currency, including earlier items', async () => {
  const recipient = bench.someone()
  await add(
    recipient,
    donation('1', 'Ada', euros(5, 50)),
    donation('2', 'Bob', euros(7)),
    donation('3', 'Ada', euros(2), { timestamp: '2026-03-02T00:00:00Z' }),
    donation('4', 'Ada', euros(1), { timestamp: '2026-02-28T23:59:59.999Z' }),
    donation('5', 'Ada', { major: 900, minor: 0, currency: 'JPY' }),
    donation('6', 'ada', euros(1)),
    donation('7', undefined, euros(99)),
  )

  expect(await leadersOf(recipient, '2026-03-01')).toEqual(['Bob 7 0', 'Ada 5 50', 'ada 1 0'])
  expect(await leadersOf(recipient, '2026-03')).toEqual(['Ada 7 50', 'Bob 7 0', 'ada 1 0'])
  expect(await leadersOf(recipient)).toEqual(['Ada 8 50', 'Bob 7 0', 'ada 1 0'])
  expect(await leadersOf(recipient, 'all', 'jpy')).toEqual(['Ada 900 0'])
  // What is counted for one kind is counted for no other one again.
  expect(await leadersOf(recipient, '2026-03-01')).toEqual(['Bob 7 0', 'Ada 5 50', 'ada 1 0'])
})

test('a payment counts once it is shown, for its donor from the report on that names it, and a refund takes it back', async () => {
  const recipient = bench.someone()
  const gateway = await bench.manual(recipient)
  await asked(recipient)
  await bench.tell(gateway, 'completed', { gatewayId: '1', amount: euros(30) })
  await bench.project()
  const unnamed = await leadersOf(recipient)
  await bench.tell(gateway, 'completed', { gatewayId: '1', nickname: 'Mira', amount: euros(30) })
  await bench.tell(gateway, 'completed', { gatewayId: '2', nickname: 'Mira', amount: euros(4) })
  await bench.project()
  const named = await leadersOf(recipient)
  await bench.tell(gateway, 'refunded', { gatewayId: '1', amount: euros(30), part: euros(10), refundId: 'r' })
  await bench.project()
  const part = await leadersOf(recipient)
  await bench.tell(gateway, 'refunded', { gatewayId: '1', amount: euros(30) })
  await bench.tell(gateway, 'refunded', { gatewayId: '2', amount: euros(4) })
  await bench.project()

  expect([unnamed, named, part, await leadersOf(recipient)]).toEqual([[], ['Mira 34 0'], ['Mira 24 0'], []])
  expect(await bench.itemsOf('leaders', recipient)).toEqual([])
})

test('pages of leaders follow each other, with their places, and a cursor of another list is refused', async () => {
  const recipient = bench.someone()
  await add(recipient, ...[3, 1, 2].map((major) => donation(`${major}`, `donor of ${major}`, euros(major))))
  const first = await asked(recipient, 'all', { size: '2' })
  const next = nextParameters(first.headers['link'])
  const second = await bench.call('listLeaders', { recipient, query: next })
  const foreign = await bench.call('listLeaders', { recipient, query: { ...next, period: '2026-03' } })

  const places = [first, second].map(({ body }) =>
    body.content.map(({ place, nickname }: Record<string, unknown>) => [place, nickname]),
  )
  expect(places).toEqual([
    [
      [1, 'donor of 3'],
      [2, 'donor of 2'],
    ],
    [[3, 'donor of 1']],
  ])
  expect([second.headers['link'], foreign.status]).toEqual([undefined, 400])
})

/** An item of a long history, in the order of time. */
const storedItem = (recipientId: string, index: number, nickname: string) => {
  const listedAt = `2026-01-01T00:00:00.${String(index).padStart(9, '0')}Z#${index}`
  const timestamp = listedAt.slice(0, listedAt.indexOf('#'))
  return { recipientId, id: `${index}`, listedAt, timestamp, nickname, amount: euros(1), deleted: false }
}
const store = (items: readonly ReturnType<typeof storedItem>[]) =>
  putMany(bench.aws.client, bench.aws.table('history'), items)

test('a history of as many donors as items is counted, though a transaction holds a hundred writes', async () => {
  const recipient = bench.someone()
  await store(Array.from({ length: 120 }, (_, index) => storedItem(recipient, index, `donor ${index}`)))

  const { body } = await asked(recipient, 'all', { page: '1', size: '100' })

  expect([body.isComplete, body.content.length]).toEqual([true, 20])
})

test('a long history is counted by several requests, and meanwhile each change once', async () => {
  const recipient = bench.someone()
  const portion = countedAtOnce
  await store(Array.from({ length: portion + 1 }, (_, index) => storedItem(recipient, index, 'Ada')))
  const first = (await asked(recipient)).body
  await bench.call('deleteHistoryItem', { recipient, body: { historyItemId: '0' } })
  await bench.call('deleteHistoryItem', { recipient, body: { historyItemId: `${portion}` } })
  await add(
    recipient,
    donation('late', 'Ada', euros(1)),
    donation('early', 'Ada', euros(1), { timestamp: '2025-01-01T00:00:00Z' }),
  )

  const second = (await asked(recipient)).body

  const found = [first, second].map(({ isComplete, content }) => [isComplete, content[0].amount.major])
  expect(found).toEqual([
    [false, portion],
    [true, portion + 1],
  ])
})

test('sums of a donor that were read at the same time are both counted: the later one is refused, the first ones too', async () => {
  const recipient = bench.someone()
  const apply = applyOrThrow(bench.aws.client)
  const change = { id: '1', nickname: 'Ada', currency: 'EUR', timestamp: '2026-03-01T23:30:00Z', units: 10n ** 15n }
  const leaders = leaderRepository(bench.aws.client, bench.aws.table('leaders'))
  const counting = () => leaders.counting(recipient, { leaders: JSON.stringify({ all: '9999' }), changes: [change] })

  for (const sum of [1, 2]) {
    const [one, other] = [await counting(), await counting()]
    await apply(one)
    await expect(apply(other)).rejects.toBeInstanceOf(Conflict)
    const [item] = await bench.itemsOf('leaders', recipient)
    expect(item?.['rank']).toContain(`#${String(change.units * BigInt(sum)).padStart(40, '0')}#`)
  }
})

test.each(['2026', '2026-W09', '2026-02-30', 'yesterday'])(
  'leaders of %s are refused with the reason',
  async (period) => {
    const { status, body } = await asked(bench.someone(), period)

    expect([status, body.errors[0].pointer]).toEqual([400, '/period'])
    expect(body.errors[0].detail).toContain('print-csv')
  },
)

test('sums of a currency that ISO 4217 does not know have the digits that they need', async () => {
  const recipient = bench.someone()
  const bitcoins = (minor: number, exponent: number) => ({ major: 0, minor, currency: 'BTC', exponent })
  await add(recipient, donation('1', 'Ada', bitcoins(15, 2)), donation('2', 'Ada', bitcoins(50_000, 8)))

  const { body } = await asked(recipient, 'all', { currency: 'BTC' })

  expect(body.content[0].amount).toEqual({ major: 0, minor: 1505, currency: 'BTC', exponent: 4 })
})
