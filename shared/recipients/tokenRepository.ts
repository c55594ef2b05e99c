import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import type { Write } from '../contract/write.ts'
import { queryAll } from '../store/query.ts'
import { systemClock } from '../time/clock.ts'
import type { Token } from './contract.ts'
import { type Platform, platformSystems } from './streamingPlatform.ts'

/** A token record as it is stored. */
export interface TokenRecord {
  readonly recipientId: string
  readonly id: string
  readonly platform: Platform
  readonly accountId: string
  readonly accountName: string
  readonly scopes: readonly string[]
  readonly enabled: boolean
  readonly refreshToken: Uint8Array
  readonly revision: string
  /** Absent after the token was disabled, or its refresh refused. */
  readonly accessToken?: Uint8Array
  readonly accessTokenExpiresAt?: number
  /** The platform refused the refresh token for good. */
  readonly relinkRequired?: boolean
  /** The lease of the request that refreshes it, and the end of the lease in epoch milliseconds. */
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

export const tokenFromRecord = (record: TokenRecord): z.input<typeof Token> => ({
  id: record.id,
  system: platformSystems[record.platform],
  enabled: record.enabled,
  account: { id: record.accountId, name: record.accountName },
  scopes: [...record.scopes],
  relinkRequired: record.relinkRequired ?? false,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
})

/** Token records, one for each linked account. */
export const tokenRepository = (client: DynamoDBDocumentClient, table: string, clock = systemClock) => {
  return {
    /** Enables or disables a token; a disabled one keeps no access token. */
    toggle: (recipientId: string, id: string, enabled: boolean): Write => ({
      operation: {
        Update: {
          TableName: table,
          Key: { recipientId, id },
          UpdateExpression: `SET enabled = :enabled, updatedAt = :now${enabled ? '' : ' REMOVE accessToken, accessTokenExpiresAt'}`,
          ConditionExpression: 'attribute_exists(id)',
          ExpressionAttributeValues: { ':enabled': enabled, ':now': new Date(clock()).toISOString() },
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
