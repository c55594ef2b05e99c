import { expect, test } from 'vitest'
import { maxBot } from '../../../../shared/providers/maxBot.ts'
import { failureFromError } from '../../../../shared/providers/messengerFailure.ts'
import { telegramBot } from '../../../../shared/providers/telegramBot.ts'
import { maxAccount } from '../../../local/sandbox/max.ts'
import { startSandbox } from '../../../local/sandbox/sandbox.ts'
import type { SandboxResponse } from '../../../local/sandbox/standIn.ts'
import { telegramPath } from '../../../local/sandbox/telegram.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { askedOf } from './askedOf.ts'

const sandbox = await sharedByTests(startSandbox())
const telegram = telegramBot(sandbox.urls['TELEGRAM_API_URL'] ?? '', sandbox.parameters['telegram/bots/main'] ?? '')
const max = maxBot(sandbox.urls['MAX_API_URL'] ?? '', sandbox.parameters['max/bots/max-main'] ?? '')

const message = { text: 'Hello', buttons: [] }
const answer = (base: string, response: SandboxResponse): void =>
  sandbox.script({ base }, { kind: 'instead', response })
const refused = (code: number, description: string, parameters?: object): SandboxResponse => ({
  status: code,
  body: { ok: false, error_code: code, description, ...(parameters && { parameters }) },
})

