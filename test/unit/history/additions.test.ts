import { describe, expect, test } from 'vitest'
import { alertSequence } from '../../../shared/alerts/sequences.ts'
import { historyItemId } from '../../../shared/events/historyEvent.ts'
import { additionsFrom, additionWrites, fittingAdditions } from '../../../shared/history/additions.ts'

const now = new Date('2026-03-01T18:30:00.000Z')
const itemOf = (originId: string, more: object = {}) => ({
  system: 'Kick',
  event: 'raid',
  originId,
  timestamp: '2026-03-01T18:29:00Z',
  attachments: [],
  actions: [],
  goals: [],
  deleted: false,
  triggerAlert: false,
  ...more,
})
const idOf = (originId: string) => historyItemId('alice', 'Kick', originId)

describe('the additions of a call', () => {
  test('are its items, each with the id of its origin', () => {
    const { triggerAlert: _, ...details } = itemOf('1')

    expect(additionsFrom('alice', [itemOf('1'), itemOf('2', { triggerAlert: true })])).toEqual([
      { event: { id: idOf('1'), ...details }, triggerAlert: false },
      { event: { id: idOf('2'), ...details, originId: '2' }, triggerAlert: true },
    ])
  })

  test('show no alert of a deleted item', () => {
    expect(additionsFrom('alice', [itemOf('1', { deleted: true, triggerAlert: true })])).toMatchObject([
      { triggerAlert: false },
    ])
  })

  test('have the first of several alike', () => {
    const additions = additionsFrom('alice', [itemOf('1', { nickname: 'a' }), itemOf('2'), itemOf('1')])

    expect(additions.map(({ event: { originId, nickname } }) => [originId, nickname])).toEqual([
      ['1', 'a'],
      ['2', undefined],
    ])
  })

  test('fit a transaction as far as its hundred writes suffice, with the totals, the answer and its rate', () => {
    const many = (count: number, triggerAlert: boolean) =>
      additionsFrom(
        'alice',
        Array.from({ length: count }, (_, index) => itemOf(`${index}`, { triggerAlert })),
      )

    expect(fittingAdditions(many(97, false))).toEqual(many(97, false))
    expect(fittingAdditions(many(98, false))).toEqual(many(98, false).slice(0, 97))
    expect(fittingAdditions(many(49, true))).toEqual(many(49, true).slice(0, 48))
    expect(fittingAdditions([])).toEqual([])
  })
})

test('additions are stored with the alerts that they trigger, and counted', () => {
  const totals = {
    history: 5,
    payments: 0,
    alerts: 3,
    newestAlertAt: '2026-03-01T18:00:00.000Z',
    lastDelivery: alertSequence(3),
  }
  const levels = [{ name: 'gold', from: { major: 1, minor: 0, currency: 'EUR' } }]
  const tables = { history: 'history', alerts: 'alerts', recipients: 'recipients' }
  const amount = { major: 2, minor: 0, currency: 'EUR' }
  const items = [itemOf('1'), itemOf('2', { triggerAlert: true, amount }), itemOf('3', { deleted: true })]

  const writes = additionWrites(tables, 'alice', additionsFrom('alice', items), { totals, levels }, now)

  expect(writes.map(({ operation }) => operation)).toMatchObject([
    { Put: { TableName: 'history', Item: { recipientId: 'alice', id: idOf('1') } } },
    { Put: { TableName: 'history', Item: { id: idOf('2'), alertPosition: 4, levelName: 'gold' } } },
    { Put: { TableName: 'history', Item: { id: idOf('3'), deleted: true } } },
    { Put: { TableName: 'alerts', Item: { recipientId: 'alice', historyItemId: idOf('2'), position: 4 } } },
    {
      Update: {
        TableName: 'recipients',
        Key: { recipientId: 'alice' },
        ExpressionAttributeValues: { ':history': 2, ':alerts': 4, ':lastDelivery': alertSequence(4) },
      },
    },
  ])
  const [first] = writes
  expect(first?.operation).not.toHaveProperty('Put.Item.alertPosition')
})
