import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { describe, expect, test } from 'vitest'
import { targetOutput } from '../../../infra/customDomain.ts'
import { addSocketRoutes, addWebSocketApi } from '../../../infra/webSocketApi.ts'
import type { SocketRoute } from '../../../shared/realtime/contract.ts'
import { acknowledgedBy, bareStack, plain, synthesized } from './bareStack.ts'

const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/a'
const endpoints = (['$connect', '$default'] as const).map((routeKey) => {
  const route: SocketRoute = { id: routeKey.slice(1), routeKey, summary: 'Serves', access: {} }
  return { route, lambda: { functionArn: `arn:${route.id}` } as LambdaFunction }
})

const liveWith = (settings: Parameters<typeof addWebSocketApi>[1] = {}) => {
  const stack = bareStack()
  const live = addWebSocketApi(stack, settings)
  const routes = addSocketRoutes(stack, live, endpoints, { rateLimit: 20, burstLimit: 40 })
  const { webSocketUrl, postUrl, arnOf } = live
  const addresses = plain(stack.resolve({ webSocketUrl, postUrl, messages: arnOf('POST') }))
  const target = plain(stack.resolve(targetOutput('Live', live.domain)))
  return { stack, addresses, target, routes, template: synthesized(stack) }
}

test('overlays connect to the stage, functions post to it, and nobody else’s connections are named', () => {
  const { addresses, target, template } = liveWith()

  const host = '<LiveApi>.execute-api.<AWS::Region>.<AWS::URLSuffix>'
  expect(addresses).toEqual({
    webSocketUrl: `wss://${host}/live`,
    postUrl: `https://${host}/live`,
    messages: 'arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<LiveApi>/live/POST/@connections/*',
  })
  expect(target).toBeUndefined()
  expect(plain(template.one('AWS::ApiGatewayV2::Api').Properties)).toEqual({
    Name: '<AWS::StackName>-live',
    ProtocolType: 'WEBSOCKET',
    RouteSelectionExpression: '$request.body.type',
  })
  expect(template.all('AWS::ApiGatewayV2::DomainName')).toEqual([])
  expect(template.all('AWS::ApiGatewayV2::ApiMapping')).toEqual([])
})

test('a route leads to its function, without an authorizer, and the stage waits for all', () => {
  const { template, routes, stack } = liveWith()
  const { Properties, DependsOn } = template.one('AWS::ApiGatewayV2::Stage', 'LiveStage')

  const served = (type: string) => template.all(`AWS::ApiGatewayV2::${type}`).filter(({ id }) => !id.startsWith('ping'))
  expect(served('Integration').map((each) => plain(each.Properties))).toEqual(
    endpoints.map(({ lambda }) => ({
      ApiId: '<LiveApi>',
      CredentialsArn: '<LiveRole.Arn>',
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: `arn:<AWS::Partition>:apigateway:<AWS::Region>:lambda:path/2015-03-31/functions/${lambda.functionArn}/invocations`,
    })),
  )
  expect(served('Route').map((each) => plain(each.Properties))).toEqual(
    endpoints.map(({ route: { id, routeKey } }) => ({
      ApiId: '<LiveApi>',
      AuthorizationType: 'NONE',
      OperationName: id,
      RouteKey: routeKey,
      Target: `integrations/<${id}Integration>`,
    })),
  )
  expect(plain(Properties)).toEqual({
    ApiId: '<LiveApi>',
    AutoDeploy: true,
    DefaultRouteSettings: { ThrottlingBurstLimit: 40, ThrottlingRateLimit: 20 },
    StageName: 'live',
  })
  expect(DependsOn).toEqual(['connectRoute', 'defaultRoute', 'pingRoute'])
  expect(routes.map(({ integration, route }) => [integration.node.id, route.node.id])).toEqual([
    ['connectIntegration', 'connectRoute'],
    ['defaultIntegration', 'defaultRoute'],
    ['pingIntegration', 'pingRoute'],
  ])
  const [policy] = template.one('AWS::IAM::Role', 'LiveRole').Properties['Policies'] as readonly object[]
  expect(policy).toMatchObject({ PolicyDocument: { Statement: [{ Resource: ['arn:connect', 'arn:default'] }] } })
  const acknowledged = ['LiveStage', 'connectRoute'].flatMap((id) =>
    Object.keys(acknowledgedBy(stack.node.findChild(id))),
  )
  expect(acknowledged).toEqual(['AwsSolutions::AwsSolutions-APIG1', 'AwsSolutions::AwsSolutions-APIG4'])
})

describe('with a domain', () => {
  const settings = { domainName: 'api.example.com', certificateArn }

  test('overlays connect to a name below it, and functions still post to the stage', () => {
    const { addresses, target } = liveWith(settings)

    expect(addresses).toMatchObject({
      webSocketUrl: 'wss://<LiveDomain>',
      postUrl: 'https://<LiveApi>.execute-api.<AWS::Region>.<AWS::URLSuffix>/live',
    })
    expect(target).toEqual({
      LiveDomainTarget: {
        value: '<LiveDomain.RegionalDomainName>',
        description: 'The target of a CNAME record of live.api.example.com',
      },
    })
  })

  test('the whole of it is the stage’s', () => {
    const { template } = liveWith(settings)

    expect(template.one('AWS::ApiGatewayV2::DomainName').Properties).toEqual({
      DomainName: 'live.api.example.com',
      DomainNameConfigurations: [
        { CertificateArn: certificateArn, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
      ],
    })
    expect(plain(template.one('AWS::ApiGatewayV2::ApiMapping', 'LiveDomainMapping').Properties)).toEqual({
      ApiId: '<LiveApi>',
      DomainName: '<LiveDomain>',
      Stage: '<LiveStage>',
    })
  })
})
