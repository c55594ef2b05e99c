import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '../../../local/runner/loopback.ts'
import { sandboxAdministrator } from '../../../local/sandbox/administrator.ts'
import { createDiscord, discordPath } from '../../../local/sandbox/discord.ts'
import { createDonationServices, donationAccountId } from '../../../local/sandbox/donationServices.ts'
import { createKick } from '../../../local/sandbox/kick.ts'
import { createMax, maxAccount } from '../../../local/sandbox/max.ts'
import { receivedPanel } from '../../../local/sandbox/receivedPanel.ts'
import { sandboxParameters } from '../../../local/sandbox/sandboxParameters.ts'
import type { SandboxRequest, SandboxResponse, StandIn } from '../../../local/sandbox/standIn.ts'
import { createStripe, newStripeLiveKey, stripeKey } from '../../../local/sandbox/stripe.ts'
import { createTelegram, telegramPath } from '../../../local/sandbox/telegram.ts'
import { createTwitch } from '../../../local/sandbox/twitch.ts'
import { createVkLive, vkLiveStreams } from '../../../local/sandbox/vkLive.ts'
import { createYookassa, yookassaShop } from '../../../local/sandbox/yookassa.ts'
import { createYoutube } from '../../../local/sandbox/youtube.ts'
import { publicPlaylists } from '../../../local/sandbox/youtubeCatalogue.ts'

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | string
  readonly at?: number
}

/** A request of a stand-in, whose first base it comes to, or the base before the path. */
const requestOf = (line: string, { headers = {}, body = '', at = 0 }: Sent, base = ''): SandboxRequest => {
  const [method = '', target = ''] = line.split(' ')
  const { pathname, searchParams } = new URL(target, 'http://h')
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  return { at, method, base, path: pathname, query: searchParams, headers, body: sent }
}
const ask = (standIn: StandIn, line: string, sent: Sent = {}, base = Object.values(standIn.bases)[0] ?? '') =>
  standIn.answer(requestOf(line, sent, base)) as SandboxResponse & { readonly body: Record<string, never> }

const basic = (credentials: string) => ({ authorization: `Basic ${Buffer.from(credentials).toString('base64')}` })
const bearer = (credentials: string) => ({ authorization: basic(credentials).authorization.replace('Basic', 'Bearer') })
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const posted = (body: string, headers = {}): Sent => ({ headers: { ...form, ...headers }, body })
const withStripe = (body = ''): Sent => ({ headers: basic(`${stripeKey}:`), body })

const standIns = {
  Stripe: createStripe,
  YooKassa: createYookassa,
  Telegram: createTelegram,
  MAX: createMax,
  Discord: createDiscord,
  Kick: createKick,
  Twitch: createTwitch,
  VK: createVkLive,
  YouTube: createYoutube,
  DonationAlerts: () => createDonationServices()[0] ?? expect.fail(),
  StreamElements: () => createDonationServices()[1] ?? expect.fail(),
  Streamlabs: () => createDonationServices()[2] ?? expect.fail(),
} as const
type Name = keyof typeof standIns

const session = (unit: number) =>
  `line_items[0][price_data][unit_amount]=${unit}&line_items[0][price_data][currency]=usd&success_url=http://h/back`
const asKick = 'client_id=sandbox-kick-client&client_secret=sandbox-kick-secret'
const asTwitch = 'client_id=sandbox-twitch-client&client_secret=sandbox-twitch-secret'
const asAlerts =
  'client_id=sandbox-donationAlerts-client&client_secret=sandbox-donationAlerts-secret&redirect_uri=http://localhost:5173/donationAlerts'
const asVk = basic('sandbox-vk-client:sandbox-vk-secret')
const asShopText = `${yookassaShop.shopId}:${yookassaShop.secretKey}`
const asShop = basic(asShopText)
const asBot = { authorization: maxAccount.token }
const telegram = (method: Parameters<typeof telegramPath>[0]) => `POST ${telegramPath(method)}`
const list = (query: string) => `GET /playlistItems?key=sandbox-youtube-key&part=snippet&${query}`
const code = 'grant_type=authorization_code&code=good-a'
const app = 'grant_type=client_credentials'
const refresh = 'grant_type=refresh_token&refresh_token=x'
const tips = `GET /kappa/v2/tips/${donationAccountId('streamElements', 'a')}`
const refusedBearer = { authorization: 'Bearer good-refused-a' }

