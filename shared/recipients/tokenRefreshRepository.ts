import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item, Write } from '../contract/write.ts'
import { applyWrites } from '../store/commit.ts'
import { getItem } from '../store/getItem.ts'
import { systemClock } from '../time/clock.ts'
import type { SealedTokens } from './sealedTokens.ts'
import { aboutOneSet } from './tokenLinkRepository.ts'
import type { TokenRecord } from './tokenRepository.ts'

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

/** The outcome of a conditional change: if the condition did not hold, it has the record that was found. */
export type Outcome = { readonly applied: true } | { readonly applied: false; readonly found: TokenRecord | undefined }

const recordFromItem = (item: Item | undefined): TokenRecord | undefined => item as TokenRecord | undefined

/** What the refresh of a token record reads and writes. */
export const tokenRefreshRepository = (client: DynamoDBDocumentClient, table: string, clock = systemClock) => {
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
    find: async (recipientId: string, id: string): Promise<TokenRecord | undefined> =>
      recordFromItem(await getItem(client, { TableName: table, Key: { recipientId, id } })),

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
            ':now': new Date(clock()).toISOString(),
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

export type TokenRefreshRepository = ReturnType<typeof tokenRefreshRepository>
