import { expect, test } from 'vitest'
import { openDonorPage } from '../../../support/fixtures/donorFixtures.ts'
import { standardSecret, standardWebhook } from '../../../support/gatewayWebhooks.ts'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { paypalAccount, paypalCredential } from '../../../support/paypalAccount.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())
const account = paypalAccount(bench.sandbox.urls)

const euros = (major: number, minor = 0) => ({ major, minor, currency: 'EUR' })

const open = async (credential: object = paypalCredential) => {
  const recipient = bench.someone()
  const id = await bench.setGateway(recipient, credential)
  const tell = async (...event: Parameters<typeof account.webhook>) =>
    bench.send(recipient, id, await account.webhook(...event))
  const paymentOf = async (paymentId: string) =>
    (await bench.call('getPayment', { recipient, params: { id: paymentId } })).body
  return { recipient, id, tell, paymentOf }
}

test('a payment is as PayPal answers, whatever the event claims', async () => {
  const { tell, paymentOf } = await open()
  const { order, capture } = await account.paid('12.34')

  const { body } = await tell('PAYMENT.CAPTURE.COMPLETED', {
    ...capture,
    amount: { currency_code: 'EUR', value: '9999.00' },
  })

  expect(await paymentOf(body.paymentId)).toMatchObject({
    gateway: 'paypal',
    gatewayId: order,
    method: 'paypal',
    nickname: null,
    amount: euros(12, 34),
    status: 'completed',
    test: false,
  })
})

test('a payment that PayPal holds back is begun, and completed by its later event', async () => {
  const { tell, paymentOf } = await open()
  const { capture } = await account.paid('12.34', 'PENDING')

  const { body } = await tell('PAYMENT.CAPTURE.PENDING', capture)
  const before = await paymentOf(body.paymentId)
  await account.call(`/v2/payments/captures/${capture.id}/settle`)
  await tell('PAYMENT.CAPTURE.COMPLETED', capture)
  const after = await paymentOf(body.paymentId)

  expect([before.status, after.status]).toEqual(['inited', 'completed'])
})

test('parts that are refunded, and a part that PayPal takes back, are taken from the payment one after another', async () => {
  const { tell, paymentOf } = await open()
  const { capture } = await account.paid('12.00')
  const { paymentId } = (await tell('PAYMENT.CAPTURE.COMPLETED', capture)).body
  const state = async () => {
    const { status, refunded } = await paymentOf(paymentId)
    return [status, refunded?.major ?? 0]
  }
  const part = (value: string) => ({ amount: { currency_code: 'EUR', value } })
  const states = []

  const refund = await account.refund(capture.id, part('3.00'))
  for (let again = 0; again < 2; again++) await tell('PAYMENT.CAPTURE.REFUNDED', refund)
  states.push(await state())
  const reversal = await account.reverse(capture.id, part('4.00'))
  await tell('CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-D-1', dispute_amount: part('9.00').amount })
  await tell('PAYMENT.CAPTURE.REVERSED', reversal)
  states.push(await state())
  await tell('PAYMENT.CAPTURE.REFUNDED', await account.refund(capture.id, part('5.00')))
  states.push(await state())

  expect(states).toEqual([
    ['completed', 3],
    ['completed', 7],
    ['disputed', 12],
  ])
})

test('a whole refund takes the donation from the history', async () => {
  const { recipient, tell } = await open()
  const { capture } = await account.paid('12.00')
  await tell('PAYMENT.CAPTURE.COMPLETED', capture)
  await bench.project()

  await tell('PAYMENT.CAPTURE.REFUNDED', await account.refund(capture.id))
  await bench.project()

  expect((await bench.view(recipient)).history.totalSize).toBe(0)
})

