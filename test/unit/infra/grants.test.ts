import { expect, test } from 'vitest'
import { environmentOf, grantOfProvider, grantsOfAccess, statementsOf } from '../../../infra/grants.ts'
import type { ProviderName } from '../../../shared/contract/providers.ts'
import type { Access } from '../../../shared/contract/resources.ts'
import { bareStack, surroundingsOf } from './bareStack.ts'

const { resources } = surroundingsOf()

const grantsOf = (access: Access) => grantsOfAccess(access, resources)

test('access to a table is to the table alone', () => {
  expect(grantsOf({ payments: ['GetItem', 'UpdateItem'] })).toEqual([
    {
      actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      resources: ['arn:payments'],
      environment: { PAYMENTS_TABLE: 'Payments' },
    },
  ])
})

test('access to an index is to that index alone, by the name of its table', () => {
  expect(grantsOf({ 'chats.byRecipient': ['Query'] })).toEqual([
    {
      actions: ['dynamodb:Query'],
      resources: ['arn:chats/index/byRecipient'],
      environment: { CHATS_TABLE: 'Chats' },
    },
  ])
})

test('access to a bucket is to the objects below its prefix', () => {
  expect(grantsOf({ 'bucket:prints': ['GetObject', 'PutObject'] })).toEqual([
    {
      actions: ['s3:GetObject', 's3:PutObject'],
      resources: ['arn:prints/prints/*'],
      environment: { PRINTS_BUCKET: 'Prints' },
    },
  ])
})

test('access to the key of secrets is to those of one table', () => {
  expect(grantsOf({ 'key:secrets.gateways': ['Decrypt'], 'key:secrets.tokens': ['Encrypt'] })).toEqual([
    {
      actions: ['kms:Decrypt'],
      resources: ['arn:secrets'],
      environment: { SECRETS_KEY: 'arn:secrets' },
      conditions: { StringLike: { 'kms:EncryptionContext:field': 'gateways.*' } },
    },
    {
      actions: ['kms:Encrypt'],
      resources: ['arn:secrets'],
      environment: { SECRETS_KEY: 'arn:secrets' },
      conditions: { StringLike: { 'kms:EncryptionContext:field': 'tokens.*' } },
    },
  ])
})

test('access to a key that only derives has no condition, because KMS makes codes without an encryption context', () => {
  expect(grantsOf({ 'key:cursors': ['GenerateMac'] })).toEqual([
    { actions: ['kms:GenerateMac'], resources: ['arn:cursors'], environment: { CURSORS_KEY: 'arn:cursors' } },
  ])
})

test('access to connections names the methods', () => {
  expect(grantsOf({ 'socket:connections': ['PostToConnection', 'DeleteConnection'] })).toEqual([
    {
      actions: ['execute-api:ManageConnections'],
      resources: ['arn:live/POST/@connections/*', 'arn:live/DELETE/@connections/*'],
      environment: { CONNECTIONS_URL: 'https://live' },
    },
  ])
})

test('access to a kind of resource that is not known is refused by name', () => {
  expect(() => grantsOf({ 'topic:jobs': ['Publish'] } as unknown as Access)).toThrow(
    'access to topic:jobs: infra knows no resource of that kind',
  )
})

test.each<[ProviderName, object]>([
  [
    'kick',
    {
      actions: ['ssm:GetParameters'],
      parameters: ['kick/client-id', 'kick/client-secret', 'kick/redirect-uri'],
      urls: { KICK_IDENTITY_URL: 'https://id.kick.com', KICK_API_URL: 'https://api.kick.com' },
    },
  ],
  [
    'telegram',
    {
      actions: ['ssm:GetParameters'],
      parameters: ['telegram/bots/*'],
      urls: { TELEGRAM_API_URL: 'https://api.telegram.org' },
    },
  ],
  ['botNames', { actions: ['ssm:GetParametersByPath'], parameters: ['telegram/bots', 'max/bots'], urls: {} }],
  ['kickRevocation', { actions: [], parameters: [], urls: { KICK_REVOCATION_IDENTITY_URL: 'https://id.kick.com' } }],
])('a function that calls %s may read its parameters below the prefix, and knows its addresses', (name, expected) => {
  const stack = bareStack()
  const { actions, resources, environment } = grantOfProvider(name, '/service')
  const { PARAMETER_PREFIX, ...urls } = environment

  const [partition, region, account] = ['Partition', 'Region', 'AccountId'].map((each) => ({ Ref: `AWS::${each}` }))
  const arnOf = (parameter: string) => ({
    'Fn::Join': ['', ['arn:', partition, ':ssm:', region, ':', account, `:parameter/service/${parameter}`]],
  })
  const parameters = resources.map((resource) => stack.resolve(resource))
  const { parameters: expectedParameters, ...rest } = expected as { readonly parameters: readonly string[] }
  expect({ actions, urls }).toEqual(rest)
  expect(parameters).toEqual(expectedParameters.map(arnOf))
  expect(PARAMETER_PREFIX).toBe('/service')
})

test('a grant is a statement, unless it allows nothing', () => {
  const conditions = { StringLike: { 'kms:EncryptionContext:field': 'tokens.*' } }
  const statements = statementsOf([
    { actions: ['kms:Decrypt'], resources: ['arn:secrets'], environment: {}, conditions },
    { actions: [], resources: [], environment: { KICK_API_URL: 'https://api.kick.com' } },
    { actions: ['dynamodb:Query', 'dynamodb:PutItem'], resources: ['arn:a', 'arn:b'], environment: {} },
  ])

  expect(statements.map((statement) => statement.toStatementJson())).toEqual([
    { Effect: 'Allow', Action: 'kms:Decrypt', Resource: 'arn:secrets', Condition: conditions },
    { Effect: 'Allow', Action: ['dynamodb:Query', 'dynamodb:PutItem'], Resource: ['arn:a', 'arn:b'] },
  ])
})

test('a function’s environment is that of all its grants', () => {
  expect(environmentOf(grantsOf({ payments: ['GetItem'], 'chats.byRecipient': ['Query'] }))).toEqual({
    PAYMENTS_TABLE: 'Payments',
    CHATS_TABLE: 'Chats',
  })
  expect(environmentOf([])).toEqual({})
})
