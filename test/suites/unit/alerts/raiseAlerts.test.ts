import { expect, test } from 'vitest'
import { alertFromEvent, alertFromItem, alertId } from '../../../../shared/areas/alerts/alert.ts'
import { changeDeliveryWrite } from '../../../../shared/areas/alerts/delivery.ts'
import { raiseAlerts } from '../../../../shared/areas/alerts/raiseAlerts.ts'
import { alertSequence } from '../../../../shared/areas/alerts/sequences.ts'
import type { HistoryEvent } from '../../../../shared/areas/events/historyEvent.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'

const now = new Date('2026-03-01T18:30:00.000Z')
const euros = (major: number) => ({ major, minor: 0, currency: 'EUR' })
const tables = { alerts: 'alerts', deliveries: 'deliveries' }
const totals = {
  history: 0,
  payments: 0,
  alerts: 3,
  newestAlertAt: '2026-03-01T18:00:00.000Z',
  lastDelivery: alertSequence(3) + 5,
}
const basis = { totals, levels: [{ name: 'gold', from: euros(10) }] }
const event: HistoryEvent = {
  id: 'h',
  system: 'Twitch',
  event: 'raid',
  originId: 'o',
  timestamp: '2026-03-01T18:29:00Z',
}
const testEvent = { ...event, id: 't', test: true } as const

const raise = (events: readonly HistoryEvent[], more: object = {}) =>
  raiseAlerts(tables, { recipientId: 'alice', events, basis, now, ...more })
const itemsOf = (...given: Parameters<typeof raise>) =>
  raise(...given).writes.map(({ operation }) => ('Put' in operation ? operation.Put : undefined))

const plain = {
  id: alertId('alice', 'h'),
  recipientId: 'alice',
  historyItemId: 'h',
  system: 'Twitch',
  event: 'raid',
  createdAt: now.toISOString(),
  state: 'visible',
  nickname: '',
  message: '',
  amount: null,
  media: { url: '' },
  levelName: '',
  count: 1,
}

test('an alert is stored at the next position, behind the last delivery, unless that position is taken', () => {
  const { writes, ...raised } = raise([event])

  expect(writes).toMatchObject([{ repeatable: false, operation: { Put: { TableName: 'alerts' } } }])
  expect(writes[0]?.refusal?.({ id: 'x' })).toEqual(new Conflict({ id: 'x' }))
  expect(itemsOf([event])[0]?.Item).toEqual({ ...plain, position: 4, after: totals.lastDelivery })
  expect(raised).toEqual({
    alerts: [expect.objectContaining({ alert: plain, ofItem: { alertPosition: 4 } })],
    totals: {
      alerts: { from: 3, added: 1, newestAt: now.toISOString() },
      deliveries: { from: totals.lastDelivery, last: alertSequence(4) },
    },
    last: alertSequence(4),
  })
})

test('an alert is never older than the one before it', () => {
  const dated = (newestAlertAt: string) =>
    raise([event], { basis: { ...basis, totals: { ...totals, newestAlertAt } } }).totals.alerts?.newestAt

  expect(dated('2026-03-01T18:30:00.001Z')).toBe('2026-03-01T18:30:00.001Z')
  expect(dated('2026-03-01T18:29:59.999Z')).toBe(now.toISOString())
})

test('an alert as it is answered has its members and no others', () => {
  const stored = { ...plain, amount: { ...euros(1), other: 1 }, position: 4, after: 3, force: true }

  const { state: _, ...shown } = { ...plain, hidden: false }

  expect(alertFromItem(stored)).toEqual({ ...shown, amount: euros(1) })
  expect(alertFromItem(plain)).toEqual(shown)
  expect(alertFromItem({ ...plain, state: 'of a newer version' })).toEqual({ ...shown, hidden: true })
  expect(alertFromEvent('alice', event, { createdAt: plain.createdAt, levelName: '', state: 'visible' })).toEqual(plain)
  expect(alertId('alice', 'h')).toBe('b2843dd5-6b0c-80b0-9b8e-b662261d0063')
  expect(new Set([alertId('alice', 'h'), alertId('bob', 'h'), alertId('alice', 'i')]).size).toBe(3)
})

test('several alerts follow each other, with tests between them', () => {
  const raised = raise([event, testEvent, { ...testEvent, id: 'u' }, { ...event, id: 'i' }])
  const items = itemsOf([event, testEvent, { ...testEvent, id: 'u' }, { ...event, id: 'i' }])

  const first = alertSequence(4)
  expect(
    items.map((put) => [put?.TableName, put?.Item['after'], put?.Item['sequence'] ?? put?.Item['position']]),
  ).toEqual([
    ['alerts', totals.lastDelivery, 4],
    ['deliveries', first, first + 1],
    ['deliveries', first + 1, first + 2],
    ['alerts', first + 2, 5],
  ])
  expect(raised.totals).toEqual({
    alerts: { from: 3, added: 2, newestAt: now.toISOString() },
    deliveries: { from: totals.lastDelivery, last: alertSequence(5) },
  })
})

test('without events there is no alert and no change', () => {
  expect(raise([])).toEqual({ alerts: [], writes: [], totals: {}, last: totals.lastDelivery })
})

test('an alert needs the table of alerts, and that of a test the table of deliveries', () => {
  const raising = { recipientId: 'alice', basis, now }

  expect(() => raiseAlerts({ alerts: 'alerts' }, { ...raising, events: [testEvent] })).toThrow(
    'without the table of deliveries, no test can be raised',
  )
  expect(() => raiseAlerts({ deliveries: 'deliveries' }, { ...raising, events: [event] })).toThrow(
    'without the table of alerts, only tests can be raised',
  )
})

test.each([
  [{ position: 2 }, false],
  [{ alert: plain }, true],
])('a change of the alert %j is delivered without force, as a test: %s', (delivered, isTest) => {
  const write = changeDeliveryWrite('deliveries', { recipientId: 'alice', after: 9, now }, delivered as never)

  const times = { createdAt: now.toISOString(), expiresAt: Date.parse('2026-03-02T18:30:00Z') / 1000 }
  const Item = { kind: 'change', ...delivered, sequence: 10, after: 9, force: false, test: isTest, ...times }
  expect(write).toMatchObject({ operation: { Put: { TableName: 'deliveries', Item } }, repeatable: false })
})
