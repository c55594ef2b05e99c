import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { type AlertItem, alertFromItem } from '../../../shared/alerts/alert.ts'
import { alertSequence } from '../../../shared/alerts/sequences.ts'
import type { Item } from '../../../shared/contract/write.ts'
import { type DeliveryItem, messageFromAlert } from '../../../shared/realtime/deliveries.ts'
import { deliveryMessages, deliveryRepository } from '../../../shared/realtime/deliveryRepository.ts'
import { messageVersion as version } from '../../../shared/realtime/messageVersion.ts'

const now = Date.parse('2026-03-02T18:30:00.000Z')
const dayMs = 24 * 60 * 60 * 1000
const members = {
  state: 'visible' as const,
  recipientId: 'alice',
  system: 'Twitch',
  event: 'raid',
  nickname: '',
  message: '',
  amount: null,
  media: { url: '' },
  levelName: '',
  count: 1,
}

/** An alert of so many milliseconds ago. */
const alertAt = (position: number, ageMs = 0, more: Partial<AlertItem> = {}): AlertItem => ({
  ...members,
  id: `a${position}`,
  historyItemId: `h${position}`,
  position,
  after: alertSequence(position) - 1,
  createdAt: new Date(now - ageMs).toISOString(),
  ...more,
})
const answered = (item: AlertItem) => alertFromItem(item)

const delivery = (sequence: number, more: object): DeliveryItem =>
  ({
    recipientId: 'alice',
    sequence,
    after: sequence - 1,
    kind: 'alert',
    force: false,
    test: false,
    ...more,
  }) as unknown as DeliveryItem

/** A store of alerts and other deliveries, and what it was asked. */
const storeOf = (alerts: readonly AlertItem[], deliveries: readonly DeliveryItem[] = []) => {
  const inputs: Item[] = []
  const send = async ({ input }: { readonly input: Item & Record<string, never> }) => {
    inputs.push(input)
    const requests = input['RequestItems'] as Record<string, { Keys: Item[] }> | undefined
    if (requests !== undefined) {
      const keys = requests['alerts']?.Keys ?? []
      return {
        Responses: { alerts: alerts.filter(({ position }) => keys.some((key) => key['position'] === position)) },
      }
    }
    const key = input['ExpressionAttributeNames']?.['#key'] as unknown as string
    const { ':from': from = 0, ':to': to = 0 } = input['ExpressionAttributeValues'] as unknown as Record<string, number>
    const rows = (input['TableName'] === 'alerts' ? alerts : deliveries) as unknown as readonly Item[]
    const found = rows.filter((row) => Number(row[key]) >= from && Number(row[key]) <= to)
    const ordered = input['ScanIndexForward'] ? found : found.toReversed()
    return { Items: ordered.slice(0, input['Limit']) }
  }
  const client = { send } as unknown as DynamoDBDocumentClient
  const repository = deliveryRepository(client, { deliveries: 'deliveries', alerts: 'alerts' }, () => now)
  const following = async (after: number, limit = 20) => {
    const { messages, ...found } = await repository.following('alice', after, limit)
    return { ...found, messages: messages.map(({ sequence, after: before }) => [sequence, before]) }
  }
  return { client, following, inputs, repository }
}

