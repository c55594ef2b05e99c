import { expect, test } from 'vitest'
import { deliveredAction, deliveryIdOf, withDeliveryId } from '../../../../shared/areas/history/actionCompletion.ts'

test('the id of a delivery has its item and its index there', () => {
  expect(deliveryIdOf('item', 12)).toBe('item.12')
  expect(deliveredAction('item.12')).toEqual({ historyItemId: 'item', index: 12 })
  expect(deliveredAction('a.b\nc.0')).toEqual({ historyItemId: 'a.b\nc', index: 0 })
})

test.each(['item', 'item.', '.1', 'item.123', 'item.1x', 'item.x1', 'item.-1', 'item1', ''])(
  'a malformed id of a delivery names no action: %j',
  (id) => {
    expect(deliveredAction(id)).toBeUndefined()
  },
)

const action = { id: 'i', actionId: 'a', parameters: {} }

test('a delivered action is answered with its delivery and its outcome', () => {
  const at = '2026-03-01T18:30:00Z'

  expect(withDeliveryId({ ...action, completion: { state: 'open' } }, 'item', 3)).toEqual({
    ...action,
    deliveryId: 'item.3',
    completion: { state: 'open', at: null, reason: null },
  })
  expect(withDeliveryId({ ...action, completion: { state: 'failed', at, reason: 'late' } }, 'item', 0)).toEqual({
    ...action,
    deliveryId: 'item.0',
    completion: { state: 'failed', at, reason: 'late' },
  })
})

test('an action without a delivery is answered without a delivery and an outcome', () => {
  expect(withDeliveryId({ ...action, undelivered: 'too_large' }, 'item', 0)).toEqual({
    ...action,
    undelivered: 'too_large',
  })
})
