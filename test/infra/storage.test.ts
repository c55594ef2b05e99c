import { describe, expect, test } from 'vitest'
import { buckets, keys, type TableDefinition, tables } from '../../shared/contract/resources.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { synthesizeSmall } from './synthesize.ts'
import { valueAt } from './template.ts'

const template = await defaultTemplate()
/** Data stays with a deleted stack, but not with a first deployment that failed. */
const kept = { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' }
const definitions = Object.entries<TableDefinition>(tables).map(([name, definition]) => ({ name, definition }))

describe.each(definitions)('table $name', ({ name, definition }) => {
  const table = template.one('AWS::DynamoDB::Table', `${name}Table`)
  const { partitionKey, sortKey, localIndexes = {}, globalIndexes = {}, numbers = [], timeToLive, stream } = definition

  test('is kept, backed up, encrypted and protected', () => {
    expect(table).toMatchObject(kept)
    expect(table.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: false,
      SSESpecification: { SSEEnabled: true },
      OnDemandThroughput: { MaxReadRequestUnits: 10_000, MaxWriteRequestUnits: 4_000 },
    })
  })

  test('has the keys, indexes, expiry and stream of its definition', () => {
    const range = (attribute: string | undefined) =>
      attribute === undefined ? [] : [{ AttributeName: attribute, KeyType: 'RANGE' }]
    const hash = { AttributeName: partitionKey, KeyType: 'HASH' }
    const indexKeys = Object.values(localIndexes).map((index) => index.sortKey)
    const globalKeys = Object.values(globalIndexes).flatMap((index) => [index.partitionKey, index.sortKey])
    const attributes = [partitionKey, ...(sortKey === undefined ? [] : [sortKey]), ...indexKeys, ...globalKeys]
    expect(table.Properties['KeySchema']).toEqual([hash, ...range(sortKey)])
    expect(table.Properties['AttributeDefinitions']).toEqual(
      [...new Set(attributes)].map((attribute) => ({
        AttributeName: attribute,
        AttributeType: numbers.includes(attribute) ? 'N' : 'S',
      })),
    )
    expect(table.Properties['LocalSecondaryIndexes'] ?? []).toEqual(
      Object.entries(localIndexes).map(([IndexName, index]) => ({
        IndexName,
        KeySchema: [hash, ...range(index.sortKey)],
        Projection: { ProjectionType: 'ALL' },
      })),
    )
    expect(table.Properties['GlobalSecondaryIndexes'] ?? []).toEqual(
      Object.entries(globalIndexes).map(([IndexName, index]) => ({
        IndexName,
        KeySchema: [{ AttributeName: index.partitionKey, KeyType: 'HASH' }, ...range(index.sortKey)],
        Projection: { ProjectionType: 'KEYS_ONLY' },
        OnDemandThroughput: { MaxReadRequestUnits: 10_000, MaxWriteRequestUnits: 4_000 },
      })),
    )
    expect(table.Properties['TimeToLiveSpecification']).toEqual(
      timeToLive === undefined ? undefined : { AttributeName: timeToLive, Enabled: true },
    )
    expect(table.Properties['StreamSpecification']).toEqual(
      stream === undefined ? undefined : { StreamViewType: stream },
    )
  })
})

test.each(Object.entries(buckets))(
  'bucket %s is private, TLS only, and forgets',
  (name, { prefix, expirationDays }) => {
    const bucket = template.one('AWS::S3::Bucket', name)
    const policy = template.one('AWS::S3::BucketPolicy', name).Properties['PolicyDocument']

    expect(bucket).toMatchObject(kept)
    expect(bucket.Properties).toEqual({
      LoggingConfiguration: {
        DestinationBucketName: { Ref: template.one('AWS::S3::Bucket', 'BucketLogs').id },
        LogFilePrefix: `${name}/`,
      },
      CorsConfiguration: { CorsRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'], MaxAge: 3600 }] },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      LifecycleConfiguration: {
        Rules: [
          { Id: 'expire', Prefix: prefix, ExpirationInDays: expirationDays, Status: 'Enabled' },
          {
            Id: 'abort-incomplete-uploads',
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
            Status: 'Enabled',
          },
        ],
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    })
    expect(valueAt(policy, 'Statement', 0)).toMatchObject({
      Effect: 'Deny',
      Action: 's3:*',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      Principal: { AWS: '*' },
    })
  },
)

test.each(Object.entries(keys))('key %s is kept', (name, { kind }) => {
  const key = template.one('AWS::KMS::Key', `${name}Key`)
  expect(key).toMatchObject(kept)
  expect(key.Properties).toMatchObject(
    kind === 'hmac' ? { KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' } : { EnableKeyRotation: true },
  )
})

test('removeData lets the data go with the stack', () => {
  const removable = synthesizeSmall({ removeData: 'true' })
  const data = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::Cognito::UserPool'].flatMap(
    removable.all,
  )
  expect(new Set(data.map(({ DeletionPolicy }) => DeletionPolicy))).toEqual(new Set(['Delete']))
  expect(removable.all('Custom::S3AutoDeleteObjects')).toHaveLength(Object.keys(buckets).length + 1)
})

test('a first deployment that fails can be rolled back: nothing that it creates is kept or refuses to be deleted', () => {
  expect(template.resources.filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain')).toEqual([])
  expect(template.text).not.toMatch(/"DeletionProtection(Enabled)?":\s*(true|"ACTIVE")/)
})

test('deletionProtection has tables and user pool refuse to be deleted', () => {
  const guarded = synthesizeSmall({ deletionProtection: 'true' })
  for (const { Properties } of guarded.all('AWS::DynamoDB::Table'))
    expect(Properties['DeletionProtectionEnabled']).toBe(true)
  expect(guarded.one('AWS::Cognito::UserPool').Properties['DeletionProtection']).toBe('ACTIVE')
})