const links = (count: number, url: string, rows = 1) => ({
  content: 'x',
  components: Array(rows).fill({ components: Array(count).fill({ url }) }),
})
const pressed = (data: string, url?: string) => ({
  chat_id: 1,
  text: 'x',
  reply_markup: { inline_keyboard: [[{ callback_data: data, url }]] },
})
const secret = (length: number) => 's'.repeat(length)
const member = (user: number) => `GET ${telegramPath('getChatMember')}?chat_id=1&user_id=${user}`
const toDiscord = `POST ${discordPath('1')}?wait=true`
const toKick = `${asKick}&${code}&redirect_uri=http://localhost:5173/kick`

test.for<readonly [Name, line: string, status: number, reason: string, Sent?, base?: string]>([
  ['Stripe', 'POST /checkout/sessions', 401, 'Invalid API Key provided'],
  ['Stripe', 'POST /checkout/sessions', 401, 'Invalid API Key provided', { headers: basic('sk_test_other:') }],
  ['Stripe', 'GET /checkout/sessions/cs_1', 401, 'Invalid API Key provided', { headers: bearer(`${stripeKey}:`) }],
  ['Stripe', 'POST /checkout/sessions', 400, 'amount_too_small', withStripe(session(49))],
  ['Stripe', 'POST /checkout/sessions', 200, '"cs_test_', withStripe(session(50))],
  ['Stripe', 'GET /checkout/sessions/cs_1', 404, 'resource_missing', withStripe()],
  ['Stripe', 'POST /webhook_endpoints', 400, 'url_invalid', withStripe('url=http://a.b')],
  ['YooKassa', 'POST /payments', 401, 'invalid_credentials', { headers: basic(`1:${yookassaShop.secretKey}`) }],
  ['YooKassa', 'GET /payments/none', 401, 'invalid_credentials', { headers: bearer(asShopText) }],
  ['YooKassa', 'GET /payments/none', 404, 'not_found', { headers: asShop }],
  ['YooKassa', 'POST /refunds', 400, 'invalid_request', { headers: asShop, body: { payment_id: 'none' } }],
  ['Telegram', 'POST /bot1:other/sendMessage', 401, 'Unauthorized', { body: { chat_id: 1, text: 'x' } }],
  ['Telegram', telegram('getMe'), 404, '"error_code":404'],
  ['Telegram', telegram('sendMessage'), 400, 'Bad Request: chat_id is empty', { body: { chat_id: '1', text: 'x' } }],
  ['Telegram', telegram('sendMessage'), 400, 'Bad Request: message text is empty', { body: { chat_id: 1, text: '' } }],
  ['Telegram', telegram('deleteMessage'), 400, 'message to delete not found', { body: { chat_id: 1, message_id: 1 } }],
  ['Telegram', telegram('setWebhook'), 400, 'bad webhook', { body: { url: 'https://a', secret_token: 'a b' } }],
  [
    'Telegram',
    telegram('setWebhook'),
    200,
    'Webhook was set',
    { body: { url: 'https://a', secret_token: secret(256) } },
  ],
  ['Telegram', telegram('setWebhook'), 400, 'bad webhook', { body: { url: 'https://a', secret_token: secret(257) } }],
  ['Telegram', telegram('answerCallbackQuery'), 400, 'query ID is invalid', { body: {} }],
  ['Telegram', telegram('sendMessage'), 200, 'message_id', { body: { chat_id: 1, text: 'x'.repeat(4096) } }],
  ['Telegram', telegram('sendMessage'), 400, 'message is too long', { body: { chat_id: 1, text: 'x'.repeat(4097) } }],
  ['Telegram', telegram('sendMessage'), 200, 'message_id', { body: pressed('x'.repeat(64)) }],
  ['Telegram', telegram('sendMessage'), 400, 'BUTTON_DATA_INVALID', { body: pressed('x'.repeat(65)) }],
  ['Telegram', telegram('sendMessage'), 400, 'BUTTON_DATA_INVALID', { body: pressed('') }],
  ['Telegram', telegram('sendMessage'), 400, 'BUTTON_DATA_INVALID', { body: pressed('x', 'https://a.example') }],
  ['Telegram', member(sandboxAdministrator), 200, '"status":"administrator"'],
  ['Telegram', member(sandboxAdministrator + 1), 200, '"status":"member"'],
  ['MAX', 'POST /messages?chat_id=1', 401, 'verify.token', { body: { text: 'x' } }],
  ['MAX', 'POST /messages', 400, 'chat_id is expected', { headers: asBot, body: { text: 'x' } }],
  ['MAX', 'POST /messages?chat_id=1', 200, '"mid"', { headers: asBot, body: { text: 'x'.repeat(4000) } }],
  ['MAX', 'POST /messages?chat_id=1', 400, 'between 0 and 4000', { headers: asBot, body: { text: 'x'.repeat(4001) } }],
  ['MAX', 'DELETE /messages?message_id=mid.1', 404, 'not.found', { headers: asBot }],
  ['MAX', 'POST /subscriptions', 400, 'secret is malformed', { headers: asBot, body: { secret: 'abcd' } }],
  ['MAX', 'POST /subscriptions', 200, '"success":true', { headers: asBot, body: { secret: secret(256) } }],
  ['MAX', 'POST /subscriptions', 400, 'secret is malformed', { headers: asBot, body: { secret: secret(257) } }],
  ['MAX', 'POST /answers', 400, 'callback_id is expected', { headers: asBot }],
  ['Discord', 'POST /webhooks/1/other', 401, '50027', { body: { content: 'x' } }],
  ['Discord', toDiscord, 200, '"webhook_id":"1"', { body: { content: 'x'.repeat(2000) } }],
  ['Discord', toDiscord, 400, '50035', { body: { content: 'x'.repeat(2001) } }],
  ['Discord', toDiscord, 400, '50006', { body: { content: ' ' } }],
  ['Discord', toDiscord, 200, '"webhook_id":"1"', { body: links(5, `https://${'a'.repeat(504)}`) }],
  ['Discord', toDiscord, 400, '50035', { body: links(6, 'https://a.example') }],
  ['Discord', toDiscord, 200, '"webhook_id":"1"', { body: links(1, 'https://a.example', 5) }],
  ['Discord', toDiscord, 400, '50035', { body: links(1, 'https://a.example', 6) }],
  ['Discord', toDiscord, 200, '"components":[]', { body: links(1, 'https://a.example') }],
  ['Discord', `${toDiscord}&with_components=true`, 200, '"https://a.example"', { body: links(1, 'https://a.example') }],
  ['Discord', 'POST /webhooks/x/y', 404, 'Not Found', { body: { content: 'x' } }],
  ['Discord', toDiscord, 400, '50035', { body: links(1, `https://${'a'.repeat(505)}`) }],
  ['Discord', toDiscord, 400, '50035', { body: links(1, 'ftp://a.example') }],
  ['Discord', `PUT ${discordPath('1')}`, 405, 'Method Not Allowed'],
  ['Kick', 'POST /oauth/token', 401, 'invalid_client', posted(`${asKick}-2&${app}`)],
  ['Kick', 'POST /oauth/token', 400, 'invalid_request', { body: `${asKick}&${app}` }],
  ['Kick', 'POST /oauth/token', 400, 'unsupported_grant_type', posted(`${asKick}&grant_type=password`)],
  ['Kick', 'POST /oauth/token', 200, 'access_token', posted(`${toKick}&code_verifier=${'v'.repeat(43)}`)],
  ['Kick', 'POST /oauth/token', 400, 'invalid_request', posted(toKick)],
  ['Kick', 'POST /oauth/token', 400, 'invalid_request', posted(`${toKick}-2&code_verifier=${'v'.repeat(43)}`)],
  ['Kick', 'GET /public/v1/users', 401, 'Unauthorized', { headers: { authorization: 'Bearer x' } }, 'api.kick.com'],
  ['Kick', 'GET /public/v1/events/subscriptions', 401, 'Unauthorized', {}, 'api.kick.com'],
  ['Twitch', 'POST /oauth2/token', 400, 'invalid client', posted('client_id=x')],
  ['Twitch', 'POST /oauth2/token', 403, 'invalid client secret', posted(`${asTwitch}-2&${code}`)],
  ['Twitch', 'POST /oauth2/token', 400, 'redirect_uri does not match', posted(`${asTwitch}&${code}`)],
  ['Twitch', 'POST /oauth2/revoke', 400, 'Invalid token', posted(`${asTwitch}&token=x`)],
  ['Twitch', 'POST /oauth2/revoke', 404, 'client does not exist', posted('client_id=x&token=x')],
  ['Twitch', 'GET /helix/users', 401, 'Invalid OAuth token', {}, 'api.twitch.tv'],
  ['VK', 'POST /oauth/server/token', 401, 'invalid_client', posted(code)],
  ['VK', 'POST /oauth/server/token', 400, 'invalid_request', posted(code, asVk)],
  ['VK', 'POST /oauth/server/revoke', 401, 'invalid_client', posted('token=x')],
  ['VK', 'GET /v1/current_user', 401, 'unauthorized', { headers: asVk }, 'apidev.live.vkvideo.ru'],
  ['VK', 'POST /v1/channels', 401, 'unauthorized', { body: { channels: [] } }, 'apidev.live.vkvideo.ru'],
  ['DonationAlerts', 'POST /oauth/token', 401, 'invalid_client', posted(`client_id=x&${code}`)],
  ['DonationAlerts', 'POST /oauth/token', 400, 'invalid_request', posted(`${asAlerts}-2&${code}`)],
  ['DonationAlerts', 'POST /oauth/token', 400, 'invalid_scope', posted(`${asAlerts}&${refresh}`)],
  ['DonationAlerts', 'GET /api/v1/alerts/donations', 401, 'Unauthenticated.'],
  ['StreamElements', 'GET /kappa/v2/channels/me', 401, 'invalid token', { headers: { authorization: 'Bearer bad' } }],
  ['StreamElements', tips, 401, 'invalid token', { headers: refusedBearer }],
  ['Streamlabs', 'GET /api/v2.0/user', 401, 'Unauthenticated.'],
  ['YouTube', 'GET /videos?part=snippet&id=a', 403, 'forbidden'],
  ['YouTube', 'GET /videos?key=other&part=snippet&id=a', 400, 'keyInvalid'],
  ['YouTube', 'GET /videos?key=sandbox-youtube-key&id=a', 400, 'missingRequiredParameter'],
  ['YouTube', `GET /videos?key=sandbox-youtube-key&part=id&id=a${',a'.repeat(50)}`, 400, 'invalidFilters'],
  ['YouTube', list('playlistId=PLdemo&maxResults=51'), 400, 'invalidParameter'],
  ['YouTube', list('playlistId=PLdemo&maxResults=-1'), 400, 'invalidParameter'],
  ['YouTube', list('playlistId=PLdemo&pageToken=x'), 400, 'invalidPageToken'],
  ['YouTube', list('playlistId=PLdemo&fields=items('), 400, 'invalidParameter'],
  ['YouTube', list('playlistId=PLquota'), 403, 'quotaExceeded'],
  ['YouTube', list('playlistId=PLother'), 404, 'playlistNotFound'],
  ['YouTube', list('playlistId=constructor'), 404, 'playlistNotFound'],
  ['YouTube', list('playlistId=PLdemo'), 200, '"resultsPerPage":5'],
])('the stand-in of %s answers %s with %i and %s, as the service does', ([name, line, status, reason, sent, base]) => {
  const answer = ask(standIns[name](), line, sent, base)

  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(reason)
})

