import { expect, test } from 'vitest'
import { defaultTemplate } from './defaultTemplate.ts'
import { synthesizeSmall } from './synthesize.ts'
import { type Json, plain, valueAt } from './template.ts'

const template = await defaultTemplate()
const dataTypes = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::Cognito::UserPool']

test('every table is backed up, encrypted, and limited in what a loop could spend', () => {
  const limit = { MaxReadRequestUnits: 10_000, MaxWriteRequestUnits: 4_000 }

  for (const { id, Properties } of template.all('AWS::DynamoDB::Table')) {
    expect(Properties, id).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: false,
      OnDemandThroughput: limit,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      // By a key that AWS owns.
      SSESpecification: { SSEEnabled: false },
    })
    for (const index of (Properties['GlobalSecondaryIndexes'] ?? []) as readonly object[])
      expect(index, id).toMatchObject({ OnDemandThroughput: limit })
  }
})

const shortLived = synthesizeSmall({ corsOrigins: 'https://a.example,https://b.example', logRetention: '14' })

const deny = (Condition: object, bucket: string) => ({
  Effect: 'Deny',
  Principal: { AWS: '*' },
  Action: 's3:*',
  Condition,
  Resource: [`<${bucket}.Arn>`, `<${bucket}.Arn>/*`],
})
const onlyTls = (bucket: string) => [
  deny({ Bool: { 'aws:SecureTransport': 'false' } }, bucket),
  deny({ NumericLessThan: { 's3:TlsVersion': 1.2 } }, bucket),
]
test('no bucket is public, and none is used without TLS', () => {
  const policies = shortLived.all('AWS::S3::BucketPolicy').map(({ Properties }) => Object(plain(Properties)))
  for (const { id, Properties } of shortLived.all('AWS::S3::Bucket')) {
    const name = id.replace(/[0-9A-F]{8}$/, '')
    expect(Properties, id).toMatchObject({
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    })
    const [policy] = policies.filter(({ Bucket }) => Bucket === `<${name}>`)
    expect(policy?.PolicyDocument.Statement, id).toEqual(expect.arrayContaining(onlyTls(name)))
  }
})

test('a print is kept for a week, an unfinished one for a day, and may be read by the pages of the origins', () => {
  expect(shortLived.one('AWS::S3::Bucket', 'printsBucket').Properties).toMatchObject({
    CorsConfiguration: {
      CorsRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['https://a.example', 'https://b.example'] }],
    },
    LifecycleConfiguration: {
      Rules: [
        { Prefix: 'prints/', ExpirationInDays: 7 },
        { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
      ],
    },
  })
})

test('a file is sent by pages of any origin; only one that was not checked expires, after a day', () => {
  expect(shortLived.one('AWS::S3::Bucket', 'uploadsBucket').Properties).toMatchObject({
    CorsConfiguration: { CorsRules: [{ AllowedMethods: ['GET', 'PUT'], AllowedOrigins: ['*'] }] },
    LifecycleConfiguration: {
      Rules: [
        { Prefix: 'uploads/pending/', ExpirationInDays: 1 },
        { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
      ],
    },
  })
})

test('access logs of a bucket are kept as long as other logs, and written by S3 for this account alone', () => {
  const { one } = shortLived
  const policy = one('AWS::S3::BucketPolicy', 'BucketLogs').Properties['PolicyDocument']
  const writing = (valueAt(plain(policy), 'Statement') as readonly Json[]).filter(
    (statement) => valueAt(statement, 'Effect') === 'Allow',
  )

  expect(one('AWS::S3::Bucket', 'BucketLogs').Properties['LifecycleConfiguration']).toEqual({
    Rules: [{ Id: 'expire', ExpirationInDays: 14, Status: 'Enabled' }],
  })
  expect(writing).toMatchObject(
    ['prints', 'uploads'].map((bucket) => ({
      Principal: { Service: 'logging.s3.amazonaws.com' },
      Action: 's3:PutObject',
      Resource: `<BucketLogs.Arn>/${bucket}/*`,
      Condition: {
        StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' },
        ArnLike: { 'aws:SourceArn': `<${bucket}Bucket.Arn>` },
      },
    })),
  )
})

test('a key that encrypts is rotated, and every key waits a week before it is deleted', () => {
  for (const { id, Properties } of template.all('AWS::KMS::Key')) {
    expect(Properties['PendingWindowInDays'], id).toBe(7)
    if (Properties['KeyUsage'] === undefined) expect(Properties['EnableKeyRotation'], id).toBe(true)
  }
})

test.each([
  ['false', 'RetainExceptOnCreate', 'Retain', 0],
  ['true', 'Delete', 'Delete', 3],
])('with removeData %s, data go with the stack or stay', (removeData, onDeletion, onReplacement, emptied) => {
  const { all } = removeData === 'false' ? template : synthesizeSmall({ removeData })
  const data = dataTypes.flatMap(all)

  expect(new Set(data.map(({ DeletionPolicy }) => DeletionPolicy))).toEqual(new Set([onDeletion]))
  expect(new Set(data.map(({ UpdateReplacePolicy }) => UpdateReplacePolicy))).toEqual(new Set([onReplacement]))
  expect(all('Custom::S3AutoDeleteObjects')).toHaveLength(emptied)
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
