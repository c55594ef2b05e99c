import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { parse } from 'csv-parse'
import { rowRepository } from '../../../shared/areas/history/rowRepository.ts'
import { seededItem, seededTime } from '../../support/seededHistory.ts'
import type { Figure } from './figure.ts'
import { engineAt, peakMemoryOf, processesOf } from './functionMemory.ts'
import { seed } from './seed.ts'
import { shared } from './shared.ts'
import { megabytes, times } from './statistics.ts'
import { apiWithWorkers, startTracedApi, type TracedApi } from './tracedApi.ts'
import { processorMillisecondsOf } from './treeUse.ts'

const recipient = 'print'
/** `PRINT_ROWS=1000000 PRINT_ENGINE=java npm run bench -- --only print` prints more, or on another engine. */
const size = Number(process.env['PRINT_ROWS'] ?? 100_000)
const engine = process.env['PRINT_ENGINE'] ?? 'dynoxide'
/** Rows that are read past the functions, to know what the engine alone can do. */
const sample = 100_000
/** Rows a second, and what the worker's memory may grow by when it prints twice as much: V8 takes a while to settle. */
const goal = { speed: 50_000, growth: 1.1 }
const patience = 3_600_000

/** An engine of another kind is not that of the other figures. */
const printApi =
  engine === 'dynoxide' ? apiWithWorkers : shared((onEnd) => startTracedApi({ runsEventSources: true, engine }, onEnd))

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

const seedHistory = (api: TracedApi, from: number, count: number): Promise<void> =>
  seed(api, 'history', count, (offset) => {
    const index = from + offset
    return seededItem(api.table('history'), recipient, index, { message: messageAt(index) })
  })

/** The state of a print that has ended. */
const ended = async (api: TracedApi, printId: string) => {
  const endsAt = performance.now() + patience
  for (;;) {
    const { body } = await api.call('getPrint', { recipient, params: { printId } })
    if (body.status === 'ready') return body
    if (body.status === 'failed' || performance.now() > endsAt) throw new Error(`the print is ${body.status}`)
    await sleep(200)
  }
}

const verifyRow = (row: Readonly<Record<string, string>>, index: number): void => {
  const amount = `${index % 500}.${String(index % 100).padStart(2, '0')}`
  const expected = {
    timestamp: seededTime(index),
    nickname: `viewer ${index}`,
    amount,
    message: printedMessageAt(index),
  }
  for (const [column, value] of Object.entries(expected))
    if (row[column] !== value) throw new Error(`row ${index} has ${column} ${row[column]} in place of ${value}`)
}

/** Holds a file to the items that it was made of, by a parser that is not ours, and tells its bytes and hash. */
const verifyFile = async (url: string, count: number) => {
  const { body } = await fetch(url)
  if (body === null) throw new Error('the link leads to nothing')
  const hash = createHash('sha256')
  let bytes = 0
  const content = Readable.fromWeb(body).map((chunk: Buffer) => {
    hash.update(chunk)
    bytes += chunk.length
    return chunk
  })
  let rows = 0
  for await (const row of content.compose(parse({ bom: true, columns: true, record_delimiter: '\r\n' })))
    verifyRow(row, rows++)
  if (rows !== count) throw new Error(`the file has ${rows} rows in place of ${count}`)
  return { bytes, sha256: hash.digest('hex') }
}

const engineProcesses = async ({ client }: TracedApi): Promise<readonly string[]> =>
  engineAt((await client.config.endpoint?.())?.port ?? 0)

const printAll = async (api: TracedApi, count: number) => {
  const engines = await engineProcesses(api)
  const engineBefore = processorMillisecondsOf(engines)
  const workerBefore = processorMillisecondsOf(processesOf(api.deployment, 'writePrint'))
  const harnessBefore = process.cpuUsage()
  const startedAt = performance.now()
  const { body } = await api.call('printCsv', { recipient, body: {} })
  const { url, rows, bytes, sha256 } = await ended(api, body.printId)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(harnessBefore)
  const worker = processorMillisecondsOf(processesOf(api.deployment, 'writePrint')) - workerBefore
  const file = await verifyFile(url, count)
  if (rows !== count || bytes !== file.bytes || sha256 !== file.sha256)
    throw new Error('the file is not what its state says')
  const microsecondsOfRow = {
    worker: (worker * 1000) / count,
    engine: ((processorMillisecondsOf(engines) - engineBefore) * 1000) / count,
    harness: (user + system) / count,
  }
  return { seconds, bytes, peakBytes: peakMemoryOf(api.deployment, 'writePrint'), microsecondsOfRow }
}

/** Rows a second that the engine gives for the queries of a print, when nothing is done with them and nothing is in between. */
const engineSpeed = async (api: TracedApi): Promise<number> => {
  const source = rowRepository(api.client as unknown as DynamoDBClient, api.table('history'))
  const startedAt = performance.now()
  let rows = 0
  let after: string | undefined
  do {
    const page = await source.page(recipient, { systems: [], events: [] }, after)
    rows += page.rows.length
    after = page.lastKey
  } while (after !== undefined && rows < sample)
  return rows / ((performance.now() - startedAt) / 1000)
}

const whole = (value: number): string => Math.round(value).toLocaleString('en')

export const print: Figure = {
  name: 'print',
  title:
    'Print of 100,000 items and of twice as many through the local API, downloaded by its link and parsed by csv-parse',
  goal: '≥ 50,000 rows/s, correct, worker memory flat',
  field: 'one invocation that holds the file in memory: it ends after 15 minutes, and its answer at 6 MB',
  before: { on: '2026-11-21', found: '8,900 rows/s for 100,000 and 6,200 for 200,000 items; 1,000,000 failed' },
  measure: async () => {
    const api = await printApi()
    await seedHistory(api, 0, size)
    const once = await printAll(api, size)
    await seedHistory(api, size, size)
    const twice = await printAll(api, 2 * size)
    const engineAlone = await engineSpeed(api)
    const speed = (2 * size) / twice.seconds
    const values = { size, engine, once, twice, speed, engineAlone }
    const { worker, engine: ofEngine, harness } = twice.microsecondsOfRow
    const file = `correct: ${megabytes(twice.bytes)} in ${twice.seconds.toFixed(1)} s, ${whole(speed)} rows a second for ${whole(2 * size)} rows, ${whole(size / once.seconds)} for half of them`
    const notes = [
      `the engine alone answers the same queries with ${whole(engineAlone)} rows a second`,
      `processor time of a row: function ${worker.toFixed(1)} µs (${whole(1e6 / worker)} rows a second), engine ${ofEngine.toFixed(1)} µs, local API ${harness.toFixed(1)} µs`,
    ]
    if (once.peakBytes === undefined || twice.peakBytes === undefined)
      return { measured: `${file}; only Linux tells the worker's memory`, met: undefined, values, notes }
    const growth = twice.peakBytes / once.peakBytes
    return {
      measured: `${file}; worker ${megabytes(twice.peakBytes)} at its peak, ${times(growth)} that for half the rows`,
      met: speed >= goal.speed && growth <= goal.growth,
      values,
      notes,
    }
  },
}
