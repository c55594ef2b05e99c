import { expect, test } from 'vitest'
import { breakingSchemaChanges, brokenPromises } from '../../../../../infra/compatibility/breakingChanges.ts'
import { type DataTemplate, storedSchemaOf } from '../../../../../infra/compatibility/storedSchema.ts'

type Properties = NonNullable<DataTemplate['Resources'][string]['Properties']>

const twoDeployments = 'See "Replace or remove what is kept" in infra/RUNBOOK.md.'
const beside = 'Add another beside it (CONTRIBUTING.md, "Expand, then contract").'

const keys = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
]
const index = (IndexName: string, sort: string, ProjectionType = 'KEYS_ONLY') => ({
  IndexName,
  KeySchema: keys('owner', sort),
  Projection: { ProjectionType },
})
const table: Properties = {
  KeySchema: keys('owner', 'id'),
  AttributeDefinitions: ['owner', 'id', 'time', 'due'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  LocalSecondaryIndexes: [index('byTime', 'time', 'ALL')],
  GlobalSecondaryIndexes: [index('byDue', 'due')],
  TimeToLiveSpecification: { AttributeName: 'until', Enabled: true },
  StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
}

const templateWith = (properties: Properties = table, rest: Partial<DataTemplate> = {}): DataTemplate => ({
  Resources: {
    notesTable: { Type: 'AWS::DynamoDB::Table', Properties: properties },
    secretsKey: { Type: 'AWS::KMS::Key', Properties: { EnableKeyRotation: true } },
    Live: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'WEBSOCKET', Name: 'live' } },
    Policy: { Type: 'AWS::S3::BucketPolicy', Properties: { Bucket: 'b' } },
    ...rest.Resources,
  },
  Outputs: { ExportsOutputRefnotesTable: {}, ApiUrl: {}, ...rest.Outputs },
})

const refusalsOf = (after: DataTemplate, retired = {}, before = templateWith()) =>
  breakingSchemaChanges(storedSchemaOf(before), storedSchemaOf(after), retired)
const resource = (id: string, Type: string, Properties: Properties) =>
  templateWith(table, { Resources: { [id]: { Type, Properties } } })
const without = (id: string, Resources = templateWith().Resources): DataTemplate => ({
  ...templateWith(),
  Resources: Object.fromEntries(Object.entries(Resources).filter(([name]) => name !== id)),
})

test.each([
  ...['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'].map((name) => ['AWS::KMS::Key', name] as const),
  ...['UsernameAttributes', 'AliasAttributes', 'UsernameConfiguration', 'Schema'].map(
    (name) => ['AWS::Cognito::UserPool', name] as const,
  ),
])('%s: AWS cannot replace the existing %s', (type, name) => {
  expect(refusalsOf(resource('kept', type, { [name]: 'b' }), {}, resource('kept', type, { [name]: 'a' }))).toEqual([
    `kept: ${name} was "a" and would be "b", so an empty one would replace it. ${beside}`,
  ])
})

test('a shape is what no update can change, and what it may add to', () => {
  expect(storedSchemaOf(templateWith())).toEqual({
    resources: {
      notesTable: {
        type: 'AWS::DynamoDB::Table',
        fixed: { keys: 'HASH owner S, RANGE id S', localIndexes: { byTime: 'HASH owner S, RANGE time S, ALL' } },
        globalIndexes: { byDue: 'HASH owner S, RANGE due S, KEYS_ONLY' },
        timeToLive: 'until',
        stream: 'NEW_IMAGE',
      },
      secretsKey: { type: 'AWS::KMS::Key', fixed: {} },
      Live: { type: 'AWS::ApiGatewayV2::Api', fixed: { ProtocolType: 'WEBSOCKET' } },
    },
    exports: ['ExportsOutputRefnotesTable'],
  })
})

test.each<readonly [string, DataTemplate]>([
  ['a table', resource('morningsTable', 'AWS::DynamoDB::Table', table)],
  [
    'a global index',
    templateWith({ ...table, GlobalSecondaryIndexes: [index('byDue', 'due'), index('byTime', 'time')] }),
  ],
  ['an export', templateWith(table, { Outputs: { ExportsOutputRefmore: {} } })],
  ['another order of indexes and members', templateWith(Object.fromEntries(Object.entries(table).toReversed()))],
  [
    'what an update changes in place',
    resource('Live', 'AWS::ApiGatewayV2::Api', { Name: 'other', ProtocolType: 'WEBSOCKET' }),
  ],
])('%s may be added', (_name, after) => {
  expect(refusalsOf(after)).toEqual([])
})

test('a stream and an expiry may be added to a table without them', () => {
  const { TimeToLiveSpecification, StreamSpecification, ...plain } = table

  expect(refusalsOf(templateWith(), {}, templateWith(plain))).toEqual([])
})

