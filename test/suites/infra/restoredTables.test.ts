import { expect, test } from 'vitest'
import { isToRestore, lastingTables } from '../../../infra/operators/restore/restoredTables.ts'

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

test('global news of an author whose data were erased do not come back', () => {
  const item = { audience: { S: 'everyone' }, recipientId: { S: 'erased' } }

  expect(isToRestore('news', ['erased'], now)(item)).toBe(false)
})

test.each(['ownerId', 'memberId'])('a membership does not come back if its %s has erased its data', (side) => {
  const item = { recipientId: { S: 'other' }, ownerId: { S: 'other' }, memberId: { S: 'other' } }

  expect(isToRestore('members', ['erased'], now)(item)).toBe(true)
  expect(isToRestore('members', ['erased'], now)({ ...item, [side]: { S: 'erased' } })).toBe(false)
})

test('a file that was uploaded since stays in its list, from where it can be deleted', () => {
  expect(lastingTables).not.toContain('uploads')
})

test('lasting items are brought back, and those that are pending or pass within days are not', () => {
  expect(lastingTables.toSorted().join(' ')).toBe(
    'accountLinks actions alerts announcers chats configs deliveries donationSources endpoints gateways history leaders members news overlays payments playlists quotas recipients tokens videos watchedChannels',
  )
})
