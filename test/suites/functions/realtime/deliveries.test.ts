import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, expect, test, vi } from 'vitest'
import { alertSequence } from '../../../../shared/areas/alerts/sequences.ts'
import { startLiveApi } from '../../../support/liveApi.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { ack, clientOf, resume, type SocketClient } from '../../../support/socketClient.ts'
import { recordStoreCalls } from '../../../support/storeCalls.ts'

const clients: SocketClient[] = []

const live = await sharedByTests(startLiveApi())
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})

const call = operationCaller()
let recipients = 0
const newRecipient = () => `recipient-${++recipients}`

/** A named listener, so that it comes back as itself. */
const connect = async (recipient: string, name = 'overlay'): Promise<SocketClient> => {
  const client = await clientOf(`${live.url}?name=${name}`, { authorization: `Bearer ${await live.token(recipient)}` })
  clients.push(client)
  return client
}

const listening = async (recipient: string, name?: string): Promise<SocketClient> => {
  const client = await connect(recipient, name)
  client.send(resume())
  await client.until('welcome')
  return client
}

const sequencesOf = (messages: readonly object[]) =>
  messages.flatMap((message) => ('sequence' in message ? [message.sequence] : []))

const settled = () => new Promise((resolve) => setTimeout(resolve, 100))

const overlaysOf = async (recipient: string) => {
  const { Items = [] } = await live.aws.client.send(
    new QueryCommand({
      TableName: live.aws.table('overlays'),
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipient },
    }),
  )
  return Items
}

/** Waits until an overlay of the recipient has acknowledged the sequence. */
const acknowledging = (recipient: string, sequence: number) =>
  vi.waitFor(
    async () => expect(await overlaysOf(recipient)).toContainEqual(expect.objectContaining({ acknowledged: sequence })),
    10_000,
  )

test('a delivery is pushed to every overlay of its recipient, and to nobody else', async () => {
  const recipient = newRecipient()
  const [one, other, stranger] = [
    await listening(recipient, 'one'),
    await listening(recipient, 'other'),
    await listening(newRecipient()),
  ]

  await live.push(await live.store(10, { recipient }))

  expect(await one.next()).toMatchObject({ type: 'alert', sequence: 10, after: 0, force: false, test: true })
  expect(await other.next()).toMatchObject({ type: 'alert', sequence: 10 })
  await settled()
  expect(stranger.inbox).toEqual([])
})

test('a delivery carries the alert as it is now, which may have been hidden meanwhile', async () => {
  const recipient = newRecipient()
  const client = await listening(recipient)

  await live.push(await live.store(10, { recipient, hidden: true, nickname: '<img onerror=alert(1)>' }))

  expect(await client.next()).toMatchObject({
    alert: {
      recipientId: recipient,
      hidden: true,
      nickname: '<img onerror=alert(1)>',
      amount: { major: 12, minor: 34, currency: 'EUR' },
      levelName: 'gold',
      system: 'Manual',
      event: 'payment',
    },
  })
})

test('a delivery repeated with force is a delivery of its own, with the alert as it is now', async () => {
  const recipient = newRecipient()
  const client = await listening(recipient)

  await live.push(await live.storeAlert(1, { recipient }))
  await live.push(await live.store(alertSequence(1) + 1, { recipient, position: 1, force: true }))

  expect(await client.next()).toMatchObject({ sequence: alertSequence(1), after: 0, force: false, test: false })
  expect(await client.next()).toMatchObject({
    sequence: alertSequence(1) + 1,
    after: alertSequence(1),
    force: true,
    alert: { id: 'alert-1', historyItemId: 'history-of-alert-1', system: 'Manual', event: 'payment' },
  })
})

test('resume brings the deliveries after the last acknowledgement, in order', async () => {
  const recipient = newRecipient()
  const first = await listening(recipient)
  for (const sequence of [10, 20, 30]) await live.store(sequence, { recipient })
  first.send(ack(10))
  await acknowledging(recipient, 10)
  await first.close()

  const second = await connect(recipient)
  second.send(resume())

  expect(await second.next()).toMatchObject({ type: 'welcome', after: 10, through: 30, more: false })
  expect([await second.next(), await second.next()]).toMatchObject([
    { sequence: 20, after: 10 },
    { sequence: 30, after: 20 },
  ])
})

test('resume trusts a listener that has more deliveries than it has acknowledged', async () => {
  const recipient = newRecipient()
  const client = await listening(recipient)
  for (const sequence of [10, 20]) await live.store(sequence, { recipient })

  client.send(resume(10))

  expect(await client.next()).toMatchObject({ type: 'welcome', after: 10, through: 20 })
  expect(await client.next()).toMatchObject({ sequence: 20, after: 10 })
})

