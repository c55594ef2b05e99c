import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newJob } from '../../../shared/jobs/job.ts'
import type { DataJob, ErasureJob, ExportJob } from '../../../shared/personalData/dataJob.ts'
import { exportName } from '../../../shared/personalData/dataJob.ts'
import { erasureReceipts, receiptId } from '../../../shared/personalData/erasureReceipts.ts'
import { answeringClient } from '../../support/answeringClient.ts'
import { anId } from '../../support/expected.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { storedTables } from '../../support/storedTables.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import { askingBench } from '../jobs/askingBench.ts'

stubEnvironment()
vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
const eraseData = await import('../../../functions/personalData/eraseData.ts')
const exportData = await import('../../../functions/personalData/exportData.ts')
const getErasure = await import('../../../functions/personalData/getErasure.ts')
const getExport = await import('../../../functions/personalData/getExport.ts')

const now = Date.parse('2026-03-01T18:30:00.500Z')
const createdAt = '2026-03-01T18:30:00.500Z'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const caller = {
  recipientId: 'alice',
  isAdmin: false,
  requestId: 'r',
  params: undefined,
  query: undefined,
  headers: {},
}
const notWritten = () => expect.fail('nothing is written')
const jobOf = <Kind extends DataJob['kind']>(kind: Kind, more: object = {}) =>
  ({ ...newJob('alice', { jobId: 'job', kind }, new Date(now)), ...more }) as unknown as DataJob

describe('a request', () => {
  /** Asks for a job, while these have places already. Returns what was committed. */
  const request = async (
    handle: typeof eraseData.handle,
    others: Readonly<Record<string, DataJob | undefined>> = {},
  ) => {
    const { commit, committed, ports } = askingBench(others, now)
    const answer = await handle(ports)({ ...caller, body: {} } as never, commit)
    return { answer, committed }
  }

  test.each([
    ['erasure', eraseData.handle, 'erasureId'],
    ['export', exportData.handle, 'exportId'],
  ] as const)('for an %s is stored with its place and its use of the rate', async (kind, handle, name) => {
    const { answer, committed } = await request(handle as typeof eraseData.handle)

    expect(answer).toEqual({ [name]: anId })
    const id = Object.values(answer)[0]
    expect(committed).toEqual([
      [
        { made: ['alice', { ...newJob('alice', { kind }, new Date(now)), jobId: id }] },
        { made: ['alice', 'dataJobs', id] },
        { made: ['alice', 'dataJobs'] },
      ],
    ])
  })

  test('takes the place of those that have ended, are gone or were abandoned', async () => {
    const others = {
      gone: undefined,
      ready: jobOf('export', { status: 'ready' }),
      old: jobOf('export', { updatedAt: 0 }),
    }
    const { committed } = await request(eraseData.handle, others)

    const [, [, place] = []] = committed
    expect(place).toEqual({ made: ['alice', 'dataJobs', ['gone', 'ready', 'old'], [anId]] })
  })

  test('is refused while others are unfinished', async () => {
    const others = { a: jobOf('export'), b: jobOf('erasure', { status: 'running' }), c: jobOf('export') }

    await expect(request(eraseData.handle, others)).rejects.toMatchObject({ code: 'limit_reached' })
  })

  test.each([
    ['erase-data', eraseData.handler],
    ['export-data', exportData.handler],
  ])('to %s is written to its tables', async (command, handler) => {
    const { names } = storedTables({})

    const answer = await handler(httpEvent('POST', `/recipients/commands/${command}`, { body: { confirm: true } }))

    expect(answer.statusCode).toBe(200)
    expect(names).toEqual(['Put dataJobs', 'Update quotas', 'Update rates'])
  })
})

