import type { Cipher } from '../../mechanisms/secrets/cipher.ts'
import { log, loggedError } from '../../runtime/log.ts'
import { isLasting } from '../platforms/subscriptionKeeper.ts'
import { tokenContext } from './sealedTokens.ts'
import type { LinkedSystem, StreamingPlatform } from './streamingPlatform.ts'
import type { TokenRecord } from './tokenRepository.ts'

interface Ports {
  readonly worker: string
  readonly cipher: Pick<Cipher, 'decrypt'>
  /** Those that revoke tokens; the tokens of others are only forgotten. */
  readonly platforms: Readonly<Partial<Record<LinkedSystem, Pick<StreamingPlatform, 'revoke'>>>>
  /** Whether the account has been linked again, by any recipient. */
  readonly isLinked: (removed: TokenRecord) => Promise<boolean>
}

/**
 * Revokes the tokens of a removed link at its platform. Those of an account that has been linked again are only
 * forgotten: where a platform revokes its whole grant, the new link would end.
 *
 * @throws Problem when the platform or the store cannot do it now, but may soon
 */
export const revokeTokens =
  ({ worker, cipher, platforms, isLinked }: Ports) =>
  async (removed: TokenRecord): Promise<void> => {
    const { recipientId, id, platform, refreshToken, accessToken } = removed
    const adapter = platforms[platform]
    if (adapter === undefined || (await isLinked(removed))) return
    const open = (field: 'refreshToken' | 'accessToken', sealed: Uint8Array) =>
      cipher.decrypt(sealed, tokenContext(recipientId, id, field))
    try {
      const [refresh, access] = await Promise.all([
        open('refreshToken', refreshToken),
        accessToken && open('accessToken', accessToken),
      ])
      await adapter.revoke({ refreshToken: refresh, accessToken: access })
    } catch (error) {
      if (!isLasting(error)) throw error
      log('WARN', 'revocation', { worker, recipientId, code: platform, error: loggedError(error) })
    }
  }

export type RevokeTokens = ReturnType<typeof revokeTokens>
