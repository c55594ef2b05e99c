/**
 * The stack's data resources as data: infra creates them from here, functions learn their names from environment variables
 * that are derived from the same keys, and an operation's `access` refers to them.
 */
export interface TableDefinition {
  readonly partitionKey: string
  readonly sortKey?: string
  /** Key attributes that are numbers; all others are strings. */
  readonly numbers?: readonly string[]
  /** Local secondary indexes: strongly consistent, every attribute projected, sparse where their sort key is absent. */
  readonly localIndexes?: Readonly<Record<string, { readonly sortKey: string }>>
  /** Global secondary indexes: eventually consistent, keys only, sparse where one of their keys is absent. */
  readonly globalIndexes?: Readonly<Record<string, { readonly partitionKey: string; readonly sortKey: string }>>
  /** Attribute that holds the epoch second at which DynamoDB may delete the item. */
  readonly timeToLive?: string
  readonly stream?: 'NEW_IMAGE' | 'NEW_AND_OLD_IMAGES' | 'KEYS_ONLY'
}

/* @__NO_SIDE_EFFECTS__ */
const defineTables = <const Tables extends Record<string, TableDefinition>>(definitions: Tables): Tables => definitions

export const tables = defineTables({
  /** One announcer an item; ids sort by age. */
  announcers: { partitionKey: 'recipientId', sortKey: 'id' },
  /** Whether a recipient's channel is online, as its platform's events have it; forgotten a month after the last one. */
  streams: { partitionKey: 'recipientId', sortKey: 'channel', timeToLive: 'expiresAt' },
  /** Events of the platforms by an id that is derived from platform and message id, so that each has its effect once; `dueAt` as in announcements. */
  streamEvents: {
    partitionKey: 'recipientId',
    sortKey: 'id',
    globalIndexes: { byDue: { partitionKey: 'dueShard', sortKey: 'dueAt' } },
    timeToLive: 'expiresAt',
    stream: 'NEW_IMAGE',
  },
  /**
   * What was, or is to be, posted to a chat: one item for each announcer and occasion. `dueAt` is when somebody has to look at it again
   * (absent when all is done), spread over a few partitions by `dueShard`. `settledAt` is when it was known what became of the post.
   */
  announcements: {
    partitionKey: 'recipientId',
    sortKey: 'id',
    globalIndexes: {
      byDue: { partitionKey: 'dueShard', sortKey: 'dueAt' },
      byAnnouncer: { partitionKey: 'announcerId', sortKey: 'settledAt' },
    },
    timeToLive: 'expiresAt',
    stream: 'NEW_IMAGE',
  },
  /** When a bot, a bot in one chat, or a recipient may post next. */
  sendingSlots: { partitionKey: 'lane', timeToLive: 'expiresAt' },
  /** Which recipient a chat belongs to, by `<account id>#<chat id>`: nobody else's announcements are sent there. */
  chats: {
    partitionKey: 'chat',
    globalIndexes: { byRecipient: { partitionKey: 'recipientId', sortKey: 'chat' } },
  },
  /** One-time codes that link chats, by their SHA-256. */
  chatCodes: { partitionKey: 'codeHash', timeToLive: 'expiresAt' },
  /** One action an item; its id is derived from game, category and name. */
  actions: { partitionKey: 'recipientId', sortKey: 'id' },
  /** One configuration record an item. */
  configs: { partitionKey: 'recipientId', sortKey: 'name' },
  /** News of one recipient (`recipient#<id>`) or of everyone (`everyone`). */
  news: { partitionKey: 'audience', sortKey: 'id' },
  /**
   * One history item an item; `listedAt` (time, then id) is absent while it is deleted or a test, so the index holds what lists and
   * prints show. Only tests expire.
   */
  history: {
    partitionKey: 'recipientId',
    sortKey: 'id',
    localIndexes: { byTime: { sortKey: 'listedAt' } },
    timeToLive: 'expiresAt',
  },
  /**
   * One alert an item; `position` is dense (1, 2, 3 …) within a recipient, so any page is one range, and gives the sequence of its
   * showing. Tests have none: their delivery is all there is of them.
   */
  alerts: { partitionKey: 'recipientId', sortKey: 'position', numbers: ['position'], stream: 'NEW_IMAGE' },
  /**
   * One showing of anything but a new alert an item (repeats, tests, actions, media), in one order with the alerts: sequences rise with
   * every commit, and `after` is the one before.
   */
  deliveries: {
    partitionKey: 'recipientId',
    sortKey: 'sequence',
    numbers: ['sequence'],
    timeToLive: 'expiresAt',
    stream: 'NEW_IMAGE',
  },
  /** One overlay (or other listener) an item: the last delivery that it acknowledged, and the connection that it is at. */
  overlays: { partitionKey: 'recipientId', sortKey: 'overlayId', timeToLive: 'expiresAt' },
  /** The key with which an overlay asks for its next ticket, by its SHA-256. */
  overlayKeys: { partitionKey: 'keyHash', timeToLive: 'expiresAt' },
  /** One-time tickets for a connection, by their SHA-256. */
  tickets: { partitionKey: 'ticketHash', timeToLive: 'expiresAt' },
  /** Which overlay is at the other end of a WebSocket connection. */
  connections: { partitionKey: 'connectionId', timeToLive: 'expiresAt' },
  /**
   * One payment an item; `listedAt` as in history, set by the projection. Only tests expire. `dueAt` as in announcements, of those alone
   * whose projection failed.
   */
  payments: {
    partitionKey: 'recipientId',
    sortKey: 'id',
    localIndexes: { byTime: { sortKey: 'listedAt' } },
    globalIndexes: { byDue: { partitionKey: 'dueShard', sortKey: 'dueAt' } },
    timeToLive: 'expiresAt',
    stream: 'NEW_IMAGE',
  },
  /** A recipient's gateway credentials, and the item `enabled` that names the one enabled credential of each type. */
  gateways: { partitionKey: 'recipientId', sortKey: 'id' },
  /** One stored video an item; `dueAt` as in payments. */
  videos: {
    partitionKey: 'recipientId',
    sortKey: 'id',
    globalIndexes: { byDue: { partitionKey: 'dueShard', sortKey: 'dueAt' } },
    stream: 'NEW_IMAGE',
  },
  playlists: { partitionKey: 'recipientId', sortKey: 'id' },
  /** What an external provider said of a playlist, in parts below the item limit; kept for minutes. */
  externalPlaylists: { partitionKey: 'playlistId', sortKey: 'part', numbers: ['part'], timeToLive: 'expiresAt' },
  /** One linked platform account an item, with its encrypted tokens. */
  tokens: { partitionKey: 'recipientId', sortKey: 'id' },
  /** Linked channels of platforms that have to be asked whether they are online, spread over a few partitions. */
  watchedChannels: { partitionKey: 'shard', sortKey: 'channel' },
  /** Which recipient a platform account is linked by: `<platform>#<platform user id>`. */
  accountLinks: { partitionKey: 'account' },
  /** One-time codes by their SHA-256. */
  oneTimeCodes: { partitionKey: 'codeHash', timeToLive: 'expiresAt' },
  /** Print jobs. */
  prints: { partitionKey: 'recipientId', sortKey: 'printId', timeToLive: 'deletedAt', stream: 'NEW_AND_OLD_IMAGES' },
  /** One item a recipient: totals of its lists, and marks that hold for all its videos. */
  recipients: { partitionKey: 'recipientId' },
  /** What each collection of a recipient holds, against its cap: counters, or the ids that hold its places. */
  quotas: { partitionKey: 'recipientId', sortKey: 'collection' },
  /** What a recipient has done in a window of time, `<kind>#<window>`, against its rate. */
  rates: { partitionKey: 'recipientId', sortKey: 'window', timeToLive: 'expiresAt' },
  /** Answers of keyed requests, by a digest of recipient, operation and key. */
  idempotency: { partitionKey: 'id', timeToLive: 'expiresAt' },
})

