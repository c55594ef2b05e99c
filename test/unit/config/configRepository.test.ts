import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { configRepository } from '../../../shared/config/configRepository.ts'
import { configId } from '../../../shared/config/retiredNames.ts'

const unused = {} as DynamoDBDocumentClient
const config = { name: 'new', url: '', value: {}, actions: [] }

test.each([undefined, 'exists', 'absent', ['revision']] as const)(
  'no write has an empty map of values, which DynamoDB refuses and the embedded engine does not (If-Match: %j)',
  (precondition) => {
    const configs = configRepository(unused, 'configs')

    const writes = [
      configs.replacement('alice', 'id', config, 'revision', precondition).write,
      configs.replacement('alice', 'id', config, 'revision', precondition, { found: undefined }).write,
      ...configs.renaming('alice', { id: 'id', name: 'old' }, [], config, 'revision', precondition).writes,
      ...configs.removal('alice', { id: 'id', name: 'old' }, []).writes,
      configs.agreement('alice', 'stripe', 'revision').write,
      configs.agreement('alice', 'stripe', 'revision', { found: undefined }).write,
    ]

    for (const { operation } of writes)
      for (const [name, map] of Object.entries(Object.values(operation)[0] as object))
        if (name.startsWith('ExpressionAttribute')) expect(Object.keys(map)).not.toEqual([])
  },
)

test('ids are told apart by recipient and by name, and stay what they were', () => {
  expect(configId('alice', 'theme')).toBe(configId('alice', 'theme'))
  expect(new Set([configId('alice', 'theme'), configId('bob', 'theme'), configId('alice', 'page')]).size).toBe(3)
})
