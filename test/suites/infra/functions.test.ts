import { describe, expect, test } from 'vitest'
import { grantsOfAccess } from '../../../infra/grants.ts'
import type { Access } from '../../../shared/contract/resources.ts'
import { operations } from '../../../shared/operations.ts'
import { socketRoutes } from '../../../shared/sockets.ts'
import { workers } from '../../../shared/workers.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { synthesize } from './synthesize.ts'
import { type Json, type Template, valueAt } from './template.ts'

type Variables = Readonly<Record<string, Json>>

const lambdaOf = ({ all }: Template, id: string) => {
  const [lambda] = all('AWS::Lambda::Function').filter((resource) => resource.id.replace(/[0-9A-F]{8}$/, '') === id)
  return lambda ?? expect.fail(`no function ${id}`)
}

const variablesOf = (template: Template, id: string): Variables =>
  valueAt(lambdaOf(template, id).Properties, 'Environment', 'Variables') as Variables

const functions = [...operations, ...workers, ...socketRoutes]

const statementsOf = ({ Properties }: { readonly Properties: Variables }): readonly Json[] =>
  (Properties['Policies'] as readonly Json[]).flatMap(
    (policy) => valueAt(policy, 'PolicyDocument', 'Statement') as readonly Json[],
  )

const template = await defaultTemplate()
const lambdas = template.all('AWS::Lambda::Function')

test('a function has a bundle of its own, no reserved invocations and no traces', () => {
  const bundles = lambdas.map(({ Properties }) => valueAt(Properties['Code'], 'S3Key'))
  expect(new Set(bundles).size).toBe(functions.length)
  for (const { Properties } of lambdas) {
    expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions')
    expect(Properties).not.toHaveProperty('TracingConfig')
  }
  expect(template.text).not.toContain('xray')
})

test('by default only Lambda assumes a function’s role, and its log is deleted with the stack', () => {
  for (const { id } of functions)
    expect(template.one('AWS::IAM::Role', `${id}Role`).Properties['AssumeRolePolicyDocument'], id).toMatchObject({
      Statement: [{ Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } }],
    })
  const logs = template.one('AWS::Logs::LogGroup', 'workersLogs')
  expect(logs).toMatchObject({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' })
  expect(logs.Properties['LogGroupName']).toBe('/streaming-support/workers')
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
    const tokens = { RECIPIENT_CLAIM: 'streamer', ADMIN_CLAIM: 'groups' }
    const identity = { ISSUER: issuer, AUDIENCE: 'web,mobile', SCOPE: 'tools' }

    for (const { id } of operations.filter(({ auth }) => auth !== 'none'))
      expect(variablesOf(template, id), id).toMatchObject(tokens)
    expect(variablesOf(template, 'openConnection')).toMatchObject({ RECIPIENT_CLAIM: 'streamer', ...identity })
    expect(variablesOf(template, 'getPanel')).toMatchObject({
      ISSUER: issuer,
      SIGN_IN_URL: issuer,
      CLIENT_ID: 'web',
      SCOPE: 'tools',
    })
    expect(variablesOf(template, 'linkChat')).toMatchObject({ OPEN_CHATS: 'true' })
    expect(variablesOf(template, 'listNews')).not.toHaveProperty('OPEN_CHATS')
    expect(variablesOf(template, 'announceStream')).toMatchObject({ STREAM_END_DELAY_SECONDS: '120' })
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
