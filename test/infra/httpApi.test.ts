import { expect, test } from 'vitest'
import { operations } from '../../shared/operations.ts'
import { routeThrottle } from '../harness/gateway/throttle.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { gatewayRoleOf, type Resource, valueAt } from './template.ts'

const template = await defaultTemplate()
const stage = template.one('AWS::ApiGatewayV2::Stage', 'Stage')
const authorizer = template.one('AWS::ApiGatewayV2::Authorizer')
const ids = new Set(template.resources.map(({ id }) => id))
/** What CloudFormation creates before a resource. */
const dependenciesOf = ({ Properties, DependsOn = [] }: Resource): readonly string[] => [
  ...[DependsOn].flat(),
  ...[...JSON.stringify(Properties ?? {}).matchAll(/"(?:Ref":|Fn::GetAtt":\[)"(\w+)"/g)]
    .map(([, id = '']) => id)
    .filter((id) => ids.has(id)),
]
const routeOf = (id: string) => template.one('AWS::ApiGatewayV2::Route', `${id}Route`)

test.each(operations)('$id is behind the JWT authorizer unless it is public', ({ id, auth }) => {
  expect(routeOf(id).Properties).toMatchObject(
    auth === 'none'
      ? { AuthorizationType: 'NONE' }
      : { AuthorizationType: 'JWT', AuthorizerId: { Ref: authorizer.id } },
  )
})

test.each(operations)('$id is invoked by its own route, by the role of the API', ({ id, method, path }) => {
  const integration = template.one('AWS::ApiGatewayV2::Integration', `${id}Integration`)
  expect(routeOf(id).Properties).toMatchObject({
    RouteKey: `${method} ${path}`,
    Target: { 'Fn::Join': ['/', ['integrations', { Ref: integration.id }]] },
  })
  expect(integration.Properties).toMatchObject({
    IntegrationType: 'AWS_PROXY',
    IntegrationUri: { 'Fn::GetAtt': [expect.stringMatching(new RegExp(`^${id}[0-9A-F]{8}$`)), 'Arn'] },
    PayloadFormatVersion: '2.0',
    CredentialsArn: { 'Fn::GetAtt': [gatewayRoleOf(template, 'ApiRole').id, 'Arn'] },
  })
})

test('the gateway may invoke the functions of its routes alone', () => {
  const { functions, services } = gatewayRoleOf(template, 'ApiRole')
  expect(services).toEqual(['apigateway.amazonaws.com'])
  expect(functions).toEqual(operations.map(({ id }) => id).sort())
  expect(template.all('AWS::Lambda::Permission').map(({ Properties }) => Properties['Principal'])).not.toContain(
    'apigateway.amazonaws.com',
  )
})

test('without settings the issuer is the user pool, the audience its client', () => {
  const pool = template.one('AWS::Cognito::UserPool').id
  const client = template.one('AWS::Cognito::UserPoolClient').id
  const { JwtConfiguration, IdentitySource, AuthorizerType } = authorizer.Properties
  expect(AuthorizerType).toBe('JWT')
  expect(IdentitySource).toEqual(['$request.header.Authorization'])
  expect(JSON.stringify(JwtConfiguration)).toContain(JSON.stringify({ Ref: pool }))
  expect(JwtConfiguration).toMatchObject({ Audience: [{ Ref: client }] })
  expect(template.one('AWS::Cognito::UserPoolGroup').Properties['GroupName']).toBe('admin')
})

test('the throttle is each route’s, not a sum, and fits the regions whose quota for bursts is 1,250', () => {
  expect(stage.Properties['DefaultRouteSettings']).toEqual({ ThrottlingRateLimit: 200, ThrottlingBurstLimit: 1000 })
})

test('only the routes of webhooks have settings, because API Gateway keeps the keys of settings: these never change', () => {
  const settings = { ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 1000 }
  expect(stage.Properties['RouteSettings']).toEqual({
    'POST /payments/webhooks/{recipientId}/{gatewayId}': settings,
    'POST /platforms/webhooks/{platform}': settings,
    'POST /messenger/webhooks/{accountId}': settings,
  })
})

test('a flood without a token, at five times the rate of other routes, turns no webhook away', () => {
  // Prepare
  const route = 'POST /payments/webhooks/{recipientId}/{gatewayId}'
  const throttleOf = (settings: unknown) => {
    const { ThrottlingRateLimit, ThrottlingBurstLimit } = Object(settings)
    return { ratePerSecond: ThrottlingRateLimit, burst: ThrottlingBurstLimit }
  }
  const { DefaultRouteSettings, RouteSettings } = stage.Properties
  let now = 0
  const turnedAway = (routeKey: string): number => {
    const throttle = throttleOf(DefaultRouteSettings)
    const routeThrottles = { [route]: throttleOf(valueAt(RouteSettings, route)) }
    const mayPass = routeThrottle({ throttle, routeThrottles }, () => now)
    // In each quarter of a second: 250 of the flood, and a webhook of a gateway behind them.
    const genuine = Array.from({ length: 40 }, () => {
      now += 250
      for (let sent = 0; sent < (throttle.ratePerSecond * 5) / 4; sent++) mayPass(routeKey)
      return mayPass(routeKey)
    })
    return genuine.filter((passed) => !passed).length
  }

  // Act, Assess
  expect(turnedAway(route)).toBe(0)
  expect(turnedAway('GET /news')).toBeGreaterThan(30)
})

test('API Gateway is asked for at most eight routes at a time: it takes 10 calls a second', () => {
  const created = new Set<string>()
  let waiting = template.resources
  while (waiting.length > 0) {
    const ready = waiting.filter((resource) => dependenciesOf(resource).every((id) => created.has(id)))
    const ofRoutes = ready.filter(({ Type }) => /^AWS::ApiGatewayV2::(Route|Integration)$/.test(Type))
    expect(ready.length).toBeGreaterThan(0)
    expect(ofRoutes.length).toBeLessThanOrEqual(8)
    for (const { id } of ready) created.add(id)
    waiting = waiting.filter(({ id }) => !created.has(id))
  }
})

test('the stage waits for its routes, so that they are deployed once', () => {
  expect(stage.DependsOn).toEqual(expect.arrayContaining(operations.map(({ id }) => routeOf(id).id)))
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
  expect(JSON.parse(line)).toMatchObject({ status: '200' })
  expect(Buffer.byteLength(line)).toBeLessThanOrEqual(170)
})

test('CORS names the methods and headers that the operations use', () => {
  const { CorsConfiguration } = template.one('AWS::ApiGatewayV2::Api', 'Api').Properties
  expect(CorsConfiguration).toMatchObject({
    AllowOrigins: ['*'],
    AllowMethods: [...new Set(operations.map(({ method }) => method))].sort(),
    AllowHeaders: expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']),
    ExposeHeaders: ['apigw-requestid', 'etag', 'idempotent-replayed', 'link', 'retry-after'],
    MaxAge: 7200,
  })
  expect(CorsConfiguration).not.toHaveProperty('AllowCredentials')
})
