import { expect, test } from 'vitest'
import { kofi } from '../../../../shared/providers/kofi.ts'
import { kofiWebhook } from '../../../support/gatewayWebhooks.ts'

const receivedAt = new Date('2026-03-01T12:00:00Z')
const token = 'the-token-of-a-page'
const payment = {
  verification_token: token,
  message_id: 'm-1',
  timestamp: '2026-03-01T11:00:00Z',
  type: 'Donation',
  is_public: true,
  from_name: 'bob',
  message: 'hi',
  amount: '3.00',
  currency: 'USD',
  kofi_transaction_id: 't-1',
}
const report = {
  eventId: 'm-1',
  gatewayId: 't-1',
  system: 'Ko-fi',
  at: '2026-03-01T11:00:00Z',
  test: false,
  facts: { completedAt: '2026-03-01T11:00:00Z' },
  details: {
    nickname: 'bob',
    message: 'hi',
    method: 'Donation',
    amount: { major: 3, minor: 0, currency: 'USD' },
  },
}

const read = (message: unknown, account: { secrets?: readonly string[]; token?: string } = { secrets: [token] }) => {
  const { body, headers } = kofiWebhook(message)
  return kofi().read(
    { rawBody: Buffer.from(body), headers, receivedAt },
    { secrets: [], token: undefined, settings: {}, ...account },
  )
}

test('a message of Ko-fi is a payment with what is said of it', async () => {
  expect(await read(payment)).toEqual(report)
})

test.each([
  [{ secrets: ['another', token] }],
  [{ token }],
  [{ secrets: ['another'], token }],
  [{ secrets: [token], token: 'another' }],
])('a message of Ko-fi is genuine by its token, where the account has it as %j', async (account) => {
  expect(await read(payment, account)).toEqual(report)
})

test.each([
  [payment, {}],
  [payment, { secrets: ['another'] }],
  [{ ...payment, verification_token: undefined }, { secrets: [token] }],
  [
    { ...payment, verification_token: '' },
    { secrets: [''], token: '' },
  ],
  [{ ...payment, verification_token: 7 }, { secrets: ['7'] }],
  ['no JSON', { secrets: [token, ''] }],
])('a message of Ko-fi %# without the token is refused', async (message, account) => {
  await expect(read(message, account)).rejects.toMatchObject({
    code: 'signature_rejected',
    message: 'The webhook is not signed by a gateway of this recipient.',
  })
})

test('a message of Ko-fi in no form is refused', async () => {
  const webhook = { rawBody: Buffer.from(JSON.stringify(payment)), headers: {}, receivedAt }

  await expect(kofi().read(webhook, { secrets: ['', token], token: undefined, settings: {} })).rejects.toMatchObject({
    code: 'signature_rejected',
  })
})

test.each([false, undefined, 'yes'])(
  'a message of Ko-fi that is public: %j, hides the text of the donor',
  async (is_public) => {
    const { message: _message, ...details } = report.details

    expect(await read({ ...payment, is_public })).toEqual({ ...report, details })
  },
)

test.each([[undefined], [''], [7]])(
  'a message of Ko-fi with the transaction %j is a payment by its own id',
  async (kofi_transaction_id) => {
    expect(await read({ ...payment, kofi_transaction_id })).toEqual({ ...report, gatewayId: 'm-1' })
  },
)

test('a message of Ko-fi of the test button is a test of its own', async () => {
  const kofi_transaction_id = '00000000-1111-2222-3333-444444444444'

  expect(await read({ ...payment, kofi_transaction_id })).toEqual({ ...report, gatewayId: 'm-1', test: true })
})

test.each([['2026-03-01T12:00:00.001Z'], ['soon'], [undefined]])(
  'a message of Ko-fi of the time %j has that of its arrival',
  async (timestamp) => {
    const at = '2026-03-01T12:00:00.000Z'
    expect(await read({ ...payment, timestamp })).toEqual({ ...report, at, facts: { completedAt: at } })
  },
)

test.each([
  [{ amount: '3,00' }, '/amount'],
  [{ amount: 3 }, '/amount'],
  [{ amount: '-1.00' }, '/amount'],
  [{ amount: '1e3' }, '/amount'],
  [{ amount: '' }, '/amount'],
  [{ currency: null }, '/currency'],
  [{ message_id: '' }, '/message_id'],
  [{ message_id: 'm'.repeat(256) }, '/message_id'],
])('a message of Ko-fi with %j is refused by its place', async (change, pointer) => {
  await expect(read({ ...payment, ...change })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer }],
  })
})

test('a message of Ko-fi with ids of 255 characters is taken', async () => {
  const id = 'm'.repeat(255)

  expect(await read({ ...payment, message_id: id, kofi_transaction_id: 't'.repeat(256) })).toMatchObject({
    eventId: id,
    gatewayId: id,
  })
  expect(await read({ ...payment, kofi_transaction_id: id })).toMatchObject({ gatewayId: id })
})

test.each(['verification_token', 'message_id', 'kofi_transaction_id', 'amount', 'currency'])(
  'a message of Ko-fi with %s twice is refused, because that decides about the payment',
  async (name) => {
    const data = JSON.stringify(payment).replace('{', `{"${name}":"other",`)
    const rawBody = Buffer.from(new URLSearchParams({ data }).toString())
    const account = { secrets: [token], token: undefined, settings: {} }

    await expect(kofi().read({ rawBody, headers: {}, receivedAt }, account)).rejects.toMatchObject({
      code: 'malformed_body',
      errors: [{ pointer: `/${name}` }],
    })
  },
)

test('the first twenty positions of an order at Ko-fi are kept', async () => {
  const shop_items = Array.from({ length: 21 }, (_, index) => ({ direct_link_code: `${index}` }))

  const { details } = (await read({ ...payment, shop_items })) as { readonly details: { readonly items?: unknown } }

  expect(details.items).toEqual(shop_items.slice(0, 20).map(({ direct_link_code: code }) => ({ code, quantity: 1 })))
})
