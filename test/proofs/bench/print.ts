import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { historyItemId } from '../../../shared/events/historyEvent.ts'
import { historyAddition } from '../../../shared/history/historyWrites.ts'
import type { Figure } from './figure.ts'
import { peakMemoryOf } from './functionMemory.ts'
import { seed } from './seed.ts'
import { megabytes, times } from './statistics.ts'
import { apiWithWorkers, type TracedApi } from './tracedApi.ts'

const recipient = 'print'
const size = 100_000
/** Rows a second, and what the worker's memory may grow by when it prints twice as much: V8 takes a while to settle. */
const goal = { speed: 50_000, growth: 1.1 }
const patience = 300_000

const messages = [
  'Great stream!',
  '=HYPERLINK("https://example.com")',
  'He said "hi", twice\r\nand left',
  '-5',
  ' @all',
]

const messageAt = (index: number): string => messages[index % messages.length] ?? ''

/** What a spreadsheet must not compute is shown as text. */
const printedMessageAt = (index: number): string =>
  /^\s*[=@-]/.test(messageAt(index)) ? `'${messageAt(index)}` : messageAt(index)

const timeAt = (index: number): string => new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString()

const seedHistory = (api: TracedApi, from: number, count: number): Promise<void> => {
  const table = api.table('history')
  return seed(api, 'history', count, (offset) => {
    const index = from + offset
    const originId = String(index)
    const { operation } = historyAddition(
      table,
      recipient,
      {
        id: historyItemId(recipient, 'DonationAlerts', originId),
        system: 'DonationAlerts',
        event: 'payment',
        originId,
        timestamp: timeAt(index),
        nickname: `viewer ${index}`,
        message: messageAt(index),
        amount: { major: index % 500, minor: index % 100, currency: 'EUR' },
        count: 1,
      },
      new Date(timeAt(index)),
    )
    return 'Put' in operation ? (operation.Put.Item ?? {}) : {}
  })
}

/** The state of a print that has ended. */
const ended = async (api: TracedApi, printId: string) => {
  const endsAt = performance.now() + patience
  for (;;) {
    const { body } = await api.call('getPrint', { recipient, params: { printId } })
    if (body.status === 'ready') return body
    if (body.status === 'failed' || performance.now() > endsAt) throw new Error(`the print is ${body.status}`)
    await sleep(50)
  }
}

/** Holds a file to the items that it was made of, by a parser that is not ours. */
const verifyRows = (content: Buffer, count: number): void => {
  const rows = parse(content, { bom: true, columns: true, record_delimiter: '\r\n' }) as Record<string, string>[]
  if (rows.length !== count) throw new Error(`the file has ${rows.length} rows in place of ${count}`)
  for (const [index, row] of rows.entries()) {
    const amount = `${index % 500}.${String(index % 100).padStart(2, '0')}`
    const expected = { timestamp: timeAt(index), nickname: `viewer ${index}`, amount, message: printedMessageAt(index) }
    for (const [column, value] of Object.entries(expected))
      if (row[column] !== value) throw new Error(`row ${index} has ${column} ${row[column]} in place of ${value}`)
  }
}

const printAll = async (api: TracedApi, count: number) => {
  const startedAt = performance.now()
  const { body } = await api.call('printCsv', { recipient, body: {} })
  const { url, rows, bytes, sha256 } = await ended(api, body.printId)
  const seconds = (performance.now() - startedAt) / 1000
  const content = Buffer.from(await (await fetch(url)).arrayBuffer())
  if (rows !== count || bytes !== content.length || sha256 !== createHash('sha256').update(content).digest('hex'))
    throw new Error('the file is not what its state says')
  verifyRows(content, count)
  return { seconds, bytes: content.length, peakBytes: peakMemoryOf(api.deployment, 'writePrint') }
}

export const print: Figure = {
  name: 'print',
  title: 'Print of 100,000 items through the local API, downloaded by its link and parsed by csv-parse',
  goal: '≥ 50,000 rows/s, correct, worker memory flat',
  field: 'one invocation that holds the file in memory: it ends after 15 minutes, and its answer at 6 MB',
  before: { on: '2026-11-21', found: '8,900 rows/s for 100,000 and 6,200 for 200,000 items; 1,000,000 failed' },
  measure: async () => {
    const api = await apiWithWorkers()
    await seedHistory(api, 0, size)
    const once = await printAll(api, size)
    await seedHistory(api, size, size)
    const twice = await printAll(api, 2 * size)
    const speed = Math.round((2 * size) / twice.seconds)
    const file = `correct: ${megabytes(once.bytes)} in ${once.seconds.toFixed(1)} s, ${speed.toLocaleString('en')} rows a second for twice the rows`
    const values = { once, twice }
    if (once.peakBytes === undefined || twice.peakBytes === undefined)
      return { measured: `${file}; only Linux tells the worker's memory`, met: undefined, values }
    const growth = twice.peakBytes / once.peakBytes
    return {
      measured: `${file}; worker ${megabytes(once.peakBytes)} at its peak, ${times(growth)} that for twice the rows`,
      met: speed >= goal.speed && growth <= goal.growth,
      values,
    }
  },
}
