import { expect, test } from 'vitest'
import { placeFreed } from '../../../shared/limits/placeRepository.ts'

test('a place is given back by the id that has it', () => {
  expect(placeFreed('quotas', 'alice', 'chats', 'c')).toEqual({
    operation: {
      Update: {
        TableName: 'quotas',
        Key: { recipientId: 'alice', collection: 'chats' },
        UpdateExpression: 'DELETE places :own',
        ExpressionAttributeValues: { ':own': new Set(['c']) },
      },
    },
    repeatable: true,
  })
})
