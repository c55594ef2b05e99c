import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { alertFromEvent } from '../../../shared/alerts/alert.ts'
import type { Figure } from './figure.ts'
import { seed } from './seed.ts'
import { median, milliseconds, times } from './statistics.ts'
import { type TracedApi, tracedApi } from './tracedApi.ts'

const recipient = 'alerts-page'
const total = 100_000
const pairs = 60
const goal = 1.5

const timeOf = (position: number): string => new Date(Date.UTC(2026, 0, 1) + position * 1000).toISOString()

const alertAt = (position: number) => ({
  ...alertFromEvent(
    recipient,
    {
      id: `donation-${String(position).padStart(6, '0')}`,
      system: 'DonationAlerts',
      event: 'payment',
      originId: String(position),
      timestamp: timeOf(position),
      nickname: 'bob',
      message: 'Great stream!',
      amount: { major: 12, minor: 34, currency: 'EUR' },
    },
    { createdAt: timeOf(position), levelName: 'gold', state: 'visible' },
  ),
  position,
})

const seedAlerts = async (api: TracedApi): Promise<void> => {
  await seed(api, 'alerts', total, (index) => alertAt(index + 1))
  const Item = { recipientId: recipient, alerts: total, newestAlertAt: timeOf(total) }
  await api.client.send(new PutCommand({ TableName: api.table('recipients'), Item }))
}

const readPage = async (api: TracedApi, page: number) => {
  const { status, body, trace } = await api.call('listAlerts', { recipient, query: { page: String(page) } })
  if (status !== 200 || body.totalSize !== total || body.numberOfElements !== 20)
    throw new Error(`page ${page} was answered by ${JSON.stringify(body).slice(0, 200)}`)
  return {
    milliseconds: trace.durationMilliseconds,
    readUnits: trace.calls.reduce((units, call) => units + call.readUnits, 0),
  }
}

export const alertsPage: Figure = {
  name: 'alertsPage',
  title: 'GET /alerts?page=1000 of 100,000 alerts against page=0',
  goal: '≤ 1.5 × in time, same read units',
  field: 'grows with the page: DynamoDB has no offset, so everything before it is read',
  before: { on: '2026-11-21', found: '1.14 × in time, 3 against 3 read units' },
  measure: async () => {
    const api = await tracedApi()
    await seedAlerts(api)
    const near: Awaited<ReturnType<typeof readPage>>[] = []
    const far: typeof near = []
    for (let pair = 0; pair < pairs; pair++) {
      near.push(await readPage(api, 0))
      far.push(await readPage(api, 1000))
    }
    const ratio = median(far.map((page, index) => page.milliseconds / (near[index]?.milliseconds ?? Number.NaN)))
    const [nearUnits, farUnits] = [near.at(-1)?.readUnits, far.at(-1)?.readUnits]
    const [nearTime, farTime] = [near, far].map((pages) => median(pages.map((page) => page.milliseconds)))
    return {
      measured: `${times(ratio)} (${milliseconds(farTime ?? 0)} against ${milliseconds(nearTime ?? 0)}), ${farUnits} against ${nearUnits} read units`,
      met: ratio <= goal && nearUnits === farUnits,
      values: { ratio, milliseconds: { near: nearTime, far: farTime }, readUnits: { near: nearUnits, far: farUnits } },
    }
  },
}
