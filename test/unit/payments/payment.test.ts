import type { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { derivedId } from '../../../shared/ids.ts'
import { isOverlayCheck, paymentFromItem, paymentId, storedPayment } from '../../../shared/payments/payment.ts'
import { paymentRepository, unknownPayment } from '../../../shared/payments/paymentRepository.ts'

const amount = { major: 12, minor: 34, currency: 'EUR' }
const least = {
  id: 'p',
  recipientId: 'alice',
  gateway: 'manual',
  gatewayId: 'order-1',
  gatewayCredentialId: 'g',
  amount,
  test: false,
}
const actions = [{ id: '1', actionId: 'a', parameters: { z: 1 } }]
const details = {
  method: 'card',
  nickname: 'bob',
  message: 'Hello',
  attachments: ['https://example.com/'],
  confirmation: 'ok',
  goal: 'mic',
  auction: { isNew: true, item: 'a game' },
  refunded: { ...least.amount, major: 1 },
  omitted: ['message'],
}

describe('a payment', () => {
  test('is answered with all that is known of it', () => {
    const item = { ...least, ...details, actions: JSON.stringify(actions), completedAt: '2026-03-01T18:30:00Z' }

    expect(paymentFromItem(item)).toEqual({
      ...least,
      ...details,
      actions,
      status: 'completed',
      authorizationTimestamp: '2026-03-01T18:30:00Z',
    })
  })

  test('of which little is known is answered with nulls and empty lists', () => {
    expect(paymentFromItem(least)).toEqual({
      ...least,
      status: 'inited',
      method: null,
      nickname: null,
      message: null,
      confirmation: null,
      goal: null,
      authorizationTimestamp: null,
      auction: null,
      refunded: null,
      attachments: [],
      actions: [],
      omitted: [],
    })
  })

  test('has the actions that were bought, where there are some', () => {
    expect(storedPayment({ ...least, actions: JSON.stringify(actions) })).toEqual({ ...least, actions })
    expect(storedPayment(least)).not.toHaveProperty('actions')
  })

  test('has an id of its recipient, credential and gateway id, and another one as a test', () => {
    const given = { gatewayId: 'order-1', test: false }
    const ids = [
      paymentId('alice', 'g', given),
      paymentId('bob', 'g', given),
      paymentId('alice', 'h', given),
      paymentId('alice', 'g', { ...given, gatewayId: 'order-2' }),
      paymentId('alice', 'g', { ...given, test: true }),
    ]

    expect(new Set(ids).size).toBe(5)
    expect(ids[0]).toBe(derivedId('payment', 'alice', 'g', 'order-1'))
    expect(ids[4]).toBe(derivedId('testPayment', 'alice', 'g', 'order-1'))
  })

  test('is a check of the overlays by its credential', () => {
    expect([isOverlayCheck({ gatewayCredentialId: 'check' }), isOverlayCheck(least)]).toEqual([true, false])
  })

  test('that is unknown is not found', () => {
    expect(unknownPayment()).toMatchObject({ code: 'not_found', message: 'There is no such payment.' })
  })
})

describe('a list of payments', () => {
  const inputs: QueryCommand['input'][] = []
  const client = {
    send: async ({ input }: QueryCommand) => {
      inputs.push(input)
      return 'Key' in input ? { Item: undefined } : { Items: [] }
    },
  } as unknown as DynamoDBDocumentClient
  const payments = paymentRepository(client, 'payments')
  const asked = async (filter: Parameters<typeof payments.findMatching>[1], ascending = false) => {
    inputs.length = 0
    await payments.findMatching('alice', filter, ascending, { offset: 0, limit: 5 })
    return inputs[0]
  }
  test('of one recipient asks for real ones or for tests, in the order of time', async () => {
    const query = { TableName: 'payments', IndexName: 'byTime', ConsistentRead: true }
    const KeyConditionExpression = 'recipientId = :recipientId AND listedAt BETWEEN :first AND :last'

    expect(await asked({})).toMatchObject({
      ...query,
      KeyConditionExpression,
      ScanIndexForward: false,
      ExpressionAttributeValues: { ':recipientId': 'alice', ':first': '0', ':last': ':' },
    })
    expect(await asked({})).not.toHaveProperty('FilterExpression')
    expect(await asked({ test: true }, true)).toMatchObject({
      ScanIndexForward: true,
      ExpressionAttributeValues: { ':first': 't:0', ':last': 't::' },
    })
  })

  test('has the total that is counted beside it', async () => {
    const totals = { read: async (recipientId: string) => ({ payments: recipientId === 'alice' ? 7 : 0 }) as never }

    const found = await payments.findAll('alice', totals, false, { offset: 0, limit: 5 })

    expect(found).toMatchObject({ entries: [], totalSize: 7 })
  })

  test('has none by an unknown id', async () => {
    inputs.length = 0
    expect(await payments.get('alice', 'p')).toBeUndefined()
    expect(inputs).toEqual([{ TableName: 'payments', Key: { recipientId: 'alice', id: 'p' }, ConsistentRead: true }])
  })
})
