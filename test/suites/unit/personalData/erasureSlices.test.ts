import { expect, test } from 'vitest'
import type { ErasureJob, ErasureProgress } from '../../../../shared/areas/personalData/dataJob.ts'
import { type ErasurePorts, eraseItems } from '../../../../shared/areas/personalData/eraseItems.ts'
import { readTables } from '../../../../shared/areas/personalData/personalTables.ts'
import type { TableName } from '../../../../shared/contract/resources.ts'
import type { Item } from '../../../../shared/contract/write.ts'
import { claimed } from '../jobs/fileBench.ts'

const begun = { rows: 0, found: 0, rounds: 0, table: 0 }
const lastKey = { id: 'l' }

interface Scene {
  readonly progress?: ErasureProgress
  readonly find?: (table: TableName, round: number) => readonly Item[]
  readonly hasMore?: boolean
  /** Milliseconds that each page takes. */
  readonly pageMs?: number
  /** Milliseconds that are left of the invocation. */
  readonly leftMs?: number
  /** Global news that are left when the news are read. */
  readonly globalNews?: number
}

/** Takes an erasure one slice further, and returns the calls of its ports by name. */
const erase = async (scene: Scene) => {
  const { progress, find = () => [], hasMore = false, pageMs = 0, leftMs = 15_000, globalNews = 0 } = scene
  const published = [globalNews]
  const calls: [string, ...unknown[]][] = []
  const record =
    (name: string) =>
    async (...call: unknown[]): Promise<void> =>
      void calls.push([name, ...call])
  const write = (name: string) => () => ({ name }) as never
  let [time, pages] = [0, 0]
  const read: ErasurePorts['data']['keys'] = async (...call) => {
    await record('keys')(...call)
    time += pageMs
    const items = find(call[1], Math.floor(pages++ / readTables.length))
    return { items, lastKey: hasMore ? lastKey : undefined }
  }
  const ports: ErasurePorts = {
    jobs: {
      save: (recipientId, _job, reached) => record('save')(recipientId, reached),
      handOver: (recipientId, _job, reached) => record('handOver')(recipientId, reached),
      ownership: write('ownership'),
      completion: write('completion'),
    },
    marks: { marking: () => [write('marking')()], removal: () => [write('unmarking')()] },
    eraseAddresses: async () => undefined,
    eraseGlobalNews: async () => published.pop() ?? 0,
    data: { list: read, keys: read, remove: record('remove') },
    files: { remove: record('file') },
    uploads: { remove: record('upload') },
    receipts: { creation: (_recipientId, _job, rows) => ({ name: `receipt of ${rows}` }) as never },
    apply: async (writes) => record('apply')(...writes.map((each) => (each as unknown as { name: string }).name)),
    remaining: () => leftMs,
    clock: () => time,
  }
  const job = claimed() as unknown as ErasureJob & { readonly leaseOwner: string }
  await eraseItems(ports, { ...job, kind: 'erasure', ...(progress && { progress }) })
  const of = (name: string) => calls.filter(([each]) => each === name)
  return { calls, of, last: calls.at(-1) }
}

test('an erasure that never finds nothing ends after five rounds', async () => {
  const { of, last } = await erase({ find: () => [{ id: 'i' }] })

  expect(of('keys')).toHaveLength(5 * readTables.length)
  expect(last).toEqual(['apply', 'completion', `receipt of ${5 * readTables.length}`, 'unmarking'])
})

test('global news that an erasure deletes are counted in its receipt, and lead to another round', async () => {
  const { of, last } = await erase({ globalNews: 3 })

  expect([of('keys').length, last?.[2]]).toEqual([2 * readTables.length, 'receipt of 3'])
})

test('a slice of an erasure continues after the one before', async () => {
  const progress = { rows: 7, found: 2, rounds: 3, table: 4, lastKey }
  const { of, last } = await erase({ progress, hasMore: true, pageMs: 2000, find: () => [{ id: 'i' }] })

  expect(of('apply')).toEqual([])
  expect(of('keys')).toEqual([['keys', 'alice', readTables[4], lastKey]])
  expect(last).toEqual(['handOver', 'alice', { ...progress, rows: 8, found: 3 }])
})

test.each([
  [2000, 1],
  [1999, 2],
  [700, 3],
])('a slice of an erasure ends after two seconds: with pages of %i ms after %i', async (pageMs, count) => {
  const { of, last } = await erase({ pageMs })

  expect(of('keys')).toHaveLength(count)
  expect(last).toEqual(['handOver', 'alice', { ...begun, table: count, lastKey: undefined }])
})

test('a slice of an erasure reads nothing with less than fifteen seconds left', async () => {
  const { calls } = await erase({ leftMs: 14_999 })

  expect(calls.slice(1)).toEqual([['handOver', 'alice', begun]])
})

test('a slice of an erasure renews its lease after a page of five seconds that found nothing', async () => {
  const [slow, long] = [await erase({ pageMs: 4999 }), await erase({ pageMs: 5000 })]

  expect(slow.of('save')).toEqual([])
  expect(long.of('save')).toEqual([['save', 'alice', { ...begun, table: 1, lastKey: undefined }]])
})

test('a slice of an erasure that ends with the last table of a round begins the next round', async () => {
  const progress = { rows: 7, found: 2, rounds: 3, table: readTables.length - 1 }
  const { last } = await erase({ progress, pageMs: 1000 })

  expect(last).toEqual(['handOver', 'alice', { rows: 7, found: 0, rounds: 4, table: 1, lastKey: undefined }])
})
