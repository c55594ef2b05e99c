import { GenerateMacCommand, type KMSClient } from '@aws-sdk/client-kms'
import { send } from '../aws/send.ts'
import { cached } from '../cached.ts'

/** Fetches the key that signs cursors. */
export type CursorKey = () => Promise<Uint8Array>

const label = Buffer.from('streaming-support/cursor/v1')

/**
 * The key that signs cursors. KMS derives it from a key that never leaves KMS: HMAC is deterministic, so every function gets
 * the same bytes and nothing has to be stored. An execution environment calls KMS once; a failed call is repeated by the next request.
 */
export const cursorKeyFrom = (client: KMSClient, keyId: string): CursorKey => {
  const derive = async (): Promise<Uint8Array> => {
    const { Mac } = await send((options) =>
      client.send(new GenerateMacCommand({ KeyId: keyId, Message: label, MacAlgorithm: 'HMAC_SHA_256' }), options),
    )
    if (Mac === undefined) throw new Error('KMS answered without a MAC')
    return Mac
  }
  return cached(Number.POSITIVE_INFINITY, derive)
}
