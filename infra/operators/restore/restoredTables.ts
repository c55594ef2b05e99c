import { isPartitioned, partitionOf } from '../../../shared/areas/personalData/personalTables.ts'
import { type TableName, tables } from '../../../shared/contract/resources.ts'
import type { TableDefinition } from '../../../shared/contract/tableDefinition.ts'

/**
 * Whether a restoration of everything brings a table back. The others hold pending or short-lived items: a
 * message that was sent since must not be queued again, and a code or a rate of then is worth nothing.
 */
const lasting: Readonly<Record<TableName, boolean>> = {
  announcers: true,
  chats: true,
  actions: true,
  configs: true,
  news: true,
  history: true,
  alerts: true,
  // Their sequences are taken from the recipient's item, which comes back with them.
  deliveries: true,
  overlays: true,
  payments: true,
  gateways: true,
  endpoints: true,
  videos: true,
  playlists: true,
  tokens: true,
  watchedChannels: true,
  donationSources: true,
  accountLinks: true,
  recipients: true,
  leaders: true,
  members: true,
  quotas: true,
  streams: false,
  streamEvents: false,
  announcements: false,
  endpointMessages: false,
  sendingSlots: false,
  chatCodes: false,
  invitations: false,
  overlayKeys: false,
  tickets: false,
  connections: false,
  externalPlaylists: false,
  oneTimeCodes: false,
  prints: false,
  // The files in the bucket stay as they are, and only the present list has each of them.
  uploads: false,
  dataJobs: false,
  erasureReceipts: false,
  rates: false,
  idempotency: false,
}

/** The tables that are brought back together unless some are named. */
export const lastingTables = (Object.keys(lasting) as TableName[]).filter((table) => lasting[table])

/** An item as DynamoDB's interface has it: attribute → { type: value }. */
export type StoredItem = Readonly<Record<string, unknown>>

const textOf = (item: StoredItem, attribute: string): string | undefined =>
  (item[attribute] as { readonly S?: string } | undefined)?.S

/** Whether an item of the copy returns: not an expired one, nor one of a recipient who has erased data since. */
export const isToRestore = (
  table: TableName,
  erased: readonly string[],
  now: Date,
): ((item: StoredItem) => boolean) => {
  const { timeToLive, partitionKey }: TableDefinition = tables[table]
  const epochSecond = now.getTime() / 1000
  const owner = isPartitioned(table) ? partitionKey : 'recipientId'
  const owners = new Set(isPartitioned(table) ? erased.map((id) => partitionOf(table, id)) : erased)
  return (item) => {
    const expiry = timeToLive === undefined ? undefined : (item[timeToLive] as { readonly N?: string } | undefined)?.N
    if (expiry !== undefined && Number(expiry) <= epochSecond) return false
    // Global news have their author, and memberships both sides.
    const named = ['recipientId', 'ownerId', 'memberId'].map((attribute) => textOf(item, attribute) ?? '')
    return !owners.has(textOf(item, owner) ?? '') && !named.some((id) => erased.includes(id))
  }
}
