import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ServiceAppOptions, serviceApp } from '../../../infra/serviceApp.ts'
import { templateOf, valueAt } from '../../infra/template.ts'
import { plain, surroundingsOf } from './bareStack.ts'
import { operations, routes, workers } from './smallDeployment.ts'

const appWith = (context: Readonly<Record<string, unknown>> = {}, more: ServiceAppOptions = {}) => {
  const { bundleFolder } = surroundingsOf(...[...operations, ...routes, ...workers].map(({ id }) => id))
  const outdir = mkdtempSync(join(tmpdir(), 'app-'))
  const small = { operations, socketRoutes: routes, workers, bundleFolder, outdir, validated: false }
  const assembly = serviceApp({
    context: { 'aws:cdk:disable-asset-staging': true, ...context },
    ...small,
    ...more,
  }).synth()
  expect(assembly.directory).toBe(outdir)
  const [stack] = assembly.stacks
  if (stack === undefined) return expect.fail('no stack')
  const template = templateOf(JSON.stringify(stack.template))
  const variablesOf = (id: string) =>
    plain(valueAt(template.one('AWS::Lambda::Function', id).Properties, 'Environment', 'Variables'))
  const outputs = Object.entries(template.outputs).map(([name, { Value, Description }]) => [
    name,
    [plain(Value), Description],
  ])
  return { stack, template, variablesOf, outputs: Object.fromEntries(outputs) }
}

const described = {
  ApiUrl: 'Base URL of the HTTP API',
  LiveUrl: 'Address at which overlays open their WebSocket connections',
  Issuer: 'Issuer of the tokens that the API accepts',
  Audience: 'Audience, or Cognito client id, of those tokens',
  AlarmTopic: 'SNS topic of the alarms; subscribe to it, or deploy with -c alarmEmail',
}

test('the deployment is one stack, of the name and with the tags of the settings', () => {
  const { stack, outputs, template, variablesOf } = appWith({
    stackName: 'staging',
    issuer: 'https://id.example.com',
    audience: 'web,app',
  })

  expect([stack.id, stack.stackName]).toEqual(['staging', 'staging'])
  expect(stack.template.Description).toBe(
    'Backend of a streamer’s toolset: an HTTP API with one function for each operation, and a WebSocket API for overlays',
  )
  expect(stack.tags).toEqual({ application: 'streaming-support', deployment: 'staging' })
  expect(outputs).toEqual({
    ApiUrl: ['<Api.ApiEndpoint>', described.ApiUrl],
    LiveUrl: ['wss://<LiveApi>.execute-api.<AWS::Region>.<AWS::URLSuffix>/live', described.LiveUrl],
    Issuer: ['https://id.example.com', described.Issuer],
    Audience: ['web,app', described.Audience],
    AlarmTopic: ['<Alarms>', described.AlarmTopic],
  })
  expect(variablesOf('getPlaylist')).toMatchObject({ PARAMETER_PREFIX: '/staging' })
  const counts = ['Lambda::Function', 'ApiGatewayV2::Route', 'KMS::Key', 'CloudWatch::Dashboard', 'CDK::Metadata'].map(
    (type) => template.all(`AWS::${type}`).length,
  )
  expect(counts).toEqual([8, 6, 3, 1, 0])
})

test('a domain is the address that functions tell, and its owner learns the targets', () => {
  const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/a'
  const telling = operations.map((operation) => ({ ...operation, publicUrl: true as const }))
  const { outputs, variablesOf } = appWith({ domainName: 'api.example.com', certificateArn }, { operations: telling })

  expect(outputs).toMatchObject({
    ApiUrl: ['https://<ApiDomain>', described.ApiUrl],
    LiveUrl: ['wss://<LiveDomain>', described.LiveUrl],
    UserPoolId: ['<Users>', 'Operators create users here'],
    ApiDomainTarget: ['<ApiDomain.RegionalDomainName>', 'The target of a CNAME record of api.example.com'],
    LiveDomainTarget: ['<LiveDomain.RegionalDomainName>', 'The target of a CNAME record of live.api.example.com'],
  })
  expect(variablesOf('listNews')).toMatchObject({ PUBLIC_URL: 'https://<ApiDomain>' })
})

test('routes are created in lanes', () => {
  const many = Array.from({ length: 9 }, (_each, index) => ({
    ...operations[0],
    id: `list${index}`,
    path: `/${index}`,
  }))
  const { bundleFolder } = surroundingsOf(...[...many, ...routes].map(({ id }) => id))
  const { template } = appWith({}, { operations: many as typeof operations, workers: [], bundleFolder })

  const waits = template
    .all('AWS::ApiGatewayV2::Integration')
    .flatMap(({ id, DependsOn = [] }) => DependsOn.map((other) => `${id} after ${other}`))
  expect(waits).toEqual([
    'list8Integration after list0Route',
    'openIntegration after list1Route',
    'receiveIntegration after list2Route',
    'pingIntegration after list3Route',
  ])
})

test('a setting that is given to one deployment alone would be undone by the next one, and that is said', () => {
  const context = { rateLimit: 50, logRetention: '7' }
  const warningsWith = (more: ServiceAppOptions) =>
    appWith(context, more)
      .stack.messages.filter(({ level }) => level === 'warning')
      .map(({ entry }) => entry.data)

  expect(warningsWith({ kept: { rateLimit: 50 } })).toEqual([
    'logRetention is set only on this command line: the next deployment without it undoes it. Add it to the context in cdk.json. [ack: streaming-support:logRetention]',
  ])
  expect(warningsWith({})).toEqual([])
})

test('a region that cannot fulfil a setting is refused before anything is made', () => {
  expect(() => appWith({}, { region: 'cn-north-1' })).toThrow('cn-north-1 has no Cognito user pools')
})
