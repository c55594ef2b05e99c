import type { Commit } from '../contract/handle.ts'
import { log, loggedError } from '../log.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { tokenContext } from './sealedTokens.ts'
import type { Platform, StreamingPlatform } from './streamingPlatform.ts'
import { notFound, type TokenRecord } from './tokenRepository.ts'
import type { UnlinkRepository } from './unlinkRepository.ts'

interface Ports {
  readonly links: UnlinkRepository
  readonly cipher: Pick<Cipher, 'decrypt'>
  readonly platforms: Readonly<Record<Platform, Pick<StreamingPlatform, 'revoke'>>>
}

/**
 * Removes a link: the tokens are revoked first, so that a repetition after a crash revokes them again, then record and claim are
 * deleted together. If the platform fails to revoke, that is logged, and the link is removed all the same.
 */
export const unlinkAccount = ({ links, cipher, platforms }: Ports) => {
  const revoke = async ({ recipientId, id, platform, refreshToken, accessToken }: TokenRecord): Promise<void> => {
    const open = (field: 'refreshToken' | 'accessToken', sealed: Uint8Array) =>
      cipher.decrypt(sealed, tokenContext(recipientId, id, field))
    const [refresh, access] = await Promise.all([
      open('refreshToken', refreshToken),
      accessToken && open('accessToken', accessToken),
    ])
    await platforms[platform].revoke({ refreshToken: refresh, accessToken: access })
  }

  return async (recipientId: string, id: string, requestId: string, commit: Commit): Promise<Record<string, never>> => {
    const record = await links.find(recipientId, id)
    if (record === undefined) throw notFound()
    await revoke(record).catch((error: unknown) =>
      log('WARN', 'revocation', { recipientId, requestId, code: record.platform, error: loggedError(error) }),
    )
    return commit(links.removal(recipientId, record), {})
  }
}

export type UnlinkAccount = ReturnType<typeof unlinkAccount>