test('Discord takes 30 messages of a webhook in a minute, deletes each once, limits no other webhook, and knows no deleted one', () => {
  const discord = createDiscord()
  const post = (id: string, at: number) =>
    ask(discord, `POST ${discordPath(id)}?wait=true`, { at, body: { content: 'x' } })

  const answers = Array.from({ length: 31 }, (_, index) => post('1', index))
  const message = `DELETE ${discordPath('1')}/messages/${answers[0]?.body['id']}`

  expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429])
  expect([post('2', 1).status, post('1', 59_999).status, post('1', 60_000).status]).toEqual([200, 429, 200])
  expect(ask(discord, `DELETE ${discordPath('2')}/messages/${answers[0]?.body['id']}`).status).toBe(404)
  expect([ask(discord, message).status, ask(discord, message).status]).toEqual([204, 404])
  expect(ask(discord, `POST ${discordPath('3')}`, { body: { content: 'x' } }).status).toBe(204)
  expect(answers[0]?.headers).toMatchObject({ 'x-ratelimit-remaining': '29', 'x-ratelimit-reset-after': '60' })
  expect(answers[30]).toMatchObject({ headers: { 'retry-after': '60' }, body: { retry_after: 59.97, global: false } })
  expect([ask(discord, `DELETE ${discordPath('1')}`).status, post('1', 120_000).body['code']]).toEqual([204, 10_015])
})

