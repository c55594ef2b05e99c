import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { HistoryItemAnswer, NewHistoryItem } from '../../../../shared/areas/history/historyItem.ts'

const event = { system: 'Kick', event: 'raid', originId: 'o', timestamp: '2026-03-01T18:30:00Z' }

test('a new item that says no more is there, has no goals and shows no alert', () => {
  const added = { ...event, attachments: [], actions: [], goals: [], deleted: false, triggerAlert: false }

  expect(z.parse(NewHistoryItem, event)).toEqual(added)
  const more = { goals: ['pc'], deleted: true, triggerAlert: true, nickname: 'bob' }
  expect(z.parse(NewHistoryItem, { ...event, ...more })).toEqual({ ...added, ...more })
})

test.each([
  ['the id of its origin', { originId: 'x'.repeat(256) }, { originId: 'x'.repeat(257) }],
  ['a short id of its origin', { originId: 'x' }, { originId: '' }],
  ['goals', { goals: Array(20).fill('x'.repeat(128)) }, { goals: Array(21).fill('x') }],
  ['a goal', { goals: ['x'] }, { goals: [''] }],
  ['a long goal', { goals: ['x'.repeat(128)] }, { goals: ['x'.repeat(129)] }],
])('%s is taken within its limits', (_name, within, beyond) => {
  const accepts = (details: object) => z.safeParse(NewHistoryItem, { ...event, ...details }).success

  expect([accepts(within), accepts(beyond)]).toEqual([true, false])
})

const answered = {
  id: 'h',
  recipientId: 'alice',
  ...event,
  nickname: null,
  message: null,
  amount: null,
  refunded: null,
  levelName: null,
  count: 2,
  attachments: ['https://e.com/'],
  goals: ['pc'],
  deleted: false,
  test: false,
  actions: [
    { actionId: 'a', parameters: { to: 'all' }, undelivered: 'too_large' },
    ...['open', 'done', 'failed'].map((state) => ({
      id: 'i',
      actionId: 'a',
      name: 'wave',
      parameters: {},
      deliveryId: 'h.1',
      completion: { state, at: null, reason: null },
    })),
  ],
  metadata: {
    paymentId: 'p',
    gateway: 'stripe',
    status: 'completed',
    videoIds: ['v'],
    omitted: ['videos'],
    other: 1,
  },
}

test('an item is answered with all its members, and those of its metadata that no one names', () => {
  expect(z.parse(HistoryItemAnswer, answered)).toEqual(answered)
  expect(z.globalRegistry.get(HistoryItemAnswer)).toEqual({ id: 'HistoryItem' })
})

test.each([
  { actions: [{ ...answered.actions[1], completion: { state: 'lost', at: null, reason: null } }] },
  { metadata: { paymentId: 1 } },
])('an item is not answered with another form: %j', (member) => {
  expect(z.safeParse(HistoryItemAnswer, { ...answered, ...member }).success).toBe(false)
})
