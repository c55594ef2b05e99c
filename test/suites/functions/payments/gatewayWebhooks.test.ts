import { expect, test } from 'vitest'
import { paypalApp } from '../../../local/sandbox/paypal.ts'
import { newStripeLiveKey, newStripeSecret, stripeKeyWithoutWebhooks } from '../../../local/sandbox/stripe.ts'
import { checkoutCredentials } from '../../../support/fixtures/donorFixtures.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const functions = await sharedByTests(startFunctions())
const { sandbox } = functions

const byHand = { state: 'by_hand' }
const registered = { state: 'registered' }

/** A streamer with an account of Stripe, or with the app at PayPal. */
const newStreamer = () => {
  const { recipient, done } = functions.newScene()
  const key = newStripeLiveKey()
  const stripe = { gateway: 'stripe', type: 'fiat', token: key }
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
  const endpoints = `${sandbox.urls['STRIPE_API_URL']}/webhook_endpoints`
  return {
    stripe,
    set: (body: object) => functions.call('setGateway', { recipient, body: { type: 'fiat', ...body } }),
    rotate: (id: string) => done('rotateWebhookUrl', { body: { id } }),
    listed: async () => (await done('listGateways', {})).content[0],
    /** What the account has at Stripe. */
    endpoints: async (): Promise<readonly { readonly [name: string]: unknown }[]> => {
      const answer = await fetch(endpoints, { headers: { authorization } })
      return ((await answer.json()) as { readonly data: [] }).data
    },
    /** The owner makes or changes an endpoint there. */
    atStripe: (path: string, fields: Readonly<Record<string, string>>) =>
      fetch(`${endpoints}${path}`, { method: 'POST', headers: { authorization }, body: new URLSearchParams(fields) }),
  }
}

