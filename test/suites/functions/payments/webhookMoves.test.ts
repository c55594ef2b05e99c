import { expect, test } from 'vitest'
import { newStripeSecret } from '../../../local/sandbox/stripe.ts'
import { checkoutCredentials } from '../../../support/fixtures/donorFixtures.ts'
import { useUpRate } from '../../../support/fixtures/limits.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { webhookStreamers } from '../../../support/webhookStreamers.ts'

const functions = await sharedByTests(startFunctions())
const { sandbox } = functions
const { newStreamer, asked, spoilKey } = webhookStreamers(functions)

const registered = { state: 'registered' }
const formerAddress = { state: 'former_address' }

test('a new address moves the webhook at Stripe at once', async () => {
  const { stripe, set, rotate, listed, endpoints, atStripe } = newStreamer()
  const { body } = await set(stripe)
  const [{ id } = {}] = await endpoints()
  await atStripe(`/${id}`, { disabled: 'true' })

  const { webhookUrl } = await rotate(body.id)

  expect(await endpoints()).toMatchObject([{ id, url: webhookUrl, status: 'enabled' }])
  expect((await listed()).webhook).toEqual(registered)
})

test('a new address moves the webhook at PayPal at once, which keeps its id', async () => {
  const { set, rotate, listed } = newStreamer()
  const { webhookId: _, ...settings } = checkoutCredentials.paypal.settings
  const { body } = await set({ ...checkoutCredentials.paypal, settings })
  const before = (await listed()).settings

  const requests = await asked(() => rotate(body.id))

  expect(requests).toEqual(['GET /v1/notifications/webhooks', 'PATCH /v1/notifications/webhooks/id'])
  expect(await listed()).toMatchObject({ settings: before, webhook: registered })
})

test.each([
  [{}, 'signature_rejected'],
  [{ keepPrevious: false }, 'unknown_address'],
])('the former address of a moved webhook is accepted for its time, or refused at once: %o', async (more, reason) => {
  const { scene, stripe, set, rotate, listed } = newStreamer()
  const { body } = await set(stripe)
  await rotate(body.id, more)

  await functions.call('receiveWebhook', { params: { recipientId: scene.recipient, gatewayId: body.id }, body: '{}' })

  expect(await listed()).toMatchObject({ webhook: registered, lastRefused: { reason } })
})

test.each([
  ['fails', { kind: 'status', status: 500 }],
  ['does not know the key any more', { kind: 'status', status: 401 }],
  ['does not answer after it has moved it', { kind: 'dropAfter' }],
] as const)('the address is new where Stripe %s, and the webhook has the former one', async (_name, failure) => {
  const { stripe, set, rotate, listed, endpoints } = newStreamer()
  const { body } = await set(stripe)
  const [{ id } = {}] = await endpoints()
  sandbox.script({ path: `/webhook_endpoints/${id}`, method: 'POST' }, failure)

  const { webhookUrl } = await rotate(body.id)

  const between = await listed()
  await set({ gateway: 'stripe', settings: {}, id: body.id })
  expect(between).toMatchObject({ webhookUrl, webhook: formerAddress })
  expect([await endpoints(), (await listed()).webhook]).toMatchObject([[{ id, url: webhookUrl }], registered])
})

test('the right that a key lacks to move the webhook is named, until the webhook has moved', async () => {
  const { stripe, set, rotate, listed, endpoints } = newStreamer()
  const { body } = await set(stripe)
  const [{ id } = {}] = await endpoints()
  const path = `/webhook_endpoints/${id}`
  sandbox.script({ path, method: 'POST' }, { kind: 'status', status: 403 })
  const states = []

  for (const failure of [undefined, undefined, { kind: 'status', status: 500 } as const]) {
    if (failure) sandbox.script({ path, method: 'POST' }, failure)
    await rotate(body.id)
    states.push((await listed()).webhook)
  }

  expect(states).toEqual([{ state: 'missing_right', right: 'Webhook Endpoints: Write' }, registered, formerAddress])
})

test('a webhook that its owner has removed at Stripe is registered anew', async () => {
  const { stripe, set, rotate, listed, endpoints, atStripe } = newStreamer()
  const { body } = await set(stripe)
  const [{ id } = {}] = await endpoints()
  await atStripe(`/${id}`, {}, 'DELETE')

  const { webhookUrl } = await rotate(body.id)

  expect([await endpoints(), (await listed()).webhook]).toMatchObject([[{ url: webhookUrl }], registered])
})

test('whoever has had gateways asked too often gets a new address without asking one', async () => {
  const { scene, stripe, set, rotate, listed } = newStreamer()
  const { body } = await set(stripe)
  await useUpRate(scene, 'gatewayKeys')

  const requests = await asked(() => rotate(body.id))

  expect([requests, (await listed()).webhook]).toEqual([[], formerAddress])
})

test('a key that cannot be opened keeps nobody from changing the address', async () => {
  const { scene, stripe, set, rotate, listed } = newStreamer()
  const { body } = await set(stripe)
  await spoilKey(scene.recipient, body.id)

  const { webhookUrl } = await rotate(body.id)

  expect(await listed()).toMatchObject({ webhookUrl, webhook: formerAddress })
})

test('an endpoint of the owner is moved to a new address by hand', async () => {
  const { stripe, set, listed, rotate, atStripe } = newStreamer()
  const { body } = await set({ ...stripe, secret: newStripeSecret() })
  await atStripe('', { url: body.webhookUrl, 'enabled_events[]': 'payment_intent.succeeded' })
  await set({ ...stripe, id: body.id })
  const before = (await listed()).webhook

  const requests = await asked(() => rotate(body.id))

  expect([before, requests, (await listed()).webhook]).toEqual([registered, [], { state: 'by_hand' }])
})
