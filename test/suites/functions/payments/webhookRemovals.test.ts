import { expect, test } from 'vitest'
import { newStripeSecret } from '../../../local/sandbox/stripe.ts'
import { checkoutCredentials } from '../../../support/fixtures/donorFixtures.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { webhookStreamers } from '../../../support/webhookStreamers.ts'

const functions = await sharedByTests(startFunctions())
const { sandbox } = functions
const { newStreamer, asked, spoilKey } = webhookStreamers(functions)

const { webhookId, ...app } = checkoutCredentials.paypal.settings
const paypal = { ...checkoutCredentials.paypal, settings: app }

test('a deleted credential takes its webhook at Stripe along, after a change of its address too', async () => {
  const { stripe, set, rotate, remove, listed, endpoints } = newStreamer()
  const { body } = await set(stripe)
  await rotate(body.id)

  await remove(body.id)

  expect([await listed(), await endpoints()]).toEqual([undefined, []])
})

test('a deleted credential takes its webhook at PayPal along', async () => {
  const { set, remove } = newStreamer()
  const { body } = await set(paypal)

  const requests = await asked(() => remove(body.id))

  expect(requests).toEqual(['GET /v1/notifications/webhooks', 'DELETE /v1/notifications/webhooks/id'])
})

test('a webhook that names the credential, and that nobody knows any more, is removed with the other', async () => {
  const { stripe, set, remove, endpoints, atStripe } = newStreamer()
  const { body } = await set(stripe)
  await atStripe('', {
    url: body.webhookUrl,
    'enabled_events[]': 'charge.refunded',
    'metadata[streaming_support_credential]': body.id,
  })

  await remove(body.id)

  expect(await endpoints()).toEqual([])
})

test('an endpoint of the owner stays at Stripe, and Stripe is not asked', async () => {
  const { stripe, set, remove, endpoints, atStripe } = newStreamer()
  const { body } = await set({ ...stripe, secret: newStripeSecret() })
  await atStripe('', { url: body.webhookUrl, 'enabled_events[]': 'payment_intent.succeeded' })
  await set({ ...stripe, id: body.id })

  const requests = await asked(() => remove(body.id))

  expect([requests, await endpoints()]).toMatchObject([[], [{ url: body.webhookUrl }]])
})

test('the webhook whose id the owner of an app has typed stays at PayPal', async () => {
  const { set, remove } = newStreamer()
  const { body } = await set({ ...paypal, settings: { ...app, webhookId } })

  expect(await asked(() => remove(body.id))).toEqual([])
})

test('endpoints beside that of the credential stay, and so does one that its owner has given another address', async () => {
  const { stripe, set, remove, endpoints, atStripe } = newStreamer()
  const { body: first } = await set(stripe)
  const { body: second } = await set(stripe)
  const [newest] = await endpoints()
  await atStripe(`/${newest?.['id']}`, { url: 'https://shop.example/stripe' })

  await remove(second.id)

  expect(await endpoints()).toMatchObject([{ url: 'https://shop.example/stripe' }, { url: first.webhookUrl }])
})

test.each([
  ['fails', 'GET', { kind: 'status', status: 400 }, 1],
  ['does not know the key any more', 'GET', { kind: 'status', status: 401 }, 1],
  ['refuses to remove it', 'DELETE', { kind: 'status', status: 403 }, 1],
  ['does not answer after it has removed it', 'DELETE', { kind: 'dropAfter' }, 0],
] as const)('a Stripe that %s keeps nobody from deleting the credential', async (_name, method, failure, left) => {
  const { stripe, set, remove, listed, endpoints } = newStreamer()
  const { body } = await set(stripe)
  const [{ id } = {}] = await endpoints()
  sandbox.script({ path: method === 'GET' ? '/webhook_endpoints' : `/webhook_endpoints/${id}`, method }, failure)

  await remove(body.id)

  expect([await listed(), (await endpoints()).length]).toEqual([undefined, left])
})

test('a key that cannot be opened keeps nobody from deleting the credential', async () => {
  const { scene, stripe, set, remove, listed } = newStreamer()
  const { body } = await set(stripe)
  await spoilKey(scene.recipient, body.id)

  await remove(body.id)

  expect(await listed()).toBeUndefined()
})
