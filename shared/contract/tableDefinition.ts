/**
 * Where a recipient's items are: in the partition of its id behind a prefix, in that of a digest of its id, behind an
 * index by recipient, or under keys that its items in another table name. With the latter two, items have the recipient
 * in `recipientId`.
 */
type Owner =
  | { readonly prefix: string }
  | { readonly digest: true }
  | { readonly index: string }
  | { readonly namedIn: 'overlays' | 'tokens' }

export interface TableDefinition {
  /** Its part in leaving: exported and erased, only erased, expiring by itself, or of no recipient. */
  readonly data: 'exported' | 'erased' | 'kept' | 'nobody'
  /** The way to a recipient's items without reading another's. Absent if the partition key is the recipient's id. */
  readonly owner?: Owner
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
  readonly stream?: 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES' | 'KEYS_ONLY'
}
