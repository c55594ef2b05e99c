import { expect, test } from 'vitest'
import { paypalApp } from '../../../local/sandbox/paypal.ts'
import { newStripeSecret, stripeKeyWithoutWebhooks } from '../../../local/sandbox/stripe.ts'
import { checkoutCredentials } from '../../../support/fixtures/donorFixtures.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { webhookStreamers } from '../../../support/webhookStreamers.ts'

const functions = await sharedByTests(startFunctions())
const { sandbox } = functions
const { newStreamer, asked } = webhookStreamers(functions)

const byHand = { state: 'by_hand' }
const registered = { state: 'registered' }

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

test('an endpoint of the owner whose secret is missing is left alone', async () => {
  const { stripe, set, listed, endpoints, atStripe } = newStreamer()
  const { body } = await set({ gateway: 'stripe' })
  await atStripe('', { url: body.webhookUrl, 'enabled_events[]': 'payment_intent.succeeded' })

  await set({ ...stripe, id: body.id })

  expect([(await endpoints()).length, (await listed()).webhook]).toEqual([1, byHand])
})

test('an endpoint that was disabled is enabled when the key is stored again', async () => {
  const { stripe, set, listed, endpoints, atStripe } = newStreamer()
  const { body } = await set(stripe)
  const [{ id } = {}] = await endpoints()
  await atStripe(`/${id}`, { disabled: 'true' })

  await set({ ...stripe, id: body.id })

  expect(await endpoints()).toMatchObject([{ id, url: body.webhookUrl, status: 'enabled' }])
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

test('a webhook of PayPal whose creation was not answered is found again', async () => {
  const { set, listed } = newStreamer()
  sandbox.script({ path: '/v1/notifications/webhooks', method: 'POST' }, { kind: 'dropAfter' })
  const { body } = await set(paypal)

  const found = await asked(() => set({ ...paypal, id: body.id }))

  expect(found).toEqual(['GET /v1/notifications/webhooks'])
  expect((await listed()).webhook).toEqual(registered)
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