test('Telegram deletes a message in its own chat, and once', () => {
  const bot = createTelegram()
  const { body } = ask(bot, telegram('sendMessage'), { body: { chat_id: 1, text: 'x' } })
  const { message_id } = body['result'] as unknown as { readonly message_id: number }

  const statuses = [2, 1, 1].map(
    (chat_id) => ask(bot, telegram('deleteMessage'), { body: { chat_id, message_id } }).status,
  )

  expect(statuses).toEqual([400, 200, 400])
})

test('Stripe makes one session of a key, refuses the key with another body, and reports a payment to the endpoints of its account until they take it', async () => {
  const stripe = createStripe()
  const [ours, theirs] = [newStripeLiveKey(), newStripeLiveKey()].map((key) => basic(`${key}:`))
  const reports: object[] = []
  const server = createServer(async (message: IncomingMessage, response) => {
    const { id, type, livemode, data } = JSON.parse(await text(message))
    const { amount, amount_received, currency, metadata } = data.object
    reports.push({ path: message.url, id, type, livemode, amount, amount_received, currency, metadata })
    response.writeHead(reports.length === 1 ? 503 : 200).end()
  })
  const port = await listen(server)
  onTestFinished(() => void server.close())
  for (const [headers, path] of [
    [ours, 'ours'],
    [theirs, 'theirs'],
  ] as const)
    ask(stripe, 'POST /webhook_endpoints', {
      ...(headers && { headers }),
      body: `url=http://127.0.0.1:${port}/${path}`,
    })

  const begin = (form: string) => {
    const body = `${form}&payment_intent_data[metadata][nickname]=Mira`
    return ask(stripe, 'POST /checkout/sessions', { headers: { ...ours, 'idempotency-key': 'k' }, body })
  }
  const [first, again, other] = [begin(session(100)), begin(session(100)), begin(session(200))]
  const page = `/checkout/sessions/${first.body['id']}/page`
  const answers = [ask(stripe, `POST ${page}`), ask(stripe, `POST ${page}`)]

  expect([again.body['id'], other.status]).toEqual([first.body['id'], 400])
  expect(other.body['error']).toMatchObject({ type: 'idempotency_error' })
  expect(answers.map(({ status, headers }) => [status, headers?.['location']])).toEqual([
    [303, 'http://h/back'],
    [303, 'http://h/back'],
  ])
  await expect.poll(() => reports.length, { timeout: 10_000 }).toBe(2)
  expect(ask(stripe, `GET ${page}`).body).toMatch(
    /<h1>\$1\.00<.*<button autofocus>Pay \$1\.00<.*<a href="http:\/\/h\/back">/s,
  )
  const report = {
    path: '/ours',
    id: expect.stringMatching(/^evt_/),
    type: 'payment_intent.succeeded',
    livemode: true,
    amount: 100,
    amount_received: 100,
    currency: 'usd',
    metadata: { nickname: 'Mira' },
  }
  expect(reports).toEqual([report, report])
  expect(reports[0]).toEqual(reports[1])
})

