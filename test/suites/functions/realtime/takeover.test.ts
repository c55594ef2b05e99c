import { setTimeout as sleep } from 'node:timers/promises'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { listedOverlay } from '../../../../shared/areas/overlays/listedOverlay.ts'
import { overlayRepository } from '../../../../shared/areas/overlays/overlayRepository.ts'
import { rates } from '../../../../shared/mechanisms/limits/limits.ts'
import type { State } from '../../../../shared/web/client/live/connection.ts'
import {
  Credentials,
  type ListenerStorage,
  type Ticket,
  type Tickets,
} from '../../../../shared/web/client/live/credentials.ts'
import { type Listening, listen } from '../../../../shared/web/client/live/listen.ts'
import { startLiveApi } from '../../../support/liveApi.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { clientOf, connectTo, resume, type SocketClient } from '../../../support/socketClient.ts'

const call = operationCaller()

const live = await sharedByTests(startLiveApi())

let recipients = 0
const newRecipient = () => `takeover-${++recipients}`
const superseded = { type: 'error', code: 'superseded' }

const connect = async (recipient: string, name = 'panel'): Promise<SocketClient> =>
  clientOf(`${live.url}?name=${name}`, { authorization: `Bearer ${await live.token(recipient)}` })

/** Programs as overlays are listed, which they are not. */
const overlaysOf = async (recipient: string) => {
  const repository = overlayRepository(live.aws.client, live.aws.table('overlays'))
  return (await repository.listeners(recipient)).map((overlay) => listedOverlay(overlay, new Date()))
}

test('a newer connection of a name closes the older one, regression: forty of forty stayed open', async () => {
  const recipient = newRecipient()
  const clients: SocketClient[] = []
  for (let count = 0; count < 5; count++) clients.push(await connect(recipient))
  const together = await Promise.all(Array.from({ length: 10 }, () => connect(recipient)))
  const all = [...clients, ...together]

  await expect.poll(() => all.filter(({ inbox }) => inbox.length > 0), { timeout: 20_000 }).toHaveLength(14)
  const dismissed = all.filter(({ inbox }) => inbox.length > 0)
  // A post whose answer was late is repeated, so a busy machine may bring a dismissal twice.
  for (const message of dismissed.flatMap(({ inbox }) => inbox)) expect(message).toMatchObject(superseded)
  expect(await Promise.all(dismissed.map(({ closed }) => closed))).toEqual(Array(14).fill(1000))
  const [last] = all.filter(({ inbox }) => inbox.length === 0)
  last?.send(resume())
  expect(await last?.next()).toMatchObject({ type: 'welcome' })
  expect(await overlaysOf(recipient)).toMatchObject([{ name: 'panel', connected: true }])
  await last?.close()
  await expect.poll(async () => (await overlaysOf(recipient))[0]?.connected).toBe(false)
})

test('a connection that could not be reached is superseded at its next message, and takes over nothing', async () => {
  const recipient = newRecipient()
  const first = await connect(recipient)
  live.manageWith(() => 'stalled')
  const second = await connect(recipient)
  live.manageWith(undefined)

  first.send(resume())
  second.send(resume())

  expect(await first.next()).toMatchObject(superseded)
  expect(await second.next()).toMatchObject({ type: 'welcome' })
  await Promise.all([first.close(), second.close()])
})

/** A page whose storage belongs to its address, as in two scenes of OBS that do not see each other's locks. */
const openPage = (recipient: string, storage: ListenerStorage) => {
  const [shown, states]: [number[], State[]] = [[], []]
  const asAnswer = ({ status, body }: { readonly status: number; readonly body: Ticket }) =>
    status === 200 ? body : status === 409 ? ('taken' as const) : undefined
  const tickets: Tickets = {
    first: async () => (await call('createTicket', { recipient, body: {} })).body,
    renewed: async (key, ifFree) => {
      const answer = asAnswer(await call('renewTicket', { body: { key, ifFree } }))
      return typeof answer === 'object' ? { ...answer, webSocketUrl: live.url } : answer
    },
    isEndless: true,
  }
  const first = async () => ({ ...(await tickets.first()), webSocketUrl: live.url })
  const credentials = new Credentials('overlay', { ...tickets, first }, () => storage)
  const listening: Listening = listen(credentials, {
    show: (message) => void shown.push(message.sequence),
    changed: (state) => void states.push(state),
  })
  listening.open()
  return { shown, states, close: listening.close }
}

const storageOf = (): ListenerStorage => {
  const kept = new Map<string, string>()
  return { getItem: (place) => kept.get(place) ?? null, setItem: (place, value) => void kept.set(place, value) }
}
const opened: WebSocket[] = []
class CountedSocket extends WebSocket {
  constructor(address: string) {
    super(address)
    opened.push(this)
  }
}
const until = async (isTrue: () => boolean): Promise<void> => {
  for (let attempt = 0; attempt < 2000 && !isTrue(); attempt++) await sleep(5)
}
/** Waits for the gateway to report that the connection is closed, which takes its time by no clock of the test. */
const freed = async (recipient: string): Promise<void> => {
  const isConnected = async () => {
    const { body } = await call('listOverlays', { recipient })
    return body.content.some(({ connected }: { readonly connected: boolean }) => connected)
  }
  for (let attempt = 0; attempt < 2000 && (await isConnected()); attempt++) await sleep(5)
}
/** Lets time pass, in steps in which messages come through and connections are made. */
const pass = async (minutes: number): Promise<void> => {
  for (let step = 0; step < minutes * 6; step++) {
    await vi.advanceTimersByTimeAsync(10_000)
    await sleep(5)
    await until(() => opened.every(({ readyState }) => readyState !== WebSocket.CONNECTING))
  }
}

