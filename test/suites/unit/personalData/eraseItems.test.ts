import { expect, test } from 'vitest'
import type { ErasureJob, ErasureProgress } from '../../../../shared/areas/personalData/dataJob.ts'
import { type ErasurePorts, eraseItems } from '../../../../shared/areas/personalData/eraseItems.ts'
import { readTables } from '../../../../shared/areas/personalData/personalTables.ts'
import type { TableName } from '../../../../shared/contract/resources.ts'
import type { Write } from '../../../../shared/contract/write.ts'
import type { Claimed } from '../../../../shared/mechanisms/jobs/job.ts'

class Crash extends Error {}

const someWrite: Write = { operation: { Delete: { TableName: 'some', Key: {} } }, repeatable: true }
const receipt: Write = { operation: { Put: { TableName: 'receipts', Item: {} } }, repeatable: true }

type When = 'before' | 'after'

/** Tables in memory whose nth call crashes; `perPage` items are read at a time. */
const service = (nth: number, when: When, perPage = 1) => {
  const stored = new Map<TableName, { owner: string; key: string }[]>(
    readTables.map((table) => [
      table,
      ['alice', 'bob'].flatMap((owner) => [1, 2].map((n) => ({ owner, key: `${n}` }))),
    ]),
  )
  const state: { job: ErasureJob | undefined; receipts: number; calls: number } = {
    job: undefined,
    receipts: 0,
    calls: 0,
  }
  const files: string[] = []
  const step = async <Result>(act: () => Result): Promise<Result> => {
    state.calls += 1
    const crashes = state.calls === nth
    if (crashes && when === 'before') throw new Crash('before')
    const result = act()
    if (crashes) throw new Crash('after')
    return result
  }
  const keep = (progress: ErasureProgress) => {
    if (state.job !== undefined) state.job = { ...state.job, progress, rows: progress.rows }
  }
  const read: ErasurePorts['data']['keys'] = (recipientId, table, after) =>
    step(() => {
      const own = (stored.get(table) ?? []).filter(
        ({ owner, key }) => owner === recipientId && key > String(after?.['key'] ?? ''),
      )
      const last = own[perPage - 1]
      return {
        items: own.slice(0, perPage).map(({ key }) => ({ key, printId: key, jobId: `job-${key}` })),
        lastKey: own.length > perPage ? last : undefined,
      }
    })
  const ports: ErasurePorts = {
    jobs: {
      save: (_recipientId, _job, progress) => step(() => keep(progress)),
      handOver: (_recipientId, _job, progress) => step(() => keep(progress)),
      ownership: () => someWrite,
      completion: () => someWrite,
    },
    marks: { marking: () => [someWrite], removal: () => [someWrite] },
    eraseGlobalNews: () => step(() => 0),
    eraseAddresses: () => step(() => undefined),
    data: {
      list: read,
      keys: read,
      remove: (recipientId, table, keys) =>
        step(() => {
          const gone = new Set(keys.map(({ key }) => key))
          stored.set(
            table,
            (stored.get(table) ?? []).filter(({ owner, key }) => owner !== recipientId || !gone.has(key)),
          )
        }),
    },
    files: { remove: (key) => step(() => void files.push(key)) },
    uploads: { remove: (key) => step(() => void files.push(key)) },
    receipts: { creation: () => receipt },
    apply: (writes) =>
      step(() => {
        if (!writes.includes(receipt)) return
        state.job = undefined
        state.receipts += 1
      }),
    remaining: () => 60_000,
  }
  return { stored, state, files, ports }
}

const newJob: ErasureJob = {
  recipientId: 'alice',
  jobId: 'job',
  kind: 'erasure',
  status: 'queued',
  createdAt: '2026-03-01T18:30:00.000Z',
  expiresAt: '2026-03-08T18:30:00.000Z',
  updatedAt: 0,
  attempts: 0,
  deletedAt: 0,
}

/** Delivers the job until it is a receipt; what is left. */
const eraseAll = async (nth: number, when: When) => {
  const { stored, state, files, ports } = service(nth, when)
  state.job = newJob
  for (let deliveries = 0; state.job !== undefined && deliveries < 10; deliveries++) {
    await eraseItems(ports, { ...state.job, leaseOwner: 'me' } as Claimed<ErasureJob>).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })
  }
  return { left: [...stored.values()].flat(), receipts: state.receipts, calls: state.calls, files: new Set(files) }
}

const expectedFiles = ['1.csv', '2.csv', 'job-1.jsonl', 'job-2.jsonl'].map((name) => `prints/alice/${name}`)

test('a crash at any step of an erasure leaves nothing of the recipient, all of another, and one receipt', async () => {
  const { calls } = await eraseAll(0, 'before')

  for (const when of ['before', 'after'] as const) {
    for (let nth = 1; nth <= calls; nth++) {
      const { left, receipts, files } = await eraseAll(nth, when)

      expect(left.filter(({ owner }) => owner === 'alice')).toEqual([])
      expect(left).toHaveLength(readTables.length * 2)
      expect(receipts).toBe(1)
      expect([...files].toSorted()).toEqual(expectedFiles)
    }
  }
})