test.each<readonly [string, DataTemplate, string]>([
  [
    'another sort key',
    templateWith({ ...table, KeySchema: keys('owner', 'time') }),
    `notesTable: keys was "HASH owner S, RANGE id S" and would be "HASH owner S, RANGE time S", so an empty one would replace it. ${beside}`,
  ],
  [
    'another local index',
    templateWith({ ...table, LocalSecondaryIndexes: [] }),
    `notesTable: localIndexes was {"byTime":"HASH owner S, RANGE time S, ALL"} and would be {}, so an empty one would replace it. ${beside}`,
  ],
  [
    'a name of its own',
    templateWith({ ...table, TableName: 'notes' }),
    `notesTable: TableName was nothing and would be "notes", so an empty one would replace it. ${beside}`,
  ],
  [
    'another protocol',
    resource('Live', 'AWS::ApiGatewayV2::Api', { ProtocolType: 'HTTP' }),
    `Live: ProtocolType was "WEBSOCKET" and would be "HTTP", so an empty one would replace it. ${beside}`,
  ],
  [
    'another type',
    resource('Live', 'AWS::S3::Bucket', {}),
    `Live: was AWS::ApiGatewayV2::Api and would be AWS::S3::Bucket. ${beside}`,
  ],
  [
    'no stream',
    templateWith(Object.fromEntries(Object.entries(table).filter(([name]) => name !== 'StreamSpecification'))),
    `notesTable: stream was NEW_IMAGE and would be nothing. ${twoDeployments}`,
  ],
  [
    'another expiry',
    templateWith({ ...table, TimeToLiveSpecification: { AttributeName: 'end', Enabled: true } }),
    `notesTable: timeToLive was until and would be "end". ${twoDeployments}`,
  ],
  [
    'an index by another attribute',
    templateWith({ ...table, GlobalSecondaryIndexes: [index('byDue', 'time')] }),
    `notesTable.byDue: was HASH owner S, RANGE due S, KEYS_ONLY and would be HASH owner S, RANGE time S, KEYS_ONLY. ${beside}`,
  ],
  [
    'a dropped index',
    templateWith({ ...table, GlobalSecondaryIndexes: [] }),
    `notesTable.byDue: the index would be dropped, and the version before reads it. ${twoDeployments}`,
  ],
  [
    'two new indexes',
    templateWith({
      ...table,
      GlobalSecondaryIndexes: [index('byDue', 'due'), index('byTime', 'time'), index('byId', 'id')],
    }),
    'notesTable: byTime and byId change at once. DynamoDB changes one global index in an update: release one by one.',
  ],
  [
    'a lost export',
    { ...templateWith(), Outputs: {} },
    `ExportsOutputRefnotesTable: the data stack would no longer export it, and the service uses it. ${twoDeployments}`,
  ],
])('%s is refused by one line that says what to do', (_name, after, line) => {
  expect(refusalsOf(after)).toEqual([line])
})

test('the export of a resource without a stream is missed when it is removed', () => {
  const before = templateWith(table, { Outputs: { ExportsOutputRefsecretsKey: {} } })

  expect(refusalsOf(templateWith(), {}, before)).toEqual([
    `ExportsOutputRefsecretsKey: the data stack would no longer export it, and the service uses it. ${twoDeployments}`,
  ])
})

const renamed = without('notesTable', resource('memosTable', 'AWS::DynamoDB::Table', table).Resources)

test('a resource that is gone or has another logical id is refused, because its data would be left behind', () => {
  expect(refusalsOf(renamed)).toEqual([
    `notesTable: the AWS::DynamoDB::Table is missing or has another logical id. ${twoDeployments}`,
  ])
})

test('a resource that is gone takes its exports along, which is said once', () => {
  expect(refusalsOf({ ...renamed, Outputs: {} })).toHaveLength(1)
})

test('a resource may go after a release has given it up, as an index, an expiry and a stream may', () => {
  const { GlobalSecondaryIndexes, TimeToLiveSpecification, StreamSpecification, ...plain } = table
  const [stream, reason] = ['ExportsOutputFnGetAttnotesTableStreamArn', 'nobody reads it since 1.1.0']
  const before = templateWith(table, { Outputs: { [stream]: {} } })
  const paths = ['byDue', 'stream', 'timeToLive'].map((name) => [`notesTable.${name}`, reason])

  expect(refusalsOf({ ...renamed, Outputs: {} }, { notesTable: reason })).toEqual([])
  expect(refusalsOf(templateWith(plain), Object.fromEntries(paths), before)).toEqual([])
  expect(refusalsOf(templateWith(), {}, before)).toHaveLength(1)
})

test.each([
  ['stream', { StreamSpecification: { StreamViewType: 'KEYS_ONLY' } }, 'NEW_IMAGE and would be "KEYS_ONLY"'],
  ['timeToLive', { TimeToLiveSpecification: { AttributeName: 'end', Enabled: true } }, 'until and would be "end"'],
])('a release that has given up %s may drop it, and not put another in its place', (name, other, change) => {
  const retired = { [`notesTable.${name}`]: 'nobody reads it since 1.1.0' }

  expect(refusalsOf(templateWith({ ...table, ...other }), retired)).toEqual([
    `notesTable: ${name} was ${change}. ${twoDeployments}`,
  ])
})

test('a changed encryption context and a lost webhook address are refused, and others may be added', () => {
  const before = { contexts: { 'notes.secret': ['field', 'noteId', 'recipientId'] }, webhookRoutes: ['POST /notes'] }
  const more = {
    contexts: { ...before.contexts, 'notes.token': ['field', 'recipientId'] },
    webhookRoutes: ['POST /notes', 'POST /memos'],
  }

  expect(brokenPromises(before, more)).toEqual([])
  expect(brokenPromises(before, { contexts: { 'notes.secret': ['field'] }, webhookRoutes: [] })).toEqual([
    'notes.secret: its encryption context was of field, noteId, recipientId and would be of field: stored secrets would not open. Add the one before to `earlierContexts` in shared/mechanisms/secrets/encryptionContexts.ts.',
    'POST /notes: others store this address, and the stage its rate. Keep the route beside a new one.',
  ])
  expect(brokenPromises(before, { ...before, contexts: {} })).toHaveLength(1)
})
