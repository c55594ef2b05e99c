import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { unknownId } from '../../contract/problem.ts'
import type { Write } from '../../contract/write.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { allOf, anyOf, type Condition, remove, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { derivedId } from '../../runtime/ids.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import type { Token } from './contract.ts'
import type { SealedTokens } from './sealedTokens.ts'
import { donationSystems, type LinkedSystem, linkedSystems, type PlatformAccount } from './streamingPlatform.ts'

export interface TokenRecord {
  readonly recipientId: string
  readonly id: string
  readonly platform: LinkedSystem
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

export const notFound = () => unknownId('token')

/** The id of the record of a linked account. Linking the account again finds the same record. */
export const tokenId = (recipientId: string, platform: string, accountId: string): string =>
  derivedId('token', recipientId, platform, accountId)

export const tokenFromRecord = (record: TokenRecord): z.input<typeof Token> => ({
  id: record.id,
  system: linkedSystems[record.platform],
  enabled: record.enabled,
  account: { id: record.accountId, name: record.accountName },
  scopes: [...record.scopes],
  relinkRequired: record.relinkRequired ?? false,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
})

/** Attributes that describe one set of tokens. They go when the set is replaced. */
const ofOneSet: readonly string[] = ['leaseId', 'leaseExpiresAt', 'pausedUntil', 'relinkRequired']

const exists: Condition = { if: 'attribute_exists(id)' }

const find = async (
  client: DynamoDBDocumentClient,
  table: string,
  recipientId: string,
  id: string,
): Promise<TokenRecord | undefined> =>
  (await getItem(client, { TableName: table, Key: { recipientId, id } })) as TokenRecord | undefined

/** Token records, one for each linked account. */
export const tokenRepository = (client: DynamoDBDocumentClient, table = tableName('tokens'), clock = systemClock) => ({
  find: (recipientId: string, id: string) => find(client, table, recipientId, id),

  list: async (recipientId: string): Promise<z.input<typeof Token>[]> => {
    const items = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipientId },
      ConsistentRead: true,
    })
    return items.map((item) => tokenFromRecord(item as unknown as TokenRecord))
  },

  /** The record of a new or renewed link: enabled, with the tokens. */
  creation: (
    recipientId: string,
    id: string,
    platform: LinkedSystem,
    { id: accountId, name: accountName }: PlatformAccount,
    scopes: readonly string[],
    sealed: SealedTokens,
  ): Write =>
    update(
      table,
      { recipientId, id },
      {
        set: {
          platform,
          accountId,
          accountName,
          scopes,
          enabled: true,
          ...sealed,
          updatedAt: new Date(clock()).toISOString(),
        },
        assign: ['createdAt = if_not_exists(createdAt, :updatedAt)'],
        remove: ofOneSet,
        repeatable: true,
      },
    ),

  /** Enables or disables a token; a disabled one keeps no access token. */
  change: (recipientId: string, id: string, enabled: boolean): Write =>
    update(
      table,
      { recipientId, id },
      {
        set: { enabled, updatedAt: new Date(clock()).toISOString() },
        remove: enabled ? [] : ['accessToken', 'accessTokenExpiresAt'],
        when: exists,
        repeatable: true,
        refusal: notFound,
      },
    ),

  removal: (recipientId: string, id: string): Write =>
    remove(table, { recipientId, id }, { when: exists, refusal: notFound }),
})

export type TokenRepository = ReturnType<typeof tokenRepository>

/** The links of a recipient, for callers that know an account or the streamer, and not the id of a record. */
export const linkRepository = (client: DynamoDBDocumentClient, table = tableName('tokens')) => {
  const list = (recipientId: string) =>
    queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipientId },
      ProjectionExpression: 'platform, accountName, enabled',
      ConsistentRead: true,
    })

  return {
    /** Whether the link is not disabled. An account that the deployer assigned has no record, and counts as enabled. */
    hasEnabled: async (recipientId: string, platform: string, accountId: string): Promise<boolean> =>
      (await find(client, table, recipientId, tokenId(recipientId, platform, accountId)))?.enabled !== false,

    hasDonationService: async (recipientId: string): Promise<boolean> =>
      (await list(recipientId)).some(
        ({ platform, enabled }) => String(platform) in donationSystems && enabled === true,
      ),

    /** The scopes that the platform named when it was linked; none of an account that the deployer assigned. */
    scopes: async (recipientId: string, platform: string, accountId: string): Promise<readonly string[]> =>
      (await find(client, table, recipientId, tokenId(recipientId, platform, accountId)))?.scopes ?? [],

    /** The names of the linked accounts: `Twitch: alice`. */
    names: async (recipientId: string): Promise<readonly string[]> =>
      (await list(recipientId))
        .map(({ platform, accountName }) => `${linkedSystems[platform as LinkedSystem]}: ${accountName}`)
        .toSorted(),
  }
}

export type LinkRepository = ReturnType<typeof linkRepository>

/** A lease on the refresh of one set of tokens. */
export interface Lease {
  readonly id: string
  /** The set of tokens that is going to be replaced. */
  readonly revision: string
  /** Epoch milliseconds, as the following. */
  readonly takenAt: number
  readonly expiresAt: number
  /** A lease of another request that ends later than this is ignored. */
  readonly latestEnd: number
}

