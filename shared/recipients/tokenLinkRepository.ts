import type { Write } from '../contract/write.ts'
import type { Platform } from './platforms.ts'
import type { SealedTokens } from './sealedTokens.ts'
import type { PlatformAccount } from './streamingPlatform.ts'

/** What is forgotten when a set of tokens is replaced: everything that was about the set before. */
export const aboutOneSet = 'leaseId, leaseExpiresAt, pausedUntil, relinkRequired'

/** What linking an account writes; apart from what toggles and lists token records, which the functions that link need not load. */
export const tokenLinkRepository = (table: string) => ({
  /** The record of a new or renewed link: enabled, with the tokens. */
  link: (
    recipientId: string,
    id: string,
    platform: Platform,
    account: PlatformAccount,
    { refreshToken, accessToken, accessTokenExpiresAt, revision }: SealedTokens,
  ): Write => ({
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, id },
        UpdateExpression:
          'SET platform = :platform, accountId = :accountId, accountName = :accountName, enabled = :true,' +
          ' refreshToken = :refreshToken, accessToken = :accessToken, accessTokenExpiresAt = :expiresAt,' +
          ' revision = :revision, createdAt = if_not_exists(createdAt, :now), updatedAt = :now' +
          ` REMOVE ${aboutOneSet}`,
        ExpressionAttributeValues: {
          ':platform': platform,
          ':accountId': account.id,
          ':accountName': account.name,
          ':true': true,
          ':refreshToken': refreshToken,
          ':accessToken': accessToken,
          ':expiresAt': accessTokenExpiresAt,
          ':revision': revision,
          ':now': new Date().toISOString(),
        },
      },
    },
    repeatable: true,
  }),
})

export type TokenLinkRepository = ReturnType<typeof tokenLinkRepository>
