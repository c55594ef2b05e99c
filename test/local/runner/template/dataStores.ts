import * as z from 'zod/mini'
import type { BucketResource, KeyResource, ParameterResource, QueueResource, TableResource } from '../deployment.ts'
import { flag, integer, noEffect } from './parse.ts'
import type { Resource, Stacks } from './stacks.ts'
import { TemplateError } from './templateError.ts'

const unthrottled = 'the engine does not throttle; faults do'
const throughput = noEffect(
  unthrottled,
  'OnDemandThroughput',
  'ProvisionedThroughput',
  'WarmThroughput',
  'WriteOnDemandThroughputSettings',
  'WriteProvisionedThroughputSettings',
)
const KeySchema = z.array(z.strictObject({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }))
const Index = z.strictObject({
  IndexName: z.string(),
  KeySchema,
  Projection: z.strictObject({
    ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
    NonKeyAttributes: z.optional(z.array(z.string())),
  }),
  ...noEffect('observation only', 'ContributorInsightsSpecification'),
  ...throughput,
})
const streamView = z.enum(['NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY'])
const tableProperties = {
  TableName: z.optional(z.string()),
  KeySchema,
  AttributeDefinitions: z.array(z.strictObject({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  GlobalSecondaryIndexes: z.optional(z.array(Index)),
  LocalSecondaryIndexes: z.optional(z.array(Index)),
  TimeToLiveSpecification: z.optional(z.strictObject({ AttributeName: z.optional(z.string()), Enabled: flag })),
  StreamSpecification: z.optional(z.strictObject({ StreamViewType: streamView })),
  BillingMode: z._default(z.enum(['PROVISIONED', 'PAY_PER_REQUEST']), 'PROVISIONED'),
  ...noEffect('encryption at rest', 'SSESpecification'),
  ...throughput,
}
const replicaSettings = {
  ...noEffect('observation only', 'ContributorInsightsSpecification', 'Tags'),
  ...noEffect('nothing here deletes a table', 'DeletionProtectionEnabled'),
  ...noEffect('backups', 'PointInTimeRecoverySpecification'),
  ...noEffect('price only', 'TableClass'),
}
const Table = z.strictObject({ ...tableProperties, ...replicaSettings })
const GlobalTable = z.strictObject({
  ...tableProperties,
  Replicas: z.array(
    z.strictObject({
      Region: z.string(),
      ...replicaSettings,
      ...noEffect('settings of capacity and observation', 'GlobalSecondaryIndexes'),
      ...noEffect(unthrottled, 'ReadOnDemandThroughputSettings', 'ReadProvisionedThroughputSettings'),
      ...noEffect('encryption at rest', 'SSESpecification'),
    }),
  ),
})

/** Tables of both resource types; a global table must have exactly one replica, in the stack's region. */
export const readTables = (stacks: Stacks): TableResource[] => {
  const globals = stacks.all('AWS::DynamoDB::GlobalTable', GlobalTable)
  const local = stacks.each(globals, (table) => {
    const elsewhere = table.properties.Replicas.find((replica) => replica.Region !== stacks.region)
    if (elsewhere) throw new TemplateError(table.logicalId, `a replica in ${elsewhere.Region} is not imitated`)
    return table
  })
  return stacks.each([...stacks.all('AWS::DynamoDB::Table', Table), ...local], tableFrom)
}

/** The line about tables whose throughput the harness does not limit, if there are any. */
export const throughputNotes = (stacks: Stacks): string[] => {
  const tables = [
    ...stacks.all('AWS::DynamoDB::Table', Table),
    ...stacks.all('AWS::DynamoDB::GlobalTable', GlobalTable),
  ].filter(({ properties }) => properties.BillingMode === 'PROVISIONED')
  const names = tables.map(({ logicalId }) => logicalId).join(', ')
  return names === '' ? [] : [`the provisioned throughput of ${names}: nothing throttles here but --faults`]
}

const tableFrom = (
  resource: Resource<z.infer<typeof Table>> | Resource<z.infer<typeof GlobalTable>>,
): TableResource => {
  const { logicalId, name, arn, properties } = resource
  const index = (kind: 'global' | 'local') => (entry: z.infer<typeof Index>) => ({
    name: entry.IndexName,
    kind,
    ...keysOf(logicalId, entry.KeySchema),
    projection: { type: entry.Projection.ProjectionType, attributes: entry.Projection.NonKeyAttributes ?? [] },
  })
  const timeToLive = properties.TimeToLiveSpecification
  return {
    logicalId,
    name,
    arn,
    ...keysOf(logicalId, properties.KeySchema),
    attributeTypes: Object.fromEntries(
      properties.AttributeDefinitions.map((attribute) => [attribute.AttributeName, attribute.AttributeType]),
    ),
    indexes: [
      ...(properties.GlobalSecondaryIndexes ?? []).map(index('global')),
      ...(properties.LocalSecondaryIndexes ?? []).map(index('local')),
    ],
    timeToLiveAttribute: timeToLive?.Enabled ? timeToLive.AttributeName : undefined,
    streamViewType: properties.StreamSpecification?.StreamViewType,
  }
}

const keysOf = (logicalId: string, schema: z.infer<typeof KeySchema>) => {
  const partition = schema.filter((key) => key.KeyType === 'HASH')
  const sort = schema.filter((key) => key.KeyType === 'RANGE')
  const [first] = partition
  if (!first || partition.length > 1 || sort.length > 1) {
    throw new TemplateError(logicalId, 'keys of several attributes are not imitated')
  }
  return { partitionKey: first.AttributeName, sortKey: sort[0]?.AttributeName }
}

const Cors = z.strictObject({
  AllowedOrigins: z.array(z.string()),
  AllowedMethods: z.array(z.enum(['GET', 'PUT', 'HEAD', 'POST', 'DELETE'])),
  AllowedHeaders: z._default(z.array(z.string()), []),
  ExposedHeaders: z._default(z.array(z.string()), []),
  MaxAge: z.optional(integer),
  ...noEffect('a text for people', 'Id'),
})
const Bucket = z.strictObject({
  BucketName: z.optional(z.string()),
  AccessControl: z.optional(z.enum(['Private', 'LogDeliveryWrite', 'BucketOwnerRead', 'BucketOwnerFullControl'])),
  ...noEffect('encryption at rest', 'BucketEncryption'),
  CorsConfiguration: z.optional(z.strictObject({ CorsRules: z.array(Cors) })),
  ...noEffect('objects stay until they are deleted', 'LifecycleConfiguration'),
  ...noEffect('observation only', 'LoggingConfiguration', 'MetricsConfigurations', 'Tags'),
  ...noEffect('there is one account', 'OwnershipControls'),
  ...noEffect('every request is signed', 'PublicAccessBlockConfiguration'),
})

export const readBuckets = (stacks: Stacks): BucketResource[] =>
  stacks.all('AWS::S3::Bucket', Bucket).map(({ logicalId, ref: name, arn, properties }) => {
    const cors = properties.CorsConfiguration?.CorsRules.map((rule) => ({
      allowedOrigins: rule.AllowedOrigins,
      allowedMethods: rule.AllowedMethods,
      allowedHeaders: rule.AllowedHeaders,
      exposedHeaders: rule.ExposedHeaders,
      maxAgeSeconds: rule.MaxAge,
    }))
    return { logicalId, name, arn, ...(cors && { cors }) }
  })

const Queue = z.strictObject({
  QueueName: z.optional(z.string()),
  DelaySeconds: z.optional(integer),
  RedrivePolicy: z.optional(z.strictObject({ deadLetterTargetArn: z.string(), maxReceiveCount: integer })),
  VisibilityTimeout: z.optional(integer),
  ...noEffect('encryption at rest', 'KmsDataKeyReusePeriodSeconds', 'KmsMasterKeyId', 'SqsManagedSseEnabled'),
  ...noEffect('messages stay until they are received', 'MessageRetentionPeriod'),
  ReceiveMessageWaitTimeSeconds: z.optional(integer),
  ...noEffect('observation only', 'Tags'),
})

const defaultVisibilitySeconds = 30

/** Standard queues: a FIFO queue has properties that are refused. */
export const readQueues = (stacks: Stacks): QueueResource[] => {
  const queues = stacks.all('AWS::SQS::Queue', Queue)
  return stacks.each(queues, ({ logicalId, name, arn, properties }) => {
    const { DelaySeconds = 0, VisibilityTimeout = defaultVisibilitySeconds, RedrivePolicy } = properties
    const target = queues.find((queue) => queue.arn === RedrivePolicy?.deadLetterTargetArn)
    if (RedrivePolicy !== undefined && target === undefined)
      throw new TemplateError(logicalId, `the dead-letter queue ${RedrivePolicy.deadLetterTargetArn} is not imitated`)
    return {
      logicalId,
      name,
      arn,
      delaySeconds: DelaySeconds,
      visibilityTimeoutSeconds: VisibilityTimeout,
      receiveWaitSeconds: properties.ReceiveMessageWaitTimeSeconds,
      redrive:
        RedrivePolicy && target
          ? { queueLogicalId: target.logicalId, maxReceiveCount: RedrivePolicy.maxReceiveCount }
          : undefined,
    }
  })
}

const Key = z.strictObject({
  KeySpec: z.optional(z.enum(['SYMMETRIC_DEFAULT', 'HMAC_256'])),
  KeyUsage: z.optional(z.enum(['ENCRYPT_DECRYPT', 'GENERATE_VERIFY_MAC'])),
  Enabled: z.optional(z.literal(true)),
  ...noEffect('a text for people', 'Description'),
  ...noEffect('rotation is invisible to callers', 'EnableKeyRotation', 'RotationPeriodInDays'),
  ...noEffect('roles decide who encrypts', 'KeyPolicy'),
  ...noEffect('nothing here deletes a key', 'PendingWindowInDays'),
  ...noEffect('observation only', 'Tags'),
})
const Alias = z.strictObject({ AliasName: z.string(), TargetKeyId: z.string() })

export const readKeys = (stacks: Stacks): KeyResource[] => {
  const aliases = stacks.all('AWS::KMS::Alias', Alias).map(({ properties }) => properties)
  return stacks.all('AWS::KMS::Key', Key).map(({ logicalId, ref, arn, properties }) => ({
    logicalId,
    keyId: ref,
    arn,
    spec: properties.KeySpec ?? 'SYMMETRIC_DEFAULT',
    aliases: aliases
      .filter(({ TargetKeyId }) => TargetKeyId === ref || TargetKeyId === arn)
      .map(({ AliasName }) => AliasName),
  }))
}

const Parameter = z.strictObject({
  Name: z.optional(z.string()),
  Type: z.enum(['String', 'StringList']),
  Value: z.string(),
  ...noEffect('checked by a deployment', 'AllowedPattern'),
  ...noEffect('a text for people', 'Description'),
  ...noEffect('observation only', 'Tags'),
  ...noEffect('price only', 'Tier'),
})

export const readParameters = (stacks: Stacks): ParameterResource[] => {
  const parameters = stacks.all('AWS::SSM::Parameter', Parameter)
  return parameters.map(({ logicalId, name, properties }) => ({ logicalId, name, value: properties.Value }))
}
