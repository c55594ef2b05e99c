import { readFileSync } from 'node:fs'
import { expect, inject, test, vi } from 'vitest'
import { yookassaShop } from '../../local/sandbox/yookassa.ts'
import { clientOf, request, tokenFor } from '../../support/apiClient.ts'
import { standardSecret, standardWebhook } from '../../support/gatewayWebhooks.ts'
import { codeVerifier } from '../functions/recipients/platforms.ts'

interface Row {
  readonly session: string
  readonly request: string
  readonly here: string
}

/** The rows of the page about the front ends. */
const rows: readonly Row[] = readFileSync(
  new URL('../../../shared/areas/service/openDonationAssistant.md', import.meta.url),
  'utf8',
)
  .split('\n')
  .flatMap((line) => {
    const [, session = '', sent = '', here = ''] =
      /^\| (.+?) \| (.+?) \| (works|adapter|absent.*?)\b.* \|$/.exec(line) ?? []
    return here === '' ? [] : [{ session, request: sent, here: line.split(' | ').at(-1)?.replace(/ \|$/, '') ?? '' }]
  })

const replayed = new Set<string>()

/** Sends what a front end sends as the recipient of a session, and notes the row that it replays. */
const sessionOf = (session: string, recipient: string) => {
  const client = clientOf(recipient)
  return async (row: string, method: string, path: string, body?: object, headers?: Record<string, string>) => {
    const found = rows.find((each) => each.session === session && each.request.includes(`\`${row}`))
    if (found === undefined) throw new Error(`the page has no row "${row}" of ${session}`)
    replayed.add(`${session}: ${found.request}`)
    // What works is sent as the row has it; an adapter sends the request that the row names.
    const named = found.here.startsWith('works') ? row : (/`(\w+ [^`]+)`/.exec(found.here)?.[1] ?? row)
    const pattern = new RegExp(
      `^${named
        .split('?')[0]
        ?.replaceAll(/\{\w+\}/g, '[^/]+')
        .replace('`', '')}$`,
    )
    expect(`${method} ${path.split('?')[0]}`).toMatch(pattern)
    // The shared deployment has no second name; with one, this path leads to the same function (test/suites/infra/settings).
    const answer = await client(method, path.replace(/^\/max\//, '/messenger/'), body, headers)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}

const absent = rows.filter(({ here }) => here.startsWith('absent'))

test.each(absent)('$session: $request is absent', async ({ session, request: row, here }) => {
  const [, method = '', path = ''] = /^`(\w+) ([^`]+)`/.exec(row) ?? []
  const token = await tokenFor('front-ends')

  const { status } = await request(method, path, { token, ...(method !== 'GET' && { body: {} }) })

  replayed.add(`${session}: ${row}`)
  expect(here).toMatch(new RegExp(`^absent: ${status}\\b`))
})

test('sign-in: the ID token is refused, and the access token of the same sign-in is taken', async () => {
  const { issuer, audience } = inject('localApi')
  const ofIdToken = [{ alg: 'none' }, { iss: issuer, aud: audience, sub: 'alice', nonce: 'n' }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )

  const refused = await request('GET', '/news', { token: `${ofIdToken.join('.')}.` })
  const taken = await request('GET', '/news', { token: await tokenFor('front-ends') })

  replayed.add('sign-in: the ID token as bearer, in every request')
  expect([refused.status, taken.status]).toEqual([401, 200])
})

test('bots: a card is listed, edited and saved, and the announcers of other bots stay where they are', async () => {
  const send = sessionOf('bots', 'front-ends-bots')
  const listed = () => send('GET /max/announcers', 'GET', '/max/announcers')
  const save = (body: object) =>
    send('POST /max/commands/update-announcers', 'POST', '/max/commands/update-announcers', body)
  const accounts = await send('GET /max/accounts', 'GET', '/messenger/bots')
  const { content: chats } = await send('POST /max/commands/list-available-chats', 'GET', '/messenger/chats')
  await send('POST /max/commands/add-announcer', 'POST', '/max/commands/add-announcer', {
    text: 'Live!',
    accountId: 'main',
    chatId: -100123,
    trigger: 'streamStart',
    buttons: [],
  })
  const [first] = await listed()

  // The card of another bot: a new announcer with an empty button, and one that was added and removed again.
  await save({
    added: [
      {
        text: 'On MAX',
        accountId: 'max-main',
        chatId: -5,
        type: 'announceAndDelete',
        buttons: [{ text: '', url: '' }],
      },
    ],
    updated: [
      { ...first, accountId: 'max-main', text: 'Live now!', buttons: [{ text: 'Watch', url: 'twitch.tv/alice' }] },
    ],
    deleted: ['0b64b3c8-52d6-4f0f-a7ac-3d3a4f6a0b59'],
  })
  const saved = await listed()
  await save({ added: [], updated: [], deleted: saved.map(({ id }: { id: string }) => id) })

  expect(accounts).toContainEqual(expect.objectContaining({ accountId: 'main' }))
  expect(chats).toEqual([])
  expect(saved).toMatchObject([
    {
      id: first.id,
      accountId: 'main',
      chatId: -100123,
      text: 'Live now!',
      buttons: [{ text: 'Watch', url: 'twitch.tv/alice' }],
    },
    { accountId: 'max-main', announcerType: 'ANNOUNCE_STREAM_AND_DELETE', buttons: [] },
  ])
  expect(await listed()).toEqual([])
})

const systems = [
  'ODA',
  'DonationAlerts',
  'DonatePay',
  'Donate.Stream',
  'DonateX',
  'Tribute',
  'Boosty',
  'MemeAlerts',
  'Twitch',
  'Kick',
  'VKLive',
]

test('history and export: the file has the donations that this service took', async () => {
  const recipient = 'front-ends-history'
  const [secret, client] = [standardSecret(recipient), clientOf(recipient)]
  const send = sessionOf('history and export', recipient)
  const { body: gateway } = await client('POST', '/payments/commands/set-gateway', {
    gateway: 'manual',
    type: 'fiat',
    secret,
  })
  const paid = standardWebhook(secret, {
    type: 'payment.completed',
    timestamp: new Date().toISOString(),
    data: { gatewayId: 'p-1', nickname: 'Ada', amount: { major: 5, minor: 0, currency: 'EUR' } },
  })
  await request('POST', new URL(gateway.webhookUrl).pathname, paid)
  const list = 'GET /history?page=0&sort=timestamp,desc&systems=ODA'
  const listed = () =>
    send(list, 'GET', `/history?page=0&sort=timestamp,desc&systems=${systems.join(',')}&events=payment`)
  await vi.waitUntil(async () => (await listed()).totalSize === 1, { timeout: 20_000 })
  const [item] = (await listed()).content
  await send('POST /history/commands/add-item', 'POST', '/history/commands/add-items', {
    items: [
      { system: 'DonatePay', event: 'payment', originId: 'x', timestamp: '2026-01-01T00:00:00Z', nickname: 'Bob' },
    ],
  })

  const { printId } = await send('POST /history/commands/print-csv', 'POST', '/history/commands/print-csv', {
    systems,
    events: ['payment', 'payment'],
    after: null,
    before: null,
  })
  const state = () => send('GET /history/csv/{id}/status', 'GET', `/history/prints/${printId}`)
  await vi.waitUntil(async () => (await state()).status === 'ready', { timeout: 20_000, interval: 200 })
  const { url } = await send('GET /history/csv/{id}`', 'GET', `/history/prints/${printId}`)
  const csv = await (await fetch(url)).text()
  await send('POST /history/commands/repeat-alert', 'POST', '/history/commands/repeat-alert', {
    historyItemId: item.id,
  })
  await send('POST /history/commands/delete-item', 'POST', '/history/commands/delete-item', { historyItemId: item.id })

  expect(item).toMatchObject({ system: 'Manual', event: 'payment', nickname: 'Ada' })
  expect(csv.match(/Ada|Bob/g)).toEqual(['Bob', 'Ada'])
  expect((await listed()).totalSize).toBe(1)
})

test('payment page: the record with a bare host is read, edited and saved', async () => {
  const send = sessionOf('payment page', 'front-ends-page')
  const record = { name: 'paymentpage', url: 'front-ends.oda.digital', value: { fio: 'Alice', minimalAmount: 40 } }
  const read = async () => (await send('GET /config/paymentpage', 'GET', '/config?name=paymentpage')).content[0]
  const save = (body: object) => send('POST /config/{id}', 'PUT', '/config', body)

  await save({ ...record, ownerId: null, actions: [] })
  const first = await read()
  await save({ ...first, ownerId: '', value: { ...first.value, inn: '1' } })
  await send('POST /config/commands/change-agreement', 'POST', '/config/commands/change-agreement', {
    gateway: 'yookassa',
  })

  expect(await read()).toMatchObject({
    id: first.id,
    url: record.url,
    value: { ...record.value, inn: '1', gateway: 'yookassa' },
  })
})

test('gateways: one is set, enabled with its legal offer, and deleted', async () => {
  const recipient = 'front-ends-gateways'
  const send = sessionOf('gateways', recipient)
  const listed = async () =>
    (await send('GET /payments/gateways', 'GET', `/payments/gateways?recipientId=${recipient}`)).content
  await clientOf(recipient)('POST', '/config/commands/change-agreement', { gateway: 'stripe' })

  await send('POST /payments/commands/setgateway', 'POST', '/payments/commands/set-gateway', {
    gateway: 'yookassa',
    type: 'fiat',
    token: yookassaShop.secretKey,
    settings: { shopId: yookassaShop.shopId },
  })
  const [{ id }] = await listed()
  await send('POST /payments/commands/togglegateway', 'POST', '/payments/commands/togglegateway', { id })
  const [enabled] = await listed()
  const page = (await clientOf(recipient)('GET', '/config?name=paymentpage')).body.content[0]
  await send('POST /payments/commands/deletegateway', 'POST', '/payments/commands/delete-gateway', { id })

  expect([enabled.enabled, page.value.gateway]).toEqual([true, 'yookassa'])
  expect(await listed()).toEqual([])
})

test('linked accounts: accounts are linked, switched and unlinked', async () => {
  const send = sessionOf('linked accounts', 'front-ends-accounts')
  const listed = async () => (await send('GET /recipients/tokens', 'GET', '/recipients/tokens')).content
  const link = (path: string, name: string, more: object = {}) =>
    send(`POST ${path}`, 'POST', path, { authorizationCode: `good-front-ends-${name}`, ...more })

  const kick = await link('/recipients/commands/link-kick', 'kick', { codeVerifier })
  await link('/recipients/commands/link-twitch', 'twitch')
  const vkLive = await link('/recipients/commands/link-vklive', 'vk')
  const older = await link('/recipients/tokens/getvklivetoken', 'vk-older')
  const { token } = await send(
    'POST /recipients/tokens/get-access-token',
    'POST',
    '/recipients/tokens/get-access-token',
    {
      tokenId: kick.id,
    },
  )
  await send('POST /recipients/tokens/toggle-token', 'POST', '/recipients/tokens/toggle-token', {
    id: kick.id,
    enabled: false,
  })
  await send('POST /recipients/tokens/delete-token', 'POST', '/recipients/tokens/unlink-token', { id: older.body.id })

  const tokens: { id: string; system: string; enabled: boolean }[] = await listed()
  expect(token).toMatch(/^kick-access/)
  expect(vkLive).toMatchObject({ system: 'VKLive', enabled: true })
  expect(tokens.map(({ system, enabled }) => [system, enabled]).toSorted()).toEqual([
    ['Kick', false],
    ['Twitch', true],
    ['VKLive', true],
  ])
})

test('media: playlists are listed and saved with addresses that have no scheme, and the queue is heard', async () => {
  const send = sessionOf('media', 'front-ends-media')
  const listed = async () =>
    (await send('GET /playlists`', 'GET', '/playlists?orderBy=&size=100&sort=%5Bobject%20Object%5D')).content

  const external = await send('GET /media/playlists/{id}', 'GET', '/media/playlists/PLdemo')
  const { id } = await send('POST /playlists/commands/create', 'POST', '/playlists/commands/create-playlist', {
    title: 'Chill',
    items: [{ title: 'A song', src: 'youtu.be/abc' }],
  })
  const [playlist] = await listed()
  const { content: queue } = await send('GET /media/video', 'GET', '/media')
  await send('POST /media/commands/mark-all-listened', 'POST', '/media/commands/mark-all-listened', {})
  await send('POST /playlists/commands/delete', 'POST', '/playlists/commands/delete-playlist', { id })

  expect(external.items[0].snippet).toHaveProperty('title')
  expect(playlist).toMatchObject({ id, title: 'Chill', items: [{ src: 'youtu.be/abc' }] })
  expect([queue, await listed()]).toEqual([[], []])
})

test('news: an entry is published with the name of a file, and listed', async () => {
  const send = sessionOf('news', 'front-ends-news')

  await send('POST /news/commands/add-news', 'POST', '/news/commands/add-news', {
    title: 'New',
    description: 'A new widget.',
    demoUrl: 'demo.mp4',
    global: false,
  })

  expect((await send('GET /feed/news', 'GET', '/news')).content).toMatchObject([{ title: 'New', demoUrl: 'demo.mp4' }])
})

test('an overlay’s two starts: the second one gets an empty token, and goes on with its stored session', async () => {
  const send = sessionOf("an overlay's two starts", 'front-ends-overlay')
  const { otp } = await send('POST /otp/create', 'POST', '/otp/create', { refreshToken: 'of the console' })
  const start = () => send('POST /otp/exchange', 'POST', '/otp/exchange', { otp })

  expect([await start(), await start()]).toEqual([{ refreshToken: 'of the console' }, { refreshToken: '' }])
})

test('a donor’s payment: the page of the gateway is opened, and its state is read', async () => {
  const recipient = 'front-ends-donor'
  const client = clientOf(recipient)
  const send = sessionOf("a donor's payment", recipient)
  const { body: gateway } = await client('POST', '/payments/commands/set-gateway', {
    gateway: 'yookassa',
    type: 'fiat',
    token: yookassaShop.secretKey,
    settings: { shopId: yookassaShop.shopId },
  })
  await client('POST', '/payments/commands/togglegateway', { id: gateway.id, enabled: true })
  const least = [{ major: 1, minor: 0, currency: 'RUB' }]
  const donorPage = { enabled: true, name: 'Alice', least, returnUrl: 'https://alice.oda.digital/' }
  await client('PUT', '/config', { name: 'paymentpage', url: 'alice.oda.digital', value: { donorPage } })

  const { token, url } = await send('PUT /payments/commands/create', 'POST', `/donors/${recipient}/payments`, {
    requestId: 'front-ends-donor-1',
    amount: { major: 100, minor: 0, currency: 'RUB' },
    nickname: 'Ada',
    message: 'Hi',
  })
  const state = await send('GET /payments/{id}', 'GET', `/donors/payments/${token}`)

  const refused = await request('GET', '/payments/1')
  expect(url).toMatch(/^http/)
  expect(state).toMatchObject({ state: 'open', amount: { major: 100, currency: 'RUB' } })
  expect(refused.status).toBe(401)
})

test('every row of the page is replayed', () => {
  const sessions = new Set(rows.map(({ session }) => session))

  expect(rows.map(({ session, request: row }) => `${session}: ${row}`).filter((row) => !replayed.has(row))).toEqual([])
  expect([...sessions]).toEqual([
    'sign-in',
    'bots',
    'history and export',
    'payment page',
    'gateways',
    'linked accounts',
    'media',
    'news',
    "an overlay's two starts",
    "a donor's payment",
  ])
})
