import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { isHashLike, overlayKeyStore } from '../../../shared/overlays/overlayKeyStore.ts'
import { ticketStore } from '../../../shared/overlays/ticketStore.ts'
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