test('a session of Stripe that is paid twice has one payment, and the same form without a key begins another one', () => {
  const stripe = createStripe()
  const begin = () => ask(stripe, 'POST /checkout/sessions', withStripe(session(100))).body
  const [made, other] = [begin(), begin()]
  const step = (line: string) => ask(stripe, line, withStripe()).body

  const [once, twice] = [1, 2].map(() => step(`POST /checkout/sessions/${made['id']}/pay`))

  expect(made).toMatchObject({ status: 'open', payment_status: 'unpaid', payment_intent: null, livemode: false })
  expect(twice).toMatchObject({ status: 'complete', payment_status: 'paid', payment_intent: once?.['payment_intent'] })
  expect(step(`POST /checkout/sessions/${other['id']}/expire`)).toMatchObject({
    status: 'expired',
    payment_status: 'unpaid',
  })
  expect(step(`GET /checkout/sessions/${other['id']}`)).toMatchObject({ id: other['id'], status: 'expired' })
})

test('the page of Stripe shows an address with quotes as text', () => {
  const stripe = createStripe()
  const body = `${session(100)}"><script>`
  const { body: made } = ask(stripe, 'POST /checkout/sessions', { headers: basic(`${stripeKey}:`), body })

  expect(ask(stripe, `GET /checkout/sessions/${made['id']}/page`).body).not.toContain('<script>')
})

test.each([
  ['at once', {}, 'succeeded', 200],
  ['later', { capture: false }, 'waiting_for_capture', 400],
  ['by its payer', { confirmation: { type: 'redirect' } }, 'pending', 400],
])(
  'YooKassa: a payment that is captured %s is %s at first, and its refund is answered %i',
  (_when, order, status, refund) => {
    const [yookassa, amount] = [createYookassa(), { value: '10.00', currency: 'RUB' }]
    const headers = basic(`${yookassaShop.shopId}:${yookassaShop.secretKey}`)
    const { body } = ask(yookassa, 'POST /payments', { headers, body: { amount, ...order } })

    const refunded = ask(yookassa, 'POST /refunds', { headers, body: { payment_id: body['id'], amount } })

    expect([body['status'], refunded.status]).toEqual([status, refund])
    expect(body).toMatchObject({ amount, metadata: {}, payment_method: { type: 'bank_card' }, test: false })
  },
)