test('webhooks of one payment that are repeated, shuffled and at once are one donation', async () => {
  const { recipient, tell } = await open()
  const { order, capture } = await account.paid('12.00')
  const id = '69cd13f0-d67a-11e5-baa3-778b53f4ae55'
  const events: Parameters<typeof tell>[] = [
    ['PAYMENT.CAPTURE.COMPLETED', capture, { id }],
    ['PAYMENT.CAPTURE.COMPLETED', capture],
    ['PAYMENT.CAPTURE.PENDING', capture],
    ['CHECKOUT.ORDER.APPROVED', { id: order }],
    ['PAYMENT.CAPTURE.COMPLETED', capture, { id }],
  ]

  const answers = await Promise.all(events.map((event) => tell(...event)))
  await bench.project()

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await bench.view(recipient)).alerts.totalSize).toBe(1)
})

test('a transmission is remembered: its repetition adds no report to the payment', async () => {
  const { recipient, tell } = await open()
  const { capture } = await account.paid('12.00')
  const id = '69cd13f0-d67a-11e5-baa3-778b53f4ae55'
  const versions = async () => (await bench.itemsOf('payments', recipient)).map(({ version }) => version)

  await tell('PAYMENT.CAPTURE.COMPLETED', capture, { id })
  const before = await versions()
  await tell('PAYMENT.CAPTURE.COMPLETED', capture, { id })

  expect([before, await versions()]).toEqual([[1], [1]])
})

test('a webhook of another app, of a payment that PayPal does not have, or without a signature is 401', async () => {
  const { recipient, id, tell } = await open()
  const { capture } = await account.paid('12.00')
  const genuine = await account.webhook('PAYMENT.CAPTURE.COMPLETED', capture)

  const answers = [
    await tell('PAYMENT.CAPTURE.COMPLETED', capture, { webhookId: '8PT597110X687430LKGECATB' }),
    await tell('PAYMENT.CAPTURE.COMPLETED', { id: 'AAAAAAAAAAAAAAAAA' }),
    await bench.send(recipient, id, { ...genuine, body: String(genuine.body).replace('COMPLETED', 'REFUNDED') }),
    await bench.send(recipient, id, { ...genuine, headers: {} }),
  ]

  for (const answer of answers) expect(answer).toMatchObject({ status: 401, body: { code: 'signature_rejected' } })
})

test('a credential without an app is a bridge that signs by itself, regression: it was one before PayPal had an adapter', async () => {
  const secret = standardSecret('a bridge of PayPal')
  const { recipient, id, paymentOf } = await open({ gateway: 'paypal', secret, settings: { shop: 1 } })
  const data = { gatewayId: 'order-1', nickname: 'Ada', amount: euros(5) }
  const payload = { type: 'payment.completed', timestamp: new Date().toISOString(), data }

  const { body } = await bench.send(recipient, id, standardWebhook(secret, payload))

  expect(await paymentOf(body.paymentId)).toMatchObject({ gateway: 'paypal', nickname: 'Ada', status: 'completed' })
})

test.each([
  ['without a webhook', { ...paypalCredential, settings: { clientId: paypalCredential.settings.clientId } }],
  ['without a secret', { ...paypalCredential, token: undefined }],
  ['with a wrong secret', { ...paypalCredential, token: 'EL-another-secret-key-of-an-app-at-paypal' }],
])('a credential %s is 503, so that PayPal tries again', async (_case, credential) => {
  // A wrong secret is stored only while PayPal cannot be asked.
  if (credential.token !== undefined && credential.token !== paypalCredential.token)
    bench.sandbox.script({ path: '/v1/oauth2/token' }, { kind: 'status', status: 500 })
  // Nor is a webhook registered, whose id would be stored.
  if (!('webhookId' in credential.settings))
    bench.sandbox.script({ path: '/v1/notifications/webhooks' }, { kind: 'status', status: 400 })
  const { tell } = await open(credential)
  const { capture } = await account.paid('12.00')

  const answer = await tell('PAYMENT.CAPTURE.COMPLETED', capture)

  expect(answer).toMatchObject({ status: 503, body: { code: 'provider_not_configured' } })
  expect(answer.headers['retry-after']).toBe('600')
})

const texts = { nickname: 'Ada', message: 'Great stream!', goal: 'A new microphone' }

