import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { isHashLike } from '../../../shared/overlays/isHashLike.ts'
import { overlayKeyRejected, overlayKeyStore } from '../../../shared/overlays/overlayKeyStore.ts'
import { ticketRejected, ticketStore } from '../../../shared/overlays/ticketStore.ts'
import { secretHash } from '../../../shared/secrets/ownedSecret.ts'

const now = 1_767_225_600
const ticketKey = { owner: 'owner', secretHash: 'hash' }

/** A store that has this item under this key alone. */
const storeOf = (Key: object, Item: object | undefined) => {
  const send = async (command: unknown) => {
    expect(command).toBeInstanceOf(GetCommand)
    expect((command as GetCommand).input).toMatchObject({ TableName: 'table', Key, ConsistentRead: true })
    return { Item }
  }
  return { send } as unknown as DynamoDBDocumentClient
}

test.each([
  [now + 1, true],
  [now, false],
])(
  'a ticket and a key that end at %i are valid: %s, also before DynamoDB has deleted them',
  async (expiresAt, isValid) => {
    const [ticket, key] = [
      { ...ticketKey, expiresAt },
      { keyHash: 'hash', expiresAt },
    ]

    const found = [
      await ticketStore(storeOf(ticketKey, ticket), 'table').find(ticketKey, now),
      await overlayKeyStore(storeOf({ keyHash: 'hash' }, key), 'table').find('hash', now),
    ]

    expect(found).toEqual(isValid ? [ticket, key] : [undefined, undefined])
  },
)

test('what is not there is neither a ticket nor a key', async () => {
  expect(await ticketStore(storeOf(ticketKey, undefined), 'table').find(ticketKey, now)).toBeUndefined()
  expect(await overlayKeyStore(storeOf({ keyHash: 'hash' }, undefined), 'table').find('hash', now)).toBeUndefined()
})

test('a refused ticket or key is told in words that say nothing of it', () => {
  expect(ticketRejected()).toMatchObject({ code: 'unauthorized', message: 'The ticket is not valid.' })
  expect(overlayKeyRejected()).toMatchObject({
    code: 'overlay_key_rejected',
    message: 'The key is unknown or has expired.',
  })
})

test('a key is registered unless it is known, extended while it is there, and removed', () => {
  const keys = overlayKeyStore({} as DynamoDBDocumentClient, 'keys')
  const [key, target] = [
    { keyHash: 'hash', recipientId: 'alice', overlayId: 'one', expiresAt: now },
    { TableName: 'keys', Key: { keyHash: 'hash' } },
  ]

  expect(keys.registration(key)).toEqual({
    operation: { Put: { TableName: 'keys', Item: key, ConditionExpression: 'attribute_not_exists(keyHash)' } },
    repeatable: false,
    refusal: ticketRejected,
  })
  expect(keys.extension(key, now + 1)).toEqual({
    operation: {
      Update: {
        ...target,
        UpdateExpression: 'SET expiresAt = :expiresAt',
        ExpressionAttributeValues: { ':expiresAt': now + 1 },
        ConditionExpression: 'attribute_exists(keyHash)',
      },
    },
    repeatable: true,
    refusal: overlayKeyRejected,
  })
  expect(keys.removal('hash')).toEqual({ operation: { Delete: target }, repeatable: true })
})

test('a secret is stored as its SHA-256', () => {
  // printf %s secret | openssl dgst -sha256 -binary | basenc --base64url
  expect(secretHash('secret')).toBe('K7gNU3sdo-OL0wNhqoVWhr3g6s1xYv72ol_pe_Unols')
  expect(isHashLike(secretHash('secret'))).toBe(true)
})

test.each(['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}!`, `${'x'.repeat(43)}\n`, `\n${'x'.repeat(43)}`])(
  '%j is no hash',
  (text) => {
    expect(isHashLike(text)).toBe(false)
  },
)
