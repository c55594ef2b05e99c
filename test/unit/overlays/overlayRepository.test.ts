import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { overlayRepository } from '../../../shared/overlays/overlayRepository.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'

const now = new Date('2026-03-01T18:30:00.500Z')
const at = now.toISOString()
const [TableName, recipientId, overlayId] = ['overlays', 'alice', 'o']
const target = { TableName, Key: { recipientId, overlayId } }
const overlay = { recipientId, overlayId, createdAt: at, expiresAt: 9 }

/** A store that gives every call this answer, or fails so. */
const openStore = (answer: object | Error = {}) => {
  const inputs: unknown[] = []
  const send = async ({ input }: { readonly input: object }) => {
    inputs.push(input)
    if (answer instanceof Error) throw answer
    return answer
  }
  const client = { send } as unknown as DynamoDBDocumentClient
  return { inputs, overlays: overlayRepository(client, TableName, () => now.getTime()) }
}
const { overlays } = openStore()

const metCondition = (item?: object) =>
  new ConditionalCheckFailedException({ $metadata: {}, message: 'no', ...(item && { Item: item as never }) })
const refusals = [
  ['with a newer connection', metCondition({ overlayId: { S: overlayId } }), 'superseded'],
  ['that was revoked', metCondition(), 'revoked'],
] as const

describe('a write', () => {
  const opening = {
    ...target,
    UpdateExpression:
      'SET lastSeenAt = :at, expiresAt = :expiresAt, #createdAt = if_not_exists(#createdAt, :createdAt), ' +
      '#name = if_not_exists(#name, :name), #startsAfter = if_not_exists(#startsAfter, :startsAfter)',
    ExpressionAttributeNames: { '#createdAt': 'createdAt', '#name': 'name', '#startsAfter': 'startsAfter' },
    ExpressionAttributeValues: { ':at': at, ':createdAt': at, ':expiresAt': 9, ':name': 'bot', ':startsAfter': 7 },
  }
  const values = { expiresAt: 9, name: 'bot', startsAfter: 7 }

  test('creates an overlay of its recipient, whatever it says itself', () => {
    const foreign = { ...overlay, recipientId: 'mallory' }

    expect(overlays.creation(recipientId, foreign)).toEqual({
      operation: { Put: { TableName, Item: overlay } },
      repeatable: true,
    })
  })

  test('opens a connection, and changes nothing that the first one said but the expiry', () => {
    const write = overlays.opening(recipientId, overlayId, values, now)

    expect(write).toEqual({ operation: { Update: opening }, repeatable: true })
  })

  test('opens a connection again while the overlay is there and has not expired, also before DynamoDB has deleted it', () => {
    const refusal = () => new Error('no')
    const write = overlays.reopening(recipientId, overlayId, values, now, refusal)

    expect(write).toEqual({
      operation: {
        Update: {
          ...opening,
          ConditionExpression: 'expiresAt > :now',
          ExpressionAttributeValues: { ...opening.ExpressionAttributeValues, ':now': Math.floor(now.getTime() / 1000) },
        },
      },
      repeatable: true,
      refusal,
    })
  })

  test('renames an overlay that is there, and keeps the name from which its id derives', () => {
    const { refusal, ...write } = overlays.renaming(recipientId, overlayId, 'Pause scene')

    expect(write).toEqual({
      operation: {
        Update: {
          ...target,
          UpdateExpression: 'SET givenName = :name',
          ConditionExpression: 'attribute_exists(overlayId)',
          ExpressionAttributeValues: { ':name': 'Pause scene' },
        },
      },
      repeatable: true,
    })
    expect(refusal?.(undefined)).toMatchObject({
      ...{ code: 'not_found', message: 'There is no such overlay.' },
      errors: [{ in: 'body', pointer: '/overlayId', detail: 'unknown overlay' }],
    })
  })

  test.each<[string, object, object]>([
    [
      'without a key, and has no values then, which DynamoDB would refuse as empty',
      overlay,
      { ConditionExpression: 'attribute_exists(overlayId) AND attribute_not_exists(keyHash)' },
    ],
    [
      'with its key',
      { ...overlay, keyHash: 'k' },
      { ConditionExpression: 'keyHash = :keyHash', ExpressionAttributeValues: { ':keyHash': 'k' } },
    ],
  ])('removes an overlay %s', (_name, read, condition) => {
    const { refusal, ...write } = overlays.removal(recipientId, read as typeof overlay)

    expect(write).toStrictEqual({ operation: { Delete: { ...target, ...condition } }, repeatable: false })
    expect(refusal?.(undefined)).toBeInstanceOf(Conflict)
  })
})

