import { expect, test } from 'vitest'
import { type RateKind, rates } from '../../../../shared/mechanisms/limits/limits.ts'
import { stripeKey } from '../../../local/sandbox/stripe.ts'
import type { Scene } from '../../../support/fixtures/fixture.ts'
import { useUpRate } from '../../../support/fixtures/limits.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import type { TestRequest } from '../../../support/httpEvent.ts'
import { itemsOf } from '../../../support/itemsOf.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const functions = await sharedByTests(startFunctions())

/** `resume` is a message, and units of YouTube are shared, and donors have no token: `test/suites/functions/realtime`, `media` and `donors` have their tests. */
type RequestedKind = Exclude<
  RateKind,
  'resumes' | 'idleMessages' | 'externalPlaylists' | 'sharedPlaylists' | `donor${string}` | `gatewayQuestion${string}`
>

const announcer = { text: 'We are live!', accountId: 'main', chatId: 1 }
const price = { major: 1, minor: 0, currency: 'EUR' }
const item = { system: 'Kick', event: 'follow', originId: '1', timestamp: '2026-03-01T18:30:00Z' }

/** A request of each kind of rate of the HTTP API. */
const requests: Readonly<Record<RequestedKind, (scene: Scene) => readonly [string, TestRequest]>> = {
  prints: () => ['printCsv', { body: {} }],
  dataJobs: () => ['exportData', { body: {} }],
  testAlerts: () => ['testAlert', { body: {} }],
  overlayChecks: () => ['checkOverlays', { body: {} }],
  goals: () => ['setGoal', { body: { target: { major: 1, minor: 0, currency: 'EUR' } } }],
  showCommands: () => ['controlShow', { body: { command: 'pause' } }],
  endpointChanges: () => ['setEndpoint', { body: { url: 'https://bot.example.com', types: ['alert.shown'] } }],
  endpointMessages: () => ['testEndpoint', { body: { id: 'endpoint' } }],
  testAnnouncements: () => ['testAnnouncement', { body: { id: 'announcer' } }],
  uploads: () => ['beginUpload', { body: { name: 'coin.gif', kind: 'image', bytes: 1 } }],
  chatCodes: () => ['linkChat', { body: { accountId: 'main' } }],
  gatewayKeys: () => ['setGateway', { body: { gateway: 'stripe', type: 'fiat', token: stripeKey } }],
  links: ({ unique }) => ['getVkLiveToken', { body: { authorizationCode: unique('good-user') } }],
  oneTimeCodes: () => ['createOneTimeCode', { body: { refreshToken: 'refresh' } }],
  tickets: () => ['createTicket', { body: {} }],
  renewals: ({ recipient }) => ['renewTicket', { body: { key: recipient } }],
  historyItems: () => ['addHistoryItems', { body: { items: [item] } }],
  actions: () => [
    'addActions',
    {
      body: {
        actions: [
          { name: 'wave', price },
          { name: 'jump', price },
        ],
      },
    },
  ],
  announcers: () => ['updateAnnouncers', { body: { added: [announcer, announcer] } }],
  keptBytes: ({ unique }) => [
    'putConfig',
    { headers: { 'idempotency-key': unique('key') }, body: { name: 'page', value: { text: 'x'.repeat(60_000) } } },
  ],
}

const newScene = async (): Promise<Scene> => {
  const { secretHash } = await import('../../../../shared/mechanisms/secrets/ownedSecret.ts')
  const scene = functions.newScene()
  const { recipient: recipientId } = scene
  const expiresAt = 4_000_000_000
  const stored = { ...announcer, trigger: 'GOAL', enabled: true, buttons: [], announcerType: 'ANNOUNCE_STREAM' }
  await scene.put('announcers', { recipientId, id: 'announcer', ...stored })
  await scene.put('endpoints', { recipientId, id: 'endpoint' })
  await scene.put('overlayKeys', { keyHash: secretHash(recipientId), recipientId, overlayId: 'overlay', expiresAt })
  return scene
}

const callOf = (scene: Scene, kind: RequestedKind) => {
  const [operation, request] = requests[kind](scene)
  return functions.call(operation, { recipient: scene.recipient, ...request })
}

const kinds = Object.keys(requests) as RequestedKind[]

test.each(kinds)(
  '%s: above the rate it is 429 with the seconds until it would pass, and other kinds pass',
  async (kind) => {
    const scene = await newScene()
    await useUpRate(scene, kind)

    const refused = await callOf(scene, kind)
    const others = await Promise.all(kinds.filter((other) => other !== kind).map((other) => callOf(scene, other)))

    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(rates[kind].seconds)
    expect(others.map(({ status }) => status).filter((status) => status === 429)).toEqual([])
  },
)

