import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { messagesOf } from '../../../shared/areas/endpoints/endpointMessage.ts'
import { type EventType, eventTypes } from '../../../shared/areas/endpoints/eventTypes.ts'
import { messageRepository } from '../../../shared/areas/endpoints/messageRepository.ts'
import { withSubscription } from '../../../shared/areas/endpoints/subscriptions.ts'
import type { Figure } from './figure.ts'
import { median, milliseconds, percentile, times } from './statistics.ts'
import { apiWithWorkers, type TracedApi } from './tracedApi.ts'

/** Times its own time of an idle service that a neighbour's webhook may take. */
const goal = 3
/** Recipients with five such receivers each, and the webhooks of each receiver a second: forty messages a second. */
const crowd = { recipients: 8, endpoints: 5, perSecond: 1 }
/** Webhooks of the neighbour, and milliseconds between them. */
const neighbour = { webhooks: 120, everyMs: 100 }
/** Milliseconds within which every webhook of the neighbour has come. */
const patience = 30_000

const large = Buffer.alloc(1_000_000)

/** How receivers answer, by the first part of their path. */
const answers: Readonly<Record<string, RequestListener>> = {
  hang: () => undefined,
  fail: (_request, response) => void response.writeHead(500).end(),
  redirect: (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  large: (_request, response) => {
    response.writeHead(200)
    for (let megabyte = 0; megabyte < 10; megabyte++) response.write(large)
    response.end()
  },
  upgrade: (_request, { socket }) =>
    void socket?.end('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: h2c\r\n\r\n'),
  close: (_request, { socket }) => void socket?.destroy(),
  informing: (_request, response) => {
    const timer = setInterval(() => response.writeEarlyHints({ link: '</a>' }), 5)
    response.once('close', () => clearInterval(timer))
  },
}

/** A name that leads to a private address, and one to nowhere: neither is connected. */
const lies = ['https://localhost/', 'https://receiver.invalid/']

const openReceivers = async () => {
  const arrivals = new Map<string, number>()
  const server = createServer((request, response) => {
    const [, kind = ''] = request.url?.split('/') ?? []
    const id = String(request.headers['webhook-id'])
    const answer = answers[kind]
    if (answer !== undefined) return answer(request, response)
    if (!arrivals.has(id)) arrivals.set(id, performance.now())
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrivals, close }
}

type Receivers = Awaited<ReturnType<typeof openReceivers>>

/** Stores endpoints, and returns how an event of the recipient is stored for all of them. */
const withEndpoints = async (api: TracedApi, recipient: string, urls: readonly string[]) => {
  const messages = messageRepository(api.client, api.table('endpointMessages'))
  const types = [...eventTypes]
  let subscriptions: string | undefined
  for (const url of urls) {
    const { id } = (await api.call('setEndpoint', { recipient, body: { url, types } })).body
    subscriptions = withSubscription(subscriptions, id, types)
  }
  let count = 0
  return async (): Promise<string> => {
    const now = new Date()
    const eventId = `${recipient}-${++count}`
    const type: EventType = 'stream.started'
    const event = { eventId, type, at: now.toISOString(), data: {} }
    await messages.add(recipient, messagesOf(recipient, subscriptions, event, now))
    return eventId
  }
}

/** Milliseconds of each webhook of the neighbour, from its event to its receiver. */
const waits = async (
  tell: () => Promise<string>,
  arrivals: ReadonlyMap<string, number>,
): Promise<readonly number[]> => {
  const told: { readonly id: string; readonly at: number }[] = []
  for (let count = 0; count < neighbour.webhooks; count++) {
    const at = performance.now()
    told.push({ id: await tell(), at })
    await sleep(neighbour.everyMs)
  }
  const endsAt = performance.now() + patience
  while (told.some(({ id }) => !arrivals.has(id)) && performance.now() < endsAt) await sleep(20)
  return told.map(({ id, at }) => (arrivals.get(id) ?? Number.POSITIVE_INFINITY) - at)
}

const measure = async (api: TracedApi, receivers: Receivers) => {
  const tell = await withEndpoints(api, 'webhooks-neighbour', [`${receivers.url}/ok`])
  await waits(tell, receivers.arrivals)
  const idle = await waits(tell, receivers.arrivals)
  const urls = [...Object.keys(answers).map((kind) => `${receivers.url}/${kind}`), ...lies]
  const urlsOf = (index: number) =>
    Array.from({ length: crowd.endpoints }, (_, nth) => urls[(index + nth * 2) % urls.length] ?? '')
  const others: Awaited<ReturnType<typeof withEndpoints>>[] = []
  // One after another: a call forgets the traces of those before it.
  for (let index = 0; index < crowd.recipients; index++)
    others.push(await withEndpoints(api, `webhooks-${index}`, urlsOf(index)))
  let isOver = false
  const everyMs = 1000 / crowd.perSecond
  const flood = others.map(async (event, index) => {
    await sleep((index * everyMs) / crowd.recipients)
    while (!isOver) {
      await event()
      await sleep(everyMs)
    }
  })
  const beside = await waits(tell, receivers.arrivals)
  isOver = true
  await Promise.all(flood)
  return { idle, beside }
}

export const webhookNeighbour: Figure = {
  name: 'webhookNeighbour',
  title:
    'A webhook beside receivers of others that fail, hang, redirect, upgrade, close, lie about their address or answer without end',
  goal: `≤ ${times(goal)} its time of an idle service, the slowest of ${neighbour.webhooks} too`,
  field: 'no figure is published',
  before: { on: '2026-11-25', found: 'not measured' },
  measure: async () => {
    const receivers = await openReceivers()
    const { idle, beside } = await measure(await apiWithWorkers(), receivers).finally(receivers.close)
    const slowest = percentile(beside, 100) / percentile(idle, 100)
    const inTheMiddle = median(beside) / median(idle)
    return {
      measured: `${times(inTheMiddle)} in the middle, ${times(slowest)} the slowest`,
      met: inTheMiddle <= goal && slowest <= goal,
      remarks: [
        `idle: ${milliseconds(median(idle))} in the middle, ${milliseconds(percentile(idle, 95))} 95 of a hundred, ${milliseconds(percentile(idle, 100))} the slowest`,
        `beside: ${milliseconds(median(beside))} in the middle, ${milliseconds(percentile(beside, 95))} 95 of a hundred, ${milliseconds(percentile(beside, 100))} the slowest`,
      ],
    }
  },
}