describe('a message', () => {
  const head = { version, sequence: alertSequence(2), after: alertSequence(2) - 1, force: false, test: false }

  test('is that of an alert', () => {
    const item = alertAt(2)

    expect(messageFromAlert(item)).toEqual({ ...head, type: 'alert', alert: answered(item) })
    expect(messageFromAlert({ ...item, force: true })).toMatchObject({ force: true })
  })

  test.each([
    ['action', { id: 'x' }],
    ['media', [{ id: 'x' }]],
    ['skip', { id: 'x' }],
    ['check', { paymentId: 'p' }],
    ['kind of a newer version', [1]],
  ])('is that of a stored %s', async (kind, contents) => {
    const { client } = storeOf([])
    const payload = JSON.stringify(contents)
    const messages = await deliveryMessages(client, 'alerts')('alice', [
      delivery(5, { kind, payload, test: false }),
      delivery(6, { kind, payload, test: true, force: true }),
    ])

    const plain = { version, type: kind, [kind]: contents }
    expect(messages).toEqual([
      { ...plain, sequence: 5, after: 4, force: false, test: false },
      { ...plain, sequence: 6, after: 5, force: true, test: true },
    ])
  })

  test('of a repeated alert has its present state, which is read once', async () => {
    const { client, inputs } = storeOf([alertAt(1, 0, { state: 'hidden' }), alertAt(2)])
    const { position: _, after: __, ...test } = { ...alertAt(9), id: 't' }
    const messages = await deliveryMessages(client, 'alerts')('alice', [
      delivery(5, { position: 1, force: true }),
      delivery(6, { alert: test, test: true }),
      delivery(7, { position: 1 }),
      delivery(8, { position: 2 }),
    ])

    expect(messages).toEqual([
      {
        version,
        type: 'alert',
        sequence: 5,
        after: 4,
        force: true,
        test: false,
        alert: answered(alertAt(1, 0, { state: 'hidden' })),
      },
      {
        version,
        type: 'alert',
        sequence: 6,
        after: 5,
        force: false,
        test: true,
        alert: { ...answered(alertAt(9)), id: 't' },
      },
      {
        version,
        type: 'alert',
        sequence: 7,
        after: 6,
        force: false,
        test: false,
        alert: answered(alertAt(1, 0, { state: 'hidden' })),
      },
      { version, type: 'alert', sequence: 8, after: 7, force: false, test: false, alert: answered(alertAt(2)) },
    ])
    const Keys = [1, 2].map((position) => ({ recipientId: 'alice', position }))
    expect(inputs).toEqual([{ RequestItems: { alerts: { Keys, ConsistentRead: true } } }])
  })

  test('of a repeated alert that is not there fails', async () => {
    await expect(
      deliveryMessages(storeOf([]).client, 'alerts')('alice', [delivery(5, { position: 1 })]),
    ).rejects.toThrow('the delivery 5 is of an alert that is not there')
  })
})

