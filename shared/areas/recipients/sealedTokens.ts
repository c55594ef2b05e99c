import type { Cipher } from '../../mechanisms/secrets/cipher.ts'
import type { EncryptionContext } from '../../mechanisms/secrets/encryptionContexts.ts'
import { randomId } from '../../runtime/ids.ts'
import type { PlatformTokens } from './streamingPlatform.ts'

export interface SealedTokens {
  readonly refreshToken: Uint8Array
  readonly accessToken: Uint8Array
  /** Epoch milliseconds. */
  readonly accessTokenExpiresAt: number
  /** Names this set of tokens: a write that replaces another set names the one that it replaces. */
  readonly revision: string
}

/** Binds a ciphertext to its token record and its field there: moved to another place, it does not decrypt. */
export const tokenContext = (
  recipientId: string,
  tokenId: string,
  field: 'refreshToken' | 'accessToken',
): EncryptionContext => ({ recipientId, tokenId, field: `tokens.${field}` })

export const sealTokens = async (
  cipher: Pick<Cipher, 'encrypt'>,
  recipientId: string,
  tokenId: string,
  { refreshToken, accessToken, expiresAt }: PlatformTokens,
): Promise<SealedTokens> => {
  const [sealedRefreshToken, sealedAccessToken] = await Promise.all([
    cipher.encrypt(refreshToken, tokenContext(recipientId, tokenId, 'refreshToken')),
    cipher.encrypt(accessToken, tokenContext(recipientId, tokenId, 'accessToken')),
  ])
  return {
    refreshToken: sealedRefreshToken,
    accessToken: sealedAccessToken,
    accessTokenExpiresAt: expiresAt,
    revision: randomId(),
  }
}
