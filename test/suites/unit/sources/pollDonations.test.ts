import { expect, test, vi } from 'vitest'
import {
  type DonationSource,
  donationSourceRepository,
} from '../../../../shared/areas/sources/donationSourceRepository.ts'
import { pollDonations } from '../../../../shared/areas/sources/pollDonations.ts'
import { totalsFromItem } from '../../../../shared/areas/totals/totals.ts'
import { Problem } from '../../../../shared/contract/problem.ts'
import type { Item, Write } from '../../../../shared/contract/write.ts'

type Ports = Parameters<typeof pollDonations>[0]

const now = Date.parse('2026-03-02T12:00:00.000Z')
const source: DonationSource = {
  shard: '0',
  account: 'streamlabs#7',
  recipientId: 'alice',
  tokenId: 't',
  linkedAt: '2026-03-02T00:00:00.000Z',
  since: '2026-03-01T00:00:00.000Z',
}

interface Scene {
  readonly count?: number
  readonly amount?: string
  readonly state?: Partial<DonationSource>
  readonly failure?: Error
  readonly mayAsk?: boolean
}

/** A run that finds so many new donations, the newest first, and what it writes and logs. */
const run = async ({ count = 0, amount = '5', state = {}, failure, mayAsk = true }: Scene) => {
  const donations = Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    timestamp: '2026-03-02T11:00:00Z',
    amount,
    currency: 'EUR',
  }))
  const items = new Map<string, Item>()
  const added: string[] = []
  const transactions: [number, boolean][] = []
  const changes: Item[] = []
  let questions = 0
  const apply = async (writes: readonly Write[]) => {
    const puts = writes.flatMap(({ operation }) =>
      'Put' in operation && operation.Put.TableName === 'history' ? [operation.Put.Item] : [],
    )
    for (const item of puts) items.set(String(item['id']), item)
    added.push(...puts.map((item) => String(item['originId'])))
    const values = writes.flatMap(({ operation }) =>
      'Update' in operation && operation.Update.TableName === 'donationSources'
        ? [operation.Update.ExpressionAttributeValues ?? {}]
        : [],
    )
    changes.push(...values)
    transactions.push([puts.length, values.some((each) => each[':known'] !== undefined)])
  }
  const lines: unknown[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0)
  const ports = {
    worker: 'askSources',
    services: {
      streamlabs: async () => {
        questions++
        if (failure !== undefined) throw failure
        return { donations }
      },
    },
    accessTokens: { get: async () => 'token' },
    sources: donationSourceRepository('donationSources'),
    basis: { read: async () => ({ items, totals: totalsFromItem(undefined), levels: [] }) },
    leaders: { counting: async () => [] },
    tables: { history: 'history', alerts: 'alerts', deliveries: 'deliveries', recipients: 'recipients' },
    apply,
    clock: () => now,
  } as unknown as Ports
  const isAsked = await pollDonations(ports)({ ...source, ...state }, () => mayAsk)
  return { isAsked, questions, added, transactions, changes, lines }
}

test.each([
  [0, [[0, true]]],
  [48, [[48, true]]],
  [
    49,
    [
      [48, false],
      [1, true],
    ],
  ],
  [
    90,
    [
      [48, false],
      [42, true],
    ],
  ],
  [
    91,
    [
      [48, false],
      [42, false],
      [1, true],
    ],
  ],
])(
  'of %i new donations only the last transaction moves the position, so that a crash loses none',
  async (count, transactions) => {
    const found = await run({ count })

    expect(found.transactions).toEqual(transactions)
    // Each is refused once the source is unlinked or linked again.
    expect(found.changes).toHaveLength(transactions.length)
    // Alerts are shown in the order in which the donations were made.
    expect(found.added).toEqual(Array.from({ length: count }, (_, index) => `${count - 1 - index}`))
  },
)

const quiet = { known: [], askedAt: new Date(now - 10 * 60_000 + 1).toISOString() }
test.each<[string, Partial<DonationSource>, number]>([
  ['nothing is new', quiet, 0],
  ['ten minutes have passed', { ...quiet, askedAt: new Date(now - 10 * 60_000).toISOString() }, 1],
  ['the question before has failed', { ...quiet, failures: 1 }, 1],
  ['a walk has ended', { ...quiet, walk: { next: '2', ahead: [] } }, 1],
  ['a known donation was taken back', { ...quiet, known: ['9'] }, 1],
])('an answer without a new donation is stored when %s: %j, %i times', async (_name, state, times) => {
  expect((await run({ state })).transactions).toHaveLength(times)
})

test.each([
  [0, undefined, 60],
  [1, undefined, 120],
  [5, undefined, 1920],
  [6, undefined, 3600],
  [0, 61, 61],
  [1, 61, 120],
  [0, 7200, 7200],
])(
  'after %i failures, and a Retry-After of %j, a service is not asked for %i s',
  async (failures, retryAfter, seconds) => {
    const failure = new Problem('provider_unavailable', 'away', retryAfter === undefined ? {} : { retryAfter })

    const { isAsked, changes, lines } = await run({ failure, state: { failures } })

    expect(isAsked).toBe(true)
    const lastError = { at: '2026-03-02T12:00:00.000Z', code: 'provider_unavailable', detail: 'away' }
    const stored = { ':lastError': lastError, ':failures': failures + 1, ':retryAt': now + seconds * 1000 }
    expect(changes).toMatchObject([stored])
    const line = { level: 'WARN', message: 'source', worker: 'askSources', recipientId: 'alice' }
    expect(lines).toMatchObject([{ ...line, code: 'provider_unavailable' }])
  },
)

test('a service whose requests of the run are used up is not asked, and that is no failure', async () => {
  expect(await run({ count: 1, mayAsk: false })).toMatchObject({ isAsked: false, questions: 0, transactions: [] })
})

test('a store that fails is no failure of the service', async () => {
  const failure = new Problem('store_unavailable', 'away')

  await expect(run({ failure })).rejects.toBe(failure)
})

test('the log counts the donations whose amounts nobody can read', async () => {
  const [readable, unreadable] = [await run({ count: 2 }), await run({ count: 2, amount: '1.234' })]

  const line = { level: 'WARN', message: 'amount', worker: 'askSources', recipientId: 'alice' }
  expect([readable.lines, unreadable.lines]).toMatchObject([[], [{ ...line, code: 'streamlabs', count: 2 }]])
})
