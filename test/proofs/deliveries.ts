import { setTimeout as sleep } from 'node:timers/promises'
import { donationSecret } from '../demo/donation.ts'
import { synthesize } from '../harness/cli/synthesis.ts'
import { type LocalApi, startLocalApi } from '../harness/localApi.ts'
import { randomOf } from '../harness/random.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import { sandboxParameters } from '../sandbox/sandboxParameters.ts'
import { standardWebhook } from '../support/gatewayWebhooks.ts'
import { nextQuery } from '../support/nextQuery.ts'
import { unsteadyOverlay } from '../support/unsteadyOverlay.ts'

const recipients = ['alice', 'bob', 'carol', 'dave']
/** Webhooks under way at the same time. */
const concurrency = 24

export interface DeliveriesReport {
  readonly lines: readonly string[]
  /** Every payment is everywhere, and once. */
  readonly isRight: boolean
}

interface Gateway {
  readonly recipient: string
  readonly url: string
  readonly answer: (path: string, body?: object) => Promise<Response>
}

type Overlay = ReturnType<typeof unsteadyOverlay>

// biome-ignore lint/suspicious/noExplicitAny: answers are counted, whatever their shape
type Json = any

/** The same order in every run. */
const shuffled = <Item>(items: readonly Item[], seed: number): Item[] => {
  const random = randomOf(seed)
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ item }) => item)
}

