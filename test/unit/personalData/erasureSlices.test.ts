import { describe, expect, test } from 'vitest'
import type { TableName } from '../../../shared/contract/resources.ts'
import type { Item } from '../../../shared/contract/write.ts'
import type { ErasureJob, ErasureProgress } from '../../../shared/personalData/dataJob.ts'
import { type ErasurePorts, eraseItems } from '../../../shared/personalData/eraseItems.ts'
import { readTables } from '../../../shared/personalData/personalTables.ts'
import { claimed } from '../jobs/fileBench.ts'

const begun = { rows: 0, found: 0, rounds: 0, table: 0 }
const lastKey = { id: 'l' }
const jobWith = (progress?: ErasureProgress) => ({
  ...(claimed() as unknown as ErasureJob & { readonly leaseOwner: string }),
  jobId: 'job',
  kind: 'erasure' as const,
  ...(progress && { progress }),
})

interface Scene {
  readonly progress?: ErasureProgress
  /** What is found in a table in a round, and whether more follows. */
  readonly find?: (table: TableName, round: number) => readonly Item[]
  readonly hasMore?: boolean
  /** Milliseconds that each page takes. */
  readonly pageMs?: number
  /** Milliseconds that are left of the invocation. */
  readonly leftMs?: number
}

/** Takes an erasure one slice further, and returns what it asked for. */
const erase = async ({ progress, find = () => [], hasMore = false, pageMs = 0, leftMs = 15_000 }: Scene) => {
  const calls: unknown[][] = []
  const note = async (...call: unknown[]): Promise<void> => void calls.push(call)
  const writeOf = (...made: readonly unknown[]) => ({ made }) as never
  let [time, pages] = [0, 0]
  const job = jobWith(progress)
  const read: ErasurePorts['data']['keys'] = async (...call) => {
    await note('keys', ...call)
    time += pageMs
    const items = find(call[1], Math.floor(pages++ / readTables.length))
    return { items, lastKey: hasMore ? lastKey : undefined }
  }
  await eraseItems(
    {
      jobs: {
        save: (recipientId, _job, reached) => note('save', recipientId, reached),
        handOver: (recipientId, _job, reached) => note('handOver', recipientId, reached),
        ownership: (...given) => writeOf('ownership', ...given),
        completion: (...given) => writeOf('completion', ...given),
      },
      marks: {
        marking: (...given) => [writeOf('marking', ...given)],
        removal: (...given) => [writeOf('removal', ...given)],
      },
      eraseGlobalNews: async () => 0,
      data: {
        items: read,
        keys: read,
        remove: (...call) => note('remove', ...call),
      },
      files: { remove: (key) => note('file', key) },
      receipts: { creation: (...given) => writeOf('receipt', ...given) },
      apply: (writes) => note('apply', writes),
      remaining: () => leftMs,
      clock: () => time,
    },
    job,
  )
  const of = (name: string) => calls.filter(([each]) => each === name)
  return { calls, job, of, last: calls.at(-1) }
}

test('an erasure reads every table until a round finds nothing, and leaves a receipt with the number of items', async () => {
  const { job, of } = await erase({
    find: (table, round) => (round === 0 && table === 'news' ? [{ id: 'n' }] : []),
  })

  const round = readTables.map((table) => ['keys', 'alice', table, undefined])
  expect(of('keys')).toEqual([...round, ...round])
  expect(of('remove')).toContainEqual(['remove', 'alice', 'news', [{ id: 'n' }]])
  expect(of('save')).toEqual([
    ['save', 'alice', { ...begun, rows: 1, found: 1, table: readTables.indexOf('news') + 1, lastKey: undefined }],
  ])
  expect(of('apply')).toEqual([
    ['apply', [{ made: ['ownership', 'alice', job] }, { made: ['marking', 'alice', 'job'] }]],
    [
      'apply',
      [{ made: ['completion', 'alice', job] }, { made: ['receipt', 'alice', job, 1] }, { made: ['removal', 'alice'] }],
    ],
  ])
})

test('files go before the items that name them, and the erasure’s own job stays', async () => {
  const { calls, of } = await erase({
    find: (table, round) => {
      const own = { jobId: 'job', kind: 'erasure', status: 'running', updatedAt: 0, expiresAt: '2100' }
      if (round > 0) return table === 'dataJobs' ? [own] : []
      if (table === 'prints') return [{ printId: 'p' }]
      return table === 'dataJobs' ? [own, { jobId: 'other' }] : []
    },
  })

  const removed = calls.filter(([name, , , keys]) => name === 'file' || (name === 'remove' && String(keys) !== ''))
  expect(removed).toEqual([
    ['file', 'prints/alice/p.csv'],
    ['remove', 'alice', 'prints', [{ printId: 'p' }]],
    ['file', 'prints/alice/other.jsonl'],
    ['remove', 'alice', 'dataJobs', [{ jobId: 'other' }]],
  ])
  expect(of('keys')).toHaveLength(2 * readTables.length)
})

test('only prints and jobs have files, whatever other items name', async () => {
  const { of } = await erase({
    find: (table, round) =>
      round > 0 || table === 'prints' || table === 'dataJobs' ? [] : [{ printId: 'p', jobId: 'j' }],
  })

  expect(of('file')).toEqual([])
})

test('an erasure that never finds nothing ends after five rounds', async () => {
  const { job, of, last } = await erase({ find: () => [{ id: 'i' }] })

  expect(of('keys')).toHaveLength(5 * readTables.length)
  expect(last).toEqual([
    'apply',
    [
      { made: ['completion', 'alice', job] },
      { made: ['receipt', 'alice', job, 5 * readTables.length] },
      { made: ['removal', 'alice'] },
    ],
  ])
})

describe('a slice', () => {
  test('goes on where the one before it ended', async () => {
    const progress = { rows: 7, found: 2, rounds: 3, table: 4, lastKey }
    const { of, last } = await erase({ progress, hasMore: true, pageMs: 2000, find: () => [{ id: 'i' }] })

    expect(of('keys')).toEqual([['keys', 'alice', readTables[4], lastKey]])
    expect(last).toEqual(['handOver', 'alice', { ...progress, rows: 8, found: 3 }])
  })

  test.each([
    [2000, 1],
    [1999, 2],
    [700, 3],
  ])('ends after two seconds: with pages of %i ms after %i', async (pageMs, count) => {
    const { of, last } = await erase({ pageMs })

    expect(of('keys')).toHaveLength(count)
    expect(last).toEqual(['handOver', 'alice', { ...begun, table: count, lastKey: undefined }])
  })

  test('does not begin with less than fifteen seconds left', async () => {
    const { calls } = await erase({ leftMs: 14_999 })

    expect(calls.slice(1)).toEqual([['handOver', 'alice', begun]])
  })

  test('renews its lease after a page of five seconds that found nothing', async () => {
    const [slow, long] = [await erase({ pageMs: 4999 }), await erase({ pageMs: 5000 })]

    expect(slow.of('save')).toEqual([])
    expect(long.of('save')).toEqual([['save', 'alice', { ...begun, table: 1, lastKey: undefined }]])
  })

  test('that ends with the last table of a round begins the next one', async () => {
    const progress = { rows: 7, found: 2, rounds: 3, table: readTables.length - 1 }
    const { last } = await erase({ progress, pageMs: 1000 })

    expect(last).toEqual(['handOver', 'alice', { rows: 7, found: 0, rounds: 4, table: 1, lastKey: undefined }])
  })
})