test('two scenes with one address show each alert once, regression: they took turns each minute', async () => {
  const recipient = newRecipient()
  const storage = storageOf()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('WebSocket', CountedSocket)
  const pages = [openPage(recipient, storage)]
  await until(() => pages[0]?.states.includes('online') ?? false)
  pages.push(openPage(recipient, storage))
  await until(() => pages[1]?.states.includes('online') ?? false)
  await until(() => pages[0]?.states.includes('standby') ?? false)
  for (let sequence = 1; sequence <= 12; sequence++) {
    await live.push(await live.store(sequence, { recipient }))
    await pass(5)
  }
  const shown = pages.flatMap((page) => page.shown)
  const connections = opened.length
  const states = pages.map((page) => page.states.at(-1))
  // The one that listens is closed, and the other takes its place within five minutes.
  pages[1]?.close()
  await freed(recipient)
  await pass(6)
  await until(() => pages[0]?.states.at(-1) === 'online')
  await live.push(await live.store(13, { recipient }))
  await until(() => pages[0]?.shown.length === 1)
  pages[0]?.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()

  expect(states).toEqual(['standby', 'online'])
  expect(shown).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  expect(pages[0]?.shown).toEqual([13])
  expect(connections).toBeLessThanOrEqual(4)
})

const use = async (recipient: string, spent: number): Promise<void> => {
  const { PutCommand } = await import('@aws-sdk/lib-dynamodb')
  const index = Math.floor(Date.now() / 1000 / rates.resumes.seconds)
  for (const window of [index, index + 1]) {
    const Item = { recipientId: recipient, window: `resumes#${window}`, spent, expiresAt: 4_000_000_000 }
    await live.aws.client.send(new PutCommand({ TableName: live.aws.table('rates'), Item }))
  }
}

test('a second resume within a minute has a rate, and tells when to try again', async () => {
  const recipient = newRecipient()
  const client = await connect(recipient)
  await use(recipient, rates.resumes.limit)

  client.send(resume())

  const refused = await client.next()
  expect(refused).toMatchObject({ type: 'error', code: 'rate_limited' })
  expect(refused.type === 'error' ? refused.retryAfter : 0).toBeGreaterThan(0)
  await client.close()
})

test('a donation whose push was given up reaches the overlay within a minute by a missed message', async () => {
  const recipient = newRecipient()
  const client = await connect(recipient)
  client.send(resume())
  await client.until('welcome')
  const [{ overlayId = '' } = {}] = await overlaysOf(recipient)
  const alert = await live.store(7, { recipient })
  live.manageWith((method) => (method === 'POST' ? 'stalled' : 'passed'))
  const outcomes = [await live.push(alert), await live.push(alert), await live.runMinute()]
  live.manageWith(undefined)
  await live.runMinute()

  const failures = outcomes.slice(0, 2) as readonly { readonly batchItemFailures: readonly unknown[] }[]
  expect(failures.map(({ batchItemFailures }) => batchItemFailures.length)).toEqual([1, 0])
  expect(await client.next()).toEqual({ version: 1, type: 'missed' })
  client.send(resume())
  expect((await client.until('alert')).at(-1)).toMatchObject({ sequence: 7 })
  const Key = { recipientId: recipient, overlayId }
  const { Item } = await live.aws.client.send(new GetCommand({ TableName: live.aws.table('overlays'), Key }))
  expect(Item).not.toHaveProperty('dueAt')
  await live.runMinute()
  expect(client.inbox).toEqual([])
  await client.close()
})

test('the last donation of an evening is no longer waited for by an overlay that is gone', async () => {
  const recipient = newRecipient()
  const client = await connect(recipient)
  const [{ overlayId = '' } = {}] = await overlaysOf(recipient)
  live.manageWith(() => 'stalled')
  await live.push(await live.store(7, { recipient }))
  live.manageWith(undefined)
  await client.close()

  await live.runMinute()

  const Key = { recipientId: recipient, overlayId }
  const { Item } = await live.aws.client.send(new GetCommand({ TableName: live.aws.table('overlays'), Key }))
  expect(Item).not.toHaveProperty('dueAt')
})

test('a refused rate of connections is 429, and other names are refused with it', async () => {
  const recipient = newRecipient()
  const { PutCommand } = await import('@aws-sdk/lib-dynamodb')
  const index = Math.floor(Date.now() / 1000 / rates.renewals.seconds)
  const Item = {
    recipientId: recipient,
    window: `renewals#${index}`,
    spent: rates.renewals.limit,
    expiresAt: 4_000_000_000,
  }
  await live.aws.client.send(new PutCommand({ TableName: live.aws.table('rates'), Item }))
  const authorization = `Bearer ${await live.token(recipient)}`

  expect(await connectTo(`${live.url}?name=panel`, { authorization })).toBe(429)
})
