import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import {
  type Attribute,
  AttributeType,
  BillingMode,
  type CfnTable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type CorsRule,
  HttpMethods,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { type BucketName, buckets, type TableName, tables } from '../shared/contract/resources.ts'
import type { TableDefinition } from '../shared/contract/tableDefinition.ts'
import type { Settings } from './settings.ts'

/** A table as other stacks know it. */
export interface StoredTable {
  readonly tableName: string
  readonly tableArn: string
  readonly tableStreamArn?: string
}

export interface StoredBucket {
  readonly bucketName: string
  readonly bucketArn: string
}

/** The exports of data resources, by the names that an operation's `access` uses. */
export interface Storage {
  readonly tables: Readonly<Record<TableName, StoredTable>>
  readonly buckets: Readonly<Record<BucketName, StoredBucket>>
}

/**
 * Exports a value of the stack of data, whether another stack uses it or not: an export that went with its last use
 * would leave the stack of data before the service has let go of it. An export stays as long as its resource.
 */
export const exported = (scope: Construct, value: string): string => Stack.of(scope).exportValue(value)

/**
 * A limit of the bill, not of traffic: it is far above the API's rate limit, and far below what a loop between a
 * table and its stream could spend. The unit is request units per second; a table's default quota is 40,000.
 */
const throughputLimit = { maxReadRequestUnits: 10_000, maxWriteRequestUnits: 4_000 } as const

const attributeOf = (name: string, numbers: readonly string[] = []): Attribute => ({
  name,
  type: numbers.includes(name) ? AttributeType.NUMBER : AttributeType.STRING,
})

/**
 * The removal policy of data. Data stays when the stack is deleted, and when an update would replace it. A first
 * deployment that fails removes what it created, so that the next one starts from nothing.
 */
export const removalPolicyOf = (removeData: boolean): RemovalPolicy =>
  removeData ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE

type DataSettings = Pick<Settings, 'removeData' | 'deletionProtection'>

const streamViewTypes = {
  NEW_IMAGE: StreamViewType.NEW_IMAGE,
  OLD_IMAGE: StreamViewType.OLD_IMAGE,
  NEW_AND_OLD_IMAGES: StreamViewType.NEW_AND_OLD_IMAGES,
  KEYS_ONLY: StreamViewType.KEYS_ONLY,
} as const

const addTable = (
  scope: Construct,
  name: TableName,
  definition: TableDefinition,
  { removeData, deletionProtection }: DataSettings,
): Table => {
  const { partitionKey, sortKey, numbers, localIndexes = {}, globalIndexes = {}, timeToLive, stream } = definition
  const table = new Table(scope, `${name}Table`, {
    partitionKey: attributeOf(partitionKey, numbers),
    ...(sortKey !== undefined && { sortKey: attributeOf(sortKey, numbers) }),
    ...throughputLimit,
    billingMode: BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    // A key that AWS owns costs nothing. Each environment asks for the account's own key, table by table, every five
    // minutes; secrets are sealed by a key of the stack besides.
    encryption: TableEncryption.DEFAULT,
    deletionProtection,
    removalPolicy: removalPolicyOf(removeData),
    ...(timeToLive !== undefined && { timeToLiveAttribute: timeToLive }),
    ...(stream !== undefined && { stream: streamViewTypes[stream] }),
  })
  // Said in so many words, because 1.0.0 has said the opposite.
  const resource = table.node.defaultChild as CfnTable
  resource.sseSpecification = { sseEnabled: false }
  for (const [indexName, { sortKey }] of Object.entries(localIndexes))
    table.addLocalSecondaryIndex({
      indexName,
      sortKey: attributeOf(sortKey, numbers),
      projectionType: ProjectionType.ALL,
    })
  for (const [indexName, index] of Object.entries(globalIndexes))
    table.addGlobalSecondaryIndex({
      indexName,
      partitionKey: attributeOf(index.partitionKey, numbers),
      sortKey: attributeOf(index.sortKey, numbers),
      projectionType: ProjectionType.KEYS_ONLY,
      ...throughputLimit,
    })
  return table
}

const privateBucket = (removeData: boolean): BucketProps => ({
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  removalPolicy: removalPolicyOf(removeData),
  autoDeleteObjects: removeData,
})

/** Adds a bucket that is kept together with its policy. */
const addPrivateBucket = (scope: Construct, id: string, removeData: boolean, props: BucketProps): Bucket => {
  const bucket = new Bucket(scope, id, { ...privateBucket(removeData), ...props })
  bucket.policy?.applyRemovalPolicy(removalPolicyOf(removeData))
  return bucket
}

type BucketSettings = Pick<Settings, 'removeData' | 'corsOrigins'>

/** A bucket without versions: its objects can be made again, or are copies of files that their owner has. */
const addBucket = (scope: Construct, name: BucketName, logs: IBucket, settings: BucketSettings): Bucket => {
  const { expiring: prefix, expirationDays } = buckets[name]
  const takesFiles = 'takesFiles' in buckets[name]
  // A page uses a presigned link of another origin. The panel, which sends files, may be in none of the setting's.
  const rule: CorsRule = takesFiles
    ? { allowedMethods: [HttpMethods.GET, HttpMethods.PUT], allowedOrigins: ['*'], allowedHeaders: ['content-type'] }
    : { allowedMethods: [HttpMethods.GET], allowedOrigins: [...settings.corsOrigins] }
  return addPrivateBucket(scope, `${name}Bucket`, settings.removeData, {
    cors: [{ ...rule, maxAge: 3600 }],
    serverAccessLogsBucket: logs,
    serverAccessLogsPrefix: `${name}/`,
    lifecycleRules: [
      { id: 'expire', prefix, expiration: Duration.days(expirationDays) },
      { id: 'abort-incomplete-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
  })
}

/** The bucket of access logs. They record downloads by presigned links, which do not pass the API. */
const addBucketLogs = (scope: Construct, days: number, removeData: boolean): IBucket =>
  addPrivateBucket(scope, 'BucketLogs', removeData, {
    lifecycleRules: [{ id: 'expire', expiration: Duration.days(days) }],
    // The cast is needed because the class and its interface differ in optional members that may be undefined.
  }) as IBucket

const namesOf = <Name extends string>(definitions: Readonly<Record<Name, unknown>>) =>
  Object.keys(definitions) as Name[]

const storedTable = ({ stack, tableName, tableArn, tableStreamArn }: Table): StoredTable => ({
  tableName: exported(stack, tableName),
  tableArn: exported(stack, tableArn),
  ...(tableStreamArn !== undefined && { tableStreamArn: exported(stack, tableStreamArn) }),
})

const storedBucket = ({ stack, bucketName, bucketArn }: Bucket): StoredBucket => ({
  bucketName: exported(stack, bucketName),
  bucketArn: exported(stack, bucketArn),
})

/** Creates every table and bucket of the contract. */
export const addStorage = (
  scope: Construct,
  settings: DataSettings & Pick<Settings, 'logRetention' | 'corsOrigins'>,
): Storage => {
  const { removeData, logRetention } = settings
  const logs = addBucketLogs(scope, logRetention, removeData)
  return {
    tables: Object.fromEntries(
      namesOf(tables).map((name) => [name, storedTable(addTable(scope, name, tables[name], settings))]),
    ) as Storage['tables'],
    buckets: Object.fromEntries(
      namesOf(buckets).map((name) => [name, storedBucket(addBucket(scope, name, logs, settings))]),
    ) as Storage['buckets'],
  }
}

/** The tables that a donation writes, and that overlays and open panels read. */
export const busiestTables = ({ tables: created }: Storage): readonly StoredTable[] =>
  (['payments', 'history', 'alerts', 'recipients', 'overlays'] as const).map((name) => created[name])

/** The tables with workers behind their streams. */
export const streamedTables = ({ tables: created }: Storage): readonly StoredTable[] =>
  Object.values(created).filter(({ tableStreamArn }) => tableStreamArn !== undefined)
