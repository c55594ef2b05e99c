import type { BucketDefinition } from './bucketDefinition.ts'
import type { TableDefinition } from './tableDefinition.ts'

/* @__NO_SIDE_EFFECTS__ */
const defineTables = <const Tables extends Record<string, TableDefinition>>(definitions: Tables): Tables => definitions

/** A table of secrets that end, stored by their SHA-256 under a digest of their owner's id. */
const ownedSecrets = {
  data: 'erased',
  owner: { digest: true },
  partitionKey: 'owner',
  sortKey: 'secretHash',
  timeToLive: 'expiresAt',
} as const

/**
 * The stack's data resources as data: infra creates them from here, functions learn their names from environment
 * variables that are derived from the same keys, and an operation's `access` refers to them.
 */
export const tables = defineTables({
  /** Each item is an announcer; ids sort by age. */
  announcers: { data: 'exported', partitionKey: 'recipientId', sortKey: 'id' },
  /** Whether a recipient's channel is online, by the platform's events; deleted a month after the last one. */
  streams: { data: 'erased', partitionKey: 'recipientId', sortKey: 'channel', timeToLive: 'expiresAt' },
  /**
   * Events of the platforms. Ids derive from the platform's: each has one effect. `dueAt` as in announcements. Those of
   * an audience are deleted once they are in the history.
   */
  streamEvents: {
    data: 'erased',
    partitionKey: 'recipientId',
    sortKey: 'id',
    globalIndexes: { byDue: { partitionKey: 'dueShard', sortKey: 'dueAt' } },
    timeToLive: 'expiresAt',
    stream: 'NEW_IMAGE',
  },
  /**
   * Messages that were or will be posted to a chat: one item for each announcer and occasion. `dueAt` is the time of
   * the next attempt (absent when the item is settled), and `dueShard` spreads items over a few partitions. `settledAt`
   * is the time at which the result was known.
   */
  announcements: {
    data: 'erased',
    partitionKey: 'recipientId',
    sortKey: 'id',
    globalIndexes: {
      byDue: { partitionKey: 'dueShard', sortKey: 'dueAt' },
      byAnnouncer: { partitionKey: 'announcerId', sortKey: 'settledAt' },
    },
    timeToLive: 'expiresAt',
    stream: 'NEW_IMAGE',
  },
  /** The time at which a bot, a bot in one chat, or a recipient may post next. */
  sendingSlots: { data: 'erased', owner: { prefix: 'recipient#' }, partitionKey: 'lane', timeToLive: 'expiresAt' },
  /**
   * The recipient that a chat belongs to, by `<account id>#<chat id>`: no other recipient's announcements are sent
   * there. Former owners have records of the chats that they have lost, `#lost#<id>`, which alone expire. The channel
   * of a webhook has the ciphertext of the webhook's token.
   */
  chats: {
    data: 'exported',
    owner: { index: 'byRecipient' },
    partitionKey: 'chat',
    globalIndexes: { byRecipient: { partitionKey: 'recipientId', sortKey: 'chat' } },
    timeToLive: 'expiresAt',
  },
  /** One-time codes that link chats, stored by SHA-256. */
  chatCodes: ownedSecrets,
  /** Each item is an action; its id derives from game, category and name. */
  actions: { data: 'exported', partitionKey: 'recipientId', sortKey: 'id' },
  configs: { data: 'exported', partitionKey: 'recipientId', sortKey: 'name' },
  /** News of one recipient (`recipient#<id>`) or of everyone (in copies, `everyone#0` and so on). */
  news: { data: 'exported', owner: { prefix: 'recipient#' }, partitionKey: 'audience', sortKey: 'id' },
  /**
   * History items. `listedAt` is time, then id; deleted items have it behind all others (`d:…`), and tests, which
   * expire, have none. So the index holds the items of lists and prints in one range.
   */
  history: {
    data: 'exported',
    partitionKey: 'recipientId',
    sortKey: 'id',
    localIndexes: { byTime: { sortKey: 'listedAt' } },
    timeToLive: 'expiresAt',
  },
  /**
   * Alerts. `position` is dense (1, 2, 3 …) within a recipient, so that any page is one range, and it determines the
   * sequence of the alert's delivery. A test alert is not in this table; it consists of its delivery. Only alerts that
   * may be held have `heldAt`, so the index of held ones costs a visible alert nothing.
   */
  alerts: {
    data: 'exported',
    partitionKey: 'recipientId',
    sortKey: 'position',
    numbers: ['position'],
    globalIndexes: { byHeld: { partitionKey: 'recipientId', sortKey: 'heldAt' } },
    stream: 'NEW_IMAGE',
  },
  /**
   * Everything that overlays show besides new alerts (repeats, tests, actions, media, skipped media), in one order with
   * the alerts: sequences rise with every commit, and `after` is the previous one. A negative sequence is no delivery,
   * but the reminder that the goals are to be sent.
   */
  deliveries: {
    data: 'erased',
    partitionKey: 'recipientId',
    sortKey: 'sequence',
    numbers: ['sequence'],
    timeToLive: 'expiresAt',
    stream: 'NEW_IMAGE',
  },
  /** Overlays and other listeners: last acknowledged delivery and connection; `dueAt` after a push that failed. */
  overlays: {
    data: 'exported',
    partitionKey: 'recipientId',
    sortKey: 'overlayId',
    globalIndexes: { byDue: { partitionKey: 'dueShard', sortKey: 'dueAt' } },
    timeToLive: 'expiresAt',
  },
  /** The keys with which overlays ask for their next tickets, stored by SHA-256. */
  overlayKeys: { data: 'erased', owner: { namedIn: 'overlays' }, partitionKey: 'keyHash', timeToLive: 'expiresAt' },
  /** One-time tickets for connections, stored by SHA-256. */
  tickets: ownedSecrets,
  /** The overlay of each WebSocket connection. */
  connections: {
    data: 'erased',
    owner: { namedIn: 'overlays' },
    partitionKey: 'connectionId',
    timeToLive: 'expiresAt',
  },
  /**
   * Payments. `listedAt` is as in history, from the first report on; that of tests sorts behind all others. Only tests
   * expire. `dueAt` is as in announcements, and only payments whose projection failed have it.
   */
  payments: {
    data: 'exported',
    partitionKey: 'recipientId',
    sortKey: 'id',
    localIndexes: { byTime: { sortKey: 'listedAt' } },
    globalIndexes: { byDue: { partitionKey: 'dueShard', sortKey: 'dueAt' } },
    timeToLive: 'expiresAt',
    stream: 'NEW_IMAGE',
  },
  /** Addresses of a recipient to which webhooks are sent, with their sealed secrets. */
  endpoints: { data: 'exported', partitionKey: 'recipientId', sortKey: 'id' },
  /** Webhooks that were or will be sent: one item for each endpoint and event. `dueAt` as in announcements. */
  endpointMessages: {
    data: 'erased',
    partitionKey: 'recipientId',
    sortKey: 'id',
    globalIndexes: { byDue: { partitionKey: 'dueShard', sortKey: 'dueAt' } },
    timeToLive: 'expiresAt',
    stream: 'NEW_IMAGE',
  },
  /** A recipient's gateway credentials, and the item `enabled` that names the one enabled credential of each type. */
  gateways: { data: 'exported', partitionKey: 'recipientId', sortKey: 'id' },
  /** Stored videos; ids sort by age. Only ready ones have `queued`, a place in the queue. `dueAt` as in payments. */
  videos: {
    data: 'exported',
    partitionKey: 'recipientId',
    sortKey: 'id',
    localIndexes: { byQueue: { sortKey: 'queued' } },
    globalIndexes: { byDue: { partitionKey: 'dueShard', sortKey: 'dueAt' } },
    stream: 'NEW_IMAGE',
  },
  playlists: { data: 'exported', partitionKey: 'recipientId', sortKey: 'id' },
  /** An external provider's answer about a playlist, in parts below the item limit; kept for minutes. */
  externalPlaylists: {
    data: 'nobody',
    partitionKey: 'playlistId',
    sortKey: 'part',
    numbers: ['part'],
    timeToLive: 'expiresAt',
  },
  /** Linked platform accounts with their encrypted tokens. */
  tokens: { data: 'exported', partitionKey: 'recipientId', sortKey: 'id', stream: 'OLD_IMAGE' },
  /** Linked channels of platforms that have to be asked whether they are online, spread over a few partitions. */
  watchedChannels: { data: 'erased', owner: { namedIn: 'tokens' }, partitionKey: 'shard', sortKey: 'channel' },
  /** Linked accounts of donation services, in one partition: the known donations, and how the last question went. */
  donationSources: { data: 'erased', owner: { namedIn: 'tokens' }, partitionKey: 'shard', sortKey: 'account' },
  /**
   * The recipient that linked a platform account, by `<platform>#<platform user id>`, and the state of the
   * subscriptions to the account's events. `due` is set when the account was linked and no worker has looked at it
   * since.
   */
  accountLinks: { data: 'erased', owner: { namedIn: 'tokens' }, partitionKey: 'account', stream: 'NEW_IMAGE' },
  /** One-time codes, stored by SHA-256. */
  oneTimeCodes: ownedSecrets,
  /** Invitations to act for a recipient, stored by SHA-256. An erasure withdraws them before it reads members. */
  invitations: ownedSecrets,
  /**
   * Who acts for whom, with role and names: one item with the owner, `member#<member's id>`, and one with the member,
   * `owner#<owner's id>`.
   */
  members: { data: 'exported', partitionKey: 'recipientId', sortKey: 'id' },
  /** The pictures and sounds of a recipient, in one item: its revision orders them, so that none passes the limits. */
  uploads: { data: 'exported', partitionKey: 'recipientId' },
  prints: {
    data: 'erased',
    partitionKey: 'recipientId',
    sortKey: 'printId',
    timeToLive: 'deletedAt',
    stream: 'NEW_AND_OLD_IMAGES',
  },
  /** One item for each recipient: totals of its lists, its goals, and marks that apply to all of its videos. */
  recipients: { data: 'exported', partitionKey: 'recipientId' },
  /** Sums of donors by `<period>#<currency>#<donor>`; `rank` is the place among the leaders. */
  leaders: { data: 'erased', partitionKey: 'recipientId', sortKey: 'id', localIndexes: { bySum: { sortKey: 'rank' } } },
  /** The use of a recipient's collections, for caps: counters, or ids in slots. An erasure marks it (`erasedBy`). */
  quotas: { data: 'erased', partitionKey: 'recipientId', sortKey: 'collection' },
  /** Exports and erasures of a recipient's data. */
  dataJobs: {
    data: 'erased',
    partitionKey: 'recipientId',
    sortKey: 'jobId',
    timeToLive: 'deletedAt',
    stream: 'NEW_IMAGE',
  },
  /** The receipts of erasures, by ids that derive from recipient and erasure. */
  erasureReceipts: { data: 'nobody', partitionKey: 'id', timeToLive: 'expiresAt' },
  /** The use of each rate in a window, `<kind>#<window>`. It outlives an erasure, which would end every rate. */
  rates: { data: 'kept', partitionKey: 'recipientId', sortKey: 'window', timeToLive: 'expiresAt' },
  /** Answers of keyed requests, by a digest of operation and key. */
  idempotency: { data: 'erased', partitionKey: 'recipientId', sortKey: 'id', timeToLive: 'expiresAt' },
})

