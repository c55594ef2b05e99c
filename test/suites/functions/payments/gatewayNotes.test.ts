import { expect, onTestFinished, test, vi } from 'vitest'
import { stripeKey } from '../../../local/sandbox/stripe.ts'
import { checkoutCredentials, openDonorPage } from '../../../support/fixtures/donorFixtures.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { stripeWebhook } from '../../../support/gatewayWebhooks.ts'
import { itemsOf } from '../../../support/itemsOf.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const functions = await sharedByTests(startFunctions())
const { call, sandbox } = functions

const minute = 60_000
const later = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds)

/** A streamer whose donors pay at Stripe, at a time that the test chooses. */
const newStreamer = async (gateway: keyof typeof checkoutCredentials = 'stripe') => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const scene = functions.newScene()
  const { recipient, done } = scene
  const id = await openDonorPage(scene, gateway)
  const amount = { major: 500, minor: 0, currency: gateway === 'yookassa' ? 'RUB' : 'EUR' }
  let requests = 0
  const webhook = (type: string, intent: unknown) =>
    call('receiveWebhook', {
      params: { recipientId: recipient, gatewayId: id },
      ...stripeWebhook(checkoutCredentials.stripe.secret, {
        id: `evt of ${type}`,
        type,
        livemode: false,
        data: { object: { id: intent, amount: 50_000, currency: 'eur', metadata: {} } },
      }),
    })
  return {
    id,
    done,
    webhook,
    begin: () => {
      requests += 1
      const body = { requestId: `request-${requests}`, amount }
      return call('beginPayment', { params: { recipientId: recipient }, body })
    },
    ask: (token: string) => call('getDonorPayment', { params: { token } }),
    notes: async () => (await done('listGateways', {})).content[0].notes,
    tracedNotes: async (payment: string) => (await done('tracePayment', { params: { id: payment } })).notes,
    stored: async () => {
      const items = await itemsOf(functions.aws, 'gateways')
      return items.find((item) => item['recipientId'] === recipient && item['id'] === id)
    },
  }
}

/** Pays the session of an address, and returns the id of its payment. */
const pay = async (url: string): Promise<unknown> => {
  const session = /cs_\w+/.exec(url)?.[0]
  const authorization = `Basic ${Buffer.from(`${stripeKey}:`).toString('base64')}`
  const options = { method: 'POST', headers: { authorization } }
  const response = await fetch(`${sandbox.urls['STRIPE_API_URL']}/checkout/sessions/${session}/pay`, options)
  return ((await response.json()) as { payment_intent: unknown }).payment_intent
}

test('a paid donation without a webhook is a note after a minute, until a webhook brings a payment', async () => {
  const { begin, ask, notes, webhook } = await newStreamer()
  const { token, url } = (await begin()).body
  const intent = await pay(url)
  const at = new Date(Date.now()).toISOString()
  const answers = [(await ask(token)).body.state, await notes()]
  later(minute)
  answers.push(await notes())
  await webhook('customer.created', 'cus_1')
  answers.push(await notes())

  await webhook('payment_intent.succeeded', intent)

  const noted = [{ code: 'payment_unreported', at: expect.stringContaining(at.slice(0, 16)) }]
  expect([...answers, await notes()]).toEqual(['paid', [], noted, noted, []])
})

test('the trace of a donation that came has the notes of its credential, and none once that is deleted', async () => {
  const { id, begin, ask, webhook, notes, tracedNotes, done } = await newStreamer()
  const { url } = (await begin()).body
  const { paymentId } = (await webhook('payment_intent.succeeded', await pay(url))).body
  later(10 * minute)
  const lost = (await begin()).body
  await pay(lost.url)
  await ask(lost.token)
  later(minute)

  const traced = await tracedNotes(paymentId)
  const listed = await notes()
  await done('deleteGateway', { body: { id } })

  expect(traced.map(({ code }: { code: string }) => code)).toEqual(['payment_unreported'])
  expect([traced, await tracedNotes(paymentId)]).toEqual([listed, []])
})

test('a donation whose webhook is a moment late is no note where webhooks arrive', async () => {
  const { begin, ask, stored, webhook } = await newStreamer()
  const [first, second] = [(await begin()).body, (await begin()).body]
  await webhook('payment_intent.succeeded', await pay(first.url))
  await pay(second.url)

  await ask(second.token)

  expect(await stored()).not.toHaveProperty('unreportedAt')
})

test.each([
  ['stripe', 401, '/checkout/sessions'],
  ['stripe', 403, '/checkout/sessions'],
  ['yookassa', 401, '/payments'],
  ['yookassa', 403, '/payments'],
  ['paypal', 403, '/v2/checkout/orders'],
] as const)(
  'a key that %s refuses with %i is a note until it is taken again, and its donor learns nothing of it',
  async (gateway, status, path) => {
    const { begin, notes } = await newStreamer(gateway)
    sandbox.script({ path, method: 'POST' }, { kind: 'status', status })

    const { body } = await begin()
    const refused = await notes()
    later(1)
    const again = await begin()

    expect([body.status, body.code, body.detail]).toEqual([
      503,
      'provider_not_configured',
      'The payment account of the recipient is not ready.',
    ])
    expect(refused.map(({ code }: { code: string }) => code)).toEqual(['key_refused'])
    expect([again.status, await notes()]).toEqual([200, []])
  },
)

test('a key that is refused when a donor looks for the payment is a note, until a key is stored', async () => {
  const { id, begin, ask, notes, done } = await newStreamer()
  const { token } = (await begin()).body
  sandbox.script({ base: 'api.stripe.com/v1', method: 'GET' }, { kind: 'status', status: 401 })

  const { body } = await ask(token)
  const refused = await notes()
  await done('setGateway', { body: { id, gateway: 'stripe', type: 'fiat', token: stripeKey } })

  expect([body.code, body.detail]).toEqual([
    'provider_not_configured',
    'The payment account of the recipient is not ready.',
  ])
  expect([refused.map(({ code }: { code: string }) => code), await notes()]).toEqual([['key_refused'], []])
})

test('donors who meet a refused key, and a taken one in between, cost two writes an hour', async () => {
  const { begin, stored } = await newStreamer()
  const refuse = () => sandbox.script({ path: '/checkout/sessions' }, { kind: 'status', status: 401 })
  const times: unknown[] = []
  for (const waitMs of [0, minute, 59 * minute]) {
    later(waitMs)
    refuse()
    await begin()
    later(1)
    await begin()
    const { keyRefusedAt, keyAcceptedAt } = (await stored()) ?? {}
    times.push(`${keyRefusedAt} ${keyAcceptedAt}`)
  }

  expect(times[1]).toBe(times[0])
  expect(times[2]).not.toBe(times[0])
})

test.each([
  [{ gateway: 'kofi', type: 'fiat', token: 'f'.repeat(36) }, [{ code: 'no_donation_page' }]],
  [{ gateway: 'stripe', type: 'fiat' }, [{ code: 'no_donation_page' }]],
  [{ gateway: 'manual', type: 'crypto' }, []],
  [checkoutCredentials.yookassa, []],
])('the credential %o says whether the donation page can begin payments with it', async (credential, expected) => {
  const { done } = functions.newScene()
  await done('setGateway', { body: credential })

  expect((await done('listGateways', {})).content[0].notes).toEqual(expected)
})