test.each<readonly [SandboxResponse, object]>([
  [refused(429, 'Too Many Requests: retry after 17', { retry_after: 17 }), { kind: 'busy', retryAfter: 17 }],
  [refused(429, 'Too Many Requests'), { kind: 'busy', retryAfter: undefined }],
  [refused(429, 'Too Many Requests', { retry_after: 0 }), { kind: 'busy', retryAfter: undefined }],
  [
    { status: 400, body: { ok: false, error_code: 400 } },
    { kind: 'refused', reason: '' },
  ],
  [
    { status: 403, body: '<html>' },
    { kind: 'unreachable', reason: '' },
  ],
  [
    { status: 400, body: '<html>' },
    { kind: 'refused', reason: '' },
  ],
  [
    { status: 400, body: { ok: true, error_code: 401, description: 'x' } },
    { kind: 'refused', reason: '' },
  ],
  [refused(401, 'Unauthorized'), { kind: 'unauthorized' }],
  [refused(404, 'Not Found'), { kind: 'unauthorized' }],
  [refused(500, 'Internal Server Error'), { kind: 'unavailable' }],
  [{ status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' }, { kind: 'unavailable' }],
  [refused(400, 'Bad Request: x', { migrate_to_chat_id: -100 }), { kind: 'moved', chatId: -100 }],
  [
    refused(403, 'Forbidden: bot was blocked by the user'),
    { kind: 'unreachable', reason: 'Forbidden: bot was blocked by the user' },
  ],
  [refused(400, 'Bad Request:\n  chat not found'), { kind: 'blocked', reason: 'Bad Request: chat not found' }],
  [refused(400, 'Bad Request: group is deactivated'), { kind: 'unreachable' }],
  [refused(400, 'Bad Request: chat was deactivated'), { kind: 'unreachable' }],
  [refused(400, 'Bad Request: BUTTON_URL_INVALID'), { kind: 'refused', reason: 'Bad Request: BUTTON_URL_INVALID' }],
  [refused(400, `Bad Request: ${'x'.repeat(1000)}`), { kind: 'refused', reason: expect.stringMatching(/^.{200}$/) }],
  [{ status: 200, body: { ok: true } }, { kind: 'unknown' }],
  [{ status: 200, body: { ok: true, result: {} } }, { kind: 'unknown' }],
  [{ status: 200, body: '<html>' }, { kind: 'unknown' }],
])('an answer of Telegram %j to a post is %j', async (response, outcome) => {
  answer('api.telegram.org', response)
  expect(await telegram.post(1, message)).toMatchObject(outcome)
})

test.each([
  'chat not found',
  'user not found',
  'PEER_ID_INVALID',
  'not enough rights to send text messages to the chat',
  'have no rights to send a message',
  'CHAT_ADMIN_REQUIRED',
  'CHAT_WRITE_FORBIDDEN',
  'CHAT_RESTRICTED',
  'need administrator rights in the channel chat',
  'TOPIC_CLOSED',
])('Telegram’s “%s” means that a person has to let the bot into the chat', async (description) => {
  answer('api.telegram.org', refused(400, `Bad Request: ${description}`))

  expect(await telegram.post(1, message)).toMatchObject({ kind: 'blocked' })
})

test.each([
  [[], undefined],
  [
    [
      { text: 'Watch', url: 'https://live.example/' },
      { text: 'Give', url: 'https://give.example/' },
    ],
    {
      inline_keyboard: [
        [{ text: 'Watch', url: 'https://live.example/' }],
        [{ text: 'Give', url: 'https://give.example/' }],
      ],
    },
  ],
])('a message of Telegram with the buttons %j has each in a row of its own', async (buttons, reply_markup) => {
  const [request] = await askedOf(sandbox, () => telegram.post(1, { text: 'Hello', buttons }))

  const asked = `POST ${telegramPath('sendMessage')}`
  expect(request).toEqual({
    asked,
    contentType: 'application/json',
    body: { chat_id: 1, text: 'Hello', reply_markup },
  })
  expect(telegram.messenger).toBe('telegram')
})

test('a text for Telegram is cut to 4,096 characters, regression: a long donation was not announced', async () => {
  const [whole, cut] = await askedOf(sandbox, async () => {
    for (const length of [4096, 4097]) await telegram.post(1, { text: 'x'.repeat(length), buttons: [] })
  })

  expect([whole?.body.text, cut?.body.text]).toEqual(['x'.repeat(4096), `${'x'.repeat(4095)}…`])
})

test.each([
  ['Bad Request: message identifier is not specified', { kind: 'deleted' }],
  ["Bad Request: message can't be deleted", { kind: 'refused' }],
])('a deletion that Telegram refuses with %s is %j', async (description, outcome) => {
  answer('api.telegram.org', refused(400, description))
  const [request] = await askedOf(sandbox, async () => expect(await telegram.delete(-5, '7')).toMatchObject(outcome))

  expect(request).toMatchObject({
    asked: `POST ${telegramPath('deleteMessage')}`,
    body: { chat_id: -5, message_id: 7 },
  })
})

test('a deletion that a proxy before Telegram refuses is refused', async () => {
  answer('api.telegram.org', { status: 400, body: '<html>' })

  expect(await telegram.delete(-5, '7')).toEqual({ kind: 'refused', reason: '' })
})

test.each(['dropBefore', 'dropAfter', 'truncatedJson', 'html', 'redirect'] as const)(
  'after %s of Telegram nobody knows whether the message was posted',
  async (kind) => {
    sandbox.script({ base: 'api.telegram.org' }, { kind })
    expect(await telegram.post(1, message)).toEqual({ kind: 'unknown' })
  },
)

test('Telegram that cannot be connected to has not got the message', async () => {
  const nobody = telegramBot('http://127.0.0.1:1', 'token')
  expect(await nobody.post(1, message)).toEqual({ kind: 'unavailable' })
  expect(await nobody.delete(1, '1')).toEqual({ kind: 'unavailable' })
})

test('a message of Telegram is deleted once and then is not there, which is the same', async () => {
  const posted = await telegram.post(-5, message)
  const id = posted.kind === 'posted' ? posted.messageId : expect.fail()
  expect(await telegram.delete(-5, id)).toEqual({ kind: 'deleted' })
  expect(await telegram.delete(-5, id)).toEqual({ kind: 'deleted' })
})

test.each<readonly [SandboxResponse, object]>([
  [
    { status: 429, headers: { 'retry-after': '9' }, body: {} },
    { kind: 'busy', retryAfter: 9 },
  ],
  [
    { status: 429, body: {} },
    { kind: 'busy', retryAfter: undefined },
  ],
  [
    { status: 429, headers: { 'retry-after': '0.5' }, body: {} },
    { kind: 'busy', retryAfter: 1 },
  ],
  [{ status: 401, body: {} }, { kind: 'unauthorized' }],
  [{ status: 500, body: '' }, { kind: 'unavailable' }],
  [{ status: 503, body: '' }, { kind: 'unavailable' }],
  [
    { status: 403, body: { message: 'no' } },
    { kind: 'blocked', reason: 'no' },
  ],
  [
    { status: 403, body: { code: 'chat.denied' } },
    { kind: 'blocked', reason: 'chat.denied' },
  ],
  [
    { status: 403, body: '<html>' },
    { kind: 'blocked', reason: '' },
  ],
  [
    { status: 403, body: { code: 'chat.denied', message: 'no' } },
    { kind: 'blocked', reason: 'chat.denied: no' },
  ],
  [
    { status: 404, body: { code: 'chat.not.found', message: '' } },
    { kind: 'unreachable', reason: 'chat.not.found' },
  ],
  [
    { status: 400, body: { code: 'proto.payload', message: 'bad' } },
    { kind: 'refused', reason: 'proto.payload: bad' },
  ],
  [{ status: 200, body: {} }, { kind: 'unknown' }],
  [
    { status: 201, body: { message: { body: { mid: 'mid.1' } } } },
    { kind: 'refused', reason: '' },
  ],
])('an answer of MAX %j to a post is %j', async (response, outcome) => {
  answer('platform-api2.max.ru', response)
  expect(await max.post(1, message)).toMatchObject(outcome)
})

test.each([
  [1, [1]],
  [30, Array(30).fill(1)],
  [31, [...Array(15).fill(2), 1]],
  [90, Array(30).fill(3)],
  [100, Array(30).fill(3)],
] as const)('%i buttons fit the keyboard of MAX', async (count, rows) => {
  const buttons = Array.from({ length: count }, (_, index) => ({ text: `${index}`, url: 'https://example.com/' }))
  await max.post(1, { text: 'Hello', buttons })
  const { attachments } = JSON.parse(sandbox.log.at(-1)?.body ?? '')
  expect(attachments[0].payload.buttons.map((row: readonly unknown[]) => row.length)).toEqual(rows)
})

test('a message without buttons has no attachments, and its text is cut to the length that MAX takes', async () => {
  const [whole, cut] = await askedOf(sandbox, async () => {
    await max.post(1, { text: 'x'.repeat(4000), buttons: [] })
    await max.post(1, { text: 'x'.repeat(4001), buttons: [] })
  })

  const request = {
    asked: 'POST /messages?chat_id=1',
    authorization: maxAccount.token,
    contentType: 'application/json',
  }
  expect(whole).toEqual({ ...request, body: { text: 'x'.repeat(4000) } })
  expect(cut).toEqual({ ...request, body: { text: `${'x'.repeat(3999)}…` } })
  expect(max.messenger).toBe('max')
})

test('the buttons of MAX are links, in their order', async () => {
  const links = ['a', 'b'].map((text) => ({ text, url: `https://example.com/${text}` }))
  const [request] = await askedOf(sandbox, () => max.post(1, { text: 'Hello', buttons: links }))

  const buttons = links.map((link) => [{ type: 'link', ...link }])
  expect(request?.body).toEqual({ text: 'Hello', attachments: [{ type: 'inline_keyboard', payload: { buttons } }] })
})

test('MAX that cannot be connected to has neither got nor deleted a message', async () => {
  const nobody = maxBot('http://127.0.0.1:1', 'token')

  expect(await nobody.post(1, message)).toEqual({ kind: 'unavailable' })
  expect(await nobody.delete(1, '1')).toEqual({ kind: 'unavailable' })
})

test('a deletion that MAX refuses is reported', async () => {
  answer('platform-api2.max.ru', { status: 403, body: { code: 'chat.denied', message: 'no' } })
  const [request] = await askedOf(sandbox, async () =>
    expect(await max.delete(5, 'mid.1')).toEqual({ kind: 'blocked', reason: 'chat.denied: no' }),
  )

  expect(request).toEqual({ asked: 'DELETE /messages?message_id=mid.1', authorization: maxAccount.token })
})

test.each([
  [
    { success: false, message: 'Message is too old' },
    { kind: 'refused', reason: 'Message is too old' },
  ],
  [
    { success: false, message: 'no', code: 'access.denied' },
    { kind: 'refused', reason: 'access.denied: no' },
  ],
  [{ success: false, message: 'no', code: 'message.not.found' }, { kind: 'deleted' }],
  [{ success: true }, { kind: 'deleted' }],
])('a deletion that MAX answers 200 with %j is %j, regression: every 200 was a deletion', async (body, outcome) => {
  answer('platform-api2.max.ru', { status: 200, body })

  expect(await max.delete(5, 'mid.1')).toEqual(outcome)
})

test('a message of MAX is deleted once and then is not there, which is the same', async () => {
  const posted = await max.post(5, message)
  const id = posted.kind === 'posted' ? posted.messageId : expect.fail()
  expect(await max.delete(5, id)).toEqual({ kind: 'deleted' })
  expect(await max.delete(5, id)).toEqual({ kind: 'deleted' })
})

test('an error that is no problem of a provider is a mistake in the program, and no outcome', () => {
  const mistake = new TypeError('x is not a function')

  expect(() => failureFromError(mistake)).toThrow(mistake)
})
