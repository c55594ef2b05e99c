import { expect, test } from 'vitest'
import { addressBan } from '../../../../shared/providers/addressBan.ts'
import { discordBot } from '../../../../shared/providers/discordBot.ts'
import { discordPath, discordRefusals, discordToken } from '../../../local/sandbox/discord.ts'
import { startSandbox } from '../../../local/sandbox/sandbox.ts'
import type { SandboxResponse } from '../../../local/sandbox/standIn.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { askedOf } from './askedOf.ts'

const sandbox = await sharedByTests(startSandbox())
let lastId = 1_301_000_000_000_000_000n

/** The bot of a webhook that no other test uses, in a process of its own. */
const webhook = (ban = addressBan()) => {
  const id = String(++lastId)
  return { id, bot: discordBot(sandbox.urls['DISCORD_API_URL'] ?? '', { id, token: discordToken(id) }, ban) }
}

const message = { text: 'Hello', buttons: [] }
const answer = (response: SandboxResponse): void =>
  sandbox.script({ base: 'discord.com/api/v10' }, { kind: 'instead', response })

const page = (status: number, headers = {}): SandboxResponse => ({ status, headers, body: '<html>' })
const json = (status: number, body: object): SandboxResponse => ({ status, body })
const blocked = (reason: string) => ({ kind: 'blocked', reason })
const busy = (retryAfter?: number) => ({ kind: 'busy', retryAfter })
const unreachable = (reason: string) => ({ kind: 'unreachable', reason })
const refused = (reason: string) => ({ kind: 'refused', reason })

test.each<readonly [SandboxResponse, object]>([
  [discordRefusals.rateLimited(64.57), busy(65)],
  [discordRefusals.rateLimited(0.2), busy(1)],
  [page(429, { 'retry-after': '9' }), busy(9)],
  [json(429, {}), busy(undefined)],
  [page(429), busy(undefined)],
  [page(403), busy(undefined)],
  [json(403, { code: 40_333, message: 'Cloudflare is blocking your request' }), busy(undefined)],
  [discordRefusals.unknownWebhook, unreachable('10015: Unknown Webhook')],
  [discordRefusals.invalidToken, unreachable('50027: Invalid Webhook Token')],
  [discordRefusals.emptyMessage, refused('50006: Cannot send an empty message')],
  [json(403, { code: 50_013, message: 'Missing Permissions' }), blocked('50013: Missing Permissions')],
  [json(400, { code: 220_001, message: 'Forum' }), blocked('220001: Forum')],
  [json(403, { code: 40_005, message: 'Too large' }), refused('40005: Too large')],
  [page(404), refused('')],
  [json(500, {}), { kind: 'unavailable' }],
  [page(502), { kind: 'unavailable' }],
  [json(200, { id: 1_301_234_567_890_123 }), { kind: 'unknown' }],
  [json(200, { id: '../../@me' }), { kind: 'unknown' }],
])('an answer of Discord %j to a post is %j', async (response, outcome) => {
  answer(response)

  expect(await webhook().bot.post(1, message)).toEqual(outcome)
})

test('a post waits for the id of its message, which no number holds, and mentions nobody', async () => {
  const { id, bot } = webhook()
  let outcome: unknown
  const [request] = await askedOf(sandbox, async () => {
    outcome = await bot.post(1, message)
  })

  expect(outcome).toEqual({ kind: 'posted', messageId: expect.stringMatching(/^1301\d{15}$/) })
  expect(request).toEqual({
    asked: `POST ${discordPath(id)}?wait=true&with_components=true`,
    contentType: 'application/json',
    body: { content: 'Hello', allowed_mentions: { parse: [] } },
  })
  expect(bot.messenger).toBe('discord')
})

test.each([
  ['x'.repeat(2000), 'x'.repeat(2000)],
  ['x'.repeat(2001), `${'x'.repeat(1999)}…`],
  [`${'x'.repeat(1998)}🎉🎉`, `${'x'.repeat(1998)}…`],
])('a text that Discord would refuse is cut to 2,000 characters, whole ones', async (text, content) => {
  const [request] = await askedOf(sandbox, () => webhook().bot.post(1, { text, buttons: [] }))

  expect(request?.body).toMatchObject({ content })
})

test('buttons are links in their order, and those that Discord would refuse are left out', async () => {
  const urls = [
    'https://example.com/',
    'tg://resolve?domain=alice',
    `https://example.com/${'x'.repeat(493)}`,
    `http://example.com/${'x'.repeat(493)}`,
  ]
  const buttons = urls.map((url, index) => ({ text: `${index}`, url }))
  const [request] = await askedOf(sandbox, () => webhook().bot.post(1, { text: 'Hello', buttons }))

  expect(request?.body.components).toEqual([
    { type: 1, components: [{ type: 2, style: 5, label: '0', url: 'https://example.com/' }] },
    { type: 1, components: [{ type: 2, style: 5, label: '3', url: urls[3] }] },
  ])
})

