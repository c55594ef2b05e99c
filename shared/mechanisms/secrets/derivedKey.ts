import { GenerateMacCommand, type KMSClient } from '@aws-sdk/client-kms'
import { cached } from '../../runtime/cached.ts'
import { send } from '../aws/send.ts'

export type DerivedKey = () => Promise<Uint8Array>

/**
 * A key that KMS derives from one that never leaves KMS: HMAC is deterministic, so every function gets the same bytes
 * and nothing has to be stored. An execution environment calls KMS once; a failed call is repeated by the next request.
 *
 * @param label distinguishes keys that are derived from the same one
 */
export const derivedKey = (client: KMSClient, keyId: string, label: string): DerivedKey => {
  const derive = async (): Promise<Uint8Array> => {
    const Message = Buffer.from(label)
    const { Mac } = await send((options) =>
      client.send(new GenerateMacCommand({ KeyId: keyId, Message, MacAlgorithm: 'HMAC_SHA_256' }), options),
    )
    if (Mac === undefined) throw new Error('KMS answered without a MAC')
    return Mac
  }
  return cached(Number.POSITIVE_INFINITY, derive)
}
