import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { donationSecret } from '../../demo/donation.ts'
import { manualWebhook } from '../../sandbox/eventSenders.ts'
import { telegramPath } from '../../sandbox/telegram.ts'
import { standardWebhook } from '../../support/gatewayWebhooks.ts'
import { type LocalStack, startLocalStack } from '../../support/localStack.ts'
import { median } from './statistics.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into, whatever their shape
type Json = any

/** How much one recipient does at once; the number of the neighbour's measurements before. */
export interface FairnessOptions {
  readonly starts: number
  readonly announcers: number
  readonly prints: number
  readonly items: number
  readonly donations: number
  readonly links: number
  readonly rounds: number
}

export const usualFlood: FairnessOptions = {
  starts: 400,
  announcers: 100,
  prints: 150,
  items: 19_800,
  donations: 400,
  links: 20,
  rounds: 3,
}

/** Times what it takes on a stack beside that a neighbour's work may take. */
const goal = 3
/** Milliseconds after which a neighbour's work counts as not done. */
const patience = 120_000
/** Requests of a flood at the same time: less than the eight processes that the local API gives a function, where Lambda would start another one. */
const concurrency = 6
const pollInterval = 20

const kinds = ['announcement', 'print', 'donation'] as const
type Kind = (typeof kinds)[number]

const until = async (isDone: () => Promise<boolean> | boolean): Promise<void> => {
  for (const end = performance.now() + patience; performance.now() < end; await sleep(pollInterval))
    if (await isDone()) return
}

