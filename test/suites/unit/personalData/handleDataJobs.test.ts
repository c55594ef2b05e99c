import { expect, test } from 'vitest'
import { stubEnvironment } from '../../../support/stubEnvironment.ts'
import { claimed } from '../jobs/fileBench.ts'

stubEnvironment()
const { handle } = await import('../../../../functions/workers/handleDataJobs.ts')

test('an erasure fails after its marks are lifted, because nobody returns to a job that has failed', async () => {
  const calls: unknown[] = []
  const consume = handle({
    erasing: {
      jobs: { claim: async () => claimed({ attempts: 6 }), fail: async () => calls.push('fail') },
      marks: { lifting: () => ['lift one', 'lift another'] },
      attempt: async (write: unknown) => calls.push(write),
    },
  } as never)

  await consume({ keys: { recipientId: 'alice', jobId: 'job' }, newImage: { kind: 'erasure' } } as never)

  expect(calls).toEqual(['lift one', 'lift another', 'fail'])
})
