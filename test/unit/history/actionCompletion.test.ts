import { expect, test } from 'vitest'
import {
  completionWrite,
  deliveryIdOf,
  deliveryPlace,
  unknownDelivery,
  withDeliveryId,
} from '../../../shared/history/actionCompletion.ts'
import { conflicting } from '../../support/unitStore.ts'

test('the id of a delivery is that of its item, and its place there', () => {
  expect(deliveryIdOf('item', 12)).toBe('item.12')
  expect(deliveryPlace('item.12')).toEqual({ historyItemId: 'item', index: 12 })
  expect(deliveryPlace('a.b\nc.0')).toEqual({ historyItemId: 'a.b\nc', index: 0 })
})

test.each(['item', 'item.', '.1', 'item.123', 'item.1x', 'item.x1', 'item.-1', 'item1', ''])(
  'an id that no delivery can have leads nowhere: %j',
  (id) => {
    const place = deliveryPlace(id)

    // What is left of three digits is another item's place.
    expect(place).toBeUndefined()
  },
)

test('a delivery that nobody knows is refused by its member', () => {
  expect(unknownDelivery()).toMatchObject({
    code: 'not_found',
    errors: [{ in: 'body', pointer: '/deliveryId', detail: 'unknown delivery' }],
  })
})

const action = { id: 'i', actionId: 'a', parameters: {} }

test('an action that was delivered is answered with its delivery and its outcome', () => {
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

test('an action that was not delivered is answered with neither', () => {
  expect(withDeliveryId({ ...action, undelivered: 'too_large' }, 'item', 0)).toEqual({
    ...action,
    undelivered: 'too_large',
  })
})

test('an outcome changes its action alone, if none of the item has changed since, and may be stored again', () => {
  const actions = [action, { ...action, actionId: 'b' }]
  const item = { recipientId: 'alice', id: 'item', actions: 'before' }

  const write = completionWrite('history', item, actions, 1, { state: 'done' })

  expect(conflicting(write)).toEqual({
    operation: {
      Update: {
        TableName: 'history',
        Key: { recipientId: 'alice', id: 'item' },
        UpdateExpression: 'SET actions = :actions',
        ConditionExpression: 'actions = :before OR actions = :actions',
        ExpressionAttributeValues: {
          ':actions': JSON.stringify([action, { ...action, actionId: 'b', completion: { state: 'done' } }]),
          ':before': 'before',
        },
      },
    },
    repeatable: true,
  })
})
