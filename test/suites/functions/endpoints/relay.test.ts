import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { newWebhookSecret, standardWebhookHeaders } from '../../../../shared/mechanisms/webhooks/standardWebhooks.ts'

const relay = 'shared/web/client/examples/relay/relay.mjs'
const ended: (() => unknown)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

/** Streamer.bot's HTTP server, as its documentation has it: an action that is run is answered 204. */
const streamerBot = async (status = 204) => {
  const actions: unknown[] = []
  const server = createServer(async (request, response) => {
    actions.push([request.method, request.url, JSON.parse(await text(request))])
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  ended.push(() => server.close())
  await once(server, 'listening')
  return { actions, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const started = async (secret: string, streamerBotUrl: string) => {
  const env = { ...process.env, WEBHOOK_SECRET: secret, STREAMER_BOT_URL: streamerBotUrl, PORT: '0' }
  const child = spawn(process.execPath, [relay], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  ended.push(() => child.kill())
  const [line] = await once(child.stdout, 'data')
  const url = /http:\S+/.exec(String(line))?.[0] ?? expect.fail(String(line))
  return async (body: string, headers: Readonly<Record<string, string>>) =>
    (await fetch(url, { method: 'POST', body, headers: { ...headers } })).status
}

const money = (major: number, minor: number, currency: string, more: object = {}) => ({
  major,
  minor,
  currency,
  ...more,
})
const amounts = {
  amount: money(12, 4, 'EUR'),
  dinars: money(3, 5, 'KWD'),
  yen: money(1500, 0, 'JPY'),
  tokens: money(1, 5, 'USDT'),
  coins: money(0, 12, 'BTC', { exponent: 5 }),
}
const body = JSON.stringify({ type: 'payment.completed', data: { nickname: 'Mira', ...amounts } })
const now = () => Math.floor(Date.now() / 1000)

test('the relay runs the action of a genuine webhook once, and refuses another', async () => {
  const [secret, bot] = [newWebhookSecret(), await streamerBot()]
  const post = await started(secret, bot.url)
  const genuine = standardWebhookHeaders([secret], 'event-1', now(), body)
  const forged = standardWebhookHeaders([newWebhookSecret()], 'event-2', now(), body)

  expect([await post(body, genuine), await post(body, genuine), await post(body, forged)]).toEqual([204, 204, 401])
  const texts = { amount: '12.04 EUR', dinars: '3.005 KWD', yen: '1500 JPY', tokens: '1.05 USDT', coins: '0.00012 BTC' }
  const args = { nickname: 'Mira', ...texts }
  expect(bot.actions).toEqual([['POST', '/DoAction', { action: { name: 'payment.completed' }, args }]])
})

test.each([404, 500])('a webhook waits while Streamer.bot answers %i', async (status) => {
  const [secret, bot] = [newWebhookSecret(), await streamerBot(status)]
  const post = await started(secret, bot.url)

  expect(await post(body, standardWebhookHeaders([secret], 'event-1', now(), body))).toBe(503)
})
