import { donationSecret } from '../../local/demo/donation.ts'
import { priceOfRequest } from '../../local/runner/aws/prices.ts'
import type { InvocationTrace } from '../../local/runner/invocationTraces.ts'
import { standardWebhook } from '../../support/gatewayWebhooks.ts'
import { ack, clientOf, resume } from '../../support/socketClient.ts'
import type { Figure } from './figure.ts'
import { delay, sequentialCalls } from './operationTraces.ts'
import { millisecondsPerRoundTrip } from './requestPrice.ts'
import { roundsOf } from './rounds.ts'
import { dollarsPerMillion } from './statistics.ts'
import { bytesOfPayment } from './storedBytes.ts'
import { apiWithWorkers, type TracedApi } from './tracedApi.ts'

/** Functions on the way of a donation, in its order. */
const way = ['receiveWebhook', 'projectPayments', 'pushAlerts', 'receiveMessage']

/** What a donor writes: both are in Cyrillic letters, which take two bytes each. */
const texts = { short: 'Отличный эфир', long: 'Привет! '.repeat(50).slice(0, 300) }

/** Donations that are measured; each costs the same. */
const runs = 10
/** Dollars of one. */
const goal = 10.5e-6

/** Of the function's own lines on the way; measured figures of each operation are in `log`. */
const logBytes = 170

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
      own.map(({ entrance, memoryMegabytes, calls: made }, index) =>
        priceOfRequest({
          entrance,
          durationMilliseconds: millisecondsPerRoundTrip * Math.max(1, roundTrips[index] ?? 1),
          memoryMegabytes,
          logBytes,
          calls: made,
        }),
      ),
    ),
  }
}

/** Somebody who donates to one recipient with one overlay. */
export interface Donor {
  /** Gives a donation; what was done until the overlay had acknowledged it. */
  give(gatewayId: string): Promise<readonly InvocationTrace[]>
  leave(): Promise<void>
}

interface Donations {
  /** It also fetches what each process keeps from then on. */
  readonly first: readonly Station[]
  readonly others: readonly (readonly Station[])[]
  /** The bytes that a payment takes for good, in all tables. */
  readonly bytes: number
}

/** An overlay of the recipient, which acknowledges the next alert once it has come. */
export const overlayOf = async (api: TracedApi, recipient: string) => {
  const overlay = await clientOf(`${api.websocket}?name=bench`, {
    authorization: `Bearer ${await api.token(recipient)}`,
  })
  overlay.send(resume())
  await overlay.until('welcome')
  await api.ended('receiveMessage')
  const show = async (): Promise<void> => {
    const shown = (await overlay.until('alert')).at(-1)
    if (shown === undefined || !('sequence' in shown)) throw new Error('the overlay got no alert')
    overlay.send(ack(shown.sequence))
    await api.ended('receiveMessage')
  }
  return { show, close: overlay.close }
}

/** Each donation goes from the gateway's webhook to the acknowledgement of the overlay that has shown it. */
export const donorTo = async (api: TracedApi, recipient: string, message: string): Promise<Donor> => {
  const body = { gateway: 'manual', type: 'fiat', secret: donationSecret }
  const { webhookUrl } = (await api.call('setGateway', { recipient, body })).body
  const overlay = await overlayOf(api, recipient)
  const once = (gatewayId: string) => async (): Promise<void> => {
    const payload = {
      type: 'payment.completed',
      timestamp: new Date().toISOString(),
      data: { gatewayId, nickname: 'bob', message, amount: { major: 12, minor: 34, currency: 'EUR' } },
    }
    const { body: signed, headers } = standardWebhook(donationSecret, payload, { id: gatewayId })
    const { status } = await fetch(webhookUrl, { method: 'POST', headers, body: String(signed) })
    if (status !== 200) throw new Error(`the webhook was answered ${status}`)
    await overlay.show()
  }
  return { give: (gatewayId) => api.during(once(gatewayId)), leave: overlay.close }
}

/** `periods` are those of which somebody has asked for the leaders. */
const donate = async (recipient: string, message: string, periods: readonly string[] = []): Promise<Donations> => {
  const api = await apiWithWorkers()
  for (const period of periods) await api.call('listLeaders', { recipient, query: { period, currency: 'EUR' } })
  const donor = await donorTo(api, recipient, message)
  const measured = async (gatewayId: string) => {
    const traces = await donor.give(gatewayId)
    return way.map((functionId) => stationOf(functionId, traces))
  }
  api.setFaults(delay)
  const first = await measured('first')
  const others: (readonly Station[])[] = []
  for (let run = 0; run < roundsOf(runs); run++) others.push(await measured(`donation-${run}`))
  api.setFaults({ rules: [] })
  await donor.leave()
  return { first, others, bytes: await bytesOfPayment(api, recipient) }
}

const dollarsOf = (stations: readonly Station[]): number => sum(stations.map(({ dollars }) => dollars))

const factsOf = (stations: readonly Station[]): string => {
  const total = (read: (station: Station) => number) => sum(stations.map(read))
  return `${total(({ roundTrips }) => roundTrips)} sequential round trips, ${total(({ readUnits }) => readUnits)} RRU, ${total(({ writeUnits }) => writeUnits)} WRU, ${dollarsPerMillion(dollarsOf(stations))} per million`
}

export const donation: Figure = {
  name: 'donation',
  title:
    'One donation, from the webhook to the acknowledgement of its overlay, with 13 and with 300 Cyrillic characters',
  goal: `≤ $10.50 per million (13 characters), the same in ${runs} runs`,
  field: 'no price is published: hosted services (StreamElements, DonationAlerts) keep theirs to themselves',
  before: { on: '2026-11-21', found: '$20.40, 7 round trips to the overlay, 13 RRU, 18 WRU' },
  measure: async () => {
    const [short, long] = [await donate('donation-short', texts.short), await donate('donation-long', texts.long)]
    const [facts, longFacts] = [new Set(short.others.map(factsOf)), new Set(long.others.map(factsOf))]
    const stations = short.others.at(-1) ?? []
    // A donor's first donation of a period is cheaper: its sum is new, and leaves no former place.
    const month = (await donate('donation-month', texts.short, ['2026-03'])).others.at(-1) ?? []
    const all = (await donate('donation-all', texts.short, ['2026-03-01', '2026-03', 'all'])).others.at(-1) ?? []
    return {
      measured: `${[...facts].join(' or ')}; with 300 characters ${[...longFacts].join(' or ')}`,
      met: facts.size === 1 && longFacts.size === 1 && dollarsOf(stations) <= goal,
      values: { short: stations, long: long.others.at(-1), first: short.first, bytes: long.bytes },
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
      remarks: [
        'gateway $1.00 a request or message in, message out $1.00, KMS $3.00 a call, invocation $0.20, 5 ms of the function for each round trip, units, and logs',
        `the first donation of a credential also opens its secret, which an execution environment keeps for ten minutes, and notes its event: ${dollarsPerMillion(dollarsOf(short.first))}`,
        `where somebody has asked for the leaders of months: ${factsOf(month)}; of days, months and all time: ${factsOf(all)}`,
      ],
    }
  },
}
