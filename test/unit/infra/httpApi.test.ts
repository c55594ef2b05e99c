import type { Stack } from 'aws-cdk-lib'
import { describe, expect, test } from 'vitest'
import { addCustomDomain } from '../../../infra/customDomain.ts'
import { addHttpApi, addRoutes, type Endpoint, type RoutesProps } from '../../../infra/httpApi.ts'
import { SettingsError } from '../../../infra/settings.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { acknowledgedBy, bareStack, plain, synthesized } from './bareStack.ts'

const identity = { issuer: 'https://id.example.com', audience: ['web', 'app'], scope: undefined, outputs: {} }
const props: RoutesProps = {
  identity,
  rateLimit: 20,
  webhookRateLimit: 200,
  burstLimit: 40,
  logRetention: 14,
  domain: undefined,
}

const open = { id: 'open', method: 'GET', path: '/messenger/open', auth: 'none' }
const closed = { id: 'closed', method: 'POST', path: '/closed', auth: 'recipient', idempotency: 'never' }

const addApi = (stack: Stack, more: Partial<RoutesProps>, operations: readonly object[]) => {
  const endpoints = operations.map((operation) => ({
    operation,
    lambda: { functionArn: `arn:${(operation as Operation).id}` },
  })) as unknown as readonly Endpoint[]
  const api = addHttpApi(stack, operations as readonly Operation[], { corsOrigins: ['https://a.example'] })
  return { stack, ...addRoutes(stack, api, endpoints, { ...props, ...more }) }
}
const apiWith = (more: Partial<RoutesProps>, ...operations: readonly object[]) => {
  const made = addApi(bareStack(), more, operations)
  return { ...made, template: synthesized(made.stack) }
}

describe('a browser may', () => {
  const corsOf = (...operations: readonly object[]) =>
    Object(apiWith({}, ...operations).template.one('AWS::ApiGatewayV2::Api').Properties['CorsConfiguration'])

  test('read what public operations answer, from the origins of the settings', () => {
    const { Properties } = apiWith({}, open).template.one('AWS::ApiGatewayV2::Api', 'Api')

    expect(plain(Properties)).toEqual({
      Name: '<AWS::StackName>',
      ProtocolType: 'HTTP',
      CorsConfiguration: {
        AllowOrigins: ['https://a.example'],
        AllowMethods: ['GET'],
        AllowHeaders: [],
        ExposeHeaders: ['apigw-requestid', 'etag', 'idempotent-replayed', 'link', 'retry-after'],
        MaxAge: 7200,
      },
    })
  })

  test('send the methods and headers that operations use, each named once', () => {
    const put = { ...closed, id: 'put', method: 'PUT', headers: { 'if-match': 1 } }
    const webhook = { ...open, id: 'webhook', method: 'POST', rawBody: true, headers: { 'x-signature': 1 } }
    const posted = { ...closed, id: 'posted', headers: { 'if-match': 1, accept: 1 } }

    expect(corsOf(put, webhook, posted)).toMatchObject({
      AllowMethods: ['POST', 'PUT'],
      AllowHeaders: ['accept', 'authorization', 'if-match'],
    })
  })

  test('send a token, a body or a key where an operation takes one', () => {
    expect(corsOf(open, closed).AllowHeaders).toEqual(['authorization'])
    expect(corsOf(open, { ...open, id: 'b', method: 'POST', body: {} }).AllowHeaders).toEqual(['content-type'])
    expect(corsOf(open, { ...closed, idempotency: undefined }).AllowHeaders).toEqual([
      'authorization',
      'idempotency-key',
    ])
  })
})

test('a route leads to its function, behind the authorizer unless it is public', () => {
  const { template, routes, stack } = apiWith({}, open, closed)

  expect(template.all('AWS::ApiGatewayV2::Integration').map((each) => plain(each.Properties))).toEqual(
    ['open', 'closed'].map((id) => ({
      ApiId: '<Api>',
      CredentialsArn: '<ApiRole.Arn>',
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: `arn:${id}`,
      PayloadFormatVersion: '2.0',
    })),
  )
  expect(template.all('AWS::ApiGatewayV2::Route').map((each) => plain(each.Properties))).toEqual([
    {
      ApiId: '<Api>',
      AuthorizationType: 'NONE',
      OperationName: 'open',
      RouteKey: 'GET /messenger/open',
      Target: 'integrations/<openIntegration>',
    },
    {
      ApiId: '<Api>',
      AuthorizationType: 'JWT',
      AuthorizerId: '<Authorizer>',
      OperationName: 'closed',
      RouteKey: 'POST /closed',
      Target: 'integrations/<closedIntegration>',
    },
  ])
  expect(plain(template.one('AWS::ApiGatewayV2::Authorizer').Properties)).toEqual({
    ApiId: '<Api>',
    Name: 'jwt',
    AuthorizerType: 'JWT',
    IdentitySource: ['$request.header.Authorization'],
    JwtConfiguration: { Issuer: 'https://id.example.com', Audience: ['web', 'app'] },
  })
  expect(routes.map(({ integration, route }) => [integration.node.id, route.node.id])).toEqual([
    ['openIntegration', 'openRoute'],
    ['closedIntegration', 'closedRoute'],
  ])
  const [policy] = template.one('AWS::IAM::Role', 'ApiRole').Properties['Policies'] as readonly object[]
  expect(policy).toMatchObject({ PolicyDocument: { Statement: [{ Resource: ['arn:closed', 'arn:open'] }] } })
  expect(['openRoute', 'closedRoute'].map((id) => Object.keys(acknowledgedBy(stack.node.findChild(id))))).toEqual([
    ['AwsSolutions::AwsSolutions-APIG4'],
    [],
  ])
})