/** The outcome of a conditional change. If the condition did not hold, it has the record that was found. */
export type Outcome = { readonly applied: true } | { readonly applied: false; readonly found: TokenRecord | undefined }

const hasRevision = (revision: string): Condition => ({ if: 'revision = :seen', values: { seen: revision } })
/** A repetition finds its own new set. */
const hasNewRevision: Condition = { if: 'revision = :revision' }
const isEnabled: Condition = { if: 'enabled = :true', values: { true: true } }
const isAccepted: Condition = { if: 'attribute_not_exists(relinkRequired)' }
const isNotPaused = (now: number): Condition => ({
  if: 'attribute_not_exists(pausedUntil) OR pausedUntil <= :now',
  values: { now },
})
const isUnleased: Condition = { if: 'attribute_not_exists(leaseId)' }
const isLeasedBy = (id: string): Condition => ({ if: 'leaseId = :lease', values: { lease: id } })
const leaseIsInvalid = (now: number, latestEnd: number): Condition => ({
  if: 'NOT leaseExpiresAt BETWEEN :now AND :latestEnd',
  values: { now, latestEnd },
})

/**
 * Reads and changes of token records for the refresh of their tokens. A lease is valid until `leaseExpiresAt`, unless
 * that is too late to come from a right clock:
 *
 *     leaseExpiresAt:   … before now │ now … latestEnd │ after latestEnd …
 *     lease is:            over      │     valid       │     ignored
 */
export const tokenRefreshRepository = (
  client: DynamoDBDocumentClient,
  table = tableName('tokens'),
  clock = systemClock,
) => {
  const change = async (
    recipientId: string,
    id: string,
    changes: Omit<Parameters<typeof update>[2], 'repeatable'>,
  ): Promise<Outcome> => {
    const [refusal] = await applyWrites(client, [update(table, { recipientId, id }, { ...changes, repeatable: true })])
    return refusal === undefined
      ? { applied: true }
      : { applied: false, found: refusal.item as TokenRecord | undefined }
  }

  return {
    find: (recipientId: string, id: string) => find(client, table, recipientId, id),

    /** Takes the lease on the refresh of an enabled token, unless another request holds it. */
    lease: (
      recipientId: string,
      id: string,
      { id: leaseId, revision, takenAt, expiresAt: leaseExpiresAt, latestEnd }: Lease,
    ): Promise<Outcome> =>
      change(recipientId, id, {
        set: { leaseId, leaseExpiresAt },
        remove: ['pausedUntil'],
        when: allOf(
          hasRevision(revision),
          isEnabled,
          isAccepted,
          isNotPaused(takenAt),
          anyOf(isUnleased, isLeasedBy(leaseId), leaseIsInvalid(takenAt, latestEnd)),
        ),
      }),

    /** Replaces a set of tokens, whoever has the lease: the new set is newer than the one it was made from. */
    renew: (recipientId: string, id: string, replaced: string, sealed: SealedTokens): Promise<Outcome> =>
      change(recipientId, id, {
        set: { ...sealed, updatedAt: new Date(clock()).toISOString() },
        remove: ofOneSet,
        when: allOf(anyOf(hasRevision(replaced), hasNewRevision), isEnabled),
      }),

    /** As `renew`, for a token that was disabled meanwhile: only the refresh token is kept. */
    renewDisabled: (
      recipientId: string,
      id: string,
      replaced: string,
      { refreshToken, revision }: SealedTokens,
    ): Promise<Outcome> =>
      change(recipientId, id, {
        set: { refreshToken, revision },
        remove: ofOneSet,
        when: anyOf(hasRevision(replaced), hasNewRevision),
      }),

    /** Disables a token, because its platform takes none of the link any more. */
    disable: (recipientId: string, id: string): Promise<Outcome> =>
      change(recipientId, id, {
        set: { enabled: false, updatedAt: new Date(clock()).toISOString() },
        remove: ['accessToken', 'accessTokenExpiresAt'],
        when: exists,
      }),

    /** Ends a lease because the platform refused the refresh token: the account has to be linked again. */
    requireRelink: (recipientId: string, id: string, { id: leaseId, revision }: Lease): Promise<Outcome> =>
      change(recipientId, id, {
        set: { relinkRequired: true },
        remove: ['accessToken', 'accessTokenExpiresAt', 'leaseId', 'leaseExpiresAt'],
        when: allOf(hasRevision(revision), anyOf(isLeasedBy(leaseId), { if: 'relinkRequired = :relinkRequired' })),
      }),

    /** Ends a lease without new tokens. Until `pausedUntil` (epoch milliseconds) the platform gets no other request. */
    pause: (recipientId: string, id: string, { id: leaseId, revision }: Lease, pausedUntil: number): Promise<Outcome> =>
      change(recipientId, id, {
        set: { pausedUntil },
        remove: ['leaseId', 'leaseExpiresAt'],
        when: allOf(hasRevision(revision), anyOf(isLeasedBy(leaseId), { if: 'pausedUntil = :pausedUntil' })),
      }),
  }
}

export type TokenRefreshRepository = ReturnType<typeof tokenRefreshRepository>
