import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { send } from '../../mechanisms/aws/send.ts'
import { batchGet } from '../../mechanisms/store/batchGet.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { remove, update } from '../../mechanisms/store/writes.ts'
import { tableName, tableNames } from '../../runtime/env.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import type { StreamState } from './rules.ts'
import { allowedEvents, missingScopes, sendsEvents } from './subscribedEvents.ts'
import { streamEndedTrigger, streamStartedTrigger } from './triggers.ts'

/** The reason why events of an account do not arrive. It contains no secret. */
export interface LinkError {
  /** ISO 8601. */
  readonly at: string
  readonly code: string
  readonly detail: string
}

/** The link of a platform's account to a recipient, and the state of the account's subscriptions. */
export interface AccountLink {
  /** `<platform>#<account id>` */
  readonly account: string
  readonly recipientId: string
  /** The events that arrive, by the platform's names. */
  readonly activeEvents?: ReadonlySet<string>
  /** Present until a later attempt succeeds. */
  readonly lastError?: LinkError
}

/** The code of the error after the platform has ended a subscription. */
export const revokedCode = 'subscription_revoked'

const alreadyLinked = () => new Problem('account_already_linked', 'Another recipient has linked this platform account.')

const notLinked = () => new Problem('not_found', 'No recipient has linked this account.')

/** The known state of an account's events. */
export interface SourceState {
  readonly subscription: 'pending' | 'active' | 'failed' | 'revoked' | 'polled'
  readonly lastEvent: { readonly type: string; readonly at: string } | null
  readonly lastError: LinkError | null
  /** Scopes that its owner has not granted: their events do not arrive. */
  readonly missingScopes: string[]
}

const subscriptionOf = (
  platform: string,
  link: AccountLink | undefined,
  granted: readonly string[],
): SourceState['subscription'] => {
  if (!sendsEvents(platform)) return 'polled'
  if (link?.lastError !== undefined) return link.lastError.code === revokedCode ? 'revoked' : 'failed'
  return allowedEvents(platform, granted).every((event) => link?.activeEvents?.has(event)) ? 'active' : 'pending'
}

const sourceState = (
  platform: string,
  link: AccountLink | undefined,
  channel: StreamState | undefined,
  granted: readonly string[],
): SourceState => ({
  subscription: subscriptionOf(platform, link, granted),
  lastEvent: channel
    ? { type: channel.isOnline ? streamStartedTrigger : streamEndedTrigger, at: channel.changedAt }
    : null,
  lastError: link?.lastError ?? null,
  missingScopes: missingScopes(platform, granted),
})

/** The recipient's own links; an account is linked by one recipient. */
export const accountLinkRepository = (table = tableName('accountLinks')) => ({
  /**
   * Links an account to a recipient; refused if another one has it. A worker then looks at its subscriptions, unless
   * the platform sends no events.
   */
  creation: (recipientId: string, platform: string, accountId: string): Write =>
    update(
      table,
      { account: `${platform}#${accountId}` },
      {
        set: { recipientId, due: sendsEvents(platform) },
        when: { if: 'attribute_not_exists(account) OR recipientId = :recipientId' },
        repeatable: true,
        refusal: alreadyLinked,
      },
    ),

  /** Removes a link. That of another recipient stays. */
  removal: (recipientId: string, account: string): Write =>
    remove(
      table,
      { account },
      {
        when: { if: 'attribute_not_exists(recipientId) OR recipientId = :recipientId', values: { recipientId } },
        repeatable: true,
      },
    ),
})

export type AccountLinkRepository = ReturnType<typeof accountLinkRepository>

