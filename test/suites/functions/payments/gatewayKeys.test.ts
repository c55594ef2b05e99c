import { expect, test } from 'vitest'
import { stripeKey, stripeKeyWithoutRight, stripeMasterKey } from '../../../local/sandbox/stripe.ts'
import { yookassaShop } from '../../../local/sandbox/yookassa.ts'
import { checkoutCredentials } from '../../../support/fixtures/donorFixtures.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const functions = await sharedByTests(startFunctions())
const { sandbox } = functions

const newStreamer = () => {
  const { recipient } = functions.newScene()
  return {
    set: (body: object) => functions.call('setGateway', { recipient, body: { type: 'fiat', ...body } }),
    list: async () => (await functions.call('listGateways', { recipient })).body.content,
  }
}

test.each(['stripe', 'yookassa', 'paypal'] as const)('a key that %s knows is stored as accepted', async (gateway) => {
  const { set, list } = newStreamer()

  const { status, body } = await set(checkoutCredentials[gateway])

  expect([status, body.key]).toEqual([200, { state: 'accepted', isMaster: false }])
  expect((await list()).map(({ key }: { key: unknown }) => key)).toEqual([body.key])
})

test('the session with which a key of Stripe is tried ends at once', async () => {
  const { set } = newStreamer()
  const before = sandbox.log.length

  await set({ gateway: 'stripe', token: stripeKey })

  const paths = sandbox.log.slice(before).map(({ method, path }) => `${method} ${path.replace(/cs_\w+/, 'id')}`)
  expect(paths.slice(0, 2)).toEqual(['POST /checkout/sessions', 'POST /checkout/sessions/id/expire'])
})

test.each([
  ['that Stripe does not know', { gateway: 'stripe', token: 'rk_test_key-that-nobody-has-issued-40-signs' }],
  ['without the right for Checkout sessions', { gateway: 'stripe', token: stripeKeyWithoutRight }],
  ['of another shop of YooKassa', { ...checkoutCredentials.yookassa, settings: { shopId: '1' } }],
  ['of another app of PayPal', { ...checkoutCredentials.paypal, token: 'x'.repeat(40) }],
])('a key %s is refused in words, and nothing is stored', async (_name, credential) => {
  const { set, list } = newStreamer()

  const { status, body } = await set(credential)

  expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'credential_refused', '/token'])
  expect(JSON.stringify(body)).not.toContain(credential.token)
  expect(await list()).toEqual([])
})

test('a refused key leaves the credential as it was', async () => {
  const { set, list } = newStreamer()
  const { body } = await set({ gateway: 'stripe', token: stripeKey, secret: checkoutCredentials.stripe.secret })
  const before = await list()

  const { status } = await set({ id: body.id, gateway: 'stripe', token: stripeKeyWithoutRight, settings: { a: 1 } })

  expect(status).toBe(400)
  expect(await list()).toEqual(before)
})

test.each([
  ['fails', { kind: 'status', status: 500 }],
  ['breaks the connection', { kind: 'dropBefore' }],
  ['sends no JSON', { kind: 'html' }],
] as const)(
  'a key is stored as unchecked while Stripe %s, and is accepted when it is stored again',
  async (_name, failure) => {
    const { set, list } = newStreamer()
    sandbox.script({ base: 'api.stripe.com/v1' }, failure)
    const { status, body } = await set({ gateway: 'stripe', token: stripeKey })

    const again = await set({ id: body.id, gateway: 'stripe', token: stripeKey })

    expect([status, body.key, again.body.key]).toEqual([
      200,
      { state: 'unchecked', isMaster: false },
      { state: 'accepted', isMaster: false },
    ])
    expect(await list()).toMatchObject([{ id: body.id, key: { state: 'accepted' } }])
  },
)

test('a key of YooKassa without a shop is stored as unchecked', async () => {
  const { body } = await newStreamer().set({ gateway: 'yookassa', token: yookassaShop.secretKey })

  expect(body.key).toEqual({ state: 'unchecked', isMaster: false })
})

test('another key is tried with the stored shop', async () => {
  const { set } = newStreamer()
  const { body } = await set(checkoutCredentials.yookassa)

  const { settings: _, ...without } = checkoutCredentials.yookassa
  const changed = await set({ ...without, id: body.id })

  expect(changed.body.key).toEqual({ state: 'accepted', isMaster: false })
})

test('a key of Stripe that may do everything is told apart', async () => {
  const { body } = await newStreamer().set({ gateway: 'stripe', token: stripeMasterKey })

  expect(body.key).toEqual({ state: 'accepted', isMaster: true })
})

test('nobody is asked for the token of a gateway without an adapter', async () => {
  const { set } = newStreamer()
  const before = sandbox.log.length

  const { body } = await set({ gateway: 'my-bank', token: 'a token' })

  expect([body.key, sandbox.log.length]).toEqual([null, before])
})

test('what was known of a key is forgotten with its gateway', async () => {
  const { set, list } = newStreamer()
  const { body } = await set({ gateway: 'stripe', token: stripeMasterKey })

  const moved = await set({ id: body.id, gateway: 'my-bank' })

  expect([moved.body.key, (await list())[0].key]).toEqual([null, null])
})