test('a hundred buttons fit the 25 places of a message of Discord', async () => {
  const buttons = Array.from({ length: 100 }, (_, index) => ({ text: `${index}`, url: 'https://example.com/' }))
  const [request] = await askedOf(sandbox, () => webhook().bot.post(1, { text: 'Hello', buttons }))

  const rows = request?.body.components.map(({ components }: { components: readonly unknown[] }) => components.length)
  expect(rows).toEqual([5, 5, 5, 5, 5])
})

test.each([
  [
    '**bold** __under__ ~~gone~~ ||spoiler|| `code`',
    '\\*\\*bold\\*\\* \\_\\_under\\_\\_ \\~\\~gone\\~\\~ \\|\\|spoiler\\|\\| \\`code\\`',
  ],
  ['# big\n-# small\n> quote\n1. list\n+ list', '\\# big\n\\-\\# small\n\\> quote\n1\\. list\n\\+ list'],
  ['[prize](https://evil.example)', '\\[prize\\](https\\://evil\\.example)'],
  ['@everyone <@1> <#2> <t:3>', '\\@everyone \\<\\@1\\> \\<\\#2\\> \\<t\\:3\\>'],
  ['\\*', '\\\\\\*'],
  ['Ада, «привет»! 🎉', 'Ада, «привет»! 🎉'],
])('the text %j of a donor is shown as it is', (text, escaped) => {
  expect(webhook().bot.escaped?.(text)).toBe(escaped)
})

test('a message of Discord is deleted by the same address, and then is not there, which is the same', async () => {
  const { id, bot } = webhook()
  const posted = await bot.post(1, message)
  const messageId = posted.kind === 'posted' ? posted.messageId : expect.fail()
  const outcomes: unknown[] = []
  const [request] = await askedOf(sandbox, async () => {
    for (let count = 0; count < 2; count++) outcomes.push(await bot.delete(1, messageId))
  })

  expect(outcomes).toEqual([{ kind: 'deleted' }, { kind: 'deleted' }])
  expect(request).toEqual({ asked: `DELETE ${discordPath(id)}/messages/${messageId}` })
})

test('a deletion by a webhook that is gone is reported', async () => {
  answer(discordRefusals.unknownWebhook)

  expect(await webhook().bot.delete(1, '7')).toEqual(unreachable('10015: Unknown Webhook'))
})

test.each(['dropBefore', 'dropAfter', 'truncatedJson', 'html', 'redirect'] as const)(
  'after %s of Discord nobody knows whether the message was posted',
  async (kind) => {
    sandbox.script({ base: 'discord.com/api/v10' }, { kind })

    expect(await webhook().bot.post(1, message)).toEqual({ kind: 'unknown' })
  },
)

test('Discord that cannot be connected to has neither got nor deleted a message', async () => {
  const nobody = discordBot('http://127.0.0.1:1', { id: '1', token: 'token' })

  expect(await nobody.post(1, message)).toEqual({ kind: 'unavailable' })
  expect(await nobody.delete(1, '1')).toEqual({ kind: 'unavailable' })
})

test.each<readonly [string, SandboxResponse, number, number]>([
  ['a page', page(429), 60, 120],
  ['a page with a time', page(429, { 'retry-after': '2285' }), 2285, 2285],
  ['a refusal of its network', json(403, { code: 40_333, message: 'Cloudflare is blocking your request' }), 60, 120],
  ['an object without a time', json(429, { code: 0, message: 'You are being blocked' }), 60, 120],
  ['a limit of the whole address', json(429, { retry_after: 20, global: true }), 20, 20],
])('after a ban of the address by %s, no webhook asks before its end', async (_name, response, first, second) => {
  let now = Date.parse('2026-11-28T12:00:00Z')
  const ban = addressBan(() => now)
  const banOnce = async () => {
    answer(response)
    await webhook(ban).bot.post(1, message)
  }
  await banOnce()

  const asked = await askedOf(sandbox, async () => {
    expect(await webhook(ban).bot.post(1, message)).toEqual(busy(first))
    now += 5000
    expect(await webhook(ban).bot.delete(1, '7')).toEqual(busy(first - 5))
  })
  now += (first - 5) * 1000
  await banOnce()

  expect(asked).toEqual([])
  expect(await webhook(ban).bot.post(1, message)).toEqual(busy(second))
  now += second * 1000
  expect(await webhook(ban).bot.post(1, message)).toMatchObject({ kind: 'posted' })
  await banOnce()
  expect(await webhook(ban).bot.post(1, message)).toEqual(busy(first))
})

test('the limit of one webhook of Discord does not stop another', async () => {
  const ban = addressBan()
  answer(discordRefusals.rateLimited(64))

  expect(await webhook(ban).bot.post(1, message)).toEqual(busy(64))
  expect(await webhook(ban).bot.post(1, message)).toMatchObject({ kind: 'posted' })
})
