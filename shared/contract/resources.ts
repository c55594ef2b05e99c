/**
 * The stack's data resources as data: infra creates them from here, functions learn their names from environment variables
 * that are derived from the same keys, and an operation's `access` refers to them.
 */
export interface TableDefinition {
  readonly partitionKey: string
  readonly sortKey?: string
  /** Key attributes that are numbers; all others are strings. */
  readonly numbers?: readonly string[]
  readonly indexes?: Readonly<
    Record<
      string,
      {
        readonly partitionKey: string
        readonly sortKey?: string
        readonly projection?: 'ALL' | 'KEYS_ONLY' | readonly string[]
      }
    >
  >
  /** Attribute that holds the epoch second at which DynamoDB may delete the item. */
  readonly timeToLive?: string
  readonly stream?: 'NEW_IMAGE' | 'NEW_AND_OLD_IMAGES' | 'KEYS_ONLY'
}

const defineTables = <const Tables extends Record<string, TableDefinition>>(definitions: Tables): Tables => definitions

export const tables = defineTables({
  announcers: { partitionKey: 'recipientId', sortKey: 'id' },
  idempotency: { partitionKey: 'id', timeToLive: 'expiresAt' },
})

type Indexes<Definition> = Definition extends { readonly indexes: infer Named } ? keyof Named & string : never

export type TableName = keyof typeof tables
export type IndexName = { [Table in TableName]: `${Table}.${Indexes<(typeof tables)[Table]>}` }[TableName]
export type BucketName = 'prints'

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
export type IndexAction = 'Query'
export type BucketAction = 'PutObject' | 'GetObject' | 'AbortMultipartUpload'

/**
 * Exactly what a function may do: resource → actions. A transaction needs the single-item action of each of its writes
 * (there is no `TransactWriteItems` permission).
 */
export type Access = { readonly [Table in TableName]?: readonly TableAction[] } & {
  readonly [Index in IndexName]?: readonly IndexAction[]
} & { readonly [Bucket in BucketName]?: readonly BucketAction[] }

const upperSnake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/** Environment variable that tells a function a table's physical name. */
export const tableVariable = (table: TableName): string => `${upperSnake(table)}_TABLE`

/** Environment variable that tells a function a bucket's physical name. */
export const bucketVariable = (bucket: BucketName): string => `${upperSnake(bucket)}_BUCKET`
