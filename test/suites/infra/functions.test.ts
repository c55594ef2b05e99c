import { describe, expect, test } from 'vitest'
import { grantsOfAccess } from '../../../infra/grants.ts'
import { accessOf } from '../../../shared/contract/operation.ts'
import { type ProviderDefinition, type ProviderName, providers } from '../../../shared/contract/providers.ts'
import type { Access, BucketName, KeyName, QueueName, TableName } from '../../../shared/contract/resources.ts'
import {
  bucketVariable,
  keyVariable,
  queueVariable,
  tableVariable,
  urlVariable,
} from '../../../shared/contract/variables.ts'
import { operations } from '../../../shared/operations.ts'
import { socketRoutes } from '../../../shared/sockets.ts'
import { workers } from '../../../shared/workers.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { synthesize } from './synthesize.ts'
import { type Json, type Template, valueAt } from './template.ts'

type Variables = Readonly<Record<string, Json>>

/** What a deployment's settings say to functions. */
interface Said {
  readonly openChats: string
  readonly claim: Variables
  /** How the panel signs people in. */
  readonly signIn: Variables
  readonly identity: Variables
}

const attribute = (id: string, name: string): Json => ({ 'Fn::GetAtt': [id, name] })
const joined = (...parts: readonly Json[]): Json => ({ 'Fn::Join': ['', parts] })
const host = [{ Ref: 'LiveApi' }, '.execute-api.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }, '/live']

const variablesOfEntry = ({ one }: Template, entry: string): Variables => {
  const [kind, name = ''] = entry.split(/[:.]/) as [string, string?]
  if (entry.startsWith('socket:')) return { CONNECTIONS_URL: joined('https://', ...host) }
  if (entry.startsWith('bucket:'))
    return { [bucketVariable(name as BucketName)]: { Ref: one('AWS::S3::Bucket', name).id } }
  if (entry.startsWith('queue:'))
    return { [queueVariable(name as QueueName)]: { Ref: one('AWS::SQS::Queue', name).id } }
  if (entry.startsWith('key:'))
    return { [keyVariable(name as KeyName)]: attribute(one('AWS::KMS::Key', name).id, 'Arn') }
  return { [tableVariable(kind as TableName)]: { Ref: one('AWS::DynamoDB::Table', `${kind}Table`).id } }
}

const variablesOfProvider = (name: ProviderName): Variables => {
  const { urls }: ProviderDefinition = providers[name]
  const addresses = Object.entries(urls).map(([url, address]) => [urlVariable(name, url), address])
  return { PARAMETER_PREFIX: '/streaming-support', ...Object.fromEntries(addresses) }
}

interface Definition {
  readonly id: string
  readonly access: Access
  readonly providers?: readonly ProviderName[]
  readonly publicUrl?: true
  readonly webSocketUrl?: true
  readonly signIn?: true
  /** Whether it reads the recipient from the gateway's claims. */
  readonly readsClaim?: boolean
  readonly verifiesTokens?: true
}

const functions: readonly Definition[] = [
  ...operations.map((each) => ({ ...each, access: accessOf(each), readsClaim: each.auth !== 'none' })),
  ...workers,
  ...socketRoutes,
]

/** All variables of a function, as its definition and the settings say. */
const expectedVariables = (template: Template, definition: Definition, said: Said): Variables => ({
  MALLOC_ARENA_MAX: '1',
  ...Object.assign({}, ...Object.keys(definition.access).map((entry) => variablesOfEntry(template, entry))),
  ...Object.assign({}, ...(definition.providers ?? []).map(variablesOfProvider)),
  ...(Object.keys(definition.access).some((entry) => entry.split('.')[0] === 'chats') && {
    OPEN_CHATS: said.openChats,
  }),
  ...('chatCodes' in definition.access && { PRIVATE_CHATS: 'false' }),
  ...(definition.publicUrl && { PUBLIC_URL: attribute('Api', 'ApiEndpoint') }),
  ...(definition.webSocketUrl && { WEBSOCKET_URL: joined('wss://', ...host) }),
  ...(definition.signIn && said.signIn),
  ...(definition.readsClaim && said.claim),
  ...(definition.verifiesTokens && said.identity),
})

const lambdaOf = ({ all }: Template, id: string) => {
  const [lambda] = all('AWS::Lambda::Function').filter((resource) => resource.id.replace(/[0-9A-F]{8}$/, '') === id)
  return lambda ?? expect.fail(`no function ${id}`)
}

const expectVariables = (template: Template, said: Said): void => {
  for (const definition of functions)
    expect(valueAt(lambdaOf(template, definition.id).Properties, 'Environment', 'Variables'), definition.id).toEqual(
      expectedVariables(template, definition, said),
    )
}

const statementsOf = ({ Properties }: { readonly Properties: Variables }): readonly Json[] =>
  (Properties['Policies'] as readonly Json[]).flatMap(
    (policy) => valueAt(policy, 'PolicyDocument', 'Statement') as readonly Json[],
  )

const template = await defaultTemplate()
const lambdas = template.all('AWS::Lambda::Function')

test('a function knows exactly what it may use, and its other variables are those of its definition', () => {
  const { Issuer, Audience } = template.outputs
  const identity = { ISSUER: Issuer?.Value ?? '', AUDIENCE: Audience?.Value ?? '', RECIPIENT_CLAIM: 'sub' }

  const signInUrl = template.outputs['SignInUrl']?.Value ?? ''
  const signIn = { ISSUER: Issuer?.Value ?? '', SIGN_IN_URL: signInUrl, CLIENT_ID: Audience?.Value ?? '' }

  expectVariables(template, { openChats: 'false', claim: {}, signIn, identity })
})

test('a function has a bundle of its own, no reserved invocations and no traces', () => {
  const bundles = lambdas.map(({ Properties }) => valueAt(Properties['Code'], 'S3Key'))
  expect(new Set(bundles).size).toBe(functions.length)
  for (const { Properties } of lambdas) {
    expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions')
    expect(Properties).not.toHaveProperty('TracingConfig')
  }
  expect(template.text).not.toContain('xray')
})

test('without settings only Lambda assumes a function’s role, and its log has the name of its area and goes with the stack', () => {
  for (const { id } of functions)
    expect(template.one('AWS::IAM::Role', `${id}Role`).Properties['AssumeRolePolicyDocument'], id).toMatchObject({
      Statement: [{ Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } }],
    })
  const logs = template.one('AWS::Logs::LogGroup', 'workersLogs')
  expect(logs).toMatchObject({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' })
  expect(logs.Properties['LogGroupName']).toBe('/streaming-support/workers')
})

test('functions know these addresses of providers, and may read these parameters alone', () => {
  const urls = lambdas.flatMap(({ Properties }) =>
    Object.entries(valueAt(Properties, 'Environment', 'Variables') as Variables).filter(([, value]) =>
      String(value).startsWith('https://'),
    ),
  )
  const parameters = template.text.matchAll(/:parameter\/streaming-support\/([^"]+)"/g)

  expect(Object.fromEntries(urls)).toEqual({
    DISCORD_API_URL: 'https://discord.com/api/v10',
    DONATION_ALERTS_API_URL: 'https://www.donationalerts.com',
    ENDPOINTS_TRUSTED_URL: 'https://endpoints.invalid',
    KICK_API_URL: 'https://api.kick.com',
    KICK_EVENTS_API_URL: 'https://api.kick.com',
    KICK_IDENTITY_URL: 'https://id.kick.com',
    KICK_REVOCATION_IDENTITY_URL: 'https://id.kick.com',
    MAX_API_URL: 'https://platform-api.max.ru',
    SIGN_INS_DONATION_ALERTS_URL: 'https://www.donationalerts.com',
    SIGN_INS_KICK_URL: 'https://id.kick.com',
    SIGN_INS_STREAMLABS_URL: 'https://streamlabs.com',
    SIGN_INS_TWITCH_URL: 'https://id.twitch.tv',
    SIGN_INS_VK_LIVE_URL: 'https://auth.live.vkvideo.ru',
    STREAMLABS_API_URL: 'https://streamlabs.com',
    STREAM_ELEMENTS_API_URL: 'https://api.streamelements.com',
    STRIPE_API_URL: 'https://api.stripe.com/v1',
    TELEGRAM_API_URL: 'https://api.telegram.org',
    TWITCH_API_URL: 'https://api.twitch.tv',
    TWITCH_IDENTITY_URL: 'https://id.twitch.tv',
    VK_LIVE_API_URL: 'https://apidev.live.vkvideo.ru',
    VK_LIVE_IDENTITY_URL: 'https://api.live.vkvideo.ru',
    YOOKASSA_API_URL: 'https://api.yookassa.ru/v3',
    YOUTUBE_API_URL: 'https://www.googleapis.com/youtube/v3',
  })
  const clients = ['donationalerts', 'kick', 'streamlabs', 'twitch', 'vk-live'].flatMap((platform) =>
    ['client-id', 'client-secret', 'redirect-uri'].map((name) => `${platform}/${name}`),
  )
  const bots = ['max/bots', 'max/bots/*', 'telegram/bots', 'telegram/bots/*']
  expect([...new Set([...parameters].map(([, name]) => name))].sort()).toEqual(
    [...clients, ...bots, 'platforms/manual-secret', 'twitch/events-secret', 'youtube/api-key'].sort(),
  )
})

describe('with settings', () => {
  const issuer = 'https://id.example.com/'
  const template = synthesize({
    issuer,
    audience: 'web,mobile',
    recipientClaim: 'streamer',
    scope: 'tools',
    openChats: 'true',
    webhookConcurrency: '20',
    platformReports: 'true',
    tracing: 'true',
  })
  const lambdas = template.all('AWS::Lambda::Function')

  test('functions know whose tokens are accepted, and whether chats are open, where they have to do with it', () => {
    const recipient = { RECIPIENT_CLAIM: 'streamer' }
    const claim = { ...recipient, ADMIN_CLAIM: 'groups' }
    const identity = { ...recipient, ISSUER: issuer, AUDIENCE: 'web,mobile', SCOPE: 'tools' }
    const signIn = { ISSUER: issuer, SIGN_IN_URL: issuer, CLIENT_ID: 'web', SCOPE: 'tools' }

    expectVariables(template, { openChats: 'true', claim, signIn, identity })
  })

  test('webhooks keep invocations of their own, and platform reports are logged', () => {
    const reserved = functions.filter(
      ({ id }) => lambdaOf(template, id).Properties['ReservedConcurrentExecutions'] === 20,
    )
    expect(reserved.map(({ id }) => id)).toEqual(operations.filter(({ rawBody }) => rawBody).map(({ id }) => id))
    for (const { Properties } of lambdas)
      expect(valueAt(Properties['LoggingConfig'], 'SystemLogLevel'), 'every function').toBe('INFO')
  })

  test('traces are sent with no more than the permission to send them', () => {
    const sending = {
      Effect: 'Allow',
      Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
      Resource: '*',
    }
    for (const { id, Properties } of lambdas) expect(Properties['TracingConfig'], id).toEqual({ Mode: 'Active' })
    for (const { id } of functions)
      expect(statementsOf(template.one('AWS::IAM::Role', `${id}Role`)), id).toContainEqual(sending)
    expect(template.all('AWS::IAM::Policy')).toEqual([])
  })
})

test.each([
  [{ adminClaim: 'roles' }, { ADMIN_CLAIM: 'roles', OPEN_CHATS: 'false', PRIVATE_CHATS: 'false' }],
  [{ adminScope: 'news' }, { ADMIN_SCOPE: 'news', OPEN_CHATS: 'false', PRIVATE_CHATS: 'false' }],
  [{ privateChats: 'true' }, { ADMIN_CLAIM: 'groups', OPEN_CHATS: 'false', PRIVATE_CHATS: 'true' }],
])('functions know who is an administrator, and which chats may be linked, by the settings %j', (setting, expected) => {
  const context = { issuer: 'https://id.example.com', audience: 'tools', ...setting }
  const { one } = synthesize(context, { operations: operations.filter(({ id }) => id === 'linkChat'), workers: [] })

  const variables = valueAt(one('AWS::Lambda::Function', 'linkChat').Properties, 'Environment', 'Variables')
  const said = Object.entries(Object(variables)).filter(([name]) => /^(ADMIN|OPEN|PRIVATE)_/.test(name))
  expect(Object.fromEntries(said)).toEqual(expected)
})

test('access to a kind of resource that is not known is refused by name', () => {
  const access = { 'topic:jobs': ['Publish'] } as unknown as Access
  expect(() => grantsOfAccess(access, {} as never)).toThrow(
    'access to topic:jobs: infra knows no resource of that kind',
  )
})
