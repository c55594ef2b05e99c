import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type LiveApi, startLiveApi } from '../../support/liveApi.ts'
import { ack, clientOf, resume, type SocketClient } from '../../support/socketClient.ts'

let live: LiveApi
const clients: SocketClient[] = []

beforeAll(async () => {
  live = await startLiveApi()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})
afterAll(() => live.stop())

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

describe('a delivery', () => {
  test('is pushed to every overlay of its recipient, and to nobody else', async () => {
    const recipient = newRecipient()
    const [one, other, stranger] = [
      await listening(recipient, 'one'),
      await listening(recipient, 'other'),
      await listening(newRecipient()),
    ]

    await live.push(await live.store(10, { recipient }))

    expect(await one.next()).toMatchObject({ type: 'alert', sequence: 10, after: 0, force: false, test: false })
    expect(await other.next()).toMatchObject({ type: 'alert', sequence: 10 })
    await settled()
    expect(stranger.inbox).toEqual([])
  })

  test('carries the alert as it is now, which may have been hidden meanwhile', async () => {
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

  test('names the one before it, so that a listener sees what it missed', async () => {
    const recipient = newRecipient()
    const client = await listening(recipient)
    const first = await live.store(10, { recipient })
    await live.store(20, { recipient })
    const [third, fourth] = [await live.store(30, { recipient }), await live.store(40, { recipient })]

    await live.push(first)
    await live.push(third, fourth)

    expect(await client.next()).toMatchObject({ sequence: 10, after: 0 })
    expect(await client.next()).toMatchObject({ sequence: 30, after: 20 })
    expect(await client.next()).toMatchObject({ sequence: 40, after: 30 })
  })

  test('of an action or a media request carries its contents', async () => {
    const recipient = newRecipient()
    const client = await listening(recipient)
    const action = { kind: 'action', payload: '{"name":"spawn","big":1e+126}', test: true }
    const Item = { recipientId: recipient, sequence: 10, ...action }
    await live.aws.client.send(new PutCommand({ TableName: live.aws.table('deliveries'), Item }))

    await live.push(Item)

    expect(await client.next()).toMatchObject({
      type: 'action',
      sequence: 10,
      test: true,
      action: { name: 'spawn', big: 1e126 },
    })
  })

  test('whose alert is forgotten leaves no gap', async () => {
    const recipient = newRecipient()
    const client = await listening(recipient)
    const delivery = await live.store(10, { recipient })
    const Key = { recipientId: recipient, id: 'alert-10' }
    await live.aws.client.send(new DeleteCommand({ TableName: live.aws.table('alerts'), Key }))

    await live.push(delivery)

    expect(await client.next()).toMatchObject({ type: 'forgotten', sequence: 10, after: 0 })
  })

  test('repeated with force is a delivery of its own', async () => {
    const recipient = newRecipient()
    const client = await listening(recipient)

    await live.push(await live.store(10, { recipient, alertId: 'same' }))
    await live.push(await live.store(20, { recipient, alertId: 'same', force: true }))

    expect(await client.next()).toMatchObject({ sequence: 10, force: false, alert: { id: 'same' } })
    expect(await client.next()).toMatchObject({ sequence: 20, force: true, alert: { id: 'same' } })
  })
})

describe('resume', () => {
  test('brings what is after the last acknowledgement, in order', async () => {
    const recipient = newRecipient()
    const first = await listening(recipient)
    for (const sequence of [10, 20, 30]) await live.store(sequence, { recipient })
    first.send(ack(10))
    await settled()
    await first.close()

    const second = await connect(recipient)
    second.send(resume())

    expect(await second.next()).toMatchObject({ type: 'welcome', after: 10, through: 30, more: false })
    expect([await second.next(), await second.next()]).toMatchObject([
      { sequence: 20, after: 10 },
      { sequence: 30, after: 20 },
    ])
  })

  test('believes a listener that knows of more than was acknowledged', async () => {
    const recipient = newRecipient()
    const client = await listening(recipient)
    for (const sequence of [10, 20]) await live.store(sequence, { recipient })

    client.send(resume(10))

    expect(await client.next()).toMatchObject({ type: 'welcome', after: 10, through: 20 })
    expect(await client.next()).toMatchObject({ sequence: 20, after: 10 })
  })

  test('comes in parts', async () => {
    const recipient = newRecipient()
    const client = await listening(recipient)
    for (let sequence = 1; sequence <= 45; sequence++) await live.store(sequence, { recipient })
    const seen: unknown[] = []

    for (let more = true; more; ) {
      client.send(resume(seen.length))
      const welcome = await client.next()
      if (welcome.type !== 'welcome') throw new Error(`not welcome: ${welcome.type}`)
      for (let last = welcome.after; last < welcome.through; last++) seen.push(...sequencesOf([await client.next()]))
      more = welcome.more
    }

    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => index + 1))
  })

  test('shows a new overlay nothing of the past', async () => {
    const recipient = newRecipient()
    const Item = { recipientId: recipient, lastDelivery: 10 }
    await live.aws.client.send(new PutCommand({ TableName: live.aws.table('recipients'), Item }))
    await live.store(10, { recipient })

    const client = await connect(recipient)
    client.send(resume())

    expect(await client.next()).toMatchObject({ type: 'welcome', after: 10, through: 10, more: false })
  })

  test('after a sequence brings what followed it to a listener that the service does not know again, regression: it got nothing', async () => {
    const recipient = newRecipient()
    const Item = { recipientId: recipient, lastDelivery: 30 }
    await live.aws.client.send(new PutCommand({ TableName: live.aws.table('recipients'), Item }))
    for (const sequence of [10, 20, 30]) await live.store(sequence, { recipient })

    const client = await connect(recipient, 'new')
    client.send(resume(10))

    expect(await client.next()).toMatchObject({ type: 'welcome', after: 10, through: 30 })
    expect([await client.next(), await client.next()]).toMatchObject([{ sequence: 20 }, { sequence: 30 }])
  })

  test('after a sequence never brings again what the listener has acknowledged', async () => {
    const recipient = newRecipient()
    const client = await listening(recipient)
    for (const sequence of [10, 20]) await live.store(sequence, { recipient })
    client.send(ack(10))
    await settled()

    client.send(resume(0))

    expect(await client.next()).toMatchObject({ type: 'welcome', after: 10, through: 20 })
    expect(await client.next()).toMatchObject({ sequence: 20 })
  })

  test('at a newer connection ends deliveries to the older one', async () => {
    const recipient = newRecipient()
    const older = await listening(recipient)
    await new Promise((resolve) => setTimeout(resolve, 5))
    const newer = await listening(recipient)

    older.send(resume())
    await live.push(await live.store(10, { recipient }))

    expect(await older.next()).toMatchObject({ type: 'error', code: 'superseded' })
    expect(await newer.next()).toMatchObject({ sequence: 10 })
    expect(older.inbox).toEqual([])
  })
})