test('a scope is asked for where a token is', () => {
  const { all } = apiWith({ identity: { ...identity, scope: 'tools' } }, open, closed).template

  expect(all('AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties['AuthorizationScopes'])).toEqual([
    undefined,
    ['tools'],
  ])
})

test('the stage is throttled, waits for its routes, and logs what reaches no function too', () => {
  const { template, accessLog } = apiWith({}, open, closed)
  const { Properties, DependsOn } = template.one('AWS::ApiGatewayV2::Stage', 'Stage')
  const log = template.one('AWS::Logs::LogGroup', accessLog.node.id)

  const { AccessLogSettings, ...rest } = Object(plain(Properties))
  expect(rest).toEqual({
    ApiId: '<Api>',
    AutoDeploy: true,
    DefaultRouteSettings: { ThrottlingBurstLimit: 40, ThrottlingRateLimit: 20 },
    RouteSettings: {},
    StageName: '$default',
  })
  expect(DependsOn).toEqual(['closedRoute', 'openRoute'])
  expect(AccessLogSettings.DestinationArn).toBe(
    'arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:<AccessLog>',
  )
  expect(JSON.parse(AccessLogSettings.Format)).toEqual({
    requestId: '$context.requestId',
    route: '$context.routeKey',
    status: '$context.status',
    ip: '$context.identity.sourceIp',
    ms: '$context.responseLatency',
    error: '$context.authorizer.error',
  })
  expect(plain(log.Properties)).toEqual({
    LogGroupName: '/aws/vendedlogs/<AWS::StackName>/access',
    RetentionInDays: 14,
  })
  expect(log.DeletionPolicy).toBe('Delete')
  expect(template.all('AWS::ApiGatewayV2::ApiMapping')).toEqual([])
})

test('a domain is mapped to the stage', () => {
  const stack = bareStack()
  const domain = addCustomDomain(stack, 'ApiDomain', 'api.example.com', undefined)
  const { one } = synthesized(addApi(stack, { domain }, [open]).stack)

  expect(one('AWS::ApiGatewayV2::DomainName').Properties['DomainNameConfigurations']).toEqual([
    { EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
  ])
  expect(plain(one('AWS::ApiGatewayV2::ApiMapping', 'ApiDomainMapping').Properties)).toEqual({
    ApiId: '<Api>',
    DomainName: '<ApiDomain>',
    Stage: '<Stage>',
  })
})

describe('the messenger’s other name', () => {
  test('leads its paths, and no others, to the same functions, once the first ones are there', () => {
    const { template, routes } = apiWith({ messengerAlias: 'max' }, open, { ...closed, path: '/messengers/closed' })
    const [first, alias, other, none] = template.all('AWS::ApiGatewayV2::Route')

    expect(none).toBeUndefined()
    expect(other?.Properties['RouteKey']).toBe('POST /messengers/closed')
    expect(alias?.Properties).toEqual({ ...first?.Properties, RouteKey: 'GET /max/open' })
    expect([alias?.id, alias?.DependsOn]).toEqual(['openAliasRoute', ['openRoute']])
    expect(routes.map(({ route }) => route.node.id)).toEqual(['openAliasRoute', 'closedRoute'])
    expect(template.one('AWS::ApiGatewayV2::Stage').DependsOn).toEqual(['closedRoute', 'openAliasRoute'])
  })

  test('is refused where paths begin with it', () => {
    for (const [alias, path] of [
      ['messenger', '/messenger/open'],
      ['health', '/health'],
    ] as const) {
      const add = () => apiWith({ messengerAlias: alias }, { ...closed, path: '/other' }, { ...open, path })
      expect(add).toThrow(new SettingsError(`setting messengerAlias: there are paths below /${alias} already`))
    }
    expect(() => apiWith({ messengerAlias: 'heal' }, { ...open, path: '/health' })).not.toThrow()
  })
})
