import { expect, test } from 'vitest'
import type { Item, Write } from '../../../shared/contract/write.ts'
import { type DonationSource, donationSourceRepository } from '../../../shared/sources/donationSourceRepository.ts'
import { sourceAsker } from '../../../shared/sources/sourceAsker.ts'
import { totalsFromItem } from '../../../shared/totals/totals.ts'

type Ports = Parameters<typeof sourceAsker>[0]

const now = Date.parse('2026-03-02T12:00:00.000Z')
const source: DonationSource = {
  shard: '0',
  account: 'streamlabs#7',
  recipientId: 'alice',
  tokenId: 't',
  linkedAt: '2026-03-02T00:00:00.000Z',
  since: '2026-03-01T00:00:00.000Z',
}

/** The transactions of a run that finds so many new donations: how many each adds, and whether it moves what is known. */
const transactionsFor = async (count: number): Promise<readonly (readonly [number, boolean])[]> => {
  const donations = Array.from({ length: count }, (_, index) => ({ id: `${index}`, timestamp: '2026-03-02T11:00:00Z' }))
  const items = new Map<string, Item>()
  const transactions: [number, boolean][] = []
  const apply = async (writes: readonly Write[]) => {
    const puts = writes.flatMap(({ operation }) =>
      'Put' in operation && operation.Put.TableName === 'history' ? [operation.Put.Item] : [],
    )
    for (const item of puts) items.set(String(item['id']), item)
    const isKnown = writes.some(
      ({ operation }) => 'Update' in operation && operation.Update.ExpressionAttributeValues?.[':known'] !== undefined,
    )
    transactions.push([puts.length, isKnown])
  }
  const ports = {
    worker: 'askSources',
    services: { streamlabs: async () => ({ donations }) },
    accessTokens: { get: async () => 'token' },
    sources: donationSourceRepository('donationSources'),
    basis: { read: async () => ({ items, totals: totalsFromItem(undefined), levels: [] }) },
    leaders: { counting: async () => [] },
    tables: { history: 'history', alerts: 'alerts', deliveries: 'deliveries', recipients: 'recipients' },
    apply,
    clock: () => now,
  } as unknown as Ports
  await sourceAsker(ports)(source, () => true)
  return transactions
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
  'of %i new donations the last transaction alone moves what is known, so that an interrupted run loses none',
  async (count, transactions) => {
    expect(await transactionsFor(count)).toEqual(transactions)
  },
)
