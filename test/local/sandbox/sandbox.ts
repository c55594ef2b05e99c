import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { forThisMachine, isLoopbackOrigin } from '../runner/loopback.ts'
import { createDiscord } from './discord.ts'
import { createDonationServices } from './donationServices.ts'
import { createEventSenders } from './eventSenders.ts'
import { type Failure, type FailureTarget, fail, isTarget, send } from './failures.ts'
import { createKick } from './kick.ts'
import { createMax } from './max.ts'
import { answerRefusalOrder, refusalPath } from './messengerRefusals.ts'
import { createPaypal } from './paypal.ts'
import { createReceiver } from './receiver.ts'
import { notFound, type SandboxRequest } from './standIn.ts'
import { answerOrder, streamPath } from './streamOrders.ts'
import type { StreamSender } from './streamSender.ts'
import { createStripe } from './stripe.ts'
import { createTelegram } from './telegram.ts'
import { createTwitch, type TwitchSender } from './twitch.ts'
import { createVkLive } from './vkLive.ts'
import { createYookassa } from './yookassa.ts'
import { createYoutube } from './youtube.ts'

/** Stand-ins of the external providers on one loopback port. Each speaks its provider's wire format. */
export interface Sandbox {
  /** Environment variable → base URL, for the functions that call a provider. */
  readonly urls: Readonly<Record<string, string>>
  /** Credentials that the stand-ins accept, by their parameter's path below the deployment's prefix. */
  readonly parameters: Readonly<Record<string, string>>
  /** Every request since the start, in the order of arrival. */
  readonly log: readonly SandboxRequest[]
  /** The platforms that send events of streams, only those that were subscribed to. */
  readonly senders: { readonly kick: StreamSender; readonly twitch: TwitchSender }
  /** The address at which another process reads the log as JSON. */
  readonly logUrl: string
  /** Makes the next `times` requests to the target fail (default: one). Failures are used in the order in which they were scripted. */
  script(target: FailureTarget, failure: Failure, times?: number): void
  stop(): Promise<void>
}

interface Scripted {
  readonly target: FailureTarget
  readonly failure: Failure
  timesLeft: number
}

const createStandIns = () => {
  const [kick, twitch] = [createKick(), createTwitch()]
  return {
    senders: { kick: kick.sender, twitch: twitch.sender },
    standIns: [
      createYoutube(),
      kick,
      twitch,
      createVkLive(),
      ...createDonationServices(),
      createYookassa(),
      createPaypal(),
      createStripe(),
      createTelegram(),
      createMax(),
      createDiscord(),
      createReceiver(),
      createEventSenders(),
    ],
  }
}

const logPath = '/log'

const sendLog = (response: ServerResponse, log: readonly SandboxRequest[]): void => {
  const body = log.map((request) => ({ ...request, query: Object.fromEntries(request.query) }))
  send(response, { status: 200, body })
}

const readRequest = async (incoming: IncomingMessage, bases: readonly string[]): Promise<SandboxRequest> => {
  const at = Date.now()
  const url = new URL(incoming.url ?? '/', 'http://sandbox')
  const address = url.pathname.slice(1)
  const base = bases.find((candidate) => address === candidate || address.startsWith(`${candidate}/`)) ?? ''
  return {
    at,
    method: incoming.method ?? 'GET',
    base,
    path: address.slice(base.length),
    query: url.searchParams,
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    ),
    body: await text(incoming),
  }
}

/** Starts the stand-ins of all external providers; `port` 0, the default, takes a free one. */
export const startSandbox = async ({ port = 0 }: { readonly port?: number } = {}): Promise<Sandbox> => {
  const { standIns, senders } = createStandIns()
  const byBase = new Map(standIns.flatMap((standIn) => Object.values(standIn.bases).map((base) => [base, standIn])))
  const log: SandboxRequest[] = []
  const scripted: Scripted[] = []

  const script: Sandbox['script'] = (target, failure, times = 1) => {
    scripted.push({ target, failure, timesLeft: times })
  }

  const takeFailure = (request: SandboxRequest): Failure | undefined => {
    const next = scripted.find(({ target, timesLeft }) => timesLeft > 0 && isTarget(target, request))
    if (next !== undefined) next.timesLeft--
    return next?.failure
  }

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming, [...byBase.keys()])
    log.push(request)
    const perform = () => byBase.get(request.base)?.answer(request) ?? notFound
    const failure = takeFailure(request)
    if (failure === undefined) send(response, perform())
    else await fail(failure, response, perform)
  }

  const listener: RequestListener = (incoming, response) => {
    // Functions and programs have no origin; the log has tokens, and a page elsewhere has no business here.
    if (!isLoopbackOrigin(incoming.headers.origin)) return void response.writeHead(403).end()
    if (incoming.url === logPath) return sendLog(response, log)
    if (incoming.url === refusalPath) return void answerRefusalOrder(script, incoming, response)
    if (incoming.url === streamPath) return void answerOrder(senders, incoming, response)
    answer(incoming, response).catch(() => response.destroy())
  }
  const server = createServer(forThisMachine(listener)).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    urls: Object.fromEntries(
      standIns.flatMap(({ bases }) =>
        Object.entries(bases).map(([variable, base]) => [variable, `${origin}/${base}`] as const),
      ),
    ),
    parameters: Object.assign({}, ...standIns.map(({ parameters }) => parameters)),
    log,
    senders,
    logUrl: `${origin}${logPath}`,
    script,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