/** A donor on the page of a recipient whose gateway is PayPal. */
const donor = async (more: object = texts) => {
  const recipient = bench.someone()
  const call = (operation: string, request: object) => bench.call(operation, { recipient, ...request })
  const done = async (operation: string, request: object = {}) => (await call(operation, request)).body
  const credentialId = await openDonorPage({ done }, 'paypal')
  const body = { requestId: 'request-1', amount: euros(5), ...more }
  const begin = () => call('beginPayment', { params: { recipientId: recipient }, body })
  const begun = (await begin()).body
  const order = new URL(begun.url).searchParams.get('token') ?? ''
  return {
    recipient,
    order,
    begin,
    ask: async () => (await call('getDonorPayment', { params: { token: begun.token } })).body.state,
    tell: async (...event: Parameters<typeof account.webhook>) =>
      bench.send(recipient, credentialId, await account.webhook(...event)),
    stored: () => bench.itemsOf('payments', recipient),
    list: async () => (await call('listPayments', {})).body.content,
    captures: () =>
      bench.sandbox.log.filter(({ method, path }) => method === 'POST' && path.endsWith(`${order}/capture`)),
  }
}

test('the return and the webhook take an approved order once, and the donation has the donor’s texts', async () => {
  const { recipient, order, ask, tell, list, captures } = await donor()
  const states = [await ask()]
  await account.approve(order)

  const [event, state] = await Promise.all([tell('CHECKOUT.ORDER.APPROVED', { id: order }), ask()])
  states.push(state)
  await tell('PAYMENT.CAPTURE.COMPLETED', { id: await account.captureOf(order) })
  await bench.project()
  states.push(await ask())

  expect(event.status).toBe(200)
  expect(states).toEqual(['open', 'paid', 'completed'])
  expect(new Set(captures().map(({ headers }) => headers['paypal-request-id'])).size).toBe(1)
  expect(await list()).toMatchObject([{ ...texts, gatewayId: order, amount: euros(5), status: 'completed' }])
  const { nickname, message } = texts
  expect((await bench.view(recipient)).alerts.content).toMatchObject([{ nickname, message }])
})

test('the webhook takes the order of a donor who does not come back', async () => {
  const { order, ask, tell, captures } = await donor()
  await account.approve(order)

  await tell('CHECKOUT.ORDER.APPROVED', { id: order })

  expect(captures()).toHaveLength(1)
  expect(await ask()).toBe('paid')
})

test('the texts of a donor who does not pay are in no list, and expire', async () => {
  const { stored, list, begin } = await donor()
  const [before] = await stored()

  await begin()

  expect(await list()).toEqual([])
  expect(await stored()).toEqual([before])
  const week = 7 * 24 * 60 * 60
  const begunAt = Math.floor(Date.parse(before?.['createdAt']) / 1000)
  expect(before).toMatchObject({ ...texts, expiresAt: begunAt + week })
})

test('a donation that was paid does not expire, also when its request comes again afterwards', async () => {
  const { order, begin, ask, tell, stored } = await donor()
  await account.approve(order)
  await ask()
  await tell('PAYMENT.CAPTURE.COMPLETED', { id: await account.captureOf(order) })

  const { status } = await begin()

  const [payment, ...others] = await stored()
  expect([status, others]).toEqual([200, []])
  expect(payment).toMatchObject({ ...texts, version: 1 })
  expect(payment).not.toHaveProperty('expiresAt')
})

test('a donor without texts leaves nothing here before the payment', async () => {
  const { stored } = await donor({})

  expect(await stored()).toEqual([])
})

test('a refund that comes before the payment leaves the texts of its donor', async () => {
  const { order, ask, tell, list } = await donor()
  await account.approve(order)
  await ask()
  const id = await account.captureOf(order)
  const refund = await account.refund(id, { amount: { currency_code: 'EUR', value: '2.00' } })

  await tell('PAYMENT.CAPTURE.REFUNDED', refund)
  await tell('PAYMENT.CAPTURE.COMPLETED', { id })

  expect(await list()).toMatchObject([{ ...texts, status: 'completed', amount: euros(5), refunded: euros(2) }])
})