/** Customer-managed KMS keys. */
export const keys = {
  /** Encrypts tokens and gateway secrets, each bound to its row by the encryption context. */
  secrets: { kind: 'symmetric' },
  /** Derives the key that page cursors are signed with. */
  cursors: { kind: 'hmac' },
} as const satisfies Record<string, { readonly kind: 'symmetric' | 'hmac' }>

/** Buckets; every object is private and short-lived. */
export const buckets = {
  /** CSV prints, `prints/<recipient>/<printId>.csv`; expire after the days given. */
  prints: { prefix: 'prints/', expirationDays: 7 },
} as const satisfies Record<string, { readonly prefix: string; readonly expirationDays: number }>

export interface ProviderDefinition {
  readonly urls: Readonly<Record<string, string>>
  readonly parameters: readonly string[]
  readonly parameterFolders?: readonly string[]
}

/**
 * External providers: their base URLs (environment variables, so that a stand-in can take their place) and the SSM parameters
 * (SecureStrings below the deployment's prefix, put there by the deployer) that hold their credentials. In a parameter folder the
 * deployer chooses the names: `telegram/bots/<account id>`.
 */
export const providers = {
  youtube: { urls: { api: 'https://www.googleapis.com/youtube/v3' }, parameters: ['youtube/api-key'] },
  kick: {
    urls: { identity: 'https://id.kick.com', api: 'https://api.kick.com' },
    parameters: ['kick/client-id', 'kick/client-secret', 'kick/redirect-uri'],
  },
  vkLive: {
    urls: { identity: 'https://api.live.vkvideo.ru', api: 'https://apidev.live.vkvideo.ru' },
    parameters: ['vk-live/client-id', 'vk-live/client-secret', 'vk-live/redirect-uri'],
  },
  /** What signs the events of each platform. Kick's public key is fetched, without the credentials of its OAuth client. */
  kickEvents: { urls: { api: 'https://api.kick.com' }, parameters: [] },
  /** Kick revokes tokens without the credentials of its OAuth client. */
  kickRevocation: { urls: { identity: 'https://id.kick.com' }, parameters: [] },
  twitchEvents: { urls: {}, parameters: ['twitch/eventsub-secret'] },
  manualEvents: { urls: {}, parameters: ['platforms/manual-secret'] },
  telegram: { urls: { api: 'https://api.telegram.org' }, parameters: [], parameterFolders: ['telegram/bots'] },
  max: { urls: { api: 'https://platform-api.max.ru' }, parameters: [], parameterFolders: ['max/bots'] },
  /** Each recipient has credentials of his own there, kept with his gateway. */
  yookassa: { urls: { api: 'https://api.yookassa.ru/v3' }, parameters: [] },
} as const satisfies Record<string, ProviderDefinition>

