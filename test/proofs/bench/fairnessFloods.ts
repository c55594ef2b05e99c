import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { donationSecret } from '../../demo/donation.ts'
import { manualWebhook } from '../../sandbox/eventSenders.ts'
import { telegramPath } from '../../sandbox/telegram.ts'
import { standardWebhook, stripeWebhook } from '../../support/gatewayWebhooks.ts'
import type { LocalStack } from '../../support/localStack.ts'
import { stripeEvent, stripeIntent } from '../../support/stripeBodies.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into, whatever their shape
type Json = any

/** How much one recipient does at once; the least number of the neighbour's measurements. */
export interface FairnessOptions {
  readonly starts: number
  readonly announcers: number
  readonly prints: number
  readonly items: number
  readonly donations: number
  readonly links: number
  readonly waiting: number
  readonly rounds: number
}

/** Milliseconds after which a neighbour's work counts as not done. */
export const patience = 120_000
/** Requests of a flood at the same time: less than the eight processes that the local API gives a function, where Lambda would start another one. */
const concurrency = 6
const pollInterval = 20

export const kinds = ['announcement', 'print', 'donation'] as const
export type Kind = (typeof kinds)[number]

const until = async (isDone: () => Promise<boolean> | boolean): Promise<void> => {
  for (const end = performance.now() + patience; performance.now() < end; await sleep(pollInterval))
    if (await isDone()) return
}

/** Calls the API as a new recipient, and keeps at it when it is asked to come again. */
const clientOf = async ({ localApi }: LocalStack, name: string) => {
  const recipient = `${name}-${randomUUID()}`
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

/** Milliseconds of a new neighbour's work of a kind, from its request to its effect. */
export const measureOnce = async (stack: LocalStack, kind: Kind): Promise<number> => {
  const run = await preparations[kind](stack, await clientOf(stack, 'neighbour'))
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

export interface Flood {
  readonly title: string
  /** Does what has to be there before; answers the flood itself, which can be run again when it is over. */
  prepare(stack: LocalStack, count: (status: number) => void): Promise<() => Promise<void>>
}

/** What one recipient does. Each run of the first and the third is another recipient's, because a lane that is full has less work. */
export const floodsOf = (options: FairnessOptions): readonly Flood[] => [
  {
    title: `${options.starts} stream events × ${options.announcers} announcers`,
    prepare: async (stack, count) => async () => {
      const { recipient, call } = await clientOf(stack, 'flood')
      for (let added = 0; added < options.announcers; added += 90)
        await call('/messenger/commands/update-announcers', {
          added: Array.from({ length: Math.min(90, options.announcers - added) }, () => announcer('GOAL')),
        })
      await repeated(options.starts, async () => count(await fire(stack, recipient, 'GOAL')))
    },
  },
  {
    title: `${options.prints} prints of ${options.items} items`,
    prepare: async (stack, count) => {
      const client = await clientOf(stack, 'flood')
      await addItems(client, options.items)
      return () =>
        repeated(options.prints, async () => count((await client.request('/history/commands/print-csv', {})).status))
    },
  },
  {
    title: `${options.donations} donations with ${options.links} links`,
    prepare: async (stack, count) => async () => {
      const url = await webhookUrlOf(await clientOf(stack, 'flood'))
      const linksOf = (index: number) =>
        Array.from({ length: options.links }, (_, link) => {
          const id = `${String(index).padStart(6, '0')}${String(link).padStart(5, '0')}`
          return `https://www.youtube.com/watch?v=${id}`
        })
      await repeated(options.donations, async (index) => count(await donate(url, randomUUID(), linksOf(index))))
    },
  },
  {
    title: `${options.waiting} payments of Stripe that wait for their texts`,
    prepare: async (stack, count) => async () => {
      const { call } = await clientOf(stack, 'flood')
      const secret = `whsec_${randomUUID()}`
      const { webhookUrl } = await call('/payments/commands/set-gateway', { gateway: 'stripe', type: 'fiat', secret })
      await repeated(options.waiting, async () => {
        const intent = `pi_${randomUUID()}`
        const event = stripeEvent('payment_intent.succeeded', stripeIntent(intent), `evt_${intent}`)
        const { headers, body } = stripeWebhook(secret, event)
        count((await fetch(webhookUrl, { method: 'POST', headers, body: String(body) })).status)
      })
    },
  },
]
