import { expect, test } from 'vitest'
import { tables } from '../../../shared/contract/resources.ts'
import type { TableDefinition } from '../../../shared/contract/tableDefinition.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { synthesizeSmall } from './synthesize.ts'
import { type Json, plain, type Resource } from './template.ts'

const template = await defaultTemplate()
const dataTypes = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::Cognito::UserPool']

interface Index {
  readonly IndexName: string
  readonly KeySchema: readonly { readonly AttributeName: string }[]
  readonly Projection: { readonly ProjectionType: string }
}

/** `recipientId, position (N); byDue of dueShard, dueAt (KEYS_ONLY); until expiresAt; stream of NEW_IMAGE` */
const tableText = ({ Properties }: Resource): string => {
  const types = Object.fromEntries(
    (Properties['AttributeDefinitions'] as readonly Json[]).map((each) => [
      Object(each).AttributeName,
      Object(each).AttributeType,
    ]),
  )
  const keysOf = (keys: Index['KeySchema']): string =>
    keys.map(({ AttributeName: name }) => (types[name] === 'S' ? name : `${name} (${types[name]})`)).join(', ')
  const indexes = [Properties['LocalSecondaryIndexes'] ?? [], Properties['GlobalSecondaryIndexes'] ?? []].flat()
  const { AttributeName: expiry, Enabled } = Object(Properties['TimeToLiveSpecification'] ?? {})
  const { StreamViewType } = Object(Properties['StreamSpecification'] ?? {})
  return [
    keysOf(Properties['KeySchema'] as unknown as Index['KeySchema']),
    ...(indexes as unknown as readonly Index[]).map(
      ({ IndexName, KeySchema, Projection }) => `${IndexName} of ${keysOf(KeySchema)} (${Projection.ProjectionType})`,
    ),
    ...(Enabled === true ? [`until ${expiry}`] : []),
    ...(StreamViewType === undefined ? [] : [`stream of ${StreamViewType}`]),
  ].join('; ')
}

const definitions: Readonly<Record<string, TableDefinition>> = tables
const byDue = 'byDue of dueShard, dueAt (KEYS_ONLY)'

test('tables have keys, indexes, expiry and streams, which an update replaces with the data, and their part in an erasure', () => {
  const created = template.all('AWS::DynamoDB::Table').map((table): [string, string] => {
    const name = table.id.replace(/Table[0-9A-F]{8}$/, '')
    const { data, owner } = definitions[name] ?? {}
    const found = Object.entries(owner ?? {}).map((entry) => ` by ${entry.join(' ')}`)
    return [name, `${data}${found}: ${tableText(table)}`]
  })

  expect(Object.fromEntries(created)).toEqual({
    announcers: 'exported: recipientId, id',
    streams: 'erased: recipientId, channel; until expiresAt',
    streamEvents: `erased: recipientId, id; ${byDue}; until expiresAt; stream of NEW_IMAGE`,
    announcements: `erased: recipientId, id; ${byDue}; byAnnouncer of announcerId, settledAt (KEYS_ONLY); until expiresAt; stream of NEW_IMAGE`,
    sendingSlots: 'erased by prefix recipient#: lane; until expiresAt',
    chats: 'exported by index byRecipient: chat; byRecipient of recipientId, chat (KEYS_ONLY); until expiresAt',
    chatCodes: 'erased by digest true: owner, secretHash; until expiresAt',
    actions: 'exported: recipientId, id',
    configs: 'exported: recipientId, name',
    news: 'exported by prefix recipient#: audience, id',
    history: 'exported: recipientId, id; byTime of recipientId, listedAt (ALL); until expiresAt',
    alerts: 'exported: recipientId, position (N); stream of NEW_IMAGE',
    deliveries: 'erased: recipientId, sequence (N); until expiresAt; stream of NEW_IMAGE',
    overlays: `exported: recipientId, overlayId; ${byDue}; until expiresAt`,
    overlayKeys: 'erased by namedIn overlays: keyHash; until expiresAt',
    tickets: 'erased by digest true: owner, secretHash; until expiresAt',
    connections: 'erased by namedIn overlays: connectionId; until expiresAt',
    payments: `exported: recipientId, id; byTime of recipientId, listedAt (ALL); ${byDue}; until expiresAt; stream of NEW_IMAGE`,
    endpoints: 'exported: recipientId, id',
    endpointMessages: `erased: recipientId, id; ${byDue}; until expiresAt; stream of NEW_IMAGE`,
    gateways: 'exported: recipientId, id',
    videos: `exported: recipientId, id; byQueue of recipientId, queued (ALL); ${byDue}; stream of NEW_IMAGE`,
    playlists: 'exported: recipientId, id',
    externalPlaylists: 'nobody: playlistId, part (N); until expiresAt',
    tokens: 'exported: recipientId, id; stream of OLD_IMAGE',
    watchedChannels: 'erased by namedIn tokens: shard, channel',
    donationSources: 'erased by namedIn tokens: shard, account',
    accountLinks: 'erased by namedIn tokens: account; stream of NEW_IMAGE',
    oneTimeCodes: 'erased by digest true: owner, secretHash; until expiresAt',
    prints: 'erased: recipientId, printId; until deletedAt; stream of NEW_AND_OLD_IMAGES',
    recipients: 'exported: recipientId',
    leaders: 'erased: recipientId, id; bySum of recipientId, rank (ALL)',
    quotas: 'erased: recipientId, collection',
    dataJobs: 'erased: recipientId, jobId; until deletedAt; stream of NEW_IMAGE',
    erasureReceipts: 'nobody: id; until expiresAt',
    rates: 'kept: recipientId, window; until expiresAt',
    idempotency: 'erased: recipientId, id; until expiresAt',
  })
})

