import { describe, expect, test } from 'vitest'
import { alertFromEvent, alertFromItem, alertId } from '../../../shared/alerts/alert.ts'
import { contentsDeliveryWrite, repeatDeliveryWrite } from '../../../shared/alerts/delivery.ts'
import { raiseAlerts } from '../../../shared/alerts/raiseAlerts.ts'
import { alertSequence } from '../../../shared/alerts/sequences.ts'
import type { HistoryEvent } from '../../../shared/events/historyEvent.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'

const now = new Date('2026-03-01T18:30:00.000Z')
const expiresAt = now.getTime() / 1000 + 24 * 60 * 60
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

describe('an alert', () => {
  test('is stored at the next position, behind what was shown last', () => {
    const { writes, ...raised } = raise([event])

    expect(writes).toMatchObject([{ repeatable: false }])
    expect(itemsOf([event])).toEqual([
      {
        TableName: 'alerts',
        Item: { ...plain, position: 4, after: totals.lastDelivery },
        ConditionExpression: 'attribute_not_exists(id)',
      },
    ])
    expect(raised).toMatchObject({
      alerts: [{ alert: plain, ofItem: { alertPosition: 4 } }],
      totals: {
        alerts: { from: 3, added: 1, newestAt: now.toISOString() },
        deliveries: { from: totals.lastDelivery, last: alertSequence(4) },
      },
      last: alertSequence(4),
    })
    expect(raised.alerts[0]?.ofItem).toEqual({ alertPosition: 4 })
  })

  test('that exists already conflicts, with what was found', () => {
    const error = raise([event]).writes[0]?.refusal?.({ id: 'x' })

    expect(error).toBeInstanceOf(Conflict)
    expect(error).toMatchObject({ found: { id: 'x' } })
  })

  test('has what its event tells', () => {
    const told = { nickname: 'bob', message: 'Hello', amount: euros(12), attachments: ['a', 'b'], count: 7 }

    expect(itemsOf([{ ...event, ...told }], { state: 'hidden', force: true })).toMatchObject([
      {
        Item: {
          nickname: 'bob',
          message: 'Hello',
          amount: euros(12),
          media: { url: 'a' },
          count: 7,
          levelName: 'gold',
          state: 'hidden',
          force: true,
        },
      },
    ])
  })

  test('has the level of its event before that of its amount, and its item stores it', () => {
    const levels = [
      { levelName: 'own', amount: euros(12) },
      { amount: euros(12) },
      { levelName: '', amount: euros(12) },
      {},
    ]
    const raised = raise(levels.map((more) => ({ ...event, ...more }))).alerts

    expect(raised.map(({ alert }) => alert.levelName)).toEqual(['own', 'gold', '', ''])
    expect(raised.map(({ ofItem }) => ofItem)).toEqual([
      { levelName: 'own', alertPosition: 4 },
      { levelName: 'gold', alertPosition: 5 },
      { alertPosition: 6 },
      { alertPosition: 7 },
    ])
  })

  test('is never older than the one before it', () => {
    const dated = (newestAlertAt: string) =>
      raise([event], { basis: { ...basis, totals: { ...totals, newestAlertAt } } }).totals.alerts?.newestAt

    expect(dated('2026-03-01T18:30:00.001Z')).toBe('2026-03-01T18:30:00.001Z')
    expect(dated('2026-03-01T18:29:59.999Z')).toBe(now.toISOString())
  })

  test('as it is answered has its members and no others', () => {
    const stored = { ...plain, amount: { ...euros(1), other: 1 }, position: 4, after: 3, force: true }

    const { state: _, ...shown } = { ...plain, hidden: false }

    expect(alertFromItem(stored)).toEqual({ ...shown, amount: euros(1) })
    expect(alertFromItem(plain)).toEqual(shown)
    expect(alertFromItem({ ...plain, state: 'of a newer version' })).toEqual({ ...shown, hidden: true })
    expect(alertFromEvent('alice', event, { createdAt: plain.createdAt, levelName: '', state: 'visible' })).toEqual(
      plain,
    )
    expect(alertId('alice', 'h')).toBe('b2843dd5-6b0c-80b0-9b8e-b662261d0063')
    expect(new Set([alertId('alice', 'h'), alertId('bob', 'h'), alertId('alice', 'i')]).size).toBe(3)
  })
})

describe('several alerts', () => {
  test('follow each other, tests between them', () => {
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

  test('of which there are none change nothing', () => {
    expect(raise([])).toEqual({ alerts: [], writes: [], totals: {}, last: totals.lastDelivery })
  })
})

describe('the alert of a test', () => {
  test('is delivered and stored nowhere else', () => {
    const sequence = totals.lastDelivery + 1
    const delivered = (force: boolean) => ({
      TableName: 'deliveries',
      Item: {
        recipientId: 'alice',
        sequence,
        after: totals.lastDelivery,
        kind: 'alert',
        force,
        test: true,
        alert: { ...plain, id: alertId('alice', 't'), historyItemId: 't', levelName: 'gold', amount: euros(10) },
        createdAt: now.toISOString(),
        expiresAt,
      },
    })
    const given = [{ ...testEvent, amount: euros(10) }]

    expect([itemsOf(given), itemsOf(given, { force: true })]).toEqual([[delivered(false)], [delivered(true)]])
    const { totals: change, alerts } = raise(given)
    expect(change).toEqual({ deliveries: { from: totals.lastDelivery, last: sequence } })
    expect(alerts.map(({ ofItem }) => ofItem)).toEqual([{ levelName: 'gold' }])
    expect(raise(given).writes).toMatchObject([{ repeatable: false }])
  })

  test('and any other alert need their table', () => {
    const raising = { recipientId: 'alice', basis, now }

    expect(() => raiseAlerts({ alerts: 'alerts' }, { ...raising, events: [testEvent] })).toThrow(
      'no test is raised without the table of deliveries',
    )
    expect(() => raiseAlerts({ deliveries: 'deliveries' }, { ...raising, events: [event] })).toThrow(
      'only tests are raised without the table of alerts',
    )
  })
})

test('an alert that is shown again is delivered by its position', () => {
  const write = repeatDeliveryWrite('deliveries', { recipientId: 'alice', position: 2, after: 9, now })

  expect(write).toEqual({
    operation: {
      Put: {
        TableName: 'deliveries',
        Item: {
          recipientId: 'alice',
          sequence: 10,
          after: 9,
          kind: 'alert',
          position: 2,
          force: true,
          test: false,
          createdAt: now.toISOString(),
          expiresAt,
        },
      },
    },
    repeatable: false,
  })
})

test.each([true, false])('what is no alert is delivered with its contents as JSON, of a test: %s', (isTest) => {
  const contents = { id: 'm' }
  const write = contentsDeliveryWrite('deliveries', {
    recipientId: 'alice',
    after: 9,
    now,
    kind: 'skip',
    contents,
    test: isTest,
  })

  expect(write).toEqual({
    operation: {
      Put: {
        TableName: 'deliveries',
        Item: {
          recipientId: 'alice',
          sequence: 10,
          after: 9,
          kind: 'skip',
          payload: '{"id":"m"}',
          test: isTest,
          force: false,
          createdAt: now.toISOString(),
          expiresAt,
        },
      },
    },
    repeatable: false,
  })
})