test('donation services list donations by their time, the last first, and a page of Streamlabs begins after the given one', () => {
  const [, streamElements, streamlabs] = createDonationServices()
  const [elements, labs] = [streamElements, streamlabs].map((each) => each ?? expect.fail())
  const give = (standIn: StandIn = expect.fail(), at: string) =>
    ask(standIn, 'POST /donate/alice', { body: { amount: '1', currency: 'USD', at } }).body['number']
  const days = ['2026-01-01', '2026-01-03', '2026-01-02']
  const [first, last] = [elements, labs].map((each) => days.map((day) => give(each, `${day}T00:00:00Z`)))

  const bearer = { authorization: 'Bearer good-alice' }
  const tips = ask(elements ?? expect.fail(), `GET /kappa/v2/tips/${donationAccountId('streamElements', 'alice')}`, {
    headers: bearer,
  })
  const client = 'client_id=sandbox-streamlabs-client&client_secret=sandbox-streamlabs-secret'
  const body = `${client}&redirect_uri=http://localhost:5173/streamlabs&grant_type=authorization_code&code=good-alice`
  const { body: tokens } = ask(labs ?? expect.fail(), 'POST /api/v2.0/token', { headers: form, body })
  const headers = { authorization: `Bearer ${tokens['access_token']}` }
  const page = ask(labs ?? expect.fail(), `GET /api/v2.0/donations?before=${last?.[1]}`, { headers })

  const tip = { status: 'success', deleted: false, donation: { amount: 1, currency: 'USD' } }
  expect(tips.body['docs']).toMatchObject([
    { ...tip, createdAt: '2026-01-03T00:00:00.000Z' },
    tip,
    { ...tip, createdAt: '2026-01-01T00:00:00.000Z' },
  ])
  expect(page.body['data']).toMatchObject([
    { donation_id: last?.[2], created_at: 1_767_312_000, amount: '1.0000000000' },
    { donation_id: last?.[0] },
  ])
  expect(first).toHaveLength(3)
})

test('DonationAlerts lists 30 donations to a page and links to the next one, StreamElements as many as are asked for', () => {
  const [alerts = expect.fail(), elements = expect.fail()] = createDonationServices()
  const give = (standIn: StandIn, second: number) => {
    const at = new Date(second * 1000)
    return ask(standIn, 'POST /donate/a', { body: { amount: '1', currency: 'USD', message: `${second}`, at } })
  }
  const { body: tokens } = ask(alerts, 'POST /oauth/token', posted(`${asAlerts}&${code}`))
  const headers = { authorization: `Bearer ${tokens['access_token']}` }
  const url = 'https://www.donationalerts.com/api/v1/alerts/donations?page='
  const pageOf = (query: string) => ask(alerts, `GET /api/v1/alerts/donations${query}`, { headers }).body
  const none = pageOf('')
  for (let second = 0; second < 31; second++) for (const each of [alerts, elements]) give(each, second)

  const [first, second] = [pageOf(''), pageOf('?page=2')]
  const tipsOf = (query: string) => ask(elements, tips + query, { headers: { authorization: 'Bearer good-a' } }).body

  const meta = { per_page: 30, last_page: 2, total: 31 }
  expect(none).toMatchObject({ data: [], links: { last: `${url}1`, next: null }, meta: { last_page: 1, total: 0 } })
  expect(first['data']).toHaveLength(30)
  expect(second['data']).toMatchObject([{ message: '0', created_at: '1970-01-01 00:00:00' }])
  expect(first).toMatchObject({
    links: { first: `${url}1`, prev: null, next: `${url}2`, last: `${url}2` },
    meta: { ...meta, current_page: 1 },
  })
  expect(second).toMatchObject({
    links: { first: `${url}1`, prev: `${url}1`, next: null },
    meta: { ...meta, current_page: 2 },
  })
  expect(tipsOf('?limit=2&offset=1')).toMatchObject({
    docs: [{ donation: { message: '29' } }, { donation: { message: '28' } }],
    total: 31,
  })
  expect(tipsOf('')['docs']).toHaveLength(25)
})

test('a tip of a streamer whose name has a blank is completed alone', () => {
  const [, elements = expect.fail()] = createDonationServices()
  const give = (body: object) => ask(elements, 'POST /donate/a%20b', { body }).body['number']
  const [first] = [1, 2].map((amount) => give({ amount, currency: 'USD', status: 'pending' }))

  give({ completed: first })

  const path = `GET /kappa/v2/tips/${donationAccountId('streamElements', 'a b')}`
  const { body } = ask(elements, path, { headers: { authorization: 'Bearer good-a b' } })
  const tips = body['docs'] as unknown as readonly { readonly status: string; readonly donation: object }[]
  expect(tips.map(({ status, donation }) => [donation, status])).toMatchObject([
    [{ amount: 2 }, 'pending'],
    [{ amount: 1 }, 'success'],
  ])
})

const challenge = `code_challenge=${'c'.repeat(43)}&code_challenge_method=S256`