/** Reads the states of a recipient's accounts, from their links and their channels. */
export const sourceRepository = (
  client: DynamoDBDocumentClient,
  { accountLinks, streams } = tableNames('accountLinks', 'streams'),
) => ({
  /** From the accounts with their granted scopes: a recipient may link so few that two items for each fit one call. */
  find: async (
    recipientId: string,
    granted: ReadonlyMap<string, readonly string[]>,
  ): Promise<ReadonlyMap<string, SourceState>> => {
    const accounts = [...granted.keys()]
    if (accounts.length === 0) return new Map()
    const found = await batchGet(client, {
      [accountLinks]: { Keys: accounts.map((account) => ({ account })), ConsistentRead: true },
      [streams]: { Keys: accounts.map((channel) => ({ recipientId, channel })), ConsistentRead: true },
    })
    const byName = (items: readonly Item[] = [], name: string) => new Map(items.map((item) => [item[name], item]))
    const links = byName(found[accountLinks], 'account')
    const channels = byName(found[streams], 'channel')
    return new Map(
      accounts.map((account) => {
        const link = links.get(account) as AccountLink | undefined
        const own = link?.recipientId === recipientId ? link : undefined
        const channel = channels.get(account) as StreamState | undefined
        return [account, sourceState(account.split('#', 1).join(), own, channel, granted.get(account) ?? [])]
      }),
    )
  },
})

export type SourceRepository = ReturnType<typeof sourceRepository>

const change = (table: string, account: string, changes: Parameters<typeof update>[2]): Write =>
  update(
    table,
    { account },
    { ...changes, when: { if: 'attribute_exists(account)' }, repeatable: true, refusal: notLinked },
  )

/** The writes that change the state of a linked account's subscriptions. An account that is not linked is refused. */
export const linkWrites = (table = tableName('accountLinks'), clock = systemClock) => ({
  /** The events arrive from now on. */
  activation: (account: string, events: readonly string[]): Write =>
    change(table, account, { add: { activeEvents: new Set(events) } }),

  /**
   * The account is subscribed to as far as this deployment can do it; these events arrive. An error says why others do
   * not.
   */
  settlement: (account: string, events: readonly string[], lastError?: LinkError): Write =>
    change(table, account, {
      set: { lastError },
      add: { activeEvents: events.length === 0 ? undefined : new Set(events) },
      remove: lastError === undefined ? ['due', 'lastError'] : ['due'],
    }),

  /** The events do not arrive any more. */
  loss: (account: string, events: readonly string[]): Write =>
    change(table, account, { subtract: { activeEvents: new Set(events) } }),

  failure: (account: string, lastError: LinkError): Write =>
    change(table, account, { set: { lastError }, remove: ['due'] }),

  /** The platform has ended the subscription to the event, for a reason of its own. */
  revocation: (account: string, event: string, reason: string): Write => {
    const detail = `The platform has ended the subscription (${reason}).`
    const lastError: LinkError = { at: new Date(clock()).toISOString(), code: revokedCode, detail }
    return change(table, account, { set: { lastError }, subtract: { activeEvents: new Set([event]) } })
  },
})

/** Links of accounts for callers that know no recipient: platforms, and the workers that keep subscriptions. */
export const accountLinkStore = (
  client: DynamoDBDocumentClient,
  table = tableName('accountLinks'),
  clock = systemClock,
) => ({
  ...linkWrites(table, clock),

  find: async (account: string): Promise<AccountLink | undefined> =>
    (await getItem(client, { TableName: table, Key: { account } })) as AccountLink | undefined,

  /** All links of all recipients, a megabyte after another. */
  async *list(): AsyncGenerator<AccountLink> {
    let ExclusiveStartKey: Item | undefined
    do {
      const command = new ScanCommand({
        TableName: table,
        ConsistentRead: true,
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      })
      const { Items = [], LastEvaluatedKey } = await send((options) => client.send(command, options))
      yield* Items as AccountLink[]
      ExclusiveStartKey = LastEvaluatedKey
    } while (ExclusiveStartKey !== undefined)
  },
})

export type AccountLinkStore = ReturnType<typeof accountLinkStore>

/** Finds the recipient of the events of an account. */
export const linkOwnerStore = (
  client: DynamoDBDocumentClient,
  tokens: { hasEnabled(recipientId: string, platform: string, accountId: string): Promise<boolean> },
  table = tableName('accountLinks'),
) => ({
  /** Who linked the account, or got it from the deployer; undefined while that link is disabled. */
  find: async (platform: string, accountId: string): Promise<string | undefined> => {
    const link = await getItem(client, { TableName: table, Key: { account: `${platform}#${accountId}` } })
    if (link === undefined) return undefined
    const recipientId = String(link['recipientId'])
    return (await tokens.hasEnabled(recipientId, platform, accountId)) ? recipientId : undefined
  },
})

export type LinkOwnerStore = ReturnType<typeof linkOwnerStore>