/** Calls the API as a recipient, and keeps at it when it is asked to come again. */
const clientOf = async ({ localApi }: LocalStack, recipient: string) => {
  const headers = { authorization: `Bearer ${await localApi.token(recipient)}`, 'content-type': 'application/json' }
  const request = (path: string, body?: object): Promise<Response> =>
    fetch(`${localApi.api}${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  const call = async (path: string, body?: object): Promise<Json> => {
    for (const end = performance.now() + patience; ; ) {
      const response = await request(path, body)
      if (response.status === 200) return response.json()
      const comesAgain = response.status === 429 || response.status === 503
      if (!comesAgain || performance.now() > end)
        throw new Error(`${path} was answered ${response.status} ${await response.text()}`)
      await sleep(1000 * Number(response.headers.get('retry-after') ?? 1))
    }
  }
  return { recipient, request, call }
}

type Client = Awaited<ReturnType<typeof clientOf>>

const repeated = async (count: number, work: (index: number) => Promise<unknown>): Promise<void> => {
  let next = 0
  const workOn = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, workOn))
}

const webhookUrlOf = async ({ call }: Client): Promise<string> =>
  (await call('/payments/commands/set-gateway', { gateway: 'manual', type: 'fiat', secret: donationSecret })).webhookUrl

const donate = async (url: string, gatewayId: string, attachments: readonly string[] = []): Promise<number> => {
  const data = { gatewayId, nickname: 'donor', amount: { major: 5, minor: 0, currency: 'EUR' }, attachments }
  const payload = { type: 'payment.completed', timestamp: new Date().toISOString(), data }
  const { headers, body } = standardWebhook(donationSecret, payload)
  return (await fetch(url, { method: 'POST', headers, body: String(body) })).status
}

const fire = async ({ localApi }: LocalStack, recipientId: string, trigger: string): Promise<number> => {
  const { headers, body } = manualWebhook(trigger, { recipientId, streamId: randomUUID() })
  return (await fetch(`${localApi.api}/platforms/webhooks/manual`, { method: 'POST', headers, body })).status
}

let lastChat = 0
const announcer = (trigger: string) => ({ text: 'We are live!', accountId: 'main', chatId: ++lastChat, trigger })

const historyItem = (index: number) => ({
  system: 'DonationAlerts',
  event: 'payment',
  originId: String(index),
  timestamp: '2026-03-01T18:30:00Z',
  nickname: `viewer ${index}`,
  message: 'Great stream!',
})

const addItems = async ({ call }: Client, count: number): Promise<void> => {
  const batch = 90
  await repeated(Math.ceil(count / batch), (index) => {
    const items = Array.from({ length: Math.min(batch, count - index * batch) }, (_, offset) =>
      historyItem(index * batch + offset),
    )
    return call('/history/commands/add-items', { items })
  })
}

/** What a neighbour waits for, ready to be begun. */
const preparations: Record<Kind, (stack: LocalStack, client: Client) => Promise<() => Promise<void>>> = {
  announcement: async (stack, { recipient, call }) => {
    const added = announcer('STREAM_STARTED')
    await call('/messenger/commands/add-announcer', added)
    return async () => {
      await fire(stack, recipient, 'STREAM_STARTED')
      const isSent = ({ path, body }: { readonly path: string; readonly body: string }) =>
        path === telegramPath('sendMessage') && body.includes(`"chat_id":${added.chatId},`)
      await until(() => stack.sandbox.log.some(isSent))
    }
  },
  print: async (_stack, client) => {
    await addItems(client, 3)
    return async () => {
      const { printId } = await client.call('/history/commands/print-csv', {})
      await until(async () => (await client.call(`/history/prints/${printId}`)).status === 'ready')
    }
  },
  donation: async (_stack, client) => {
    const url = await webhookUrlOf(client)
    return async () => {
      await donate(url, randomUUID())
      await until(async () => (await client.call('/history')).totalSize === 1)
    }
  },
}

const recipientOf = (name: string): string => `${name}-${randomUUID()}`

/** Milliseconds of one neighbour's work of a kind, from its request to its effect. */
const measureOnce = async (stack: LocalStack, kind: Kind): Promise<number> => {
  const run = await preparations[kind](stack, await clientOf(stack, recipientOf('neighbour')))
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

type Times = Record<Kind, number[]>

const noTimes = (): Times => ({ announcement: [], print: [], donation: [] })

/** One measurement of each kind on each of the stacks in turn. */
const measureRound = async (measured: readonly { readonly stack: LocalStack; readonly times: Times }[]) => {
  for (const kind of kinds) for (const { stack, times } of measured) times[kind].push(await measureOnce(stack, kind))
}

/** Counts the answers of a flood by their status. */
const counting = () => {
  const counts = new Map<number, number>()
  return {
    count: (status: number): void => {
      counts.set(status, (counts.get(status) ?? 0) + 1)
    },
    text: (): string => [...counts].map(([status, count]) => `${count} × ${status}`).join(', '),
  }
}

interface Flood {
  readonly title: string
  /** Does what has to be there before; answers the flood itself. */
  prepare(stack: LocalStack, client: Client, count: (status: number) => void): Promise<() => Promise<void>>
}

const floodsOf = (options: FairnessOptions): readonly Flood[] => [
  {
    title: `${options.starts} stream events × ${options.announcers} announcers`,
    prepare: async (stack, { recipient, call }, count) => {
      for (let added = 0; added < options.announcers; added += 90)
        await call('/messenger/commands/update-announcers', {
          added: Array.from({ length: Math.min(90, options.announcers - added) }, () => announcer('GOAL')),
        })
      return () => repeated(options.starts, async () => count(await fire(stack, recipient, 'GOAL')))
    },
  },
  {
    title: `${options.prints} prints of ${options.items} items`,
    prepare: async (_stack, client, count) => {
      await addItems(client, options.items)
      return () =>
        repeated(options.prints, async () => count((await client.request('/history/commands/print-csv', {})).status))
    },
  },
  {
    title: `${options.donations} donations with ${options.links} links`,
    prepare: async (_stack, client, count) => {
      const url = await webhookUrlOf(client)
      const linksOf = (index: number) =>
        Array.from({ length: options.links }, (_, link) => {
          const id = `${String(index).padStart(6, '0')}${String(link).padStart(5, '0')}`
          return `https://www.youtube.com/watch?v=${id}`
        })
      return () => repeated(options.donations, async (index) => count(await donate(url, randomUUID(), linksOf(index))))
    },
  },
]

