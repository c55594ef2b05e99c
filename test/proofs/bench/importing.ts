import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import { estimateOf, type ImportReport } from '../../../infra/operators/import/importItems.ts'
import { additionLimit } from '../../../shared/areas/history/contract.ts'
import type { Figure } from './figure.ts'
import { peakBytesOf } from './functionMemory.ts'
import { sequentialCalls } from './operationTraces.ts'
import { forgetRates, totalsOf } from './recipientState.ts'
import { listPriceOf } from './requestPrice.ts'
import { megabytes } from './statistics.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { apiWithWorkers, type TracedApi } from './tracedApi.ts'

const recipient = 'importing'
const size = 100_000
/** What is held does not grow with the file: a heap of twice the size would only be cleared less often. */
const heap = '--max-heap-size=64'
/** Percent of the file that the killed run sends. */
const killedAt = 40

const header =
  'DateTime (UTC),From,Message,Item,Received,Given,Currency,TransactionType,TransactionId,Reference,BuyerEmail\r\n'

const donationRow = (index: number): string => {
  const [date = '', time = ''] = new Date(Date.UTC(2020, 0, 1) + index * 1_700_000).toISOString().split(/[T.]/)
  const [year, month, day] = date.split('-')
  const message = `"Great stream, ""${index}""\r\nSee you"`
  return `${month}/${day}/${year} ${time},viewer ${index % 5000},${message},Ko-fi Support,${index % 500}.${String(index % 100).padStart(2, '0')},,EUR,Tip,tx-${index},,viewer@example.com\r\n`
}

function* donations(): Generator<string> {
  yield header
  for (let index = 0; index < size; index++) yield donationRow(index)
}

interface Run {
  readonly seconds: number
  readonly peakBytes: number | undefined
  /** Undefined when it was killed. */
  readonly report: ImportReport | undefined
}

/** Kills a command once it says that it has come far enough. */
const killAt = (command: ChildProcess): void => {
  command.stderr?.on('data', (chunk) => {
    const [, percent] = /(\d+) % of the file/.exec(String(chunk)) ?? []
    if (Number(percent) >= killedAt) command.kill('SIGKILL')
  })
}

/** The command in a process of its own, with the rate of each recipient as if its clock were faster. */
const runImport = async (api: TracedApi, file: string, isKilled = false): Promise<Run> => {
  const token = await api.token(recipient)
  const args = [heap, resolve('bin/import.ts'), file, '--api', api.url, '--token', token, '--json']
  const startedAt = performance.now()
  const command = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  if (isKilled) killAt(command)
  else command.stderr.pipe(process.stderr)
  let peakBytes: number | undefined
  const watch = setInterval(() => {
    peakBytes = peakBytesOf(command.pid ?? 0) ?? peakBytes
    void forgetRates(api, recipient)
  }, 500)
  const [output, [status]] = await Promise.all([text(command.stdout), once(command, 'exit')])
  clearInterval(watch)
  if (status !== 0 && !isKilled) throw new Error(`the import ended with status ${status}: ${output.slice(0, 300)}`)
  const seconds = (performance.now() - startedAt) / 1000
  return { seconds, peakBytes, report: isKilled ? undefined : JSON.parse(output).report }
}

/** Everything that an import could change: the items of the history, and the totals. */
const stateOf = async (api: TracedApi): Promise<readonly unknown[]> => {
  const pages = paginateQuery(
    { client: api.client },
    {
      TableName: api.table('history'),
      KeyConditionExpression: 'recipientId = :recipient',
      ExpressionAttributeValues: { ':recipient': recipient },
      ConsistentRead: true,
    },
  )
  const state: unknown[] = [await totalsOf(api, recipient)]
  for await (const { Items = [] } of pages) state.push(...Items)
  return state
}

/** List price of an item, from the request that adds as many as one may. */
const dollarsPerItem = async (api: TracedApi): Promise<number> => {
  const items = Array.from({ length: additionLimit }, (_, index) => ({
    system: 'Ko-fi',
    event: 'payment',
    originId: `priced-${index}`,
    timestamp: '2026-01-01T00:00:00Z',
    nickname: 'viewer',
    message: 'Great stream! See you',
    amount: { major: 5, minor: 0, currency: 'EUR' },
  }))
  const headers = { 'idempotency-key': 'priced' }
  const { trace } = await api.call('addHistoryItems', { recipient: 'priced', body: { items }, headers })
  const price = listPriceOf({
    calls: trace.calls,
    memoryMegabytes: trace.memoryMegabytes,
    logBytes: 300,
    roundTrips: sequentialCalls(trace.calls),
  })
  return price / additionLimit
}

const importTwice = async (api: TracedApi) => {
  const file = join(await temporaryFolder(), 'Transaction_All.csv')
  await pipeline(Readable.from(donations()), createWriteStream(file))
  const killed = await runImport(api, file, true)
  const resumed = await runImport(api, file)
  const before = await stateOf(api)
  const again = await runImport(api, file)
  const isUnchanged = isDeepStrictEqual(await stateOf(api), before)
  return { killed, resumed, again, items: before.length - 1, isUnchanged }
}

export const importing: Figure = {
  name: 'import',
  title: '100,000 donations of a Ko-fi file are imported by the command, which is killed once, and imported again',
  goal: 'each once, the second import changes no item and no total; in a heap of 64 MB; the price that a dry run tells',
  field: `a script of one's own over the API`,
  before: { on: '2026-11-21', found: 'nothing: there was no command' },
  measure: async () => {
    const api = await apiWithWorkers()
    const { killed, resumed, again, items, isUnchanged } = await importTwice(api)
    const [first, second] = [resumed.report?.rows, again.report?.rows]
    const peakBytes = Math.max(...[killed, resumed, again].map((each) => each.peakBytes ?? 0))
    const dollars = await dollarsPerItem(api)
    const estimate = estimateOf(Math.ceil(size / additionLimit), size)
    const isPriceRight = Math.abs(estimate.dollars / (dollars * size) - 1) < 0.1
    const isWhole = items === size && (first?.sentBefore ?? 0) > 0 && second?.present === size && second.added === 0
    return {
      measured: `killed after ${killed.seconds.toFixed(0)} s, the rest in ${resumed.seconds.toFixed(0)} s (${first?.sentBefore} sent before, ${first?.added} added, ${first?.present} there already); again in ${again.seconds.toFixed(0)} s (${second?.present} there already); ${items} items, ${isUnchanged ? 'unchanged' : 'CHANGED'}; ${megabytes(peakBytes)} at its peak`,
      met: isWhole && isUnchanged && isPriceRight,
      values: { killed, resumed, again, items, isUnchanged, peakBytes, dollarsPerItem: dollars },
      notes: [
        `on AWS ${estimate.minutes} minutes at the rate of a recipient, and $${(dollars * size).toFixed(2)}: ${dollars.toExponential(2)} an item`,
      ],
    }
  },
}