describe('what follows a sequence', () => {
  const [first, second, third] = [alertSequence(1), alertSequence(2), alertSequence(3)]
  const check = { kind: 'check', payload: '{}', test: true }

  test('is alerts and everything else in their order, each after the one before it', async () => {
    const others = [first + 1, first + 2, third + 1].map((sequence) => delivery(sequence, check))
    const { following, inputs } = storeOf([alertAt(1), alertAt(2), alertAt(3)], others)

    expect(await following(first)).toEqual({
      messages: [
        [first + 1, first],
        [first + 2, first + 1],
        [second, first + 2],
        [third, second],
        [third + 1, third],
      ],
      through: third + 1,
      more: false,
    })
    const query = {
      KeyConditionExpression: 'recipientId = :recipientId AND #key BETWEEN :from AND :to',
      ConsistentRead: true,
      ScanIndexForward: true,
      Limit: 20,
    }
    expect(inputs).toEqual([
      {
        ...query,
        TableName: 'alerts',
        ExpressionAttributeNames: { '#key': 'position' },
        ExpressionAttributeValues: { ':recipientId': 'alice', ':from': 2, ':to': Number.MAX_SAFE_INTEGER },
      },
      {
        ...query,
        TableName: 'deliveries',
        ExpressionAttributeNames: { '#key': 'sequence' },
        ExpressionAttributeValues: { ':recipientId': 'alice', ':from': first + 1, ':to': alertSequence(4) - 1 },
      },
    ])
  })

  test('is nothing where nothing does', async () => {
    expect(await storeOf([alertAt(1)]).following(first)).toEqual({ messages: [], through: first, more: false })
    expect(await storeOf([]).following(0)).toEqual({ messages: [], through: 0, more: false })
  })

  test('goes on when there is as much as was asked for', async () => {
    const { following } = storeOf([alertAt(1), alertAt(2), alertAt(3)])

    expect(await following(0, 2)).toEqual({
      messages: [
        [first, 0],
        [second, first],
      ],
      through: second,
      more: true,
    })
    expect(await following(0, 3)).toMatchObject({ through: third, more: true })
    expect(await following(0, 4)).toMatchObject({ through: third, more: false })
  })

  test('of other deliveries ends before an alert that was not read', async () => {
    const others = [first + 1, second + 1].map((sequence) => delivery(sequence, check))
    const { following } = storeOf([alertAt(1), alertAt(2)], others)

    expect((await following(0, 1)).messages).toEqual([[first, 0]])
    expect((await following(0, 2)).messages).toEqual([
      [first, 0],
      [first + 1, first],
    ])
  })

  test('reaches to the next alert and no further, because a store refuses a range that ends before it begins', async () => {
    const others = [delivery(second - 1, check)]
    const { following, inputs } = storeOf([alertAt(1)], others)

    expect(await following(second - 1)).toEqual({ messages: [], through: second - 1, more: false })
    expect(inputs).toMatchObject([{ TableName: 'alerts' }])
    expect((await following(second - 2)).messages).toEqual([[second - 1, second - 2]])
    expect((await following(0)).messages).toEqual([
      [first, 0],
      [second - 1, first],
    ])
  })

  test.each<[string, readonly number[], readonly number[]]>([
    ['all of a day', [dayMs, 1, 0], [1, 2, 3]],
    ['none that are older', [dayMs + 3, dayMs + 2, dayMs + 1], []],
    ['those from the first of a day on', [dayMs + 2, dayMs + 1, dayMs, 1, 0], [3, 4, 5]],
    ['the last, which is of exactly a day', [dayMs + 1, dayMs], [2]],
    ['the last of many', [...Array.from({ length: 40 }, () => dayMs + 1), 0], [41]],
    [
      'all but the oldest',
      [dayMs + 1, ...Array.from({ length: 10 }, () => 0)],
      Array.from({ length: 10 }, (_, index) => index + 2),
    ],
  ])('are alerts of a day at the most: %s', async (_name, ages, positions) => {
    const { following } = storeOf(ages.map((age, index) => alertAt(index + 1, age)))

    const { messages, through } = await following(0)

    expect(messages.map(([sequence]) => sequence)).toEqual(positions.map(alertSequence))
    expect(messages[0]?.[1] ?? 0).toBe(0)
    expect(through).toBe(positions.length === 0 ? 0 : alertSequence(positions.at(-1) ?? 0))
  })

  test('of a day is read at once; the first of a day is searched for only behind older ones', async () => {
    const readFrom = async (ages: readonly number[]) => {
      const { following, inputs } = storeOf(ages.map((age, index) => alertAt(index + 1, age)))
      await following(0)
      return inputs.map((input) => [input['TableName'], (input['ExpressionAttributeValues'] as Item)[':from']])
    }

    expect(await readFrom([dayMs, 1, 0])).toEqual([
      ['alerts', 1],
      ['deliveries', 1],
    ])
    expect(await readFrom([dayMs + 2, dayMs + 1, dayMs, 1, 0])).toEqual([
      ...[1, 1, 3, 2, 3].map((position) => ['alerts', position]),
      ['deliveries', 1],
    ])
  })

  test('is nothing where the alerts are erased while the first of a day is searched for', async () => {
    const answers = [[alertAt(1, dayMs + 1)], [alertAt(5)]]
    const client = { send: async () => ({ Items: answers.shift() }) } as unknown as DynamoDBDocumentClient
    const repository = deliveryRepository(client, { deliveries: 'deliveries', alerts: 'alerts' }, () => now)

    expect(await repository.following('alice', 0, 20)).toEqual({ messages: [], through: 0, more: false })
  })

  test('has what was delivered behind alerts that are too old', async () => {
    const others = [delivery(second + 1, check)]
    const { following } = storeOf([alertAt(1, dayMs + 2), alertAt(2, dayMs + 1)], others)

    expect(await following(0)).toEqual({ messages: [[second + 1, 0]], through: second + 1, more: false })
  })
})
