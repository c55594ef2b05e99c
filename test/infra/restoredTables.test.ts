import { expect, test } from 'vitest'
import { isToRestore } from '../../infra/operators/restore/restoredTables.ts'

const now = new Date(1_000_000)

test('an item that has expired meanwhile is not brought back', () => {
  const isWanted = isToRestore('deliveries', [], now)

  expect(isWanted({ recipientId: { S: 'a' }, expiresAt: { N: '1001' } })).toBe(true)
  expect(isWanted({ recipientId: { S: 'a' } })).toBe(true)
  expect(isWanted({ recipientId: { S: 'a' }, expiresAt: { N: '1000' } })).toBe(false)
})

test.each([
  ['history', 'recipientId', 'erased', 'erased-not'],
  ['news', 'audience', 'recipient#erased', 'everyone'],
  ['chats', 'recipientId', 'erased', 'other'],
] as const)('of %s, items of a recipient whose data were erased are told by %s', (table, attribute, own, others) => {
  const isWanted = isToRestore(table, ['erased'], now)

  expect(isWanted({ [attribute]: { S: own } })).toBe(false)
  expect(isWanted({ [attribute]: { S: others } })).toBe(true)
})
