import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { secretHash } from '../../../shared/mechanisms/secrets/ownedSecret.ts'
import { keepAliveMs, resumeEvery } from '../../../shared/web/client/live/connection.ts'
import { listPrices, priceOfRequest } from '../../local/runner/aws/prices.ts'
import type { InvocationTrace } from '../../local/runner/invocationTraces.ts'
import { clientOf, resume, type SocketClient } from '../../support/socketClient.ts'
import type { Figure } from './figure.ts'
import { delay, sequentialCalls } from './operationTraces.ts'
import { millisecondsPerRoundTrip } from './requestPrice.ts'
import { shared } from './shared.ts'
import { dollarsPerMillion } from './statistics.ts'
import { apiWithWorkers, type TracedApi } from './tracedApi.ts'

/** Dollars of an hour in which an overlay is open and gets nothing: half of what it was. */
export const hourGoal = 33e-6

/** Of each function's own line. */
const logBytes = 170
/** The gateway ends a connection after two hours. */
const connectionsPerHour = 0.5
const signsPerHour = 3_600_000 / keepAliveMs
const resumesPerHour = signsPerHour / resumeEvery

/** The price of the functions of one thing, the gateway's part of each included. */
export const dollarsOf = (traces: readonly InvocationTrace[]): number =>
  traces.reduce((total, { entrance, memoryMegabytes, calls }) => {
    const roundTrips = sequentialCalls(calls.filter(({ service }) => service === 'dynamodb'))
    const durationMilliseconds = millisecondsPerRoundTrip * Math.max(1, roundTrips)
    // What opens and closes a connection is no message.
    const isMessage = entrance !== 'webSocket' || calls.some(({ service }) => service === 'execute-api')
    const price = priceOfRequest({ entrance, durationMilliseconds, memoryMegabytes, logBytes, calls })
    return total + price - (isMessage ? 0 : listPrices.webSocketMessage)
  }, 0)

interface Prices {
  readonly ping: number
  readonly resume: number
  /** A renewed ticket, the connection that it opens, and the end of the one before, without its `resume`. */
  readonly connection: number
}

const measurePrices = async (api: TracedApi): Promise<Prices> => {
  const recipient = 'overlay-hour'
  const key = 'a key of an overlay that is open for an hour'.replaceAll(' ', '-').slice(0, 43)
  const { overlayId, ticket } = (await api.call('createTicket', { recipient, body: {} })).body
  let client: SocketClient = await clientOf(`${api.websocket}?ticket=${ticket}&key=${secretHash(key)}`)
  const ask = async (): Promise<void> => {
    client.send(resume())
    await client.until('welcome')
    await api.ended('receiveMessage')
  }
  const connect = async (): Promise<void> => {
    await client.close()
    await api.ended('closeConnection')
    const renewed = (await api.call('renewTicket', { recipient, body: { key } })).body.ticket
    client = await clientOf(`${api.websocket}?ticket=${renewed}`)
    await api.ended('openConnection')
  }
  const isHalfAnHourLater = (): Promise<unknown> =>
    api.client.send(
      new UpdateCommand({
        TableName: api.table('overlays'),
        Key: { recipientId: recipient, overlayId },
        UpdateExpression: 'SET lastSeenAt = :at',
        ExpressionAttributeValues: { ':at': new Date(Date.now() - 1_800_000).toISOString() },
      }),
    )
  const ping = async (): Promise<void> => {
    client.send({ version: 1, type: 'ping' })
    await client.until('pong')
  }

  await api.during(ask)
  api.setFaults(delay)
  await isHalfAnHourLater()
  const asked = await api.during(ask)
  const kept = await api.during(ping)
  const connected = await api.during(connect)
  api.setFaults({ rules: [] })
  await client.close()
  if (kept.length > 0) throw new Error('a ping ran a function')
  return { ping: 2 * listPrices.webSocketMessage, resume: dollarsOf(asked), connection: dollarsOf(connected) }
}

/** The parts of the price of an hour, and their sum. */
export const overlayHourPrice = shared(async () => {
  const prices = await measurePrices(await apiWithWorkers())
  const parts = {
    minutes: 60 * listPrices.connectionMinute,
    pings: (signsPerHour - resumesPerHour) * prices.ping,
    resumes: resumesPerHour * prices.resume,
  }
  const open = parts.minutes + parts.pings + parts.resumes
  return { prices, parts, open, connections: connectionsPerHour * prices.connection }
})

const millionths = (dollars: number): string => (dollars * 1e6).toFixed(1)

export const toldHour = ({ open }: Awaited<ReturnType<typeof overlayHourPrice>>): string =>
  `an hour of an open overlay $${open.toFixed(7)}`

export const overlayHour: Figure = {
  name: 'overlayHour',
  title: 'An hour in which an overlay is open and gets nothing, connection minutes included',
  goal: `≤ $${hourGoal.toFixed(6)}`,
  field: 'no price is published; a browser source that polls each second makes 3,600 requests an hour',
  before: { on: '2026-11-23', found: '$0.000066: 60 connection minutes and 15 resumes' },
  measure: async () => {
    const hour = await overlayHourPrice()
    const { prices, parts, open, connections } = hour
    return {
      measured: toldHour(hour),
      met: open <= hourGoal,
      values: { prices, parts, open, connections },
      details: {
        columns: ['part', 'an hour', '$ per million', '$ of a million hours'],
        rows: [
          ['connection minute', '60', dollarsPerMillion(listPrices.connectionMinute), millionths(parts.minutes)],
          [
            'ping and pong',
            (signsPerHour - resumesPerHour).toFixed(2),
            dollarsPerMillion(prices.ping),
            millionths(parts.pings),
          ],
          ['resume', resumesPerHour.toFixed(2), dollarsPerMillion(prices.resume), millionths(parts.resumes)],
        ],
      },
      remarks: [
        `each two hours a connection ends, and another one is made: ${dollarsPerMillion(prices.connection)} a million, $${millionths(connections)} more for a million hours`,
      ],
    }
  },
}
