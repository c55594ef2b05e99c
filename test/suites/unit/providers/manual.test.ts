import { expect, test } from 'vitest'
import { equalsInConstantTime, RepeatedEvent } from '../../../../shared/mechanisms/webhooks/webhook.ts'
import { manual } from '../../../../shared/providers/manual.ts'
import { standardSecret, standardWebhook } from '../../../support/gatewayWebhooks.ts'

const receivedAt = new Date('2026-03-01T12:00:00Z')
const secret = standardSecret('a bridge')
const at = '2026-03-01T11:00:00Z'
const data = { gatewayId: 'order-7', amount: { major: 12, minor: 34, currency: 'EUR' } }
const message = { type: 'payment.completed', timestamp: at, data }
const report = {
  eventId: 'msg_1',
  gatewayId: 'order-7',
  system: 'Manual',
  at,
  test: false,
  facts: { completedAt: at },
  details: { amount: data.amount },
}

const read = (payload: unknown, secrets: readonly string[] = [secret]) => {
  const { body, headers } = standardWebhook(secret, payload, { id: 'msg_1', at: receivedAt.getTime() })
  return manual().read({ rawBody: Buffer.from(body), headers, receivedAt }, { secrets, token: undefined, settings: {} })
}
const tell = (type: string, more: object = {}) => read({ ...message, type, data: { ...data, ...more } })

test.each([
  ['payment.completed', { completedAt: at }],
  ['payment.failed', { failedAt: at }],
])('a message of a bridge %s', async (type, facts) => {
  expect(await tell(type)).toEqual({ ...report, facts })
})

const part = { major: 5, minor: 0, currency: 'EUR' }

test.each([
  ['payment.refunded', {}, { id: 'refund ', kind: 'refund' }],
  ['payment.refunded', { part }, { id: 'refund msg_1', kind: 'refund', amount: part }],
  ['payment.refunded', { part, refundId: 'r-1' }, { id: 'refund r-1', kind: 'refund', amount: part }],
  ['payment.refunded', { part: null, refundId: 7 }, { id: 'refund ', kind: 'refund' }],
  ['payment.refund.failed', { refundId: 'r-1' }, { id: 'refund r-1', kind: 'refund', isBack: true }],
  ['payment.disputed', {}, { id: 'dispute ', kind: 'dispute' }],
  ['payment.disputed', { disputeId: 'd-1', part }, { id: 'dispute d-1', kind: 'dispute', amount: part }],
  ['payment.disputed', { disputeId: 'd'.repeat(129) }, { id: 'dispute ', kind: 'dispute' }],
  ['payment.dispute.won', { disputeId: 'd-2' }, { id: 'dispute d-2', kind: 'dispute', isBack: true }],
])('a message of a bridge %s with %j takes back, or gives back', async (type, more, reversal) => {
  expect(await tell(type, more)).toEqual({ ...report, facts: {}, reversal: { ...reversal, at } })
})

test('a message of a bridge has details, of which its system is the payment’s', async () => {
  expect(await tell('payment.completed', { nickname: 'bob', system: 'Shop' })).toEqual({
    ...report,
    system: 'Shop',
    details: { nickname: 'bob', amount: data.amount },
  })
})

test('a message of a bridge is a test only if it says true', async () => {
  expect(await tell('payment.completed', { test: true })).toMatchObject({ test: true })
  for (const test of [false, 'true', 1])
    expect(await tell('payment.completed', { test })).toMatchObject({ test: false })
})

test.each(['9999-01-01T00:00:00Z', '2026-02-30T18:30:00Z', 'soon', 7, undefined])(
  'a message of a bridge of the time %j has that of its arrival',
  async (timestamp) => {
    expect(await read({ ...message, timestamp })).toMatchObject({ at: '2026-03-01T12:00:00.000Z' })
  },
)

test.each(['payment.lost', 'toString'])('a message of a bridge of the unknown type %s has no effect', async (type) => {
  expect(await tell(type)).toEqual({ unusedType: type })
})

test('a message of a bridge that is no strict JSON is read without its actions, which have to be returned unchanged', async () => {
  const lenient = JSON.stringify({ ...message, data: { ...data, nickname: 'bob', actions: [{ actionId: 'a' }] } })

  expect(await read(lenient.replace('bob', 'b\\ud800b'))).toEqual({
    ...report,
    details: { nickname: 'b\ufffdb', amount: data.amount, omitted: ['actions'] },
  })
  expect(await read(lenient.replace('"nickname":"bob"', '"nickname":"bob","x":9007199254740993'))).toMatchObject({
    details: { nickname: 'bob', omitted: ['actions'] },
  })
  const without = JSON.stringify({ ...message, data: { ...data, nickname: 'bob' } })
  expect(await read(without.replace('bob', 'b\\ud800b'))).toEqual({
    ...report,
    details: { nickname: 'b\ufffdb', amount: data.amount },
  })
})

test.each([
  ['{', 'malformed_body'],
  ['[]', 'malformed_body'],
  ['{"type":"x","timestamp":9007199254740993}', 'malformed_body'],
  [{ ...message, type: '' }, 'invalid_request'],
  [{ ...message, type: 't'.repeat(129) }, 'invalid_request'],
  [{ type: 'payment.completed', timestamp: at }, 'invalid_request'],
  [{ ...message, data: { gatewayId: 'order-7' } }, 'invalid_request'],
])('a message of a bridge that is not understood is refused with the reason: %#', async (payload, code) => {
  await expect(read(payload)).rejects.toMatchObject({ code })
})

test('a message of a bridge that is not signed by the gateway is refused', async () => {
  for (const secrets of [[], [standardSecret('another')]])
    await expect(read(message, secrets)).rejects.toMatchObject({
      code: 'signature_rejected',
      message: 'The webhook is not signed by a gateway of this recipient.',
    })
})

test('values are equal or not, whatever their lengths and types', () => {
  expect(equalsInConstantTime('a', Buffer.from('a'))).toBe(true)
  for (const other of ['b', '', 'aa', 'A']) expect(equalsInConstantTime('a', other)).toBe(false)
})

test('an event that was accepted before has a name in logs', () => {
  expect(new RepeatedEvent().name).toBe('RepeatedEvent')
})
