import { writeSync } from 'node:fs'
import { csvChunks, csvFile, type Row } from '../../../../shared/areas/history/csv.ts'
import type { PrintJob } from '../../../../shared/areas/history/printJob.ts'
import type { Claimed } from '../../../../shared/mechanisms/jobs/job.ts'
import { PartBuffer } from '../../../../shared/mechanisms/jobs/partBuffer.ts'
import { writeFile } from '../../../../shared/mechanisms/jobs/writeFile.ts'

/**
 * Formats generated history and tells on descriptor 3 what that took. Arguments: `format` or `write`, and the number of rows.
 * `format` times the formatter alone, from attribute values to bytes; `write` runs the whole print with stores that keep nothing.
 */
const [, , mode, rowCount] = process.argv
const total = Number(rowCount)

/** Rows of a query's megabyte. */
const pageLength = 2500

const rowAt = (index: number): Row => ({
  id: { S: `0199a1b2-7c00-7000-8000-${String(index).padStart(12, '0')}` },
  event: { S: 'payment' },
  system: { S: 'DonationAlerts' },
  timestamp: { S: '2026-03-01T18:30:00.000Z' },
  nickname: { S: index % 50 === 0 ? '=cmd' : `viewer ${index}` },
  message: { S: index % 10 === 0 ? `Great "stream", number ${index}!` : `Great stream, number ${index}!` },
  amount: { M: { major: { N: String(index % 500) }, minor: { N: String(index % 100) }, currency: { S: 'EUR' } } },
  ...(index % 20 === 0 && { goals: { L: [{ S: 'A new microphone' }] } }),
  ...(index % 25 === 0 && { actions: { S: '[{"actionId":"creeper","name":"Creeper","parameters":{}}]' } }),
  levelName: { S: 'gold' },
  count: { N: '1' },
})

const pageText = JSON.stringify(Array.from({ length: pageLength }, (_, index) => rowAt(index)))

/** As the SDK makes a page: parsed from the text of an answer, new objects and strings each time. */
const nextPage = (): readonly Row[] => JSON.parse(pageText) as Row[]

const format = (): Record<string, unknown> => {
  const part = new PartBuffer()
  let microseconds = 0
  for (let first = 0; first < total; first += pageLength) {
    const page = nextPage()
    if (part.isFull) part.clear()
    const before = process.cpuUsage()
    for (const chunk of csvChunks(page)) part.write(chunk)
    const { user, system } = process.cpuUsage(before)
    microseconds += user + system
  }
  return { rows: total, microseconds }
}

const write = async (): Promise<Record<string, unknown>> => {
  const nothing = async () => {}
  let bytes = 0
  const ports = {
    jobs: { save: nothing, renew: nothing, handOver: nothing, finish: nothing },
    rows: {
      page: async (_recipientId: string, _filter: unknown, after: string | undefined) => {
        const first = after === undefined ? 0 : Number(after)
        const next = first + pageLength
        return { rows: nextPage(), lastKey: next < total ? String(next) : undefined }
      },
    },
    store: {
      begin: async () => 'upload',
      upload: async (_key: string, _uploadId: string, _number: number, content: Buffer) => {
        bytes += content.length
        return 'etag'
      },
      complete: nothing,
      abort: nothing,
      carry: nothing,
      carried: async () => new Uint8Array(),
    },
    remaining: () => Number.POSITIVE_INFINITY,
  }
  const job = { recipientId: 'alice', printId: 'print-1', systems: [], events: [], leaseOwner: 'bench' }
  await writeFile(ports, csvFile, job as unknown as Claimed<PrintJob>)
  return { rows: total, bytes, peakBytes: process.resourceUsage().maxRSS * 1024 }
}

const tell = async (): Promise<void> => {
  writeSync(3, JSON.stringify(mode === 'format' ? format() : await write()))
}

void tell()