test.each([
  ['one scope', `&scope=user:read&${challenge}`, /^good-[0-9a-f]{8}$/],
  ['several scopes', `&scope=user:read+events:subscribe&${challenge}`, /^good-all-[0-9a-f]{8}$/],
  ['no challenge', '&scope=user:read', undefined],
  ['a plain challenge', `&code_challenge=${'c'.repeat(43)}&code_challenge_method=plain`, undefined],
  ['another page', `&redirect_uri=http://localhost:5173/other&${challenge}`, undefined],
  ['another client', `&client_id=sandbox-twitch-client&${challenge}`, undefined],
  ['another type of answer', `&response_type=token&${challenge}`, undefined],
])('signing in at Kick with %s leads back with the state and the code %s', (_what, more, code) => {
  const client = '&client_id=sandbox-kick-client&redirect_uri=http://localhost:5173/kick&response_type=code'
  const { headers, status } = ask(createKick(), `GET /oauth/authorize?state=s${more}${client}`)

  if (code === undefined) return expect(status).toBe(400)
  const { searchParams } = new URL(headers?.['location'] ?? '')
  expect(searchParams.get('code')).toMatch(code)
  expect(searchParams.get('state')).toBe('s')
})

/** Twitch, and what subscribes to the streams of the account 7 there. */
const subscribable = () => {
  const twitch = createTwitch()
  const { body } = ask(twitch, 'POST /oauth2/token', posted(`${asTwitch}&${app}`))
  const headers = { 'client-id': 'sandbox-twitch-client', authorization: `Bearer ${body['access_token']}` }
  const wanted = { type: 'stream.online', version: '1', condition: { broadcaster_user_id: '7' } }
  const subscribe = (callback: string, secret: string, other = {}) => {
    const sent = { headers, body: { ...wanted, ...other, transport: { callback, secret } } }
    return ask(twitch, 'POST /helix/eventsub/subscriptions', sent, 'api.twitch.tv').status
  }
  return { twitch, sender: twitch.sender, subscribe }
}

test.each([
  [9, [400, 400]],
  [10, [202, 409]],
  [100, [202, 409]],
  [101, [400, 400]],
])(
  'Twitch answers two subscriptions with a secret of %i characters, the first still unverified: %j',
  (length, statuses) => {
    const { sender, subscribe } = subscribable()

    expect([1, 2].map(() => subscribe('https://api.example/hook', 's'.repeat(length)))).toEqual(statuses)
    expect(() => sender.stream('7', true)).toThrow('nobody has subscribed')
  },
)

test.each([
  ['channel.cheer', 'all-mira', 202],
  ['channel.cheer', 'mira', 403],
  ['channel.raid', 'mira', 202],
])(
  'Twitch answers a subscription to %s of %s with %3$i, as its owner has granted the scope or not',
  (type, name, status) => {
    const { twitch, subscribe } = subscribable()
    const [account, secret] = [donationAccountId('streamlabs', name), 's'.repeat(10)]
    const signedIn = `${asTwitch}&grant_type=authorization_code&code=good-${name}&redirect_uri=http://localhost:5173/twitch`
    const condition = type === 'channel.raid' ? { to_broadcaster_user_id: account } : { broadcaster_user_id: account }

    const before = subscribe('https://api.example/hook', secret, {
      type: 'channel.cheer',
      condition: { broadcaster_user_id: account },
    })
    ask(twitch, 'POST /oauth2/token', posted(signedIn))

    expect(before).toBe(403)
    const answers = ['hook', 'other', 'hook'].map((path) =>
      subscribe(`https://api.example/${path}`, secret, { type, condition }),
    )
    expect(answers).toEqual(status === 202 ? [202, 202, 409] : [403, 403, 403])
  },
)

test.each([
  [200, (challenge: string) => challenge, 'enabled'],
  [500, (challenge: string) => challenge, 'webhook_callback_verification_failed'],
  [200, () => 'ok', 'webhook_callback_verification_failed'],
])('Twitch takes the answer %i with its challenge for agreement: row %#', async (status, echo, expected) => {
  const { sender, subscribe } = subscribable()
  const server = createServer(async (message: IncomingMessage, response) => {
    response.writeHead(status).end(echo(JSON.parse(await text(message)).challenge))
  })
  const port = await listen(server)
  onTestFinished(() => void server.close())

  subscribe(`http://127.0.0.1:${port}/`, 's'.repeat(10))

  await expect.poll(() => sender.subscriptions('7')[0]?.status, { timeout: 60_000 }).toBe(expected)
  sender.drop('7')
  expect(sender.subscriptions()).toEqual([])
})

