import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Lane } from '../../../shared/messenger/pace.ts'
import { sendingSlotStore } from '../../../shared/messenger/sendingSlotStore.ts'
import { type LocalAws, startLocalAws } from '../../support/localAws.ts'

let aws: LocalAws
let pace: ReturnType<typeof sendingSlotStore>
let lanes = 0
const newLane = (): Lane => ({ name: `lane-${++lanes}`, intervalMs: 100, horizonMs: 250 })
const now = Date.parse('2026-03-01T18:30:00Z')

beforeAll(async () => {
  aws = await startLocalAws()
  pace = sendingSlotStore(aws.client, aws.table('sendingSlots'))
})
afterAll(() => aws.stop())

/** The turns that messages get one after another, in milliseconds from now. */
const turnsOf = async (...asked: readonly (readonly [Lane, number])[]): Promise<readonly number[]> => {
  const turns = []
  for (const [lane, at] of asked) turns.push((await pace.reserve(lane, now + at)).at - now)
  return turns
}

test('each message of a backlog gets the turn behind the one before it, and a lane that is free gives one now', async () => {
  const lane = newLane()

  expect(await turnsOf([lane, 0], [lane, 0], [lane, 50], [lane, 9000])).toEqual([0, 100, 200, 9000])
})

test('messages that ask at the same time get turns of their own', async () => {
  const lane = newLane()

  const turns = await Promise.all([1, 2, 3].map(() => pace.reserve(lane, now)))

  expect(turns.map(({ at }) => at - now).toSorted((left, right) => left - right)).toEqual([0, 100, 200])
})

test('a lane that is full beyond its horizon is not written to, and says when it has room', async () => {
  const lane = newLane()
  await turnsOf([lane, 0], [lane, 0], [lane, 0])
  const command = new GetCommand({ TableName: aws.table('sendingSlots'), Key: { lane: lane.name } })
  const before = (await aws.client.send(command)).Item

  const refused = await pace.reserve(lane, now)

  expect(refused).toEqual({ at: now + 300, isReserved: false })
  expect((await aws.client.send(command)).Item).toEqual(before)
})

describe('a message that goes first', () => {
  const both = () => {
    const lane = { ...newLane(), horizonMs: 1000 }
    return [
      { ...lane, order: 'behind' },
      { ...lane, order: 'first' },
    ] as const satisfies readonly Lane[]
  }

  test('takes the next turn of one that waits, which is told so, and the others keep theirs', async () => {
    const [behind, first] = both()
    const waiting = await turnsOf([behind, 0], [behind, 0], [behind, 0], [behind, 0])

    const taken = await turnsOf([first, 10], [first, 10])

    expect(waiting).toEqual([0, 100, 200, 300])
    expect(taken).toEqual([100, 200])
    const overtaken = await Promise.all(waiting.slice(1).map((at) => pace.isOvertaken(behind, now + at)))
    expect(overtaken).toEqual([true, true, false])
    expect(await turnsOf([behind, 100], [behind, 200])).toEqual([400, 500])
  })

  test('waits behind others of its kind and behind what was just sent, and gets a turn now in a free lane', async () => {
    const [behind, first] = both()

    expect(await turnsOf([first, 0], [first, 10], [behind, 20], [first, 30], [first, 900])).toEqual([
      0, 100, 200, 200, 900,
    ])
  })

  test('and others that go first at the same time get turns of their own', async () => {
    const [behind, first] = both()
    await turnsOf([behind, 0], [behind, 0])

    const turns = await Promise.all([1, 2, 3].map(() => pace.reserve(first, now + 10)))

    expect(turns.map(({ at }) => at - now).toSorted((left, right) => left - right)).toEqual([100, 200, 300])
  })
})
