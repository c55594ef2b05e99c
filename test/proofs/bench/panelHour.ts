import { gzipSync } from 'node:zlib'
import { keepAliveMs, resumeEvery } from '../../../shared/web/client/live/connection.ts'
import { listPrices } from '../../local/runner/aws/prices.ts'
import { putMany } from '../../support/manyItems.ts'
import { clientOf, resume, type SocketClient } from '../../support/socketClient.ts'
import type { Figure } from './figure.ts'
import { delay } from './operationTraces.ts'
import { dollarsOf } from './overlayHour.ts'
import { shared } from './shared.ts'
import { dollarsPerMillion } from './statistics.ts'
import { apiWithWorkers, type TracedApi } from './tracedApi.ts'

/** Dollars of an hour in which nothing happens, and of a batch of changes. */
const hourGoal = 0.0001
const batchGoal = 6e-6
/** A year of the bill's own streamer. */
const kept = 1200
const day = 86_400_000
const signsPerHour = 3_600_000 / keepAliveMs
const resumesPerHour = signsPerHour / resumeEvery

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Alerts of a year, as they are stored, with a message of 110 Cyrillic letters. */
const fill = async ({ client, table }: TracedApi, recipientId: string): Promise<void> => {
  const createdAt = (index: number) => new Date(Date.now() - ((kept - index) * 365 * day) / kept).toISOString()
  const alerts = Array.from({ length: kept }, (_, index) => ({
    recipientId,
    position: index + 1,
    id: `00000000-0000-8000-8000-${String(index).padStart(12, '0')}`,
    after: index * 1_048_576,
    historyItemId: `00000000-0000-8000-9000-${String(index).padStart(12, '0')}`,
    system: 'Stripe',
    event: 'payment',
    createdAt: createdAt(index),
    state: 'visible',
    nickname: 'Зрительница',
    message: 'Привет! '.repeat(14).slice(0, 110),
    amount: { major: 5, minor: 0, currency: 'EUR' },
    media: { url: '' },
    levelName: 'gold',
    count: 1,
  }))
  await putMany(client, table('alerts'), alerts)
  const lastDelivery = kept * 1_048_576
  const totals = {
    recipientId,
    alerts: kept,
    newestAlertAt: createdAt(kept - 1),
    lastDelivery,
    heldNoted: lastDelivery,
  }
  await putMany(client, table('recipients'), [totals])
}

const measure = async (api: TracedApi, recipient: string) => {
  const connected = async (): Promise<SocketClient> => {
    const { ticket } = (await api.call('createTicket', { recipient, body: { session: true } })).body
    return clientOf(`${api.websocket}?ticket=${ticket}`)
  }
  let client = await connected()
  const ask = async (): Promise<void> => {
    client.send(resume())
    await client.until('welcome')
    await api.ended('receiveMessage')
  }
  await api.during(ask)
  let bytes = 0
  const batch = async (): Promise<void> => {
    const answers = [
      await api.call('getShow', { recipient }),
      await api.call('listAlerts', { recipient, query: { size: '50' } }),
    ]
    bytes = sum(answers.map(({ text }) => Buffer.byteLength(text)))
    traces.push(...answers.map(({ trace }) => trace))
  }
  const traces: Awaited<ReturnType<TracedApi['call']>>['trace'][] = []
  await batch()
  traces.length = 0
  api.setFaults(delay)
  await batch()
  const asked = await api.during(ask)
  const renewed = await api.during(async () => {
    await client.close()
    await api.ended('closeConnection')
    client = await connected()
    await api.ended('openConnection')
  })
  api.setFaults({ rules: [] })
  const page = await fetch(`${api.url}/panel`)
  const pageBytes = gzipSync(await page.text()).length
  await client.close()
  return {
    resume: dollarsOf(asked),
    connection: dollarsOf(renewed),
    batch: dollarsOf(traces),
    traces,
    bytes,
    pageBytes,
  }
}

/** The parts of the price of an open panel. */
export const panelPrice = shared(async () => {
  const api = await apiWithWorkers()
  await fill(api, 'panel-hour')
  const [none, many] = [await measure(api, 'panel-hour-of-nobody'), await measure(api, 'panel-hour')]
  const hourOf = ({ resume: asked, connection }: typeof many): number =>
    60 * listPrices.connectionMinute +
    (signsPerHour - resumesPerHour) * 2 * listPrices.webSocketMessage +
    resumesPerHour * asked +
    // An access token lasts an hour.
    connection
  const reads = sum(many.traces.flatMap(({ calls }) => calls.map(({ readUnits }) => readUnits)))
  const { batch, bytes, pageBytes } = many
  return { hour: hourOf(many), hourOfNobody: hourOf(none), batch, reads, bytes, pageBytes, parts: many }
})

export const panelHour: Figure = {
  name: 'panelHour',
  title: 'An hour of an open panel in which nothing happens, and a batch of changes, with 1,200 kept alerts',
  goal: '≤ $0.0001, ≤ $6.00 a million batches',
  field: 'no price is published; three lists that are asked for each half minute are 360 requests an hour',
  before: { on: '2026-11-27', found: '$0.0028; $23.40 a million rounds of three lists, one for each change' },
  measure: async () => {
    const { hour, hourOfNobody, batch, reads, bytes, pageBytes, parts } = await panelPrice()
    return {
      measured: `an hour $${hour.toFixed(7)}, and $${hourOfNobody.toFixed(7)} with nothing kept; a batch ${dollarsPerMillion(batch)}`,
      met: hour <= hourGoal && batch <= batchGoal,
      values: { hour, batch, reads, bytes, pageBytes },
      details: {
        columns: ['part', 'an hour', '$ per million', 'RRU'],
        rows: [
          ['connection minute', '60', dollarsPerMillion(listPrices.connectionMinute), '0'],
          [
            'ping and pong',
            (signsPerHour - resumesPerHour).toFixed(2),
            dollarsPerMillion(2 * listPrices.webSocketMessage),
            '0',
          ],
          ['resume', resumesPerHour.toFixed(2), dollarsPerMillion(parts.resume), ''],
          [
            'ticket of a session, its connection, the end of the one before',
            '1',
            dollarsPerMillion(parts.connection),
            '',
          ],
          ...parts.traces.map((trace) => [
            `${trace.functionId}, of a batch`,
            '0',
            dollarsPerMillion(dollarsOf([trace])),
            String(sum(trace.calls.map(({ readUnits }) => readUnits))),
          ]),
        ],
      },
      remarks: [`${bytes} bytes of answers in a batch, ${pageBytes} of the page`],
    }
  },
}