describe('an acknowledgement', () => {
  const acknowledged = async (recipient: string): Promise<number> => {
    const client = await connect(recipient)
    client.send(resume())
    const welcome = await client.next()
    return welcome.type === 'welcome' ? welcome.after : -1
  }

  test('only rises, in whatever order it comes', async () => {
    const recipient = newRecipient()
    const client = await listening(recipient)

    for (const sequence of [30, 10, 20, 30, 5]) client.send(ack(sequence))
    await settled()
    await client.close()

    expect(await acknowledged(recipient)).toBe(30)
  })

  test('of one overlay says nothing about another', async () => {
    const recipient = newRecipient()
    const one = await listening(recipient, 'one')
    one.send(ack(30))
    await settled()

    const other = await connect(recipient, 'other')
    other.send(resume())

    expect(await other.next()).toMatchObject({ type: 'welcome', after: 0 })
  })
})

describe('a message', () => {
  test.each([
    ['no JSON', '{'],
    ['another version', '{"version":2,"type":"ping"}'],
    ['an unknown type', '{"version":1,"type":"shutdown"}'],
    ['a sequence that is no integer', '{"version":1,"type":"ack","sequence":1.5}'],
    ['a negative sequence', '{"version":1,"type":"ack","sequence":-1}'],
    ['too long', JSON.stringify({ version: 1, type: 'ping', more: 'x'.repeat(2000) })],
    ['an array', '[]'],
  ])('of %s is answered by an error', async (_name, text) => {
    const client = await connect(newRecipient())

    client.send(text)

    expect(await client.next()).toMatchObject({ type: 'error', code: 'malformed_message' })
  })

  test('may hold members that this version does not know', async () => {
    const client = await connect(newRecipient())

    client.send('{"version":1,"type":"ping","later":true}')

    expect(await client.next()).toEqual({ version: 1, type: 'pong' })
  })
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

test('a push that fails comes again, with everything after it', async () => {
  const recipient = newRecipient()
  await listening(recipient)
  const [first] = await overlaysOf(recipient)
  const { pushing } = await import('../../../shared/realtime/pushing.ts')
  const { deliveryRepository } = await import('../../../shared/realtime/deliveryRepository.ts')
  const records = [10, 20, 30].map((sequence) => ({
    eventName: 'INSERT' as const,
    keys: { recipientId: recipient, sequence },
    newImage: { recipientId: recipient, sequence, alertId: `alert-${sequence}`, force: false },
    oldImage: undefined,
    sequenceNumber: String(sequence),
  }))
  for (const sequence of [10, 20, 30]) await live.store(sequence, { recipient })
  const sent: number[] = []
  const push = pushing({
    overlays: { listening: async () => [first as never], detach: async () => undefined },
    deliveries: deliveryRepository(live.aws.client, {
      deliveries: live.aws.table('deliveries'),
      alerts: live.aws.table('alerts'),
    }),
    sender: {
      send: async (_connectionId, message) => {
        if ('sequence' in message && message.sequence === 20) throw new Error('throttled')
        sent.push(...sequencesOf([message]).map(Number))
        return true
      },
    },
  })

  const failures = await push(recipient, records)

  expect(sent).toEqual([10])
  expect(failures.map(({ record }) => record.sequenceNumber)).toEqual(['20', '30'])
})

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
