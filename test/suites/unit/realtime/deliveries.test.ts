import { expect, test } from 'vitest'
import type { AlertItem } from '../../../../shared/areas/alerts/alert.ts'
import {
  type DeliveryItem,
  deliveredPositions,
  messageFromAlert,
  messagesFromDeliveries,
} from '../../../../shared/areas/realtime/deliveries.ts'

const alertAt = (position: number, state: 'visible' | 'hidden' = 'visible') =>
  ({ id: `a${position}`, position, after: 7, state, amount: null, refunded: null }) as unknown as AlertItem
const delivery = (sequence: number, more: object) =>
  ({ sequence, after: sequence - 1, kind: 'alert', force: false, test: false, ...more }) as unknown as DeliveryItem

test('the first delivery of an alert follows from its position, and has force if the item has', () => {
  const head = { version: 1, type: 'alert', sequence: 2 * 1_048_576, after: 7, test: false }

  expect(messageFromAlert(alertAt(2, 'hidden'))).toMatchObject({ ...head, force: false, alert: { hidden: true } })
  expect(messageFromAlert({ ...alertAt(2), force: true })).toMatchObject({ ...head, force: true })
})

test.each(['action', 'media', 'skip', 'check', 'kind of a newer version'])(
  'a stored %s is delivered with its contents, its order and its marks',
  (kind) => {
    const payload = '{"id":"x"}'
    const stored = [delivery(5, { kind, payload, test: true }), delivery(6, { kind, payload, force: true })]

    const body = { version: 1, type: kind, [kind]: { id: 'x' } }
    expect(messagesFromDeliveries(stored, new Map(), (look) => look)).toEqual([
      { ...body, sequence: 5, after: 4, force: false, test: true },
      { ...body, sequence: 6, after: 5, force: true, test: false },
    ])
  },
)

test('a repeated or changed alert is delivered in its present state; a test carries its own', () => {
  const alerts = new Map([[1, alertAt(1, 'hidden')]])
  const refunded = { major: 1, minor: 0, currency: 'EUR' }
  const stored = [
    delivery(5, { position: 1, force: true }),
    delivery(6, { alert: alertAt(9), test: true }),
    delivery(7, { position: 1, kind: 'change' }),
    delivery(8, { alert: { ...alertAt(9), refunded }, kind: 'change', test: true }),
  ]

  expect(deliveredPositions(stored)).toEqual([1])
  expect(messagesFromDeliveries(stored, alerts, (look) => look)).toMatchObject([
    { sequence: 5, force: true, test: false, alert: { id: 'a1', hidden: true } },
    { sequence: 6, force: false, test: true, alert: { id: 'a9', hidden: false } },
    { sequence: 7, type: 'change', change: { id: 'a1', hidden: true, refunded: null } },
    { sequence: 8, type: 'change', change: { id: 'a9', hidden: false, refunded } },
  ])
  expect(() => messagesFromDeliveries(stored, new Map(), (look) => look)).toThrow(
    'the alert of delivery 5 does not exist',
  )
})
