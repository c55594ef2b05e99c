import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import type { Item, Write } from '../contract/write.ts'
import type { PlatformAccount } from '../providers/streamingPlatform.ts'
import { applyWrites } from '../store/commit.ts'
import { getItem } from '../store/getItem.ts'
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

/** A lease on the refresh of one set of tokens. */
export interface Lease {
  readonly id: string
  /** The set of tokens that is going to be replaced. */
  readonly revision: string
  /** Epoch milliseconds, as the following. */
  readonly takenAt: number
  readonly expiresAt: number
  /** A lease of another one that ends later than this does not count. */
  readonly latestEnd: number
}

/** What became of a conditional change: the record as it was found, where the condition did not hold. */
export type Outcome = { readonly applied: true } | { readonly applied: false; readonly found: TokenRecord | undefined }

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

const recordFromItem = (item: Item | undefined): TokenRecord | undefined => item as TokenRecord | undefined

/** What is forgotten when a set of tokens is replaced: everything that was about the set before. */
const aboutOneSet = 'leaseId, leaseExpiresAt, pausedUntil, relinkRequired'

/** Token records, one for each linked account. */
export const tokenRepository = (client: DynamoDBDocumentClient, table: string) => {
  const update = (
    recipientId: string,
    id: string,
    UpdateExpression: string,
    ConditionExpression: string,
    values: Record<string, unknown>,
  ): Write => ({
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, id },
        UpdateExpression,
        ConditionExpression,
        ExpressionAttributeValues: values,
      },
    },
    repeatable: true,
  })

  const apply = async (write: Write): Promise<Outcome> => {
    const [refusal] = await applyWrites(client, [write])
    return refusal === undefined ? { applied: true } : { applied: false, found: recordFromItem(refusal.item) }
  }

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
      ...update(
        recipientId,
        id,
        `SET enabled = :enabled, updatedAt = :now${enabled ? '' : ' REMOVE accessToken, accessTokenExpiresAt'}`,
        'attribute_exists(id)',
        { ':enabled': enabled, ':now': new Date().toISOString() },
      ),
      refusal: notFound,
    }),

    find: async (recipientId: string, id: string): Promise<TokenRecord | undefined> =>
      recordFromItem(await getItem(client, { TableName: table, Key: { recipientId, id } })),

    list: async (recipientId: string): Promise<z.input<typeof Token>[]> => {
      const items = await queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId',
        ExpressionAttributeValues: { ':recipientId': recipientId },
        ConsistentRead: true,
      })
      return items.map((item) => tokenFromRecord(item as unknown as TokenRecord))
    },

    /** Takes the lease on the refresh of an enabled token, unless another one holds it. */
    lease: (recipientId: string, id: string, lease: Lease): Promise<Outcome> =>
      apply(
        update(
          recipientId,
          id,
          'SET leaseId = :lease, leaseExpiresAt = :expiresAt REMOVE pausedUntil',
          'revision = :revision AND enabled = :true AND attribute_not_exists(relinkRequired)' +
            ' AND (attribute_not_exists(pausedUntil) OR pausedUntil <= :now)' +
            ' AND (attribute_not_exists(leaseId) OR leaseId = :lease OR NOT leaseExpiresAt BETWEEN :now AND :latestEnd)',
          {
            ':lease': lease.id,
            ':expiresAt': lease.expiresAt,
            ':revision': lease.revision,
            ':true': true,
            ':now': lease.takenAt,
            ':latestEnd': lease.latestEnd,
          },
        ),
      ),

    /** Replaces a set of tokens, whoever holds the lease by now: the new set is newer than the one that it was made from. */
    renew: (recipientId: string, id: string, replaced: string, sealed: SealedTokens): Promise<Outcome> =>
      apply(
        update(
          recipientId,
          id,
          'SET refreshToken = :refreshToken, accessToken = :accessToken, accessTokenExpiresAt = :expiresAt,' +
            ` revision = :revision, updatedAt = :now REMOVE ${aboutOneSet}`,
          '(revision = :replaced OR revision = :revision) AND enabled = :true',
          {
            ':refreshToken': sealed.refreshToken,
            ':accessToken': sealed.accessToken,
            ':expiresAt': sealed.accessTokenExpiresAt,
            ':revision': sealed.revision,
            ':replaced': replaced,
            ':true': true,
            ':now': new Date().toISOString(),
          },
        ),
      ),

    /** As `renew`, for a token that was disabled meanwhile: the refresh token must not be lost, the access token is not kept. */
    renewDisabled: (recipientId: string, id: string, replaced: string, sealed: SealedTokens): Promise<Outcome> =>
      apply(
        update(
          recipientId,
          id,
          `SET refreshToken = :refreshToken, revision = :revision REMOVE ${aboutOneSet}`,
          'revision = :replaced OR revision = :revision',
          { ':refreshToken': sealed.refreshToken, ':revision': sealed.revision, ':replaced': replaced },
        ),
      ),

    /** Ends a lease because the platform refused the refresh token: the account has to be linked again. */
    requireRelink: (recipientId: string, id: string, lease: Lease): Promise<Outcome> =>
      apply(
        update(
          recipientId,
          id,
          'SET relinkRequired = :true REMOVE accessToken, accessTokenExpiresAt, leaseId, leaseExpiresAt',
          'revision = :revision AND (leaseId = :lease OR relinkRequired = :true)',
          { ':true': true, ':revision': lease.revision, ':lease': lease.id },
        ),
      ),

    /** Ends a lease without new tokens: the platform is asked again after `until` (epoch milliseconds). */
    pause: (recipientId: string, id: string, lease: Lease, until: number): Promise<Outcome> =>
      apply(
        update(
          recipientId,
          id,
          'SET pausedUntil = :until REMOVE leaseId, leaseExpiresAt',
          'revision = :revision AND (leaseId = :lease OR pausedUntil = :until)',
          { ':until': until, ':revision': lease.revision, ':lease': lease.id },
        ),
      ),
  }
}

export type TokenRepository = ReturnType<typeof tokenRepository>
