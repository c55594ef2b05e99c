import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MessengerBot } from '../../../shared/messenger/messengerBot.ts'
import { maxBot } from '../../../shared/providers/maxBot.ts'
import { telegramBot } from '../../../shared/providers/telegramBot.ts'
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts'
import type { SandboxResponse } from '../../sandbox/standIn.ts'

let sandbox: Sandbox
let telegram: MessengerBot
let max: MessengerBot

beforeAll(async () => {
  sandbox = await startSandbox()
  telegram = telegramBot(sandbox.urls['TELEGRAM_API_URL'] ?? '', sandbox.parameters['telegram/bots/main'] ?? '')
  max = maxBot(sandbox.urls['MAX_API_URL'] ?? '', sandbox.parameters['max/bots/max-main'] ?? '')
})
afterAll(() => sandbox.stop())

const message = { text: 'Hello', buttons: [] }
const answer = (base: string, response: SandboxResponse): void =>
  sandbox.script({ base }, { kind: 'instead', response })
const refused = (code: number, description: string, parameters?: object): SandboxResponse => ({
  status: code,
  body: { ok: false, error_code: code, description, ...(parameters && { parameters }) },
})

describe('telegram', () => {
  test.each<readonly [SandboxResponse, object]>([
    [refused(429, 'Too Many Requests: retry after 17', { retry_after: 17 }), { kind: 'busy', retryAfter: 17 }],
    [refused(429, 'Too Many Requests'), { kind: 'busy', retryAfter: 5 }],
    [refused(401, 'Unauthorized'), { kind: 'unauthorized' }],
    [refused(404, 'Not Found'), { kind: 'unauthorized' }],
    [refused(500, 'Internal Server Error'), { kind: 'unavailable' }],
    [{ status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' }, { kind: 'unavailable' }],
    [refused(400, 'Bad Request: x', { migrate_to_chat_id: -100 }), { kind: 'moved', chatId: -100 }],
    [refused(403, 'Forbidden: bot was blocked by the user'), { kind: 'unreachable' }],
    [refused(400, 'Bad Request: chat not found'), { kind: 'unreachable' }],
    [refused(400, 'Bad Request: not enough rights to send text messages to the chat'), { kind: 'unreachable' }],
    [refused(400, 'Bad Request: BUTTON_URL_INVALID'), { kind: 'refused', reason: 'Bad Request: BUTTON_URL_INVALID' }],
    [refused(400, `Bad Request: ${'x'.repeat(1000)}`), { kind: 'refused', reason: expect.stringMatching(/^.{200}$/) }],
    [{ status: 200, body: { ok: true } }, { kind: 'unknown' }],
    [{ status: 200, body: '<html>' }, { kind: 'unknown' }],
  ])('an answer %j to a post is %j', async (response, outcome) => {
    answer('api.telegram.org', response)
    expect(await telegram.post(1, message)).toMatchObject(outcome)
  })

  test.each(['dropBefore', 'dropAfter', 'truncatedJson', 'html', 'redirect'] as const)(
    'after %s nobody knows whether the message was posted',
    async (kind) => {
      sandbox.script({ base: 'api.telegram.org' }, { kind })
      expect(await telegram.post(1, message)).toEqual({ kind: 'unknown' })
    },
  )

  test('a messenger that cannot be connected to has not got the message', async () => {
    const nobody = telegramBot('http://127.0.0.1:1', 'token')
    expect(await nobody.post(1, message)).toEqual({ kind: 'unavailable' })
    expect(await nobody.delete(1, '1')).toEqual({ kind: 'unavailable' })
  })

  test('a message is deleted once and then is not there, which is the same', async () => {
    const posted = await telegram.post(-5, message)
    const id = posted.kind === 'posted' ? posted.messageId : expect.fail()
    expect(await telegram.delete(-5, id)).toEqual({ kind: 'deleted' })
    expect(await telegram.delete(-5, id)).toEqual({ kind: 'deleted' })
  })
})

describe('max', () => {
  test.each<readonly [SandboxResponse, object]>([
    [
      { status: 429, headers: { 'retry-after': '9' }, body: {} },
      { kind: 'busy', retryAfter: 9 },
    ],
    [
      { status: 429, body: {} },
      { kind: 'busy', retryAfter: 5 },
    ],
    [{ status: 401, body: {} }, { kind: 'unauthorized' }],
    [{ status: 503, body: '' }, { kind: 'unavailable' }],
    [
      { status: 403, body: { code: 'chat.denied', message: 'no' } },
      { kind: 'unreachable', reason: 'chat.denied: no' },
    ],
    [
      { status: 404, body: { code: 'chat.not.found', message: '' } },
      { kind: 'unreachable', reason: 'chat.not.found' },
    ],
    [{ status: 400, body: { code: 'proto.payload', message: 'bad' } }, { kind: 'refused' }],
    [{ status: 200, body: {} }, { kind: 'unknown' }],
  ])('an answer %j to a post is %j', async (response, outcome) => {
    answer('platform-api.max.ru', response)
    expect(await max.post(1, message)).toMatchObject(outcome)
  })

  test.each([
    [1, [1]],
    [30, Array(30).fill(1)],
    [31, [...Array(15).fill(2), 1]],
    [90, Array(30).fill(3)],
    [100, Array(30).fill(3)],
  ] as const)('%i buttons fit its keyboard', async (count, rows) => {
    const buttons = Array.from({ length: count }, (_, index) => ({ text: `${index}`, url: 'https://example.com/' }))
    await max.post(1, { text: 'Hello', buttons })
    const { attachments } = JSON.parse(sandbox.log.at(-1)?.body ?? '')
    expect(attachments[0].payload.buttons.map((row: readonly unknown[]) => row.length)).toEqual(rows)
  })

  test('a message is deleted once and then is not there, which is the same', async () => {
    const posted = await max.post(5, message)
    const id = posted.kind === 'posted' ? posted.messageId : expect.fail()
    expect(await max.delete(5, id)).toEqual({ kind: 'deleted' })
    expect(await max.delete(5, id)).toEqual({ kind: 'deleted' })
  })
})
