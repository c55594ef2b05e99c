import { afterEach, expect, test, vi } from 'vitest'
import { parameterPrefixVariable } from '../../../shared/contract/environmentNames.ts'
import { operations } from '../../../shared/operations.ts'
import { yookassaShop } from '../../local/sandbox/yookassa.ts'
import { openDonorPage } from '../../support/fixtures/donorFixtures.ts'
import { yookassaNotification } from '../../support/gatewayWebhooks.ts'
import type { TestRequest } from '../../support/httpEvent.ts'
import { paypalAccount, paypalCredential } from '../../support/paypalAccount.ts'
import { sharedByTests } from '../../support/sharedByTests.ts'
import { startInterceptedFunctions } from './interceptedFunctions.ts'

const functions = await sharedByTests(startInterceptedFunctions())
const { call, interception } = functions
afterEach(() => void vi.unstubAllEnvs())

const donation = { requestId: 'request-1', amount: { major: 5, minor: 0, currency: 'EUR' } }

/**
 * Requests of a stranger, by operation: with names that are made up, each time other ones, and with real platforms'.
 */
const strangers: Readonly<Record<string, (index: number) => TestRequest>> = {
  beginPayment: (index) => ({ params: { recipientId: `nobody-${index}` }, body: donation }),
  exchangeOneTimeCode: (index) => ({ body: { otp: `${index}`.padStart(6, '0') } }),
  getDonationPage: (index) => ({ params: { recipientId: `nobody-${index}` } }),
  getDonorPage: (index) => ({ params: { recipientId: `nobody-${index}` } }),
  getDonorPayment: (index) => ({ params: { token: `made-up.${index}` } }),
  getHealth: () => ({}),
  getOpenApi: () => ({}),
  getOverlay: () => ({}),
  getPanel: () => ({}),
  getPanelPart: (index) => ({ params: { part: `${index}`.padStart(16, '0') } }),
  readInvitation: (index) => ({
    body: { invitation: `${'nobody'.padEnd(16, '0')}${String(index).padStart(43, '0')}` },
  }),
  receiveMessengerWebhook: (index) => ({ params: { accountId: `nobody-${index % 7}` }, body: {} }),
  receivePlatformWebhook: (index) => ({
    params: { platform: ['twitch', 'kick', 'manual'][index % 3] as string },
    headers: {
      'kick-event-message-id': '1',
      'kick-event-message-timestamp': new Date().toISOString(),
      'kick-event-signature': 'AAAA',
    },
    body: {},
  }),
  receiveWebhook: (index) => ({ params: { recipientId: 'nobody', gatewayId: `nobody-${index}` }, body: {} }),
  renewTicket: (index) => ({ body: { key: `nobody-${index}` } }),
}

const publicOperations = operations.filter((operation) => 'auth' in operation).map(({ id }) => id)

/** Calls of anything but DynamoDB. */
const outside = () => interception.calls.filter(({ service }) => service !== 'dynamodb').length

test('there are requests of strangers for each operation without a token', () => {
  expect(Object.keys(strangers)).toEqual(publicOperations.toSorted())
})

test.each(publicOperations)(
  'however many requests without a secret come to %s, no more calls go out, also where the deployer has stored nothing',
  async (id) => {
    vi.stubEnv(parameterPrefixVariable, '/nothing')
    const request = strangers[id] as (index: number) => TestRequest
    interception.begin()

    for (let index = 0; index < 6; index++) await call(id, request(index))
    const first = outside()
    for (let index = 6; index < 40; index++) await call(id, request(index))

    expect(first).toBeLessThanOrEqual(6)
    expect(outside()).toBe(first)
  },
)

/** A minute may end while they come, so twice the rate of a minute is the most. */
const asked = (path: string) => interception.calls.filter(({ action }) => action.includes(path)).length

test('one address has a gateway asked for at most ten payments a minute, and for at most sixty states', async () => {
  const scene = functions.newScene()
  await openDonorPage(scene)
  const params = { recipientId: scene.recipient }
  const { token } = await scene.done('beginPayment', { params, body: donation })
  interception.begin()

  for (let index = 0; index < 40; index++)
    await call('beginPayment', { params, body: { ...donation, requestId: `request-${index}` } })
  for (let index = 0; index < 150; index++) await call('getDonorPayment', { params: { token } })

  expect(interception.calls.filter(({ action }) => action.endsWith('/checkout/sessions')).length).toBeLessThanOrEqual(
    20,
  )
  expect(asked('/checkout/sessions/')).toBeLessThanOrEqual(120)
})

test('one address has YooKassa asked in vain at most thirty times a minute, and its genuine notifications are taken before', async () => {
  const scene = functions.newScene()
  const body = {
    gateway: 'yookassa',
    type: 'fiat',
    token: yookassaShop.secretKey,
    settings: { shopId: yookassaShop.shopId },
  }
  const { id: gatewayId } = await scene.done('setGateway', { body })
  const notify = (id: string) =>
    call('receiveWebhook', {
      params: { recipientId: scene.recipient, gatewayId },
      ...yookassaNotification('payment.succeeded', { id }),
    })
  interception.begin()

  const answers = []
  for (let index = 0; index < 80; index++) answers.push(await notify(`made-up-${index}`))

  expect(answers.at(0)?.body.code).toBe('signature_rejected')
  expect(answers.some((answer) => answer.body.code === 'rate_limited')).toBe(true)
  expect(asked('/payments/')).toBeLessThanOrEqual(62)
})

test('one address has PayPal asked in vain at most thirty times a minute, whatever certificates it names', async () => {
  const scene = functions.newScene()
  const { id: gatewayId } = await scene.done('setGateway', { body: paypalCredential })
  const params = { recipientId: scene.recipient, gatewayId }
  const { webhook } = paypalAccount(functions.sandbox.urls)
  const { headers } = await webhook('PAYMENT.CAPTURE.COMPLETED', { id: '3C679366HH908993F' })
  const address = 'https://api.paypal.com/v1/notifications/certs/made-up-'
  interception.begin()

  const answers = []
  for (let index = 0; index < 80; index++)
    answers.push(
      await call('receiveWebhook', { params, headers: { ...headers, 'paypal-cert-url': address + index }, body: {} }),
    )

  expect(answers.at(0)?.body.code).toBe('signature_rejected')
  expect(answers.some((answer) => answer.body.code === 'rate_limited')).toBe(true)
  expect(asked('/certs/made-up-')).toBeGreaterThan(0)
  expect(asked('/certs/made-up-')).toBeLessThanOrEqual(62)
})