test('resume shows a new overlay nothing of the past', async () => {
  const recipient = newRecipient()
  const Item = { recipientId: recipient, lastDelivery: 10 }
  await live.aws.client.send(new PutCommand({ TableName: live.aws.table('recipients'), Item }))
  await live.store(10, { recipient })

  const client = await connect(recipient)
  client.send(resume())

  expect(await client.next()).toMatchObject({ type: 'welcome', after: 10, through: 10, more: false })
})

test('resume brings the recipient’s look, and no other members of its record', async () => {
  const [recipient, other] = [newRecipient(), newRecipient()]
  const configured = (recipientId: string, value: unknown) =>
    live.aws.client.send(
      new PutCommand({
        TableName: live.aws.table('configs'),
        Item: { recipientId, name: 'overlay', value: JSON.stringify(value) },
      }),
    )
  await configured(recipient, { theme: 'paper', mine: 1 })
  await configured(other, { theme: 'no such theme' })
  const [client, plain] = [await connect(recipient), await connect(other)]

  client.send(resume())
  plain.send(resume())

  expect(await client.next()).toMatchObject({ type: 'welcome', look: { theme: 'paper' } })
  expect(await plain.next()).not.toHaveProperty('look')
})

test('resume brings a source of leaders those that the look asks for, and other overlays none', async () => {
  const recipient = newRecipient()
  const period = new Date().toISOString().slice(0, 'YYYY-MM'.length)
  const donation = { system: 'Manual', event: 'payment', timestamp: new Date().toISOString() }
  const items = [5, 7, 6].map((major) => {
    const amount = { major, minor: 0, currency: 'USD' }
    return { ...donation, nickname: `donor of ${major}`, originId: String(major), amount }
  })
  await call('putConfig', { recipient, body: { name: 'overlay', value: { leaders: { currency: 'usd', count: 2 } } } })
  await call('addHistoryItems', { recipient, body: { items } })
  const source = async (part?: string) => {
    const { ticket } = (await call('createTicket', { recipient, body: { part } })).body
    const client = await clientOf(`${live.url}?ticket=${ticket}`)
    clients.push(client)
    client.send(resume())
    return client
  }
  const uncounted = await (await source('leaders')).next()
  await call('listLeaders', { recipient, query: { period, currency: 'USD' } })

  const [leaders, goals, all] = await Promise.all([source('leaders'), source('goals'), source()])

  const of = { period: 'month', currency: 'USD' }
  expect(uncounted).toMatchObject({ leaders: { ...of, leaders: [] } })
  expect((await leaders.next()) as object).toHaveProperty('leaders', {
    ...of,
    leaders: [7, 6].map((major) => ({ nickname: `donor of ${major}`, amount: { major, minor: 0, currency: 'USD' } })),
  })
  for (const other of [goals, all]) expect(await other.next()).not.toHaveProperty('leaders')
})

test('resume after a sequence works for a forgotten listener, regression: it got nothing', async () => {
  const recipient = newRecipient()
  const Item = { recipientId: recipient, lastDelivery: 30 }
  await live.aws.client.send(new PutCommand({ TableName: live.aws.table('recipients'), Item }))
  for (const sequence of [10, 20, 30]) await live.store(sequence, { recipient })

  const client = await connect(recipient, 'new')
  client.send(resume(10))

  expect(await client.next()).toMatchObject({ type: 'welcome', after: 10, through: 30 })
  expect([await client.next(), await client.next()]).toMatchObject([{ sequence: 20 }, { sequence: 30 }])
})

test('resume after a sequence never brings a delivery that the listener has acknowledged', async () => {
  const recipient = newRecipient()
  const client = await listening(recipient)
  for (const sequence of [10, 20]) await live.store(sequence, { recipient })
  client.send(ack(10))
  await acknowledging(recipient, 10)

  client.send(resume(0))

  expect(await client.next()).toMatchObject({ type: 'welcome', after: 10, through: 20 })
  expect(await client.next()).toMatchObject({ sequence: 20 })
})

const resumed = async (recipient: string, after: number) => {
  const client = await connect(recipient, 'later')
  client.send(resume(after))
  const welcome = await client.next()
  if (welcome.type !== 'welcome') throw new Error(`not welcome: ${welcome.type}`)
  const { through, more } = welcome
  const messages: unknown[] = []
  for (let last = after; last < through; ) {
    const message = await client.next()
    last = Number(sequencesOf([message])[0])
    messages.push(message)
  }
  return { through, more, messages }
}

test('resume comes in parts that leave no alert and no other delivery out, however they are mixed', async () => {
  const recipient = newRecipient()
  const all: number[] = []
  for (let position = 1; position <= 30; position++) {
    await live.storeAlert(position, { recipient })
    all.push(alertSequence(position))
    for (let other = 1; other <= position % 3; other++) {
      await live.store(alertSequence(position) + other, { recipient })
      all.push(alertSequence(position) + other)
    }
  }
  const seen: number[] = []

  for (let [after, more] = [0, true]; more; ) {
    const part = await resumed(recipient, after)
    seen.push(...sequencesOf(part.messages as object[]).map(Number))
    ;({ through: after, more } = part)
  }

  expect(seen).toEqual(all)
})