type Indexes<Definition> =
  | (Definition extends { readonly localIndexes: infer Named } ? keyof Named & string : never)
  | (Definition extends { readonly globalIndexes: infer Named } ? keyof Named & string : never)

export type TableName = keyof typeof tables
export type IndexName = { [Table in TableName]: `${Table}.${Indexes<(typeof tables)[Table]>}` }[TableName]
export type KeyName = keyof typeof keys
export type BucketName = keyof typeof buckets
export type ProviderName = keyof typeof providers

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
export type BucketAction = 'PutObject' | 'GetObject' | 'AbortMultipartUpload'
/** Tables that hold ciphertexts: a function may use the key for fields of those that it names, `key:secrets.tokens`. */
export type SealedTable = 'tokens' | 'gateways' | 'oneTimeCodes'
/** What the management interface of WebSocket connections calls `POST /@connections/{id}`. */
export type SocketAction = 'PostToConnection'

/**
 * Exactly what a function may do: resource → actions. A transaction needs the single-item action of each of its writes
 * (there is no `TransactWriteItems` permission).
 */
export type Access = { readonly [Table in TableName]?: readonly TableAction[] } & {
  readonly [Index in IndexName]?: readonly 'Query'[]
} & {
  readonly [Table in SealedTable as `key:secrets.${Table}`]?: readonly ('Encrypt' | 'Decrypt')[]
} & { readonly 'key:cursors'?: readonly 'GenerateMac'[] } & {
  readonly [Bucket in `bucket:${BucketName}`]?: readonly BucketAction[]
} & { readonly 'socket:connections'?: readonly SocketAction[] }

const upperSnake = (name: string): string =>
  name
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll(/[^A-Za-z0-9]/g, '_')
    .toUpperCase()

/** Environment variable that tells a function a table's physical name: `ANNOUNCERS_TABLE`. */
export const tableVariable = (table: TableName): string => `${upperSnake(table)}_TABLE`

/** Environment variable that tells a function a bucket's physical name: `PRINTS_BUCKET`. */
export const bucketVariable = (bucket: BucketName): string => `${upperSnake(bucket)}_BUCKET`

/** Environment variable that tells a function a KMS key's ARN: `SECRETS_KEY`. */
export const keyVariable = (key: KeyName): string => `${upperSnake(key)}_KEY`

/** Environment variable that tells a function a provider's base URL: `YOUTUBE_API_URL`. */
export const urlVariable = (provider: ProviderName, url: string): string =>
  `${upperSnake(provider)}_${upperSnake(url)}_URL`

/** Environment variable that tells a function the prefix of the deployment's SSM parameters: `/streaming-support`. */
export const parameterPrefixVariable = 'PARAMETER_PREFIX'

/** Environment variable that is `true` where announcements go to chats that nobody has linked. */
export const openChatsVariable = 'OPEN_CHATS'

/** Environment variable that tells a function the base URL of the HTTP API. */
export const publicUrlVariable = 'PUBLIC_URL'

/** Environment variable that tells a function where browsers open WebSocket connections: `wss://…/live`. */
export const webSocketUrlVariable = 'WEBSOCKET_URL'

/** Environment variable that tells a function where messages to WebSocket connections are posted: `https://…/live`. */
export const connectionsUrlVariable = 'CONNECTIONS_URL'
