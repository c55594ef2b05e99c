import { expect, test } from 'vitest'
import { newJob } from '../../../../shared/mechanisms/jobs/job.ts'
import { caller } from '../../../support/caller.ts'
import { stubEnvironment } from '../../../support/stubEnvironment.ts'

stubEnvironment()
const { handle } = await import('../../../../functions/history/deletePrint.ts')

/** Deletes a print; the calls in their order. */
const callsOf = async (fileError?: Error) => {
  const calls: string[] = []
  const job = newJob('alice', { printId: 'p', systems: [], events: [] }, new Date())
  const jobs = { find: async () => job, removal: () => ({}) as never }
  const remove = async () => {
    calls.push('file')
    if (fileError) throw fileError
  }
  const request = { ...caller, body: { printId: 'p' } }
  const deleted = handle(jobs, { remove })(request, async (_writes, answer) => {
    calls.push('print')
    return answer
  })
  await deleted.catch(() => calls.push('error'))
  return calls
}

test("a print's file is deleted before the print, which stays when that fails, so that it can be deleted again", async () => {
  expect(await callsOf()).toEqual(['file', 'print'])
  expect(await callsOf(new Error('no bucket'))).toEqual(['file', 'error'])
})
