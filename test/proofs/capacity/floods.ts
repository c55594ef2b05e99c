import { readFileSync } from 'node:fs'
import { table } from '../../../infra/documents/tables.ts'
import { routeKeyOf } from '../../../infra/httpApi.ts'
import { mostFaceBytes } from '../../../shared/areas/donors/mostFaceBytes.ts'
import { hasHighRate, type Operation } from '../../../shared/contract/operation.ts'
import { gzip } from '../../../shared/mechanisms/http/gzipped.ts'
import { operations } from '../../../shared/operations.ts'
import { priceOfRequest } from '../../local/runner/aws/prices.ts'
import type { DeployedFacts } from './deployedFacts.ts'
import { monthPrices } from './monthPrices.ts'

/** The dearest request of a stranger: units of DynamoDB, and bytes of its answer's body. */
interface Dearest {
  readonly readUnits?: number
  readonly writeUnits?: number
  readonly bytes?: number
}

/** Bytes of an answer's head, and of a problem's body. */
const headBytes = 600
const problemBytes = 400
/** The contract test `bounds` allows no more. */
const mostWireBytes = 60_000
/** An invocation that is refused after one read, and its own log line. */
const milliseconds = 10
const memoryMegabytes = 512
const logBytes = 250

const contentOf = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** A page with its texts in one language. */
const pageBytes = (name: string): number => {
  const { html, texts = {} } = contentOf(`shared/${name}/page.json`)
  return gzip(html + JSON.stringify(texts.ru ?? '')).length
}

/** By operation. What is kept in an execution environment for seconds, such as a donor page, costs a flood nothing. */
const dearest: Readonly<Record<string, () => Dearest>> = {
  beginPayment: () => ({ readUnits: 0.5 }),
  exchangeOneTimeCode: () => ({ writeUnits: 1 }),
  // Base64 of a picture is packed to little more than the picture.
  getDonationPage: () => ({ bytes: pageBytes('web/donation') + 1.02 * mostFaceBytes }),
  getDonorPage: () => ({ bytes: mostWireBytes }),
  getDonorPayment: () => ({}),
  getHealth: () => ({}),
  getOpenApi: () => ({ bytes: gzip(JSON.stringify(contentOf('shared/areas/service/openapi.json'))).length }),
  getOverlay: () => ({ bytes: pageBytes('web/overlay') }),
  getPanel: () => ({ bytes: pageBytes('web/panel') }),
  getPanelPart: () => ({ bytes: gzip(contentOf('shared/web/panel/part.json').script).length }),
  readInvitation: () => ({ readUnits: 1 }),
  receiveMessengerWebhook: () => ({}),
  receivePlatformWebhook: () => ({}),
  receiveWebhook: () => ({ readUnits: 1 }),
  renewTicket: () => ({ readUnits: 1 }),
}

export interface Flood {
  readonly route: string
  readonly perSecond: number
  readonly bytes: number
  /** US dollars. */
  readonly anHour: number
  readonly isHigh: boolean
}

const floodOf = (
  route: string,
  perSecond: number,
  entrance: 'http' | 'webSocket',
  { readUnits = 0, writeUnits = 0, bytes = problemBytes }: Dearest,
  isHigh = false,
): Flood => {
  const calls = [{ readUnits, writeUnits }]
  const request = priceOfRequest({ entrance, durationMilliseconds: milliseconds, memoryMegabytes, logBytes, calls })
  const sent = bytes + headBytes
  return { route, perSecond, bytes: sent, anHour: perSecond * 3600 * (request + sent * monthPrices.sentByte), isHigh }
}

/**
 * An hour's flood of each route that needs no token, at the rate of its route: requests, duration, reads, logs,
 * transfer.
 */
export const floodsOf = ({ routeRate, webhookRate, connectRate }: DeployedFacts): readonly Flood[] => [
  ...(operations as readonly Operation[])
    .filter(({ auth }) => auth === 'none')
    .map((operation) => {
      const found = dearest[operation.id]
      if (found === undefined)
        throw new Error(`test/proofs/capacity/floods.ts has no dearest request of ${operation.id}`)
      const isHigh = hasHighRate(operation)
      return floodOf(`\`${routeKeyOf(operation)}\``, isHigh ? webhookRate : routeRate, 'http', found(), isHigh)
    }),
  floodOf('`$connect` of the WebSocket API', connectRate, 'webSocket', { readUnits: 1 }),
]

export const floodsTable = (facts: DeployedFacts): string => {
  const floods = floodsOf(facts)
  const sum = floods.reduce((total, { anHour }) => total + anHour, 0)
  return table(
    ['Route without a token', 'Requests a second', 'KB of an answer', 'USD an hour'],
    [
      ...floods
        .toSorted((one, other) => other.anHour - one.anHour)
        .map(({ route, perSecond, bytes, anHour }) => [
          route,
          perSecond.toLocaleString('en'),
          (bytes / 1000).toFixed(1),
          anHour.toFixed(2),
        ]),
      ['all at once', '', '', sum.toFixed(2)],
    ],
  )
}
