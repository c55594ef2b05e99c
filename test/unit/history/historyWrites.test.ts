import { describe, expect, test } from 'vitest'
import type { Write } from '../../../shared/contract/write.ts'
import {
  alertMark,
  deletionMark,
  historyAddition,
  isListable,
  isUnseen,
  listing,
  unknownHistoryItem,
  unseenAddition,
  withdrawnDeletion,
  withdrawnItem,
} from '../../../shared/history/historyWrites.ts'
import { conflicting } from '../../support/unitStore.ts'

const now = new Date('2026-03-01T18:30:00.500Z')
const event = { id: 'h', system: 'Kick', event: 'raid', originId: 'o', timestamp: '2026-03-01T18:29:00.5Z' }
const orderKey = '2026-03-01T18:29:00.500000000Z#h'
const stored = { ...event, recipientId: 'alice', deleted: false, listedAt: orderKey }

const putOf = ({ operation }: Write) => ('Put' in operation ? operation.Put : expect.fail('no item is put'))
const updateOf = ({ operation }: Write) =>
  'Update' in operation ? operation.Update : expect.fail('no item is changed')
describe('a new item', () => {
  test('is stored once, in the list of what is there, with no empty list', () => {
    const empty = { attachments: [], goals: [], actions: [], metadata: {} }
    const write = historyAddition('history', 'alice', { ...event, ...empty }, now)

    expect(putOf(write)).toStrictEqual({
      TableName: 'history',
      Item: { ...stored, metadata: '{}' },
      ConditionExpression: 'attribute_not_exists(id)',
    })
    expect(putOf(historyAddition('history', 'alice', event, now)).Item).toStrictEqual(stored)
    expect(conflicting(write).repeatable).toBe(false)
  })

  test('has its lists, and its free-form members as texts', () => {
    const actions = [{ actionId: 'a', parameters: {} }]
    const lists = { attachments: ['https://e.com/'], goals: ['pc'] }
    const write = historyAddition('history', 'alice', { ...event, ...lists, actions, metadata: { z: 1, a: 2 } }, now)

    expect(putOf(write).Item).toStrictEqual({
      ...stored,
      ...lists,
      actions: JSON.stringify(actions),
      metadata: '{"z":1,"a":2}',
    })
  })

  test('that is deleted is in the list of those', () => {
    expect(putOf(historyAddition('history', 'alice', { ...event, deleted: true }, now)).Item).toStrictEqual({
      ...stored,
      deleted: true,
      listedAt: `d:${orderKey}`,
    })
  })

  test('of a test is in no list, and is forgotten after a day', () => {
    const { listedAt: _, ...unlisted } = stored

    expect(putOf(historyAddition('history', 'alice', { ...event, test: true }, now)).Item).toStrictEqual({
      ...unlisted,
      test: true,
      expiresAt: Math.floor(now.getTime() / 1000) + 86_400,
    })
  })
})

test('a payment that was withdrawn before it was seen takes its id, and is in no list of what is there', () => {
  const write = unseenAddition('history', 'alice', event, now)

  expect(putOf(write)).toMatchObject({
    TableName: 'history',
    ConditionExpression: 'attribute_not_exists(id)',
    Item: { ...stored, deleted: true, listedAt: `d:${orderKey}`, withdrawn: 'unseen' },
  })
  expect(conflicting(write).repeatable).toBe(false)
  expect([isUnseen(putOf(write).Item), isUnseen({ withdrawn: 'listed' }), isUnseen({})]).toEqual([true, false, false])
})

describe('a change of an item', () => {
  test('that deletes or restores it moves it to the other list', () => {
    const deleted = { ...stored, deleted: true, listedAt: `d:${orderKey}` }

    expect(updateOf(deletionMark('history', stored, true))).toMatchObject({
      UpdateExpression: 'SET #deleted = :deleted, #listedAt = :listedAt',
      ExpressionAttributeValues: { ':deleted': true, ':listedAt': `d:${orderKey}`, ':deletedBefore': false },
    })
    expect(updateOf(deletionMark('history', deleted, false))).toMatchObject({
      ExpressionAttributeValues: { ':deleted': false, ':listedAt': orderKey, ':deletedBefore': true },
    })
    expect(listing(deleted, true)).toEqual({ listedAt: `d:${orderKey}` })
  })

  test('that deletes a test leaves it in no list', () => {
    expect(
      updateOf(deletionMark('history', { ...stored, alertPosition: 7, listedAt: undefined }, true)).UpdateExpression,
    ).toBe('SET #deleted = :deleted')
    expect([isListable(stored), isListable({ ...stored, listedAt: undefined })]).toEqual([true, false])
  })

  test('that deletes a withdrawn one keeps it away when the dispute is won', () => {
    expect(updateOf(withdrawnDeletion('history', { ...stored, alertPosition: 7, withdrawn: 'listed' }))).toMatchObject({
      UpdateExpression: 'SET #withdrawn = :withdrawn',
      ExpressionAttributeValues: { ':withdrawn': 'deleted', ':withdrawnBefore': 'listed' },
    })
  })

  test('that gives it an alert stores its position and its level', () => {
    expect(updateOf(alertMark('history', stored, { alertPosition: 7, levelName: 'gold' }))).toMatchObject({
      UpdateExpression: 'SET #alertPosition = :alertPosition, #levelName = :levelName',
      ExpressionAttributeValues: { ':alertPosition': 7, ':levelName': 'gold' },
    })
  })
})

test('an unknown item, and one that was withdrawn, are refused by their member', () => {
  const errors = (detail: string) => [{ in: 'body', pointer: '/historyItemId', detail }]

  expect(unknownHistoryItem()).toMatchObject({
    code: 'not_found',
    message: 'There is no such history item.',
    errors: errors('unknown history item'),
  })
  expect(withdrawnItem()).toMatchObject({
    code: 'payment_withdrawn',
    errors: errors('refunded or disputed'),
    message: 'The payment of this history item was refunded or is disputed.',
  })
})
