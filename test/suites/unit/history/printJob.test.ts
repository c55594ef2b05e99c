import { expect, test } from 'vitest'
import { type PrintJob, printFileName, printFromJob, printKey } from '../../../../shared/areas/history/printJob.ts'
import { newJob } from '../../../../shared/mechanisms/jobs/job.ts'

const job: PrintJob = newJob('alice', { printId: 'print-1', systems: [], events: [] }, new Date('2026-03-01T00:00:00Z'))

test.each([
  ['alice', 'prints/alice/p.csv'],
  ['7c9a1e9e-5d1c-8f0b', 'prints/7c9a1e9e-5d1c-8f0b/p.csv'],
  ['../x', 'prints/~Li4veA/p.csv'],
  ['..', 'prints/~Li4/p.csv'],
  ['a/b', 'prints/~YS9i/p.csv'],
  ['~YQ', 'prints/~fllR/p.csv'],
])('the key of a file of %s is %s', (recipientId, key) => {
  expect(printKey({ recipientId, printId: 'p' })).toBe(key)
})

test('the key of a file of the longest id is within the limit of S3', () => {
  expect(Buffer.byteLength(printKey({ recipientId: '漢'.repeat(128), printId: 'p'.repeat(64) }))).toBeLessThan(1024)
})

test('a file has the name of its day and print', () => {
  expect(printFileName({ ...job, printId: '0199a1b2-7c00-7000-8000-0123456789ab' })).toBe(
    'history-2026-03-01-0123456789ab.csv',
  )
})

test.each<[string, Partial<PrintJob>, number | null]>([
  ['everything expects the items of the history', {}, 5],
  ['everything, written further than the counter, expects its rows', { rows: 7 }, 7],
  ['one system expects no number', { rows: 7, systems: ['Kick'] }, null],
  ['a time expects no number', { after: '2026-01-01T00:00:00Z' }, null],
  ['everything, when it is ready, has its rows', { status: 'ready', rows: 3 }, 3],
])('a print of %s', (_name, fields, expected) => {
  expect(printFromJob({ ...job, ...fields }, 5, new Date('2026-03-01T00:00:10Z')).rowsExpected).toBe(expected)
})
