import { expect, test } from 'vitest'
import {
  botIntervalsMs,
  botLane,
  chatLanes,
  type Lane,
  localPace,
  recipientLane,
} from '../../../shared/messenger/pace.ts'

const bot = botLane('telegram', 'main', 55)

test('both shares of a bot together keep to the 30 messages a second that the messengers accept', () => {
  expect(1000 / botIntervalsMs.atOnce + 1000 / botIntervalsMs.later).toBeLessThan(30)
})

test('each bot, each of its chats and each recipient has a lane of its own, which is longer for several messages at once', () => {
  expect([...chatLanes('telegram', bot, 42), recipientLane('alice', 3)]).toEqual([
    { name: 'telegram#main', intervalMs: 55, horizonMs: 2000 },
    { name: 'telegram#main#42', intervalMs: 1000, horizonMs: 3_600_000 },
    { name: 'recipient#alice', intervalMs: 750, horizonMs: 20_000 },
  ])
})

test('a turn at the horizon is given', async () => {
  const [pace, lane] = [localPace(), recipientLane('alice', 80)]
  const turns = [await pace.reserve([lane], 1000), await pace.reserve([lane], 1000), await pace.reserve([lane], 1000)]

  expect(turns).toEqual([
    { at: 1000, isReserved: true },
    { at: 21_000, isReserved: true },
    { at: 41_000, isReserved: false },
  ])
})

test.each([
  ['telegram', 42, [55, 1000]],
  ['telegram', -42, [55, 3000]],
  ['max', -42, [55]],
] as const)('%s takes a message to the chat %s in intervals of %j ms', (messenger, chatId, intervals) => {
  expect(chatLanes(messenger, bot, chatId).map(({ intervalMs }) => intervalMs)).toEqual(intervals)
})

test('a pace hands out each slot of a lane once, and a lane that is free hands out now', async () => {
  const pace = localPace()
  const [person, group] = [chatLanes('telegram', bot, 1), chatLanes('telegram', bot, -1)]
  const turnAt = async (lanes: readonly Lane[], now: number) => (await pace.reserve(lanes, now)).at

  const slots = [
    await turnAt([bot], 1000),
    await turnAt([bot], 1000),
    await turnAt(person, 1000),
    await turnAt(person, 1000),
    await turnAt(group, 1000),
    await turnAt([bot], 9000),
  ]

  expect(slots).toEqual([1000, 1055, 1110, 2110, 1220, 9000])
})

test('what waits in one chat leaves the bot to the others, regression: a chat of many messages took the bot minutes ahead', async () => {
  const pace = localPace()
  for (let count = 0; count < 20; count++) await pace.reserve(chatLanes('telegram', bot, -1), 1000)

  expect(await pace.reserve(chatLanes('telegram', bot, 2), 1000)).toEqual({ at: 1000 + 20 * 55, isReserved: true })
})

test('nobody holds a lane farther ahead than its horizon, regression: a backlog of one reserved the bot for an hour', async () => {
  const pace = localPace()
  const turns = []
  for (let count = 0; count < 1000; count++) turns.push(await pace.reserve([bot], 1000))

  const refused = turns.filter(({ isReserved }) => !isReserved)
  expect(refused.length).toBeGreaterThan(900)
  expect(Math.max(...turns.map(({ at }) => at))).toBeLessThanOrEqual(1000 + bot.horizonMs + bot.intervalMs)
})
