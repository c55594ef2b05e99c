import { expect, test } from 'vitest'
import { type ManualGateway, openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())

const listed = async ({ recipient }: ManualGateway) =>
  (await bench.call('listGateways', { recipient })).body.content[0] as Record<string, unknown>

const rotate = async ({ recipient, id }: ManualGateway, more: object = {}) =>
  (await bench.call('rotateWebhookUrl', { recipient, body: { id, ...more } })).body

const addressOf = (url: unknown): string => String(url).split('/').at(-1) ?? ''

let donations = 0
/** The status of a donation's webhook to an address. */
const tellAt = async (gateway: ManualGateway, address: string): Promise<number> =>
  (await bench.tell({ ...gateway, id: address }, 'completed', { gatewayId: `order-${++donations}` })).status

test('another address is accepted beside the previous one, and its payments have the same credential', async () => {
  const gateway = await bench.manual(bench.someone())

  const { webhookUrl, previousUrlUntil, id } = await rotate(gateway)

  const statuses = [await tellAt(gateway, gateway.id), await tellAt(gateway, addressOf(webhookUrl))]
  const payments = await bench.itemsOf('payments', gateway.recipient)
  expect(statuses).toEqual([200, 200])
  expect(payments.map(({ gatewayCredentialId }) => gatewayCredentialId)).toEqual([gateway.id, gateway.id])
  expect(id).toBe(gateway.id)
  expect(await listed(gateway)).toMatchObject({ webhookUrl })
  const hours = (Date.parse(previousUrlUntil) - Date.now()) / 3_600_000
  expect([hours > 23.9, hours < 24.1]).toEqual([true, true])
  const changed = await bench.call('setGateway', {
    recipient: gateway.recipient,
    body: { id, gateway: 'manual', type: 'fiat' },
  })
  expect(changed.body.webhookUrl).toBe(webhookUrl)
})

test('another address ends the previous one at once on request, and the one before in any case', async () => {
  const gateway = await bench.manual(bench.someone())
  const second = addressOf((await rotate(gateway)).webhookUrl)
  const third = addressOf((await rotate(gateway)).webhookUrl)
  const afterTwo = [await tellAt(gateway, gateway.id), await tellAt(gateway, second), await tellAt(gateway, third)]

  const last = await rotate(gateway, { keepPrevious: false })

  const former = [gateway.id, second, third, `${gateway.id}~`, `${addressOf(last.webhookUrl).slice(0, -1)}x`]
  const statuses = await Promise.all(former.map((address) => tellAt(gateway, address)))
  expect(afterTwo).toEqual([401, 200, 200])
  expect(statuses).toEqual(former.map(() => 401))
  expect(last.previousUrlUntil).toBeUndefined()
  expect(await tellAt(gateway, addressOf(last.webhookUrl))).toBe(200)
})

test('a credential whose address was never changed has no other address', async () => {
  const gateway = await bench.manual(bench.someone())

  expect(await tellAt(gateway, `${gateway.id}~x`)).toBe(401)
})

test.each([
  ['completed', {}, 'payment.completed'],
  ['failed', {}, 'payment.failed'],
  ['refunded', {}, 'payment.refunded'],
  ['refund.failed', { refundId: 'x' }, 'payment.refund.failed'],
  ['disputed', {}, 'payment.disputed'],
  ['dispute.won', { disputeId: 'x' }, 'payment.dispute.won'],
  ['unheard.of', {}, 'payment.unheard.of'],
])('a webhook of the type payment.%s is noted', async (type, data, noted) => {
  const gateway = await bench.manual(bench.someone())
  const before = await listed(gateway)

  await bench.tell(gateway, type, { gatewayId: '1', ...data })

  expect(before).toMatchObject({ lastEvent: null, lastRefused: null })
  const { lastEvent, lastRefused } = await listed(gateway)
  const { at, type: shown } = lastEvent as { readonly at: string; readonly type: string }
  expect([shown, new Date(at).toISOString(), lastRefused]).toEqual([noted, at, null])
})

test('the credential shows why its last webhook was refused', async () => {
  const [unsigned, misaddressed, malformed] = [
    await bench.manual(bench.someone()),
    await bench.manual(bench.someone()),
    await bench.manual(bench.someone()),
  ]
  await rotate(misaddressed, { keepPrevious: false })

  await bench.tell({ ...unsigned, secret: misaddressed.secret }, 'completed', { gatewayId: '1' })
  await bench.tell(misaddressed, 'completed', { gatewayId: '1' })
  await bench.tell(malformed, 'completed', { gatewayId: '1', amount: 'much' })

  const refusals = [unsigned, misaddressed, malformed].map(async (gateway) => (await listed(gateway))['lastRefused'])
  expect(await Promise.all(refusals)).toMatchObject([
    { reason: 'signature_rejected' },
    { reason: 'unknown_address' },
    { reason: 'invalid_request' },
  ])
})

/** Stores a note as a webhook does that has read none. */
const note = async ({ recipient, id }: ManualGateway, at: string): Promise<void> => {
  const { gatewayNotes } = await import('../../../../shared/areas/payments/gatewayNotes.ts')
  const notedAt = {}
  const sealed = { id, gateway: 'manual', isAddressed: true, notedAt, settings: {}, secrets: [], token: undefined }
  const notes = gatewayNotes(bench.aws.client, bench.aws.table('gateways'))
  await notes.add(recipient, sealed, { lastEventType: 'payment.completed' }, new Date(at))
}

test('a note is not written for a credential that was deleted meanwhile', async () => {
  const gateway = await bench.manual(bench.someone())
  await bench.call('deleteGateway', { recipient: gateway.recipient, body: { id: gateway.id } })

  await note(gateway, '2026-03-01T18:30:00.000Z')

  expect(await bench.itemsOf('gateways', gateway.recipient)).toEqual([])
})

test('a note is refused by the store where another webhook has noted within the minute', async () => {
  const gateway = await bench.manual(bench.someone())
  const notes: unknown[] = []

  for (const at of ['2026-03-01T18:30:00.000Z', '2026-03-01T18:30:59.000Z', '2026-03-01T18:31:01.000Z']) {
    await note(gateway, at)
    notes.push((await listed(gateway))['lastEvent'])
  }

  const type = 'payment.completed'
  const first = { at: '2026-03-01T18:30:00.000Z', type }
  expect(notes).toEqual([first, first, { at: '2026-03-01T18:31:01.000Z', type }])
})
