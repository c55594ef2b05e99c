import { expect, test } from 'vitest'
import {
  newOwnedSecret,
  newSecretKey,
  secretHash,
  secretKeyOf,
} from '../../../../shared/mechanisms/secrets/ownedSecret.ts'

test('a secret begins with a digest of its recipient, by which an erasure finds its item', () => {
  const [secret, another] = [newOwnedSecret('alice'), newOwnedSecret('alice')]

  expect(secretKeyOf(secret)).toEqual(newSecretKey('alice', secret))
  expect(secretKeyOf(another)).toEqual({ ...newSecretKey('alice', secret), secretHash: secretHash(another) })
  expect(secretKeyOf(newOwnedSecret('bob'))?.owner).not.toBe(secretKeyOf(secret)?.owner)
  expect(secret).toMatch(/^[\w-]{59}$/)
  expect(secret).not.toContain('alice')
  for (const text of ['', secret.slice(1), `${secret}x`, `${secret}\n`, `!${secret.slice(1)}`])
    expect(secretKeyOf(text)).toBeUndefined()
})
