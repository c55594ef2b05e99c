import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import type { Write } from '../contract/write.ts'
import type { PlatformAccount } from '../providers/streamingPlatform.ts'
import { queryAll } from '../store/query.ts'
import type { Token } from './contract.ts'
import { type Platform, platformSystems } from './platforms.ts'
import type { SealedTokens } from './sealedTokens.ts'

/** A token record as it is stored. */
export interface TokenRecord {
  readonly recipientId: string
  readonly id: string
  readonly platform: Platform
  readonly accountId: string
  readonly accountName: string
  readonly enabled: boolean
  readonly refreshToken: Uint8Array
  readonly revision: string
  /** Absent after the token was disabled, or its refresh refused. */
  readonly accessToken?: Uint8Array
  readonly accessTokenExpiresAt?: number
  /** The platform refused the refresh token for good. */
  readonly relinkRequired?: boolean
  /** Who is refreshing it, and until when (epoch milliseconds) nobody else does. */
  readonly leaseId?: string
  readonly leaseExpiresAt?: number
  /** Epoch milliseconds before which the platform is not asked again, after it could not refresh it. */
  readonly pausedUntil?: number
  readonly createdAt: string
  readonly updatedAt: string
}

export const notFound = () =>
  new Problem('not_found', 'There is no such token.', {
    errors: [{ in: 'body', pointer: '/id', detail: 'unknown token' }],
  })

const tokenFromRecord = (record: TokenRecord): z.input<typeof Token> => ({
  id: record.id,
  system: platformSystems[record.platform],
  enabled: record.enabled,
  account: { id: record.accountId, name: record.accountName },
  relinkRequired: record.relinkRequired ?? false,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
})

/** What is forgotten when a set of tokens is replaced: everything that was about the set before. */
export const aboutOneSet = 'leaseId, leaseExpiresAt, pausedUntil, relinkRequired'

/** Token records, one for each linked account. */
export const tokenRepository = (client: DynamoDBDocumentClient, table: string) => {
  return {
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

    /** Enables or disables a token; a disabled one keeps no access token. */
    toggle: (recipientId: string, id: string, enabled: boolean): Write => ({
      operation: {
        Update: {
          TableName: table,
          Key: { recipientId, id },
          UpdateExpression: `SET enabled = :enabled, updatedAt = :now${enabled ? '' : ' REMOVE accessToken, accessTokenExpiresAt'}`,
          ConditionExpression: 'attribute_exists(id)',
          ExpressionAttributeValues: { ':enabled': enabled, ':now': new Date().toISOString() },
        },
      },
      repeatable: true,
      refusal: notFound,
    }),

    list: async (recipientId: string): Promise<z.input<typeof Token>[]> => {
      const items = await queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId',
        ExpressionAttributeValues: { ':recipientId': recipientId },
        ConsistentRead: true,
      })
      return items.map((item) => tokenFromRecord(item as unknown as TokenRecord))
    },
  }
}

export type TokenRepository = ReturnType<typeof tokenRepository>
