import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendingSlotStore } from '../../../shared/messenger/sendingSlotStore.ts'
import { type LocalAws, startLocalAws } from '../../support/localAws.ts'

let aws: LocalAws
let pace: ReturnType<typeof sendingSlotStore>
let lanes = 0
const newLane = () => ({ name: `lane-${++lanes}`, intervalMs: 100, horizonMs: 250 })
const now = Date.parse('2026-03-01T18:30:00Z')

beforeAll(async () => {
  aws = await startLocalAws()
  pace = sendingSlotStore(aws.client, aws.table('sendingSlots'))
})
afterAll(() => aws.stop())

test('each message of a backlog gets the turn behind the one before it, and a lane that is free gives one now', async () => {
  const lane = newLane()
  const turns = []
  for (const at of [now, now, now + 50, now + 9000]) turns.push(await pace.reserve([lane], at))

  expect(turns.map(({ at }) => at - now)).toEqual([0, 100, 200, 9000])
})

test('messages that ask at the same time get turns of their own', async () => {
  const lane = newLane()

  const turns = await Promise.all([1, 2, 3].map(() => pace.reserve([lane], now)))

  expect(turns.map(({ at }) => at - now).toSorted((left, right) => left - right)).toEqual([0, 100, 200])
})

test('a lane that is full beyond its horizon is not written to, and says when it has room', async () => {
  const lane = newLane()
  for (let count = 0; count < 3; count++) await pace.reserve([lane], now)
  const command = new GetCommand({ TableName: aws.table('sendingSlots'), Key: { lane: lane.name } })
  const before = (await aws.client.send(command)).Item

  const refused = await pace.reserve([lane], now)

  expect(refused).toEqual({ at: now + 300, isReserved: false })
  expect((await aws.client.send(command)).Item).toEqual(before)
})

test('a message waits for all of its lanes, the narrowest last', async () => {
  const [bot, chat] = [newLane(), { ...newLane(), intervalMs: 1000, horizonMs: 9000 }]

  const turns = [await pace.reserve([bot, chat], now), await pace.reserve([bot, chat], now)]

  expect(turns.map(({ at }) => at - now)).toEqual([0, 1000])
  expect((await pace.reserve([bot], now)).at - now).toBe(200)
})
