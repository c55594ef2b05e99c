import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../contract/write.ts'
import { derivedId } from '../ids.ts'
import { getItem } from '../store/getItem.ts'
import { systemClock } from '../time/clock.ts'
import type { SealedTokens } from './sealedTokens.ts'
import type { Platform, PlatformAccount } from './streamingPlatform.ts'

/** The id of the record of a linked account: linking it again finds the same record. */
export const tokenId = (recipientId: string, platform: string, accountId: string): string =>
  derivedId('token', recipientId, platform, accountId)

/** What is forgotten when a set of tokens is replaced: everything that was about the set before. */
export const aboutOneSet = 'leaseId, leaseExpiresAt, pausedUntil, relinkRequired'

/** What linking an account writes; apart from what toggles and lists token records, which the functions that link need not load. */
export const tokenLinkRepository = (table: string, clock = systemClock) => ({
  /** The record of a new or renewed link: enabled, with the tokens. */
  link: (
    recipientId: string,
    id: string,
    platform: Platform,
    account: PlatformAccount,
    scopes: readonly string[],
    { refreshToken, accessToken, accessTokenExpiresAt, revision }: SealedTokens,
  ): Write => ({
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, id },
        UpdateExpression:
          'SET platform = :platform, accountId = :accountId, accountName = :accountName, scopes = :scopes,' +
          ' enabled = :true, refreshToken = :refreshToken, accessToken = :accessToken, accessTokenExpiresAt = :expiresAt,' +
          ' revision = :revision, createdAt = if_not_exists(createdAt, :now), updatedAt = :now' +
          ` REMOVE ${aboutOneSet}`,
        ExpressionAttributeValues: {
          ':platform': platform,
          ':accountId': account.id,
          ':accountName': account.name,
          ':scopes': scopes,
          ':true': true,
          ':refreshToken': refreshToken,
          ':accessToken': accessToken,
          ':expiresAt': accessTokenExpiresAt,
          ':revision': revision,
          ':now': new Date(clock()).toISOString(),
        },
      },
    },
    repeatable: true,
  }),
})

export type TokenLinkRepository = ReturnType<typeof tokenLinkRepository>

/** Reads the state of links for those that have a platform account, and not the id of its record. */
export const linkStateStore = (client: DynamoDBDocumentClient, table: string) => ({
  /** Whether the link is not disabled. An account that the deployer assigned has no record, and counts as enabled. */
  isEnabled: async (recipientId: string, platform: string, accountId: string): Promise<boolean> => {
    const Key = { recipientId, id: tokenId(recipientId, platform, accountId) }
    return (await getItem(client, { TableName: table, Key }))?.['enabled'] !== false
  },
})

export type LinkStateStore = ReturnType<typeof linkStateStore>
