import { ok } from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { paginateScan } from '@aws-sdk/lib-dynamodb'
import { type TableName, tables } from '../../../shared/contract/resources.ts'
import { nextParameters } from '../../support/nextQuery.ts'
import { seededItem, seededTime } from '../../support/seededHistory.ts'
import type { Figure } from './figure.ts'
import { peakMemoryOf } from './functionMemory.ts'
import { forgetRates, totalsOf } from './recipientState.ts'
import { seed } from './seed.ts'
import { megabytes } from './statistics.ts'
import { apiWithWorkers, type TracedApi, tracedApi } from './tracedApi.ts'

type Row = Readonly<Record<string, unknown>>

const [recipient, other] = ['leaving', 'staying']
const size = 100_000
/** Items that one call imports. */
const batch = 90
const patienceMs = 900_000

const seedHistory = async (api: TracedApi, recipientId: string, count: number): Promise<void> => {
  const itemAt = (index: number) =>
    seededItem(api.table('history'), recipientId, index, {
      timestamp: seededTime(index).replace('.000Z', 'Z'),
      message: `Great stream! ${index}`,
      actions: [{ actionId: `action-${index % 7}`, parameters: { index } }],
    })
  await seed(api, 'history', count, itemAt)
  await seed(api, 'recipients', 1, () => ({ recipientId, history: count }))
}

/** The state of a job that has ended well. */
const ended = async (api: TracedApi, operation: string, params: Record<string, string>) => {
  const endsAt = performance.now() + patienceMs
  for (;;) {
    const { body } = await api.call(operation, { recipient, params })
    if (body.status === 'ready' || body.status === 'done') return body
    if (body.status === 'failed' || performance.now() > endsAt) throw new Error(`${operation} says ${body.status}`)
    await sleep(100)
  }
}

/** The items of the history that an export has. */
const exportedHistory = async (url: string): Promise<readonly Row[]> => {
  const lines = (await (await fetch(url)).text()).trimEnd().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as { readonly resource: string; readonly data: Row })
  return rows.filter(({ resource }) => resource === 'history').map(({ data }) => data)
}

/** The tables that name the recipient anywhere in an item, all of which are read. */
const tablesWith = async (api: TracedApi, text: string): Promise<readonly string[]> => {
  const found: string[] = []
  for (const name of Object.keys(tables) as TableName[]) {
    const pages = paginateScan({ client: api.client }, { TableName: api.table(name), ConsistentRead: true })
    for await (const { Items = [] } of pages)
      if (JSON.stringify(Items).includes(text)) {
        found.push(name)
        break
      }
  }
  return found
}

const importAll = async (api: TracedApi, items: readonly Row[]): Promise<void> => {
  for (let start = 0; start < items.length; start += batch) {
    if (start % (batch * 50) === 0) await forgetRates(api, recipient)
    const part = items.slice(start, start + batch)
    const { status, body } = await api.call('addHistoryItems', { recipient, body: { items: part } })
    if (status !== 200 || body.added.length !== part.length)
      throw new Error(`an import was answered ${status}: ${JSON.stringify(body).slice(0, 300)}`)
  }
}

/** The whole list by its `next` links. */
const listed = async (api: TracedApi): Promise<readonly Row[]> => {
  const items: Row[] = []
  let cursor: string | undefined
  do {
    const query = { size: '100', ...(cursor !== undefined && { cursor }) }
    const { body, headers } = await api.call('listHistory', { recipient, query })
    items.push(...body.content)
    cursor = nextParameters(headers['link'])['cursor']
  } while (cursor !== undefined)
  return items
}

const timed = async <Value>(work: () => Promise<Value>): Promise<readonly [Value, number]> => {
  const startedAt = performance.now()
  return [await work(), (performance.now() - startedAt) / 1000]
}

/** Takes everything along, erases it, and comes with it to a deployment that has nothing of the recipient. */
const leaveAndArrive = async (api: TracedApi, elsewhere: TracedApi) => {
  await seedHistory(api, recipient, size)
  await seedHistory(api, other, 100)
  const [before, totals] = [await listed(api), await totalsOf(api, other)]
  ok(before.length === size, `the list has ${before.length} items`)

  const [job, exportSeconds] = await timed(async () => {
    const { body } = await api.call('exportData', { recipient, body: {} })
    return ended(api, 'getExport', { exportId: body.exportId })
  })
  const rows = await exportedHistory(job.url)
  ok(rows.length === size, `the export has ${rows.length} items`)

  const [receipt, eraseSeconds] = await timed(async () => {
    const { body } = await api.call('eraseData', { recipient, body: { confirm: true } })
    return ended(api, 'getErasure', { erasureId: body.erasureId })
  })
  const left = await tablesWith(api, recipient)
  ok(left.length === 0, `${left.join(', ')} still name the recipient`)
  ok(receipt.items >= size, `the receipt counts ${receipt.items} items`)
  const kept = await totalsOf(api, other)
  ok(isDeepStrictEqual(kept, totals), `totals of another are ${JSON.stringify(kept)}, not ${JSON.stringify(totals)}`)
  ok((await tablesWith(api, other)).includes('history'), 'the history of another is gone')

  const foreign = await tablesWith(elsewhere, recipient)
  ok(foreign.length === 0, `${foreign.join(', ')} name the recipient elsewhere`)
  const [, importSeconds] = await timed(() => importAll(elsewhere, rows))
  const after = await listed(elsewhere)
  const differs = before.findIndex((item, index) => !isDeepStrictEqual(after[index], item))
  ok(
    after.length === before.length && differs === -1,
    `the imported list has ${after.length} items; ${JSON.stringify([after[differs], before[differs]])}`,
  )
  return { exportSeconds, eraseSeconds, importSeconds, bytes: job.bytes as number, erased: receipt.items as number }
}

export const leaving: Figure = {
  name: 'leaving',
  title: 'A recipient with 100,000 history items is exported, erased, and imported into another deployment',
  goal: 'no item left in any table, totals of others unchanged, the same list after the import',
  field: 'a request to the support of a hosted service, which has a month to answer (GDPR, article 12)',
  before: { on: '2026-11-21', found: 'nothing: there was no export and no erasure' },
  measure: async () => {
    const api = await apiWithWorkers()
    const values = await leaveAndArrive(api, await tracedApi())
    const peakBytes = peakMemoryOf(api.deployment, 'handleDataJobs')
    const { exportSeconds, eraseSeconds, importSeconds, bytes, erased } = values
    const memory = peakBytes === undefined ? '' : `, worker ${megabytes(peakBytes)} at its peak`
    return {
      measured: `export of ${megabytes(bytes)} in ${exportSeconds.toFixed(0)} s, ${erased} items erased in ${eraseSeconds.toFixed(0)} s, import in ${importSeconds.toFixed(0)} s${memory}`,
      met: true,
      values: { ...values, peakBytes },
    }
  },
}