const gatewayOf = async (api: LocalApi, recipient: string): Promise<Gateway> => {
  const headers = { authorization: `Bearer ${await api.token(recipient)}`, 'content-type': 'application/json' }
  const answer: Gateway['answer'] = async (path, body) => {
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${api.api}${path}`, init)
    if (response.status !== 200) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
    return response
  }
  const gateway = { gateway: 'manual', type: 'fiat', secret: donationSecret }
  const { webhookUrl } = (await (await answer('/payments/commands/set-gateway', gateway)).json()) as Json
  return { recipient, url: webhookUrl, answer }
}

/** Sends a webhook as gateways do: again, until it is taken. Answers how often that was. */
const deliver = async ({ url }: Gateway, number: number): Promise<number> => {
  const payload = {
    type: 'payment.completed',
    timestamp: '2026-03-01T18:30:00Z',
    data: { gatewayId: `p-${number}`, nickname: `donor ${number}`, amount: { major: 1, minor: 0, currency: 'EUR' } },
  }
  for (let attempts = 1; ; attempts++) {
    const { body, headers } = standardWebhook(donationSecret, payload, { id: `event-${number}` })
    const { status } = await fetch(url, { method: 'POST', headers, body: String(body) })
    if (status === 200) return attempts
    if (status !== 429 && status < 500) throw new Error(`the webhook of payment ${number} was answered ${status}`)
    await sleep(100 + Math.random() * 400)
  }
}

/** Every item of a list, page after page. */
const listOf = async ({ answer }: Gateway, path: string): Promise<{ items: Json[]; totalSize: number }> => {
  const items: Json[] = []
  for (let query = '?size=100'; ; ) {
    const response = await answer(`${path}${query}`)
    const { content, totalSize } = (await response.json()) as Json
    items.push(...content)
    const next = nextQuery(response.headers.get('link'))
    if (next === undefined) return { items, totalSize }
    query = next
  }
}

/** An overlay of each recipient, which drops its connection at random and shows what it gets. */
const overlaysOf = (api: LocalApi): readonly Overlay[] =>
  recipients.map((recipient, index) =>
    unsteadyOverlay({
      url: `${api.websocket}?name=deliveries`,
      token: () => api.token(recipient),
      random: randomOf(index + 1),
      messagesBetweenDrops: 200,
    }),
  )

const shownBy = (overlays: readonly Overlay[]): string[] =>
  overlays.flatMap(({ shown }) => shown.flatMap((message) => (message.type === 'alert' ? message.alert.nickname : [])))

/** Waits until the overlays have shown as many alerts as there are payments, or nothing new for ten seconds. */
const untilShown = async (overlays: readonly Overlay[], payments: number): Promise<void> => {
  for (let quiet = 0, last = -1; quiet < 100 && last < payments; quiet++) {
    const count = shownBy(overlays).length
    if (count !== last) quiet = 0
    last = count
    await sleep(100)
  }
}

interface Counted {
  readonly name: string
  readonly total: number
  readonly distinct: number
}

const countedOf = (name: string, keys: readonly string[]): Counted => ({
  name,
  total: keys.length,
  distinct: new Set(keys).size,
})

const countAll = async (gateways: readonly Gateway[], overlays: readonly Overlay[]): Promise<readonly Counted[]> => {
  const all = { payments: [] as string[], history: [] as string[], alerts: [] as string[] }
  const totals = { payments: 0, history: 0, alerts: 0 }
  for (const gateway of gateways) {
    const [payments, history, alerts] = await Promise.all(
      ['/payments', '/history', '/alerts'].map((path) => listOf(gateway, path)),
    )
    const add = (name: keyof typeof totals, list: typeof payments, keyOf: (item: Json) => string) => {
      all[name].push(...(list?.items ?? []).map(keyOf))
      totals[name] += list?.totalSize ?? 0
    }
    add('payments', payments, ({ gatewayId }) => gatewayId)
    add('history', history, ({ originId }) => originId)
    add('alerts', alerts, ({ nickname }) => nickname)
  }
  return [
    countedOf('payments', all.payments),
    countedOf('history', all.history),
    countedOf('alerts', all.alerts),
    countedOf('shown by the overlays', shownBy(overlays)),
    ...Object.entries(totals).map(([name, total]) => ({ name: `total of ${name}`, total, distinct: total })),
  ]
}

const sendAll = async (gateways: readonly Gateway[], order: readonly number[]): Promise<number> => {
  const queue = [...order.entries()]
  let attempts = 0
  const worker = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [, number] = next
      const gateway = gateways[number % gateways.length]
      if (gateway === undefined) continue
      const made = await deliver(gateway, number)
      attempts += made
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return attempts
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Sends `count` webhooks, half of them repetitions, in any order, to a local API of its own, and counts what became of them. */
export const runDeliveries = async (projectFolder: string, count: number): Promise<DeliveriesReport> => {
  const { assemblyFolder, release } = await synthesize(projectFolder)
  const sandbox = await startSandbox()
  const api = await startLocalApi({
    assemblyFolder,
    port: 0,
    dataFolder: 'memory',
    overrides: sandbox.urls,
    parameters: sandboxParameters(sandbox),
    onLog: () => undefined,
  }).finally(release)
  try {
    const gateways = await Promise.all(recipients.map((recipient) => gatewayOf(api, recipient)))
    const payments = Math.ceil(count / 2)
    const order = shuffled(
      Array.from({ length: count }, (_, index) => index % payments),
      count,
    )
    const overlays = overlaysOf(api)
    const running = overlays.map(({ run }) => run())
    const startedAt = performance.now()
    const attempts = await sendAll(gateways, order)
    const sent = seconds(startedAt)
    await api.eventSources?.idle()
    const projected = seconds(startedAt)
    await untilShown(overlays, payments)
    const connections = overlays.reduce((total, overlay) => total + overlay.connections(), 0)
    for (const overlay of overlays) overlay.end()
    await Promise.all(running)
    const counted = await countAll(gateways, overlays)
    const { queues, queueMappings } = api.deployment
    const dead = queues.filter(({ logicalId }) => queueMappings.every((each) => each.queueLogicalId !== logicalId))
    const lost = dead.flatMap(({ logicalId }) => api.eventSources?.deadLetters(logicalId) ?? [])
    const isRight =
      lost.length === 0 && counted.every(({ total, distinct }) => total === payments && distinct === payments)
    return {
      isRight,
      lines: [
        `${count} deliveries of ${payments} payments, shuffled: taken in ${sent}, ${attempts - count} repeated after a 429; projected after ${projected}; the overlays connected ${connections} times`,
        ...counted.map(({ name, total, distinct }) => `  ${name}: ${total}, ${distinct} of them distinct`),
        `  dead letters: ${lost.length}`,
        isRight ? 'every payment is everywhere once' : 'NOT every payment is everywhere once',
      ],
    }
  } finally {
    await api.stop()
    await sandbox.stop()
  }
}
