import { expect, test } from 'vitest'
import type { PrintJob } from '../../../../shared/areas/history/printJob.ts'
import { fileStateOf, isUnfinished, newJob, statusOf } from '../../../../shared/mechanisms/jobs/job.ts'

const now = new Date('2026-03-01T00:00:00Z')
const job: PrintJob = newJob('alice', { printId: 'print-1', systems: [], events: [] }, now)
const progress = { uploadId: 'u', etags: [], bytes: 0, rows: 0, carried: 0 }
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const day = 24 * 60 * 60
const week = 7 * day

test.each<[string, Partial<PrintJob>, number, string]>([
  ['a new one', {}, 0, 'queued'],
  ['one that waits for its first slice to the last moment', {}, day + 60, 'queued'],
  ['one between two invocations', { progress }, 10, 'running'],
  ['one under way', { status: 'running', progress }, 10, 'running'],
  ['one without a sign of life for a day', { status: 'running', progress }, day + 61, 'failed'],
  ['one that was not taken up for a day, regression: it was dropped after an hour', {}, day, 'queued'],
  ['one that was never taken up', {}, day + 61, 'failed'],
  ['one with a sign of life', { status: 'running', updatedAt: later(day).getTime() }, day + 61, 'running'],
  ['a ready one', { status: 'ready' }, week - 1, 'ready'],
  ['a ready one after a week', { status: 'ready' }, week, 'expired'],
  ['a failed one after a week', { status: 'failed' }, week, 'failed'],
])('%s is the status that a client is told', (_name, attributes, seconds, status) => {
  const told = { ...job, ...attributes }

  expect(statusOf(told, later(seconds))).toBe(status)
  expect(isUnfinished(told, later(seconds))).toBe(status === 'queued' || status === 'running')
})

test('a job is forgotten after its file has expired', () => {
  expect(job.expiresAt).toBe('2026-03-08T00:00:00.000Z')
  expect(newJob('alice', { printId: 'p' }, now).deletedAt).toBe(Math.floor(Date.parse('2026-03-31T00:00:00Z') / 1000))
})

test('unknown facts of a file are null', () => {
  const times = { createdAt: '2026-03-01T00:00:00.000Z', expiresAt: '2026-03-08T00:00:00.000Z' }
  const written = { rows: 0, bytes: 5, sha256: 'hash' }

  expect(fileStateOf(job, now)).toEqual({ status: 'queued', rows: null, bytes: null, sha256: null, ...times })
  expect(fileStateOf({ ...job, status: 'ready', ...written }, now)).toEqual({ status: 'ready', ...written, ...times })
})

test('a new job is what its owner asked for, in the queue', () => {
  expect(job).toEqual({
    printId: 'print-1',
    systems: [],
    events: [],
    recipientId: 'alice',
    status: 'queued',
    attempts: 0,
    createdAt: '2026-03-01T00:00:00.000Z',
    expiresAt: '2026-03-08T00:00:00.000Z',
    updatedAt: now.getTime(),
    deletedAt: Date.parse('2026-03-31T00:00:00Z') / 1000,
  })
})
