import { expect, test } from 'vitest'
import type { Operation } from '../../../shared/contract/operation.ts'
import { operations } from '../../../shared/operations.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { enlargedApp } from './enlargedApp.ts'
import { readTemplate } from './readTemplate.ts'
import { everySetting } from './settingCases.ts'
import { gatewayRoleOf, plain, type Resource } from './template.ts'

const template = await defaultTemplate()
const stage = template.one('AWS::ApiGatewayV2::Stage', 'Stage')
const authorizer = template.one('AWS::ApiGatewayV2::Authorizer')
const routeOf = (id: string) => template.one('AWS::ApiGatewayV2::Route', `${id}Route`)

test.each(operations)('$id is behind the JWT authorizer unless it is public', ({ id, auth }) => {
  expect(routeOf(id).Properties).toMatchObject(
    auth === 'none'
      ? { AuthorizationType: 'NONE' }
      : { AuthorizationType: 'JWT', AuthorizerId: { Ref: authorizer.id } },
  )
})

test.each(operations)('$id is invoked by its own route, by the role of its area', ({ id, area, method, path }) => {
  const integration = template.one('AWS::ApiGatewayV2::Integration', `${id}Integration`)
  expect(routeOf(id).Properties).toMatchObject({
    RouteKey: `${method} ${path}`,
    OperationName: id,
    Target: { 'Fn::Join': ['/', ['integrations', { Ref: integration.id }]] },
  })
  expect(integration.Properties).toMatchObject({
    IntegrationType: 'AWS_PROXY',
    IntegrationUri: { 'Fn::GetAtt': [expect.stringMatching(new RegExp(`^${id}[0-9A-F]{8}$`)), 'Arn'] },
    PayloadFormatVersion: '2.0',
    CredentialsArn: { 'Fn::GetAtt': [gatewayRoleOf(template, area).id, 'Arn'] },
  })
})

test('the gateway may invoke only the functions of its routes', () => {
  for (const [area, served] of Object.entries(Object.groupBy(operations, (operation) => operation.area)))
    expect(gatewayRoleOf(template, area)).toMatchObject({
      services: ['apigateway.amazonaws.com'],
      functions: served.map(({ id }) => id).sort(),
    })
  expect(template.all('AWS::Lambda::Permission').map(({ Properties }) => Properties['Principal'])).not.toContain(
    'apigateway.amazonaws.com',
  )
})

test('the throttle is each route’s, not a sum, and fits the regions whose quota for bursts is 1,250', () => {
  expect(stage.Properties['DefaultRouteSettings']).toEqual({ ThrottlingRateLimit: 200, ThrottlingBurstLimit: 1000 })
})

test('only the routes of webhooks and of donors’ payments have settings, whose keys API Gateway keeps: ten times the rate, so that a flood turns no money away', () => {
  const settings = { ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 1000 }
  expect(stage.Properties['RouteSettings']).toEqual({
    'POST /payments/webhooks/{recipientId}/{gatewayId}': settings,
    'POST /platforms/webhooks/{platform}': settings,
    'POST /messenger/webhooks/{accountId}': settings,
    'POST /donors/{recipientId}/payments': settings,
  })
})

