import type { KMSClient } from '@aws-sdk/client-kms'
import { type DerivedKey, derivedKey } from '../secrets/derivedKey.ts'

/** Fetches the key that signs cursors. */
export type CursorKey = DerivedKey

/** The key that signs cursors. */
export const cursorKeyFrom = (client: KMSClient, keyId: string): CursorKey =>
  derivedKey(client, keyId, 'streaming-support/cursor/v1')