const acknowledged = async (recipient: string): Promise<number> => {
  const client = await connect(recipient)
  client.send(resume())
  const welcome = await client.next()
  return welcome.type === 'welcome' ? welcome.after : -1
}

test('an acknowledgement only rises, in whatever order it comes', async () => {
  const recipient = newRecipient()
  const client = await listening(recipient)
  await live.store(30, { recipient })

  for (const sequence of [30, 10, 20, 30, 5]) client.send(ack(sequence))
  await acknowledging(recipient, 30)
  await settled()
  await client.close()

  expect(await acknowledged(recipient)).toBe(30)
})

test('an acknowledgement takes two calls, as the listener of a connection is read once', async () => {
  const recipient = newRecipient()
  const client = await listening(recipient)
  await live.store(10, { recipient })
  await settled()
  const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
  const calls = recordStoreCalls(documentClient)

  client.send(ack(10))
  await vi.waitFor(() => expect(calls).toHaveLength(2), 10_000)

  expect(calls.map(({ action, units }) => [action, units])).toEqual([
    ['GetItem', 0.5],
    ['UpdateItem', 1],
  ])
  expect((await overlaysOf(recipient))[0]).toMatchObject({ acknowledged: 10 })
})

test('an acknowledgement of one overlay says nothing about another', async () => {
  const recipient = newRecipient()
  const [one, other] = [await listening(recipient, 'one'), await listening(recipient, 'other')]
  await live.store(30, { recipient })
  one.send(ack(30))
  await acknowledging(recipient, 30)

  other.send(resume())

  expect(await other.next()).toMatchObject({ type: 'welcome', after: 0 })
})

test('an acknowledgement beyond the deliveries is refused, regression: later alerts never reached the screen', async () => {
  const recipient = newRecipient()
  const client = await listening(recipient)
  await live.store(10, { recipient })

  client.send(ack(Number.MAX_SAFE_INTEGER))
  client.send(ack(11))

  const details = [await client.next(), await client.next()].map((message) =>
    message.type === 'error' && message.code === 'malformed_message' ? message.detail : message.type,
  )
  expect(details.toSorted()).toEqual([
    expect.stringContaining('delivery 11 yet'),
    expect.stringContaining(`delivery ${Number.MAX_SAFE_INTEGER} yet`),
  ])
  expect((await overlaysOf(recipient))[0]).not.toHaveProperty('acknowledged')
})

test.each([
  ['no JSON', '{'],
  ['another version', '{"version":2,"type":"resume"}'],
  ['an unknown type', '{"version":1,"type":"shutdown"}'],
  ['a sequence that is no integer', '{"version":1,"type":"ack","sequence":1.5}'],
  ['a negative sequence', '{"version":1,"type":"ack","sequence":-1}'],
  ['an array', '[]'],
])('a message of %s is answered by an error', async (_name, text) => {
  const client = await connect(newRecipient())

  client.send(text)

  expect(await client.next()).toMatchObject({ type: 'error', code: 'malformed_message' })
})

test('a message may hold members that this version does not know', async () => {
  const client = await connect(newRecipient())

  client.send('{"version":1,"type":"resume","later":true}')

  expect(await client.next()).toMatchObject({ type: 'welcome' })
})

test('a connection that is gone is forgotten when something is sent to it', async () => {
  const recipient = newRecipient()
  const client = await listening(recipient)
  const [first] = await overlaysOf(recipient)
  const Item = { ...first, connectionId: 'gone-long-ago=' }
  await live.aws.client.send(new PutCommand({ TableName: live.aws.table('overlays'), Item }))

  const outcome = await live.push(await live.store(10, { recipient }))

  expect(outcome).toEqual({ batchItemFailures: [] })
  const [after] = await overlaysOf(recipient)
  expect(after).not.toHaveProperty('connectionId')
  expect(client.inbox).toEqual([])
})

test('a listener with its own position continues after an erasure, regression: it skipped every new alert', async () => {
  const recipient = newRecipient()
  const client = await connect(recipient, 'panel')
  await live.store(10, { recipient })

  client.send(resume(5_000_000))

  expect(await client.next()).toMatchObject({ type: 'welcome', after: 0, through: 10, unknown: 5_000_000 })
  expect(await client.next()).toMatchObject({ sequence: 10, after: 0 })
  client.send(ack(10))
  await acknowledging(recipient, 10)
  client.send(resume(5_000_000))
  expect(await client.next()).toMatchObject({ type: 'welcome', after: 10, through: 10 })
  client.send(resume(10))
  expect(await client.next()).toMatchObject({ type: 'welcome', after: 10, through: 10 })
})