describe('a connection', () => {
  const [connection, ReturnValuesOnConditionCheckFailure] = [{ connectionId: 'c', connectedAt: 5 }, 'ALL_OLD']

  test('becomes that of its overlay', async () => {
    const store = openStore({ Attributes: overlay })

    expect(await store.overlays.attach(recipientId, overlayId, connection)).toBe(overlay)
    expect(store.inputs).toEqual([
      {
        ...{ ...target, ReturnValuesOnConditionCheckFailure, ReturnValues: 'ALL_NEW' },
        UpdateExpression: 'SET connectionId = :connectionId, connectedAt = :connectedAt, lastSeenAt = :at',
        ConditionExpression:
          'attribute_exists(overlayId) AND (attribute_not_exists(connectedAt) OR connectedAt < :connectedAt OR connectionId = :connectionId)',
        ExpressionAttributeValues: { ':connectionId': 'c', ':connectedAt': 5, ':at': at },
      },
    ])
  })

  test.each(refusals)('of an overlay %s is told why it gets nothing', async (_name, refusal, dismissal) => {
    expect(await openStore(refusal).overlays.attach(recipientId, overlayId, connection)).toBe(dismissal)
  })

  test('is not dismissed by a failure of the store', async () => {
    const failure = new Error('no disk')

    await expect(openStore(failure).overlays.attach(recipientId, overlayId, connection)).rejects.toBe(failure)
  })

  test('is removed as it closes, unless the overlay has another one', async () => {
    const store = openStore()

    await store.overlays.detach(recipientId, overlayId, 'c')
    await openStore(metCondition({})).overlays.detach(recipientId, overlayId, 'c')

    expect(store.inputs).toEqual([
      {
        ...{ ...target, ReturnValuesOnConditionCheckFailure },
        UpdateExpression: 'REMOVE connectionId, connectedAt',
        ConditionExpression: 'connectionId = :connectionId',
        ExpressionAttributeValues: { ':connectionId': 'c' },
      },
    ])
  })

  test('acknowledges a delivery with the time at which it did', async () => {
    const store = openStore()

    expect(await store.overlays.acknowledge(recipientId, overlayId, 5)).toBe(true)
    expect(store.inputs).toEqual([
      {
        ...{ ...target, ReturnValuesOnConditionCheckFailure },
        UpdateExpression: 'SET acknowledged = :sequence, lastSeenAt = :at, shown5 = :shown',
        ConditionExpression:
          'attribute_exists(overlayId) AND (attribute_not_exists(acknowledged) OR acknowledged < :sequence)',
        ExpressionAttributeValues: { ':sequence': 5, ':at': at, ':shown': `5@${at}` },
      },
    ])
  })

  test('may acknowledge less than before, but nothing for a revoked overlay', async () => {
    const acknowledge = (refusal: Error) => openStore(refusal).overlays.acknowledge(recipientId, overlayId, 5)

    expect(await acknowledge(metCondition({ acknowledged: { N: '6' } }))).toBe(true)
    expect(await acknowledge(metCondition())).toBe(false)
  })
})

test.each([
  ['list', {}],
  ['listening', { FilterExpression: 'attribute_exists(connectionId)' }],
] as const)(
  '%s reads consistently, because whoever was just revoked gets nothing, and whoever just connected does',
  async (name, filter) => {
    const { inputs, overlays } = openStore({ Items: [overlay] })

    expect(await overlays[name](recipientId)).toEqual([overlay])
    expect(inputs).toEqual([
      {
        ...{ TableName, ...filter, ConsistentRead: true },
        KeyConditionExpression: 'recipientId = :recipientId',
        ExpressionAttributeValues: { ':recipientId': recipientId },
      },
    ])
  },
)
