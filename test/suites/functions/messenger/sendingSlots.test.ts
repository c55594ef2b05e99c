import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import type { RateLimit } from '../../../../shared/areas/messenger/rateLimits.ts'
import { sendingSlotStore } from '../../../../shared/areas/messenger/sendingSlotStore.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

let limits = 0
const newLimit = (): RateLimit => ({ name: `limit-${++limits}`, intervalMs: 100, horizonMs: 250 })
const now = Date.parse('2026-03-01T18:30:00Z')

const aws = await sharedByTests(startLocalAws())
const limiter = sendingSlotStore(aws.client, aws.table('sendingSlots'))

/** The turns that messages get one after another, in milliseconds from now. */
const turnsOf = async (...asked: readonly (readonly [RateLimit, number])[]): Promise<readonly number[]> => {
  const turns = []
  for (const [limit, at] of asked) turns.push((await limiter.reserve(limit, now + at)).at - now)
  return turns
}

test('each message of a backlog gets the turn behind the one before it, and the first one is sent now', async () => {
  const limit = newLimit()

  expect(await turnsOf([limit, 0], [limit, 0], [limit, 50], [limit, 9000])).toEqual([0, 100, 200, 9000])
})

test('messages that ask at the same time get turns of their own', async () => {
  const limit = newLimit()

  const turns = await Promise.all([1, 2, 3].map(() => limiter.reserve(limit, now)))

  expect(turns.map(({ at }) => at - now).toSorted((left, right) => left - right)).toEqual([0, 100, 200])
})

test('a full queue costs no write, and its next turn is known', async () => {
  const limit = newLimit()
  await turnsOf([limit, 0], [limit, 0], [limit, 0])
  const command = new GetCommand({ TableName: aws.table('sendingSlots'), Key: { lane: limit.name } })
  const before = (await aws.client.send(command)).Item

  const refused = await limiter.reserve(limit, now)

  expect(refused).toEqual({ at: now + 300, isReserved: false })
  expect((await aws.client.send(command)).Item).toEqual(before)
  expect(before?.['expiresAt']).toBe(now / 1000 + 24 * 60 * 60)
})

const both = () => {
  const limit = { ...newLimit(), horizonMs: 1000 }
  return [
    { ...limit, order: 'behind' },
    { ...limit, order: 'first' },
  ] as const satisfies readonly RateLimit[]
}

test('a priority message takes the next slot of a waiting one, and other messages keep theirs', async () => {
  const [behind, first] = both()
  const waiting = await turnsOf([behind, 0], [behind, 0], [behind, 0], [behind, 0])

  const taken = await turnsOf([first, 10], [first, 10])

  expect(waiting).toEqual([0, 100, 200, 300])
  expect(taken).toEqual([100, 200])
  const overtaken = await Promise.all(waiting.slice(1).map((at) => limiter.isOvertaken(behind, now + at)))
  expect(overtaken).toEqual([true, true, false])
  expect(await turnsOf([behind, 100], [behind, 200])).toEqual([400, 500])
})

test('a priority message waits behind other priority messages and the last sent one, and for nothing else', async () => {
  const [behind, first] = both()

  expect(await turnsOf([first, 0], [first, 10], [behind, 20], [first, 30], [first, 900])).toEqual([
    0, 100, 200, 200, 900,
  ])
})

test('a message that goes first and others that go first at the same time get turns of their own', async () => {
  const [behind, first] = both()
  await turnsOf([behind, 0], [behind, 0])

  const turns = await Promise.all([1, 2, 3].map(() => limiter.reserve(first, now + 10)))

  expect(turns.map(({ at }) => at - now).toSorted((left, right) => left - right)).toEqual([100, 200, 300])
})
