import { expect, test } from 'vitest'
import { jobWorker } from '../../../shared/jobs/jobWorker.ts'

test('a worker of jobs takes queued ones, new and handed over, one at a time, for as long as their records last', () => {
  const access = { history: ['Query'] } as const

  const declared = jobWorker({ id: 'writeThing', summary: 'Writes', jobs: 'prints', access })

  expect(declared).toEqual({
    id: 'writeThing',
    summary: 'Writes',
    timeoutSeconds: 60,
    memoryMb: 1024,
    source: {
      stream: 'prints',
      events: ['INSERT', 'MODIFY'],
      filter: { status: { S: ['queued'] } },
      batchSize: 1,
      maximumRetryAttempts: 1000,
      maximumRecordAgeSeconds: 86_400,
      parallelizationFactor: 10,
    },
    access: { ...access, 'bucket:prints': ['PutObject', 'GetObject', 'DeleteObject', 'AbortMultipartUpload'] },
  })
})
