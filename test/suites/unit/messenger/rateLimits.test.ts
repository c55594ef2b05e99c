import { expect, test } from 'vitest'
import { botLimit, chatLimit, earlyMs, recipientLimit } from '../../../../shared/areas/messenger/rateLimits.ts'

const bot = botLimit('telegram', 'main')

test('a bot sends at most the 30 messages a second that the messengers accept, those that are early included', () => {
  expect((1000 + earlyMs) / bot.intervalMs).toBeLessThanOrEqual(30)
})

test('each bot, chat and recipient has its own limit, which several messages lengthen', () => {
  expect([bot.name, recipientLimit('alice', 3)]).toEqual([
    'telegram#main',
    { name: 'recipient#alice', intervalMs: 750, horizonMs: 20_000 },
  ])
})

test.each([
  [42, 1000, 600],
  [-42, 3000, 200],
])('the chat %i takes a message each %i ms, and %i wait for it at most', (chatId, intervalMs, waiting) => {
  const limit = chatLimit(bot, 'telegram', chatId, false)

  expect(limit).toMatchObject({ name: `telegram#main#${chatId}`, intervalMs, order: 'behind' })
  expect((limit?.horizonMs ?? 0) / intervalMs).toBe(waiting)
})

test('a chat of MAX takes two messages a second', () => {
  const max = botLimit('max', 'main')

  expect(chatLimit(max, 'max', -42, false)).toMatchObject({ name: 'max#main#-42', intervalMs: 500 })
})

test('a webhook of Discord takes 30 messages a minute', () => {
  const webhook = botLimit('discord', 'discord:1')

  expect(chatLimit(webhook, 'discord', 1, false)).toMatchObject({ name: 'discord#discord:1#1', intervalMs: 2000 })
})
