import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { s3Client } from '../../../shared/aws/s3Client.ts'
import type { PrintJob } from '../../../shared/history/print/printJob.ts'
import { newJob } from '../../../shared/jobs/job.ts'
import { anId } from '../../support/expected.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { storedTables } from '../../support/storedTables.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import { askingBench } from '../jobs/askingBench.ts'

stubEnvironment()
vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
const deletePrint = await import('../../../functions/history/deletePrint.ts')
const printCsv = await import('../../../functions/history/printCsv.ts')

const now = Date.parse('2026-03-01T18:30:00.000Z')
const printId = '0195f3a0-7b1c-7d2e-8f00-abcdefabcdef'
let s3Inputs: object[]
beforeEach(() => {
  s3Inputs = []
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.spyOn(s3Client, 'send').mockImplementation(async ({ input }: { readonly input: object }) => s3Inputs.push(input))
})
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
const filter = { systems: ['Kick'], events: [] }
const jobOf = (more: Partial<PrintJob> = {}): PrintJob => ({
  ...newJob('alice', { ...filter, printId }, new Date(now)),
  ...more,
})
const find =
  (job: PrintJob | undefined) =>
  async (...key: readonly string[]) =>
    key.join() === `alice,${printId}` ? job : expect.fail()
const fileOf = { Bucket: 'bucket-of-prints', Key: `prints/alice/${printId}.csv` }

describe('asking for a print', () => {
  const ask = async (others: Readonly<Record<string, PrintJob | undefined>> = {}) => {
    const { commit, committed, ports } = askingBench(others, now)
    const { jobs, places, rates, clock } = ports
    const answer = await printCsv.handle(jobs, places, rates, clock)({ ...caller, body: filter } as never, commit)
    return { answer, committed }
  }

  test('stores its job with its place and its use of the rate', async () => {
    const { answer, committed } = await ask()

    expect(answer).toEqual({ printId: anId })
    expect(committed).toEqual([
      [
        { made: ['alice', jobOf({ printId: answer.printId })] },
        { made: ['alice', 'prints', answer.printId] },
        { made: ['alice', 'prints'] },
      ],
    ])
  })

  test('takes the place of those that have ended, are gone or were abandoned', async () => {
    const others = { gone: undefined, ready: jobOf({ status: 'ready' }), old: jobOf({ updatedAt: 0 }) }

    const [, [, place] = []] = (await ask(others)).committed
    expect(place).toEqual({ made: ['alice', 'prints', ['gone', 'ready', 'old'], [anId]] })
  })

  test('is refused while others are unfinished', async () => {
    const others = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}`, jobOf()]))

    await expect(ask(others)).rejects.toMatchObject({ code: 'limit_reached' })
  })

  test('writes to its tables', async () => {
    const { names } = storedTables({})

    const { statusCode } = await printCsv.handler(httpEvent('POST', '/history/commands/print-csv', { body: filter }))

    expect(statusCode).toBe(200)
    expect(names).toEqual(['Put prints', 'Update quotas', 'Update rates'])
  })
})

describe('deleting a print', () => {
  const remove = async (job: PrintJob | undefined, isBroken = false) => {
    const calls: unknown[][] = []
    const removal = (...made: unknown[]) => ({ made }) as never
    const files = {
      remove: async (key: string) => {
        calls.push(['file', key])
        if (isBroken) throw new Error('no bucket')
      },
    }
    const handle = deletePrint.handle({ find: find(job), removal }, files)
    const answer = handle({ ...caller, body: { printId } } as never, async (writes, given) => {
      calls.push(['commit', ...writes])
      return given
    })
    return { calls, answer: await answer.catch((error: unknown) => error) }
  }
  const file = ['file', fileOf.Key]

  test('deletes its file before it', async () => {
    const { calls, answer } = await remove(jobOf())

    expect(answer).toEqual({})
    expect(calls).toEqual([file, ['commit', { made: ['alice', printId] }]])
  })

  test('leaves it where its file cannot be deleted', async () => {
    expect((await remove(jobOf(), true)).calls).toEqual([file])
  })

  test('that is not there is refused', async () => {
    const { calls, answer } = await remove(undefined)

    expect(answer).toMatchObject({
      code: 'not_found',
      message: 'There is no such print.',
      errors: [{ pointer: '/printId' }],
    })
    expect(calls).toEqual([])
  })

  test('deletes in its table and its bucket', async () => {
    const { names } = storedTables({ prints: jobOf() })

    await deletePrint.handler(httpEvent('POST', '/history/commands/delete-print', { body: { printId } }))

    expect(names).toEqual(['Get prints', 'Delete prints'])
    expect(s3Inputs).toEqual([fileOf, { ...fileOf, Key: `${fileOf.Key}.part` }])
  })
})