/** The ids of the resources that CloudFormation creates before each resource. */
const dependenciesIn = (resources: readonly Resource[]): ReadonlyMap<string, readonly string[]> => {
  const ids = new Set(resources.map(({ id }) => id))
  const named = (Properties: Resource['Properties']) =>
    [...JSON.stringify(Properties ?? {}).matchAll(/"(?:Ref":|Fn::GetAtt":\[)"(\w+)"/g)].map(([, id = '']) => id)
  return new Map(
    resources.map(({ id, Properties, DependsOn = [] }) => [
      id,
      [...[DependsOn].flat(), ...named(Properties).filter((each) => ids.has(each))],
    ]),
  )
}

const enlargedTemplate = () => readTemplate(enlargedApp(everySetting))

test.each([
  ['the first of the default template', 0, () => template],
  ['the last of the default template', -1, () => template],
  ['the first with every setting and a hundred operations more', 0, enlargedTemplate],
])(
  'API Gateway is asked for at most eight routes at a time, and takes 10 calls a second: %s is ready first',
  (_, next, read) => {
    const { resources } = read()
    const dependencies = dependenciesIn(resources)
    const isOfRoute = ({ Type }: Resource) => /^AWS::ApiGatewayV2::(Route|Integration)$/.test(Type)
    const created = new Set<string>()
    const together: number[] = []
    let waiting = resources
    while (waiting.length > 0) {
      const ready = waiting.filter(({ id }) => dependencies.get(id)?.every((each) => created.has(each)))
      expect(ready.length).toBeGreaterThan(0)
      const others = ready.filter((resource) => !isOfRoute(resource))
      // Routes are slower than all others, and than each other.
      const [...done] = others.length > 0 ? others : ready.slice(next).slice(0, 1)
      if (others.length === 0) together.push(ready.length)
      for (const { id } of done) created.add(id)
      waiting = waiting.filter(({ id }) => !created.has(id))
    }
    expect(Math.max(...together)).toBe(8)
  },
)

test('the stage waits for its routes, so that they are deployed once', () => {
  expect(stage.DependsOn).toEqual(expect.arrayContaining(operations.map(({ id }) => routeOf(id).id)))
  expect(stage.Properties).toMatchObject({ StageName: '$default', AutoDeploy: true })
})

test('a line of the access log leaves 230 bytes for the function’s own within 0.4 KB', () => {
  const { Format } = stage.Properties['AccessLogSettings'] as { readonly Format: string }
  const values: Readonly<Record<string, string>> = {
    requestId: 'JKJaXmPLvHcESHA=',
    routeKey: 'POST /messenger/commands/update-announcers',
    status: '200',
    'identity.sourceIp': '2001:db8:85a3:8d3:1319:8a2e:370:7348',
    responseLatency: '12',
    'authorizer.error': '-',
  }
  const line = Format.replaceAll(/\$context\.([\w.]+)/g, (_variable, name: string) => values[name] ?? expect.fail(name))
  expect(JSON.parse(Format)).toEqual({
    requestId: '$context.requestId',
    route: '$context.routeKey',
    status: '$context.status',
    ip: '$context.identity.sourceIp',
    ms: '$context.responseLatency',
    error: '$context.authorizer.error',
  })
  expect(Buffer.byteLength(line)).toBeLessThanOrEqual(170)
})

test('the access log is the stage’s, and lives as long as other logs', () => {
  const log = template.one('AWS::Logs::LogGroup', 'AccessLog')

  expect(plain(stage.Properties['AccessLogSettings'])).toMatchObject({
    DestinationArn: 'arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:<AccessLog>',
  })
  expect(plain(log.Properties)).toEqual({
    LogGroupName: '/aws/vendedlogs/<AWS::StackName>/access',
    RetentionInDays: 30,
  })
  expect(log.DeletionPolicy).toBe('Delete')
})

test('a browser may send every header that operations take, and read every one that answers have', () => {
  const { CorsConfiguration } = template.one('AWS::ApiGatewayV2::Api', 'Api').Properties

  expect(CorsConfiguration).toEqual({
    AllowOrigins: ['*'],
    AllowMethods: ['GET', 'POST', 'PUT'],
    AllowHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'x-one-time-code',
      'x-recipient',
    ],
    ExposeHeaders: ['apigw-requestid', 'etag', 'idempotent-replayed', 'link', 'retry-after'],
    MaxAge: 7200,
  })
  const called: readonly Operation[] = operations.filter(
    (operation) => !('rawBody' in operation) && !['getPanel', 'getPanelPart', 'getDonationPage'].includes(operation.id),
  )
  const taken = called.flatMap(({ headers = {} }) => Object.keys(headers))
  const answered = called.flatMap(({ success }) => Object.keys(success.headers ?? {}))
  // Webhooks are sent by servers, and browsers send `accept-encoding` by themselves. Pages are read by the browser itself, and no script reads a cache's age.
  expect([...new Set(taken)].sort()).toEqual(['accept-encoding', 'if-match', 'if-none-match', 'x-one-time-code'])
  expect([...new Set(answered)].sort()).toEqual([
    'cache-control',
    'content-security-policy',
    'cross-origin-opener-policy',
    'etag',
    'link',
    'referrer-policy',
  ])
})