const shown = (milliseconds: number): string =>
  milliseconds >= patience ? `over ${patience / 1000} s` : `${(milliseconds / 1000).toFixed(2)} s`

interface Measured {
  readonly idle: Times
  readonly flooded: Times
  /** On the stack beside, during the flood. */
  readonly beside: Times
}

const lineOf = (kind: Kind, { idle, flooded, beside }: Measured) => {
  const [alone, during, apart] = [median(idle[kind]), median(flooded[kind]), median(beside[kind])]
  const ratio = during / apart
  const isMet = ratio <= goal
  const facts = [
    `idle ${shown(alone)}`,
    `flooded ${shown(during)} (worst ${shown(Math.max(...flooded[kind]))}, ${(during / alone).toFixed(1)} × idle)`,
    `beside ${shown(apart)} (${(apart / alone).toFixed(1)} × idle)`,
    `ratio ${ratio.toFixed(1)}, goal ≤ ${goal}: ${isMet ? 'met' : 'NOT MET'}`,
  ]
  return { line: `  ${kind.padEnd(13)} ${facts.join(', ')}`, isMet }
}

/** Begins a flood; says when all of it was sent, and when all that it caused was done. */
const beginFlood = (run: () => Promise<void>, stack: LocalStack) => {
  const startedAt = performance.now()
  const since = (): number => performance.now() - startedAt
  const flood = { sentAfter: 0, doneAfter: 0 }
  const sent = run().finally(() => {
    flood.sentAfter = since()
  })
  const done = sent
    .then(() => stack.localApi.eventSources?.idle())
    .finally(() => {
      flood.doneAfter = since()
    })
  return { flood, done }
}

/**
 * Measures one flood: a line for the flood, and one for each thing that a neighbour does meanwhile. The same is done on a stack beside it, which
 * shares the cores of this machine and nothing of the service: what is slower there is slower because of the machine.
 */
const measureFlood = async ({ title, prepare }: Flood, rounds: number, start: () => Promise<LocalStack>) => {
  const [stack, other] = [await start(), await start()]
  const measured: Measured = { idle: noTimes(), flooded: noTimes(), beside: noTimes() }
  // The first of each kind starts the functions.
  await measureRound([stack, other].map((each) => ({ stack: each, times: noTimes() })))
  for (let round = 0; round < rounds; round++) await measureRound([{ stack, times: measured.idle }])
  const { count, text } = counting()
  const run = await prepare(stack, await clientOf(stack, recipientOf('flood')), count)
  await stack.localApi.eventSources?.idle()
  const { flood, done } = beginFlood(run, stack)
  await sleep(500)
  do
    await measureRound([
      { stack, times: measured.flooded },
      { stack: other, times: measured.beside },
    ])
  while (flood.doneAfter === 0)
  await done
  const results = kinds.map((kind) => lineOf(kind, measured))
  const counted = `answered ${text()} within ${shown(flood.sentAfter)}, done after ${shown(flood.doneAfter)}`
  const head = `${title}: ${counted}, measured ${measured.flooded.print.length} times`
  return { lines: [head, ...results.map(({ line }) => line)], isMet: results.every(({ isMet }) => isMet) }
}

/** Runs `work` with stacks that end with it. */
const withStacks = async <Result>(work: (start: () => Promise<LocalStack>) => Promise<Result>): Promise<Result> => {
  const stacks: LocalStack[] = []
  try {
    return await work(async () => {
      const stack = await startLocalStack(() => undefined, { OPEN_CHATS: 'true' })
      stacks.push(stack)
      return stack
    })
  } finally {
    for (const stack of stacks) await stack.stop()
  }
}

/** What a neighbour waits for while one recipient floods the service, line by line; true when all of it keeps to the goal. */
export async function* measureFairness(options: FairnessOptions): AsyncGenerator<string, boolean> {
  let isMet = true
  for (const flood of floodsOf(options)) {
    const result = await withStacks((start) => measureFlood(flood, options.rounds, start))
    isMet &&= result.isMet
    yield* result.lines
  }
  return isMet
}