describe('an erasure', () => {
  const find = async (job: DataJob | undefined, receipt?: object, at = now) => {
    const asked: unknown[][] = []
    const ask =
      (found: unknown) =>
      async (...call: unknown[]) => {
        asked.push(call)
        return found as never
      }
    const handle = getErasure.handle({ find: ask(job) }, { find: ask(receipt) }, () => at)
    const answer = await handle({ ...caller, params: { erasureId: 'job' } } as never, notWritten)
    expect(asked[0]).toEqual(['alice', 'job'])
    return { answer, asked }
  }
  const base = { erasureId: 'job', createdAt, finishedAt: null }

  test.each<[string, object, object]>([
    ['that waits', {}, { status: 'queued', items: 0 }],
    ['that has begun', { progress: { rows: 3 }, rows: 3 }, { status: 'running', items: 3 }],
    ['that has failed', { status: 'failed', rows: 3 }, { status: 'failed', items: 3 }],
  ])('%s is a job', async (_name, more, state) => {
    expect((await find(jobOf('erasure', more))).answer).toEqual({ ...base, ...state })
  })

  test('that nobody works at any more has failed', async () => {
    expect((await find(jobOf('erasure'), undefined, now + 48 * 60 * 60_000)).answer).toMatchObject({ status: 'failed' })
  })

  test.each([undefined, jobOf('export')])('that is done is a receipt', async (job) => {
    const { answer, asked } = await find(job, { items: 4, createdAt, finishedAt: 'later', id: 'x', expiresAt: 9 })

    expect(answer).toEqual({ erasureId: 'job', status: 'done', items: 4, createdAt, finishedAt: 'later' })
    expect(asked[1]).toEqual(['alice', 'job'])
  })

  test('that is neither is not found', async () => {
    await expect(find(undefined)).rejects.toMatchObject({ code: 'not_found', message: 'There is no such erasure.' })
  })

  test('is looked for among jobs and receipts', async () => {
    const { names, sent } = storedTables({ erasureReceipts: { items: 4, createdAt, finishedAt: createdAt } })
    const erasureId = '0195f3a0-7b1c-7d2e-8f00-000000000001'

    await getErasure.handler(httpEvent('GET', `/recipients/erasures/${erasureId}`, { params: { erasureId } }))

    expect(names).toEqual(['Get dataJobs', 'Get erasureReceipts'])
    expect(sent).toMatchObject([
      { Key: { recipientId: 'alice', jobId: erasureId } },
      { Key: { id: receiptId('alice', erasureId) } },
    ])
  })

  test('leaves a receipt for a year, which names nobody and is found by its recipient alone', () => {
    const receipts = erasureReceipts(answeringClient().client, 'receipts', () => now)

    expect(receipts.creation('alice', jobOf('erasure', { createdAt: 'then' }) as ErasureJob, 4)).toEqual({
      operation: {
        Put: {
          TableName: 'receipts',
          Item: {
            id: receiptId('alice', 'job'),
            items: 4,
            createdAt: 'then',
            finishedAt: createdAt,
            expiresAt: Math.floor(now / 1000) + 365 * 24 * 60 * 60,
          },
        },
      },
      repeatable: true,
    })
    expect(receiptId('alice', 'job')).toBe('6623f60b-0d77-8ccd-8d10-c8ebb31ad164')
    expect(receiptId('bob', 'job')).not.toBe(receiptId('alice', 'job'))
  })
})

describe('an export', () => {
  const find = (job: DataJob | undefined) => {
    const links = { to: async (...call: readonly string[]) => `link to ${call.join()}` }
    const jobs = { find: async (...key: readonly string[]) => (key.join() === 'alice,job' ? job : expect.fail()) }
    return getExport.handle(jobs, links, () => now)({ ...caller, params: { exportId: 'job' } } as never, notWritten)
  }
  const jobId = '0195f3a0-7b1c-7d2e-8f00-abcdefabcdef'

  test('that is ready has a link to its file', async () => {
    const done = { status: 'ready', rows: 3, bytes: 9, sha256: 'x', jobId }

    expect(await find(jobOf('export', done))).toEqual({
      exportId: 'job',
      items: 3,
      status: 'ready',
      bytes: 9,
      sha256: 'x',
      createdAt,
      expiresAt: '2026-03-08T18:30:00.500Z',
      url: `link to prints/alice/${jobId}.jsonl,data-2026-03-01-abcdefabcdef.jsonl`,
    })
    expect(exportName(jobOf('export', { jobId }) as ExportJob)).toBe('data-2026-03-01-abcdefabcdef.jsonl')
  })

  test('that is not has none', async () => {
    expect(await find(jobOf('export'))).toMatchObject({ status: 'queued', items: null, url: null })
  })

  test.each([undefined, jobOf('erasure')])('that is none is not found', async (job) => {
    await expect(find(job)).rejects.toMatchObject({ code: 'not_found', message: 'There is no such export.' })
  })

  test('is looked for among jobs, and its file is in the bucket', async () => {
    const { names } = storedTables({ dataJobs: jobOf('export', { status: 'ready', rows: 3, jobId }) })

    const answer = await getExport.handler(
      httpEvent('GET', `/recipients/exports/${jobId}`, { params: { exportId: jobId } }),
    )

    expect(names).toEqual(['Get dataJobs'])
    const { url } = JSON.parse(String(answer.body))
    expect(url).toContain('bucket-of-prints')
    expect(url).toContain(`prints/alice/${jobId}.jsonl`)
  })
})
