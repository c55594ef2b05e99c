import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { batchGet } from '../../mechanisms/store/batchGet.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { remove, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { systemClock } from '../../runtime/time/clock.ts'

/** The only partition: each minute asks it, also while nobody has linked a service, and a source changes seldom. */
const shard = '0'

export const donationSourceKey = (account: string) => ({ shard, account })

/** Why a service was asked in vain. It contains no secret. */
export interface SourceError {
  /** ISO 8601. */
  readonly at: string
  readonly code: string
  readonly detail: string
}

/** A walk through new donations that has not reached the known ones yet. */
export interface Walk {
  /** The cursor of the next page. */
  readonly next: string
  /** The newest donations when the walk began, which are the known ones after it. */
  readonly ahead: readonly string[]
  /** What `waitingSince` will be after it, as far as it has come. */
  readonly waitingSince?: string
}

/** A linked account of a donation service that is asked for new donations. */
export interface DonationSource {
  readonly shard: string
  /** `<service>#<account id>` */
  readonly account: string
  readonly recipientId: string
  readonly tokenId: string
  /** ISO 8601: the time of the last link. */
  readonly linkedAt: string
  /** ISO 8601: donations from this time on are taken. */
  readonly since: string
  /** The ids of the newest donations that are taken; absent before the first walk has ended. */
  readonly known?: readonly string[]
  /** Present while a walk goes on in the next run. */
  readonly walk?: Walk
  /** The time of the oldest donation that waits for a moderator at the service; absent where none does. */
  readonly waitingSince?: string
  /** ISO 8601: the time of an answer, which is stored when it is news, and every ten minutes. */
  readonly askedAt?: string
  /** Present until a later question succeeds. */
  readonly lastError?: SourceError
  /** How often in a row the service was asked in vain, and the epoch milliseconds before which it is not asked. */
  readonly failures?: number
  readonly retryAt?: number
}

/** Donations of the day before a link are taken too, so that no clock and no late answer loses one. */
export const marginMs = 24 * 60 * 60 * 1000

/** The link has changed while its service was asked. */
const notLinked = () => new Problem('not_found', 'The account is no longer linked, or was linked again.')

/** The attributes that change with the questions. */
type State = 'known' | 'walk' | 'waitingSince' | 'askedAt' | 'lastError' | 'failures' | 'retryAt'

/** The attributes of failures, which go with an answer. */
export const ofFailure: readonly State[] = ['lastError', 'failures', 'retryAt']

/** The accounts of donation services that a recipient has linked. */
export const donationSourceRepository = (table = tableName('donationSources'), clock = systemClock) => ({
  /** The write that begins to ask for donations. Linking again keeps the known ones, and ends a pause. */
  creation: (recipientId: string, account: string, tokenId: string): Write => {
    const now = clock()
    const linkedAt = new Date(now).toISOString()
    return update(table, donationSourceKey(account), {
      set: { recipientId, tokenId, linkedAt },
      assign: ['since = if_not_exists(since, :since)'],
      values: { since: new Date(now - marginMs).toISOString() },
      remove: ofFailure,
      repeatable: true,
    })
  },

  /** Changes the state of a source. Refused when it was unlinked, or linked again, since it was read. */
  change: (
    recipientId: string,
    { account, linkedAt }: Pick<DonationSource, 'account' | 'linkedAt'>,
    set: { readonly [Name in State]?: DonationSource[Name] | undefined },
    removed: readonly State[] = [],
  ): Write =>
    update(table, donationSourceKey(account), {
      set,
      remove: removed,
      when: {
        if: '#recipientId = :owner AND #linkedAt = :linkedAt',
        values: { owner: recipientId, linkedAt },
      },
      repeatable: true,
      refusal: notLinked,
    }),

  /** Ends the questions. The source of another recipient stays. */
  removal: (recipientId: string, account: string): Write =>
    remove(table, donationSourceKey(account), {
      when: {
        if: 'attribute_not_exists(#recipientId) OR #recipientId = :owner',
        values: { owner: recipientId },
      },
      repeatable: true,
    }),
})

export type DonationSourceRepository = ReturnType<typeof donationSourceRepository>

/** Sources for those who list a recipient's links, and for the worker, which knows no recipient. */
export const donationSourceStore = (client: DynamoDBDocumentClient, table = tableName('donationSources')) => ({
  /** Those of the accounts that the recipient has linked, by account. */
  find: async (recipientId: string, accounts: readonly string[]): Promise<ReadonlyMap<string, DonationSource>> => {
    if (accounts.length === 0) return new Map()
    const found = await batchGet(client, { [table]: { Keys: accounts.map(donationSourceKey), ConsistentRead: true } })
    const sources = (found[table] ?? []) as unknown as readonly DonationSource[]
    return new Map(
      sources.filter((source) => source.recipientId === recipientId).map((source) => [source.account, source]),
    )
  },

  /** The sources of all recipients. */
  list: async (): Promise<readonly DonationSource[]> => {
    const found = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: '#shard = :shard',
      ExpressionAttributeNames: { '#shard': 'shard' },
      ExpressionAttributeValues: { ':shard': shard },
    })
    return found as (Item & DonationSource)[]
  },
})

export type DonationSourceStore = ReturnType<typeof donationSourceStore>
