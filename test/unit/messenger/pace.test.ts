import { expect, test } from 'vitest'
import { botLane, chatLanes, localPace } from '../../../shared/messenger/pace.ts'

const bot = botLane('telegram', 'main', 55)

test.each([
  ['telegram', 42, [55, 1000]],
  ['telegram', -42, [55, 3000]],
  ['max', -42, [55]],
] as const)('%s takes a message to the chat %s in intervals of %j ms', (messenger, chatId, intervals) => {
  expect(chatLanes(messenger, bot, chatId).map(({ interval }) => interval)).toEqual(intervals)
})

test('a pace hands out each slot of a lane once, and a lane that is free hands out now', async () => {
  const pace = localPace()
  const [person, group] = [chatLanes('telegram', bot, 1), chatLanes('telegram', bot, -1)]

  const slots = [
    await pace.reserve([bot], 1000),
    await pace.reserve([bot], 1000),
    await pace.reserve(person, 1000),
    await pace.reserve(person, 1000),
    await pace.reserve(group, 1000),
    await pace.reserve([bot], 9000),
  ]

  expect(slots).toEqual([1000, 1055, 1110, 2110, 2165, 9000])
})
