import type { Commit } from '../../contract/handle.ts'
import { Problem } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { refusalOf } from '../../mechanisms/limits/erasureMarks.ts'
import { limitReached } from '../../mechanisms/limits/limits.ts'
import type { RateRepository } from '../../mechanisms/limits/rateRepository.ts'
import type { SlotRepository } from '../../mechanisms/limits/slotRepository.ts'
import type { Cipher } from '../../mechanisms/secrets/cipher.ts'
import type { AccountLinkRepository } from '../platforms/accountLinkRepository.ts'
import { type SealedTokens, sealTokens } from './sealedTokens.ts'
import {
  type LinkedSystem,
  linkedSystems,
  type PlatformAccount,
  type PlatformTokens,
  type StreamingPlatform,
} from './streamingPlatform.ts'
import { type TokenRepository, tokenId } from './tokenRepository.ts'

/** The caller's authorization code from the platform, with the code verifier. */
interface AuthorizationGrant {
  readonly code: string
  readonly codeVerifier?: string
}

/** An account that is about to be linked. */
export interface LinkedAccount {
  readonly id: string
  readonly system: string
  readonly enabled: true
  readonly account: PlatformAccount
}

type AnswerFrom<Answer> = (linked: LinkedAccount, tokens: PlatformTokens) => Answer

export type LinkAccount = <Answer>(
  recipientId: string,
  grant: AuthorizationGrant,
  commit: Commit,
  answerFrom: AnswerFrom<Answer>,
) => Promise<Answer>

/** The writes of a new link besides the record and the claim of its account, `<system>#<account id>`. */
type AlsoWritten = (
  recipientId: string,
  account: string,
  link: { readonly tokenId: string; readonly channelUrl: string | undefined },
) => readonly Write[]

/** The limits of a recipient's accounts and of its attempts to link one. */
interface Limits {
  readonly slots: Pick<SlotRepository, 'creation'>
  readonly rates: Pick<RateRepository, 'spend'>
}

/**
 * Redeems the code, reads the account, and stores the tokens under an id that recipient and account determine, so that
 * linking again renews the record. `also` makes the writes of a link whose system is asked regularly. Tokens are
 * revoked if the account cannot be read, the cap is reached, or an erasure runs. Those of an account that another
 * recipient has are only forgotten: where a platform revokes its whole grant, the other link would end.
 */
export const linkAccount = (
  platform: LinkedSystem,
  adapter: StreamingPlatform,
  links: Pick<AccountLinkRepository, 'creation'>,
  tokens: Pick<TokenRepository, 'creation'>,
  cipher: Pick<Cipher, 'encrypt'>,
  { slots, rates }: Limits,
  also: AlsoWritten = () => [],
): LinkAccount => {
  /** Revokes tokens if possible. Its own failure is ignored, because the failure before it is reported. */
  const revoke = (granted: PlatformTokens): Promise<void> => adapter.revoke(granted).catch(() => undefined)

  const prepare = async (
    recipientId: string,
    granted: PlatformTokens,
  ): Promise<{ linked: LinkedAccount; sealed: SealedTokens; channelUrl: string | undefined }> => {
    const { channelUrl, ...account } = await adapter.account(granted.accessToken)
    const id = tokenId(recipientId, platform, account.id)
    const sealed = await sealTokens(cipher, recipientId, id, granted)
    return { linked: { id, system: linkedSystems[platform], enabled: true, account }, sealed, channelUrl }
  }

  return async (recipientId, { code, codeVerifier }, commit, answerFrom) => {
    await rates.spend(recipientId, 'links')
    const granted = await adapter.redeemCode(code, codeVerifier)
    const { linked, sealed, channelUrl } = await prepare(recipientId, granted).catch(async (error: unknown) => {
      await revoke(granted)
      throw error
    })
    const writes = [
      links.creation(recipientId, platform, linked.account.id),
      tokens.creation(recipientId, linked.id, platform, linked.account, granted.scopes, sealed),
      ...also(recipientId, `${platform}#${linked.account.id}`, { tokenId: linked.id, channelUrl }),
    ]
    // An account that is linked again keeps its slot.
    const slot = {
      ...slots.creation(recipientId, 'accounts', linked.id),
      refusal: (found: Item | undefined) => refusalOf(found, limitReached('accounts')),
    }
    return commit([...writes, slot], answerFrom(linked, granted)).catch(async (error: unknown) => {
      if (error instanceof Problem && ['limit_reached', 'erasure_in_progress'].includes(error.code))
        await revoke(granted)
      throw error
    })
  }
}