test('every table is backed up, encrypted, and limited in what a loop could spend', () => {
  const limit = { MaxReadRequestUnits: 10_000, MaxWriteRequestUnits: 4_000 }

  for (const { id, Properties } of template.all('AWS::DynamoDB::Table')) {
    expect(Properties, id).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: false,
      OnDemandThroughput: limit,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true },
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
const isPrivate = {
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
}

test('the bucket of prints is private, TLS only, forgets after a week, and may be read by the pages of its origins', () => {
  const { one } = shortLived

  expect(plain(one('AWS::S3::Bucket', 'printsBucket').Properties)).toEqual({
    ...isPrivate,
    CorsConfiguration: {
      CorsRules: [
        { AllowedMethods: ['GET'], AllowedOrigins: ['https://a.example', 'https://b.example'], MaxAge: 3600 },
      ],
    },
    LifecycleConfiguration: {
      Rules: [
        { Id: 'expire', Prefix: 'prints/', ExpirationInDays: 7, Status: 'Enabled' },
        {
          Id: 'abort-incomplete-uploads',
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
          Status: 'Enabled',
        },
      ],
    },
    LoggingConfiguration: { DestinationBucketName: '<BucketLogs>', LogFilePrefix: 'prints/' },
  })
  expect(plain(one('AWS::S3::BucketPolicy', 'printsBucket').Properties['PolicyDocument'])).toEqual({
    Statement: onlyTls('printsBucket'),
    Version: '2012-10-17',
  })
})

test('the bucket of access logs is private, and keeps them as long as other logs', () => {
  const { one } = shortLived

  expect(one('AWS::S3::Bucket', 'BucketLogs').Properties).toEqual({
    ...isPrivate,
    LifecycleConfiguration: { Rules: [{ Id: 'expire', ExpirationInDays: 14, Status: 'Enabled' }] },
  })
  expect(plain(one('AWS::S3::BucketPolicy', 'BucketLogs').Properties['PolicyDocument'])).toEqual({
    Statement: [
      ...onlyTls('BucketLogs'),
      {
        Effect: 'Allow',
        Principal: { Service: 'logging.s3.amazonaws.com' },
        Action: 's3:PutObject',
        Resource: '<BucketLogs.Arn>/prints/*',
        Condition: {
          ArnLike: { 'aws:SourceArn': '<printsBucket.Arn>' },
          StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' },
        },
      },
    ],
    Version: '2012-10-17',
  })
})

test('a key is rotated or makes codes, and is deleted a week after its deletion was requested', () => {
  const described = (name: string) => ({
    id: `${name}Key`,
    Description: `Streaming support service: ${name}`,
    PendingWindowInDays: 7,
  })
  const derives = { KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' }

  const created = template.all('AWS::KMS::Key').map(({ id, Properties: { KeyPolicy: _policy, ...rest } }) => ({
    ...rest,
    id: id.replace(/[0-9A-F]{8}$/, ''),
  }))
  expect(created).toEqual([
    { ...described('secrets'), EnableKeyRotation: true },
    { ...described('cursors'), ...derives },
  ])
})

test.each([
  ['false', 'RetainExceptOnCreate', 'Retain', 0],
  ['true', 'Delete', 'Delete', 2],
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
