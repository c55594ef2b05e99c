import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { deliveryRepository } from '../../../../shared/areas/realtime/deliveryRepository.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { putMany } from '../../../support/manyItems.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { recordStoreCalls } from '../../../support/storeCalls.ts'

const now = Date.parse('2026-03-02T18:30:00.000Z')
const dayMs = 24 * 60 * 60 * 1000
/** The sequence of the first delivery of an alert at a position. */
const alertSequence = (position: number): number => position * 1_048_576
const [first, second, third] = [alertSequence(1), alertSequence(2), alertSequence(3)]

let recipients = 0

const aws = await sharedByTests(startLocalAws())
const calls = recordStoreCalls(aws.client)
const tables = { deliveries: aws.table('deliveries'), alerts: aws.table('alerts') }
const deliveries = deliveryRepository(aws.client, tables, () => now)

/** A recipient with alerts of these ages, in milliseconds, and with checks of these sequences. */
const stored = async (ages: readonly number[], checks: readonly number[] = []): Promise<string> => {
  const recipientId = `recipient-${++recipients}`
  const alerts = ages.map((age, index) => ({
    recipientId,
    position: index + 1,
    id: `a${index + 1}`,
    after: alertSequence(index + 1) - 1,
    createdAt: new Date(now - age).toISOString(),
    state: 'visible',
    amount: null,
  }))
  const others = checks.map((sequence) => ({
    recipientId,
    sequence,
    after: 0,
    kind: 'check',
    payload: '{}',
    test: true,
  }))
  await putMany(aws.client, aws.table('alerts'), alerts)
  await putMany(aws.client, aws.table('deliveries'), others)
  return recipientId
}

/** The found deliveries as pairs of their sequence and the one before it. */
const following = async (recipientId: string, after: number, limit = 20) => {
  const { messages, ...found } = await deliveries.page(recipientId, after, limit)
  return { ...found, messages: messages.map(({ sequence, after: before }) => [sequence, before]) }
}

test('the deliveries after a sequence follow each other, alerts and others in one order', async () => {
  const recipientId = await stored([0, 0, 0], [first + 1, first + 2, third + 1])

  expect(await following(recipientId, first)).toEqual({
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
})

test('the deliveries after a sequence end where there are none, and belong to one recipient', async () => {
  const recipientId = await stored([0])
  await stored([0, 0])

  expect(await following(recipientId, first)).toEqual({ messages: [], through: first, more: false })
  expect(await following('nobody', 0)).toEqual({ messages: [], through: 0, more: false })
})

test.each([
  [2, second, true],
  [3, third, true],
  [4, third, false],
])('the deliveries after a sequence have more when they reach the limit: %i of three', async (limit, through, more) => {
  const recipientId = await stored([0, 0, 0])

  expect(await following(recipientId, 0, limit)).toMatchObject({ through, more })
})

test('the deliveries after a sequence end before an alert that was not read', async () => {
  const recipientId = await stored([0, 0], [first + 1, second + 1])

  expect((await following(recipientId, 0, 1)).messages).toEqual([[first, 0]])
  expect((await following(recipientId, 0, 2)).messages).toEqual([
    [first, 0],
    [first + 1, first],
  ])
})

test('the deliveries after a sequence reach to the next alert, because stores refuse reversed ranges', async () => {
  const recipientId = await stored([0], [second - 1])

  calls.length = 0
  expect(await following(recipientId, second - 1)).toEqual({ messages: [], through: second - 1, more: false })
  expect(calls).toHaveLength(1)
  expect((await following(recipientId, second - 2)).messages).toEqual([[second - 1, second - 2]])
  expect((await following(recipientId, 0)).messages).toEqual([
    [first, 0],
    [second - 1, first],
  ])
})

test.each<[string, readonly number[], readonly number[]]>([
  ['all of one day', [dayMs, 1, 0], [1, 2, 3]],
  ['none of those that are older', [dayMs + 3, dayMs + 2, dayMs + 1], []],
  ['those from the first of the day on', [dayMs + 2, dayMs + 1, dayMs, 1, 0], [3, 4, 5]],
  ['the last one, which is exactly a day old', [dayMs + 1, dayMs], [2]],
  ['the last one of many', [...Array.from({ length: 40 }, () => dayMs + 1), 0], [41]],
  ['all but the oldest', [dayMs + 1, ...Array.from({ length: 10 }, () => 0)], [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
])('the deliveries after a sequence contain alerts of at most a day: %s', async (_name, ages, positions) => {
  const recipientId = await stored(ages)

  const { messages, through } = await following(recipientId, 0)

  expect(messages.map(([sequence]) => sequence)).toEqual(positions.map(alertSequence))
  expect(messages[0]?.[1] ?? 0).toBe(0)
  expect(through).toBe(alertSequence(positions.at(-1) ?? 0))
})

test('the deliveries after a sequence contain those behind alerts that are all too old', async () => {
  const recipientId = await stored([dayMs + 2, dayMs + 1], [second + 1])

  expect(await following(recipientId, 0)).toEqual({ messages: [[second + 1, 0]], through: second + 1, more: false })
})

test('the deliveries after a sequence take two reads, and more only behind alerts older than a day', async () => {
  const readsOf = async (ages: readonly number[]) => {
    const recipientId = await stored(ages)
    calls.length = 0
    await following(recipientId, 0)
    return calls.length
  }

  expect(await readsOf([dayMs, 1, 0])).toBe(2)
  expect(await readsOf([dayMs + 2, dayMs + 1, dayMs, 1, 0])).toBe(6)
})

test('the deliveries after a sequence are none when the alerts are erased during the search for the first of a day', async () => {
  const old = { position: 1, createdAt: new Date(now - dayMs - 1).toISOString() }
  const answers = [[old], [{ ...old, position: 5, createdAt: new Date(now).toISOString() }]]
  const client = { send: async () => ({ Items: answers.shift() }) } as unknown as DynamoDBDocumentClient
  const erased = deliveryRepository(client, { deliveries: 'deliveries', alerts: 'alerts' }, () => now)

  expect(await erased.page('alice', 0, 20)).toEqual({ messages: [], through: 0, more: false })
})