/** Customer-managed KMS keys. */
export const keys = {
  /** Encrypts tokens and gateway secrets, each bound to its item by the encryption context. */
  secrets: { kind: 'symmetric' },
  /** Derives the key that signs page cursors. */
  cursors: { kind: 'hmac' },
} as const satisfies Record<string, { readonly kind: 'symmetric' | 'hmac' }>

/** Buckets; every object is private. */
export const buckets = {
  /** CSV prints and exports, `prints/<recipient>/<id>.csv` and `.jsonl`. */
  prints: { prefix: 'prints/', expiring: 'prints/', expirationDays: 7 },
  /** Checked pictures and sounds, `uploads/files/<recipient>/<id>`, and unchecked ones in `pending`. */
  uploads: { prefix: 'uploads/', expiring: 'uploads/pending/', expirationDays: 1, takesFiles: true },
} as const satisfies Record<string, BucketDefinition>

/** Standard queues. Their messages may come late, twice or never, so none says more than where to look. */
export const queues = {
  /** Items whose time comes within minutes: each message brings one of them back to its worker. */
  wakeUps: { visibilityTimeoutSeconds: 60, maxReceiveCount: 5 },
} as const satisfies Record<string, { readonly visibilityTimeoutSeconds: number; readonly maxReceiveCount: number }>