test('renewals and messages of endpoints: a question whether an overlay is free and a repetition spend the rate too', async () => {
  const scene = await newScene()
  const { recipient } = scene
  const { messageId } = await scene.done('testEndpoint', { body: { id: 'endpoint' } })
  for (const kind of ['renewals', 'endpointMessages'] as const) await useUpRate(scene, kind)

  const answers = [
    await functions.call('renewTicket', { body: { key: recipient, ifFree: true } }),
    await functions.call('resendEndpointMessage', { recipient, body: { endpointId: 'endpoint', messageId } }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([429, 429])
})

test('a refused request has no effect', async () => {
  const scene = await newScene()
  for (const kind of kinds) await useUpRate(scene, kind)

  for (const kind of kinds) await callOf(scene, kind)

  for (const list of ['listHistory', 'listActions', 'listConfigs', 'listAnnouncers', 'listTokens']) {
    const body = await scene.done(list)
    const made = (body.content ?? body).filter(({ id }: { id: string }) => id !== 'announcer')
    expect([list, made]).toEqual([list, []])
  }
})

test('a rate is exact under contention: of 30 codes at once ten are made', async () => {
  const scene = await newScene()

  const answers = await Promise.all(Array.from({ length: 30 }, () => callOf(scene, 'oneTimeCodes')))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
})

test('long answers with a key share 20 MB an hour, repetitions and short answers are free, regression: anyone could fill the store', async () => {
  const scene = await newScene()
  const { recipient } = scene
  const index = Math.floor(Date.now() / 1000 / rates.keptBytes.seconds)
  for (const window of [index, index + 1]) {
    const spent = rates.keptBytes.limit - 130_000
    await scene.put('rates', { recipientId: recipient, window: `keptBytes#${window}`, spent, expiresAt: 4e9 })
  }
  const store = (headers: Readonly<Record<string, string>>, text = 'x'.repeat(60_000)) =>
    functions.call('putConfig', { recipient, headers, body: { name: 'page', value: { text } } })
  const keys = ['a', 'b', 'c', 'a'].map((key) => ({ 'idempotency-key': key }))

  const answers = []
  for (const headers of [...keys, {}]) answers.push(await store(headers))
  answers.push(await store({ 'idempotency-key': 'short' }, 'x'.repeat(3000)))

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200, 200, 200])
  expect(answers[3]?.body).toEqual(answers[0]?.body)
})

const many = <Made>(made: (index: number) => Made) => Array.from({ length: 30 }, (_, index) => made(index))

test.each([
  ['addHistoryItems', { items: many((index) => ({ ...item, originId: `${index}`.padEnd(150, 'x') })) }],
  ['addActions', { actions: many((index) => ({ name: `wave ${index}`, price, payload: { text: 'x'.repeat(100) } })) }],
  ['createPlaylist', { title: 'Chill', items: many(() => ({ title: 'x'.repeat(150), src: 'https://e.com/' })) }],
  ['addNews', { title: 'News', description: 'x'.repeat(5000) }],
])(
  '%s: a long answer that would be kept for a key is refused above the rate of kept bytes',
  async (operation, body) => {
    const scene = await newScene()
    await useUpRate(scene, 'keptBytes')
    const call = (headers = {}) => functions.call(operation, { recipient: scene.recipient, body, headers })

    const answers = [await call({ 'idempotency-key': 'key' }), await call()]

    expect(answers.map(({ status }) => status)).toEqual([429, 200])
  },
)

test.each([
  ['announcers', 3000, 'updateAnnouncers', (_: number) => announcer, 'added'],
  ['historyItems', 6000, 'addHistoryItems', (index: number) => ({ ...item, originId: `${index}` }), 'items'],
  ['actions', 6000, 'addActions', (index: number) => ({ name: `wave ${index}`, price }), 'actions'],
] as const)('%s: a call with many spends as many of %i', async (kind, limit, operation, made, member) => {
  const scene = await newScene()
  const { recipient } = scene
  const index = Math.floor(Date.now() / 1000 / rates[kind].seconds)
  for (const window of [index, index + 1].map((each) => `${kind}#${each}`))
    await scene.put('rates', { recipientId: recipient, window, spent: limit - 9, expiresAt: 4e9 })
  const many = (length: number) =>
    functions.call(operation, { recipient, body: { [member]: Array.from({ length }, (_, each) => made(each)) } })

  const answers = [await many(10), await many(9), await many(2)]

  expect(answers.map(({ status }) => status)).toEqual([429, 200, 429])
})

test('actions and announcers: a call with one of them spends nothing, so it passes above the rate', async () => {
  const scene = await newScene()
  for (const kind of ['actions', 'announcers'] as const) await useUpRate(scene, kind)

  const answers = [
    await functions.call('addActions', { recipient: scene.recipient, body: { actions: [{ name: 'wave', price }] } }),
    await functions.call('updateAnnouncers', { recipient: scene.recipient, body: { added: [announcer] } }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('a renewed ticket spends one of its rate, also where a page asks whether the overlay is free', async () => {
  const { recipient } = await newScene()
  for (const ifFree of [false, true]) await functions.call('renewTicket', { body: { key: recipient, ifFree } })

  const uses = (await itemsOf(functions.aws, 'rates')).filter(({ recipientId }) => recipientId === recipient)

  expect(uses.reduce((sum, { spent }) => sum + Number(spent), 0)).toBe(2)
})

test('a playlist that is remembered costs nothing', async () => {
  const scene = await newScene()
  const { recipient } = scene
  await functions.call('getExternalPlaylist', { recipient, params: { playlistId: 'PLdemo' } })
  await useUpRate(scene, 'externalPlaylists')
  const remembered = await functions.call('getExternalPlaylist', { recipient, params: { playlistId: 'PLdemo' } })

  expect(remembered).toMatchObject({ status: 200 })
})
