import type { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { type GatewayCredential, gatewayRepository } from '../../../shared/payments/gatewayRepository.ts'

const inputs: object[] = []
const send = async ({ input }: QueryCommand) => {
  inputs.push(input)
  return { Items: [] }
}
const gateways = gatewayRepository({ send } as unknown as DynamoDBDocumentClient, 'gateways')

const change = { gateway: 'manual', type: 'fiat', secret: undefined, token: undefined, settings: undefined } as const
const secret = Buffer.from('ciphertext')

test('a write is sent as a transaction where a repetition would lose the previous secret or address, or undo a switch', () => {
  const kept = { ...change, keepPrevious: true }

  const repeatable = {
    creation: gateways.creation('alice', 'g', kept),
    change: gateways.change('alice', 'g', kept, 1),
    replacement: gateways.change('alice', 'g', { ...change, secret, keepPrevious: false }, 1),
    newAddress: gateways.readdressing('alice', 'g', 'g~1', undefined),
  }
  const once = {
    rotation: gateways.change('alice', 'g', { ...kept, secret }, 1),
    secondAddress: gateways.readdressing('alice', 'g', 'g~1', 1),
    removal: gateways.removal('alice', 'g'),
    setting: gateways.setting('alice', { id: 'g', type: 'fiat', enabled: false } as GatewayCredential, true),
  }

  for (const [name, write] of Object.entries(repeatable)) expect([name, write.repeatable]).toEqual([name, true])
  for (const [name, write] of Object.entries(once)) expect([name, write.repeatable]).toEqual([name, false])
})

test('an address that ends at once has no end in its write, which DynamoDB would refuse as unused', () => {
  const { operation } = gateways.readdressing('alice', 'g', 'g~1', undefined)

  expect(operation).toStrictEqual({
    Update: {
      TableName: 'gateways',
      Key: { recipientId: 'alice', id: 'g' },
      ConditionExpression: 'attribute_exists(gateway)',
      UpdateExpression: 'SET address = :address REMOVE previousAddress, previousAddressUntil',
      ExpressionAttributeValues: { ':address': 'g~1' },
    },
  })
})

test('credentials are read consistently, because what is enabled decides about the next write', async () => {
  expect(await gateways.list('alice')).toEqual([])
  expect(inputs).toEqual([
    {
      TableName: 'gateways',
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': 'alice' },
      ConsistentRead: true,
    },
  ])
})