type Indexes<Definition> =
  | (Definition extends { readonly localIndexes: infer Named } ? keyof Named & string : never)
  | (Definition extends { readonly globalIndexes: infer Named } ? keyof Named & string : never)

export type TableName = keyof typeof tables
export type IndexName = { [Table in TableName]: `${Table}.${Indexes<(typeof tables)[Table]>}` }[TableName]
export type KeyName = keyof typeof keys
export type BucketName = keyof typeof buckets
export type QueueName = keyof typeof queues

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'Scan'
  | 'BatchWriteItem'
export type BucketAction = 'PutObject' | 'GetObject' | 'DeleteObject' | 'AbortMultipartUpload'
/** Tables with ciphertexts. A function may use the key only for fields of tables that it names. */
export type SealedTable = 'tokens' | 'gateways' | 'oneTimeCodes' | 'chats' | 'endpoints'
/** Keys that never leave KMS, from which functions derive secrets of their own. */
type DerivingKey = Exclude<KeyName, 'secrets'>

/** The names of `POST` and `DELETE /@connections/{id}` in the management interface of WebSocket connections. */
export type SocketAction = 'PostToConnection' | 'DeleteConnection'

/**
 * The permissions of a function: resource → actions. A transaction needs the single-item action of each of its writes
 * (there is no `TransactWriteItems` permission).
 */
export type Access = { readonly [Table in TableName]?: readonly TableAction[] } & {
  readonly [Index in IndexName]?: readonly 'Query'[]
} & {
  readonly [Table in SealedTable as `key:secrets.${Table}`]?: readonly ('Encrypt' | 'Decrypt')[]
} & { readonly [Key in DerivingKey as `key:${Key}`]?: readonly 'GenerateMac'[] } & {
  readonly [Bucket in `bucket:${BucketName}`]?: readonly BucketAction[]
} & { readonly [Queue in `queue:${QueueName}`]?: readonly 'SendMessage'[] } & {
  readonly 'socket:connections'?: readonly SocketAction[]
}
