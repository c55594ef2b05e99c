import { donationSecret } from '../../demo/donation.ts'
import { priceOfRequest } from '../../harness/aws/prices.ts'
import type { InvocationTrace } from '../../harness/invocationTraces.ts'
import { standardWebhook } from '../../support/gatewayWebhooks.ts'
import { ack, clientOf, resume } from '../../support/socketClient.ts'
import type { Figure } from './figure.ts'
import { sequentialCalls } from './operationTraces.ts'
import { dollarsPerMillion } from './statistics.ts'
import { apiWithWorkers } from './tracedApi.ts'

/** Functions on the way of a donation, in its order; whatever else runs meanwhile is not its cost. */
const way = ['receiveWebhook', 'projectPayments', 'pushAlerts', 'receiveMessage'] as const

/** As in the prices of requests: what a warm function takes for a round trip and its own work. */
const millisecondsPerRoundTrip = 5

interface Station {
  readonly functionId: string
  readonly invocations: number
  readonly calls: number
  readonly roundTrips: number
  readonly readUnits: number
  readonly writeUnits: number
  readonly dollars: number
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const stationOf = (functionId: string, traces: readonly InvocationTrace[]): Station => {
  const own = traces.filter((trace) => trace.functionId === functionId)
  const roundTrips = own.map(({ calls }) => sequentialCalls(calls.filter(({ service }) => service === 'dynamodb')))
  const calls = own.flatMap((trace) => trace.calls)
  return {
    functionId,
    invocations: own.length,
    calls: calls.length,
    roundTrips: sum(roundTrips),
    readUnits: sum(calls.map(({ readUnits }) => readUnits)),
    writeUnits: sum(calls.map(({ writeUnits }) => writeUnits)),
    dollars: sum(
      own.map(({ memoryMegabytes, calls: made }, index) =>
        priceOfRequest({
          durationMilliseconds: millisecondsPerRoundTrip * Math.max(1, roundTrips[index] ?? 1),
          memoryMegabytes,
          calls: made,
        }),
      ),
    ),
  }
}

/** One donation from the gateway's webhook to the acknowledgement of the overlay that has shown it. */
const donate = async (recipient: string, gatewayId: string): Promise<readonly InvocationTrace[]> => {
  const api = await apiWithWorkers()
  const body = { gateway: 'manual', type: 'fiat', secret: donationSecret }
  const { webhookUrl } = (await api.call('setGateway', { recipient, body })).body
  const overlay = await clientOf(`${api.websocket}?name=bench`, {
    authorization: `Bearer ${await api.token(recipient)}`,
  })
  overlay.send(resume())
  await overlay.until('welcome')
  const traces = await api.during(async () => {
    const payload = {
      type: 'payment.completed',
      timestamp: new Date().toISOString(),
      data: { gatewayId, nickname: 'bob', message: 'Great stream!', amount: { major: 12, minor: 34, currency: 'EUR' } },
    }
    const { body: signed, headers } = standardWebhook(donationSecret, payload, { id: gatewayId })
    const { status } = await fetch(webhookUrl, { method: 'POST', headers, body: String(signed) })
    if (status !== 200) throw new Error(`the webhook was answered ${status}`)
    const message = (await overlay.until('alert')).at(-1)
    if (message !== undefined && 'sequence' in message) overlay.send(ack(message.sequence))
    overlay.send({ version: 1, type: 'ping' })
    await overlay.until('pong')
  })
  await overlay.close()
  return traces
}

export const donation: Figure = {
  name: 'donation',
  title: 'One donation, from the webhook to the acknowledgement of its overlay',
  goal: 'recorded',
  measure: async () => {
    // The first one also fetches what each process keeps from then on.
    await donate('donation-first', 'first')
    const traces = await donate('donation-second', 'second')
    const stations = way.map((functionId) => stationOf(functionId, traces))
    const total = (read: (station: Station) => number) => sum(stations.map(read))
    return {
      measured: `${total(({ roundTrips }) => roundTrips)} sequential round trips, ${total(({ readUnits }) => readUnits)} RRU, ${total(({ writeUnits }) => writeUnits)} WRU, ${dollarsPerMillion(total(({ dollars }) => dollars))} per million`,
      met: undefined,
      values: { stations },
      details: {
        columns: ['function', 'invocations', 'calls', 'round trips', 'RRU', 'WRU', '$ per million'],
        rows: stations.map((station) => [
          station.functionId,
          ...[station.invocations, station.calls, station.roundTrips, station.readUnits, station.writeUnits].map(
            String,
          ),
          dollarsPerMillion(station.dollars),
        ]),
      },
      notes: [
        'each invocation at the price of a request with its gateway, which is too much for workers: an upper bound',
      ],
    }
  },
}