test('a subscription that Twitch deletes while it is verified does not come back', async () => {
  const { sender, subscribe } = subscribable()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: { readonly body: string }) => {
    asked.push(body)
    sender.drop('7')
    return { status: 200, text: async () => JSON.parse(body).challenge }
  })
  onTestFinished(() => void vi.unstubAllGlobals())

  subscribe('http://127.0.0.1/', 's'.repeat(10))
  await setImmediate()

  expect([asked.length, sender.subscriptions()]).toEqual([1, []])
})

test('Twitch answers a valid token with the id of its client alone, and about subscriptions that of an app alone', () => {
  const { twitch } = subscribable()
  const tokenFor = (grant: string) =>
    ask(twitch, 'POST /oauth2/token', posted(`${asTwitch}&${grant}`)).body['access_token']
  const [user, ofApp] = [tokenFor(`${code}&redirect_uri=http://localhost:5173/twitch`), tokenFor(app)]
  const statuses = (client: object) =>
    ['users', 'eventsub/subscriptions'].map((path, index) => {
      const headers = { authorization: `Bearer ${[user, ofApp][index]}`, ...client }
      return ask(twitch, `GET /helix/${path}`, { headers }, 'api.twitch.tv').status
    })

  expect(statuses({ 'client-id': 'sandbox-twitch-client' })).toEqual([200, 200])
  expect(statuses({ 'client-id': 'another' })).toEqual([401, 401])
  const headers = { authorization: `Bearer ${user}`, 'client-id': 'sandbox-twitch-client' }
  expect(ask(twitch, 'GET /helix/eventsub/subscriptions', { headers }, 'api.twitch.tv').status).toBe(401)
})

test('Kick deletes every subscription that a request names, and no other', () => {
  const kick = createKick()
  const { body } = ask(kick, 'POST /oauth/token', posted(`${asKick}&${app}`))
  const [a, b, c] = ['71', '71', '72'].map((accountId) =>
    kick.sender.put({ accountId, event: 'channel.followed', status: 'enabled' }),
  )

  const line = `DELETE /public/v1/events/subscriptions?id=${a?.id}&id=${b?.id}`
  ask(kick, line, { headers: { authorization: `Bearer ${body['access_token']}` } }, 'api.kick.com')

  expect(kick.sender.subscriptions()).toEqual([c])
})

test('Kick and VK Video Live take the revocation of a token that is none', () => {
  const ofVk = ask(createVkLive(), 'POST /oauth/server/revoke', posted('token=x', asVk))

  expect([ask(createKick(), 'POST /oauth/revoke?token=x').status, ofVk.status]).toEqual([200, 200])
})

test('VK Video Live gives the start of a stream in seconds', () => {
  vkLiveStreams.set('alice', { id: 's1', startedAt: new Date('2026-01-01T00:00:00.999Z') })
  onTestFinished(() => void vkLiveStreams.delete('alice'))
  const sent = { headers: basic('sandbox-vk-client:sandbox-vk-secret'), body: { channels: [{ url: 'alice' }] } }

  const { body } = ask(createVkLive(), 'POST /v1/channels', sent, 'apidev.live.vkvideo.ru')

  expect(body['data']).toMatchObject({ channels: [{ stream: { started_at: 1_767_225_600 } }] })
})

test('of the entries of the playlist PLdemo six are deleted and four private', () => {
  const count = (wanted: string) =>
    publicPlaylists['PLdemo']?.videos.filter(({ availability }) => availability === wanted).length

  expect([count('deleted'), count('private')]).toEqual([6, 4])
})

test('the panel of outgoing messages shows the last 50, and no token of a bot', () => {
  const body = { chat_id: 7, text: 'Hello' }
  const log = Array.from({ length: 51 }, (_, at) => requestOf('POST /bot1:secret/sendMessage', { at, body }))
  const ofMax = receivedPanel([requestOf('POST /messages?chat_id=8', { body: { text: 'Hi' } })]).feed?.()

  const entries = receivedPanel(log).feed?.() ?? []

  expect([entries.length, entries[0]]).toEqual([
    50,
    { at: 1, title: 'POST /bot…/sendMessage', text: 'to the chat 7: Hello' },
  ])
  expect(ofMax).toMatchObject([{ text: 'to the chat 8: Hi' }])
})

test('credentials are stored below the prefix of each function that has one', () => {
  const functions = [{ environment: { PARAMETER_PREFIX: '/live' } }, { environment: {} }]
  const deployment = { functions } as unknown as Parameters<ReturnType<typeof sandboxParameters>>[0]

  expect(sandboxParameters({ parameters: { 'kick/client-id': 'c' } })(deployment)).toEqual({
    '/live/kick/client-id': 'c',
  })
})