/** The requests about webhooks that reach the stand-ins meanwhile. */
const asked = async (act: () => Promise<unknown>): Promise<readonly string[]> => {
  const before = sandbox.log.length
  await act()
  return sandbox.log
    .slice(before)
    .filter(({ path }) => /\/webhook/.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/we_\w+|[0-9A-F]{17}$/, 'id')}`)
}

test('a key of Stripe registers the webhook, with its secret and all events, so that the credential can be enabled', async () => {
  const { stripe, set, listed, endpoints } = newStreamer()

  const { body } = await set(stripe)

  const [{ url, enabled_events: events, metadata } = {}, ...others] = await endpoints()
  expect([url, metadata, others]).toEqual([body.webhookUrl, { streaming_support_credential: body.id }, []])
  expect(events).toEqual(expect.arrayContaining(['payment_intent.succeeded', 'charge.dispute.closed', 'refund.failed']))
  expect(await listed()).toMatchObject({ webhook: registered, missing: [] })
  expect(JSON.stringify([body, await listed()])).not.toContain('whsec_')
})

test('a key that is stored again leaves the webhook as it is', async () => {
  const { stripe, set, listed, endpoints } = newStreamer()
  const { body } = await set(stripe)
  const before = await endpoints()

  const requests = await asked(() => set({ ...stripe, id: body.id }))

  expect(requests).toEqual(['GET /webhook_endpoints'])
  expect([await endpoints(), (await listed()).webhook]).toEqual([before, registered])
})

test.each([
  ['is lost', { kind: 'dropAfter' }],
  ['is no JSON', { kind: 'html' }],
] as const)('a webhook whose secret %s gives way to another when the key is stored again', async (_name, failure) => {
  const { stripe, set, listed, endpoints } = newStreamer()
  sandbox.script({ path: '/webhook_endpoints', method: 'POST' }, failure)
  const { status, body } = await set(stripe)
  const lost = [(await listed()).webhook, (await listed()).missing]

  await set({ ...stripe, id: body.id })

  expect([status, body.key.state, lost]).toEqual([200, 'accepted', [byHand, ['secret']]])
  expect([(await endpoints()).length, (await listed()).webhook]).toEqual([1, registered])
})

test.each([
  ['list', 'GET'],
  ['create', 'POST'],
] as const)('a Stripe that cannot %s webhooks keeps nobody from storing a key', async (_name, method) => {
  const { stripe, set, listed } = newStreamer()
  sandbox.script({ path: '/webhook_endpoints', method }, { kind: 'status', status: 400 })

  const { status } = await set(stripe)

  expect([status, await listed()]).toMatchObject([200, { key: { state: 'accepted' }, webhook: byHand }])
})

test('the right that a key lacks for the webhook is named, until a key has it', async () => {
  const { stripe, set, listed } = newStreamer()
  const { status, body } = await set({ ...stripe, token: stripeKeyWithoutWebhooks })
  const before = (await listed()).webhook

  await set({ ...stripe, id: body.id })

  expect([status, before, (await listed()).webhook]).toEqual([
    200,
    { state: 'missing_right', right: 'Webhook Endpoints: Write' },
    registered,
  ])
})

test('a secret that the owner has typed is not replaced, and an endpoint of the owner not touched', async () => {
  const { stripe, set, listed, endpoints, atStripe } = newStreamer()
  const { body } = await set({ ...stripe, secret: newStripeSecret() })
  const states = [(await listed()).webhook, (await endpoints()).length]
  await atStripe('', { url: body.webhookUrl, 'enabled_events[]': 'payment_intent.succeeded' })

  const requests = await asked(() => set({ ...stripe, id: body.id }))

  expect([states, requests, (await listed()).webhook]).toEqual([[byHand, 0], ['GET /webhook_endpoints'], registered])
})

test('an endpoint of the owner is moved to a new address by hand', async () => {
  const { stripe, set, listed, rotate, atStripe } = newStreamer()
  const { body } = await set({ ...stripe, secret: newStripeSecret() })
  await atStripe('', { url: body.webhookUrl, 'enabled_events[]': 'payment_intent.succeeded' })
  await set({ ...stripe, id: body.id })
  const before = (await listed()).webhook

  await rotate(body.id)

  expect([before, (await listed()).webhook]).toEqual([registered, byHand])
})

test('an endpoint of the owner whose secret is missing is left alone', async () => {
  const { stripe, set, listed, endpoints, atStripe } = newStreamer()
  const { body } = await set({ gateway: 'stripe' })
  await atStripe('', { url: body.webhookUrl, 'enabled_events[]': 'payment_intent.succeeded' })

  await set({ ...stripe, id: body.id })

  expect([(await endpoints()).length, (await listed()).webhook]).toEqual([1, byHand])
})

test('a new address, and an endpoint that was disabled, are mended when the key is stored again', async () => {
  const { stripe, set, listed, endpoints, rotate, atStripe } = newStreamer()
  const { body } = await set(stripe)
  const [{ id } = {}] = await endpoints()
  await atStripe(`/${id}`, { disabled: 'true' })
  const { webhookUrl } = await rotate(body.id)
  const between = (await listed()).webhook

  await set({ ...stripe, id: body.id })

  expect(between).toEqual({ state: 'former_address' })
  expect(await endpoints()).toMatchObject([{ id, url: webhookUrl, status: 'enabled' }])
  expect((await listed()).webhook).toEqual(registered)
})

test('a key of another account registers the webhook there', async () => {
  const [{ stripe: other }, { stripe, set, listed, endpoints }] = [newStreamer(), newStreamer()]
  const { body } = await set(other)

  await set({ ...stripe, id: body.id })

  expect(await endpoints()).toMatchObject([{ url: body.webhookUrl }])
  expect((await listed()).webhook).toEqual(registered)
})

test('two requests that store a key at the same time leave one webhook', async () => {
  const { stripe, set, listed, endpoints } = newStreamer()
  const { body } = await set({ gateway: 'stripe' })

  await Promise.all([1, 2, 3].map(() => set({ ...stripe, id: body.id })))
  await set({ ...stripe, id: body.id })

  expect([(await endpoints()).length, (await listed()).webhook]).toEqual([1, registered])
})

const { webhookId: _, ...app } = checkoutCredentials.paypal.settings
const paypal = { ...checkoutCredentials.paypal, settings: app }

test('an app of PayPal registers the webhook, and its id is stored', async () => {
  const { set, listed } = newStreamer()
  const first = await asked(async () => set(paypal))
  const { id, settings, webhook, missing } = await listed()

  const again = await asked(() => set({ ...paypal, id }))

  expect([first, again]).toEqual([
    ['GET /v1/notifications/webhooks', 'POST /v1/notifications/webhooks'],
    ['GET /v1/notifications/webhooks'],
  ])
  expect([settings, webhook, missing]).toEqual([
    { ...app, webhookId: expect.stringMatching(/^[0-9A-F]{17}$/) },
    registered,
    [],
  ])
  expect((await listed()).settings).toEqual(settings)
})

test('a webhook of PayPal whose creation was not answered is found again, and follows a new address', async () => {
  const { set, listed, rotate } = newStreamer()
  sandbox.script({ path: '/v1/notifications/webhooks', method: 'POST' }, { kind: 'dropAfter' })
  const { body } = await set(paypal)
  const found = await asked(() => set({ ...paypal, id: body.id }))
  const { settings } = await listed()
  await rotate(body.id)

  const moved = await asked(() => set({ ...paypal, id: body.id }))

  expect([found, moved]).toEqual([
    ['GET /v1/notifications/webhooks'],
    ['GET /v1/notifications/webhooks', 'PATCH /v1/notifications/webhooks/id'],
  ])
  expect(await listed()).toMatchObject({ settings, webhook: registered })
})

test('the webhook id that the owner of an app has typed is kept', async () => {
  const { set, listed } = newStreamer()

  const requests = await asked(() => set(checkoutCredentials.paypal))

  expect(requests).toEqual(['GET /v1/notifications/webhooks'])
  expect(await listed()).toMatchObject({ settings: { webhookId: paypalApp.webhookId }, webhook: byHand })
})

test('PayPal names the right that an app lacks', async () => {
  const { set, listed } = newStreamer()
  sandbox.script({ path: '/v1/notifications/webhooks' }, { kind: 'status', status: 403 })

  await set(paypal)

  expect((await listed()).webhook).toEqual({
    state: 'missing_right',
    right: 'https://uri.paypal.com/services/applications/webhooks',
  })
})

test.each([checkoutCredentials.yookassa, { gateway: 'kofi', token: 'f'.repeat(36) }, { gateway: 'manual' }])(
  'the webhook of %o is registered by hand',
  async (credential) => {
    const { set, listed } = newStreamer()

    const requests = await asked(() => set(credential))

    expect([requests, (await listed()).webhook]).toEqual([[], byHand])
  },
)

test('other settings have the stored key tried, and nothing is stored where it is refused', async () => {
  const { set, listed } = newStreamer()
  const { token, ...shop } = checkoutCredentials.yookassa
  const { body } = await set({ ...shop, settings: {}, token })
  const { id } = body

  const refused = await set({ ...shop, id, settings: { shopId: '1' } })
  const between = await listed()
  const { body: accepted } = await set({ ...shop, id })

  expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
    400,
    'credential_refused',
    '/settings',
  ])
  expect([between.settings, body.key.state, accepted.key.state]).toEqual([{}, 'unchecked', 'accepted'])
})
