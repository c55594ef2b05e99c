import { expect, test } from 'vitest'
import { ServerMessage } from '../../../shared/areas/realtime/serverMessages.ts'
import { socketRoutes } from '../../../shared/sockets.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { gatewayRoleOf, plain } from './template.ts'

const template = await defaultTemplate()
const api = template.one('AWS::ApiGatewayV2::Api', 'LiveApi')
const stage = template.one('AWS::ApiGatewayV2::Stage', 'LiveStage')

test('the API chooses routes by the type of a message', () => {
  expect(plain(api.Properties)).toEqual({
    Name: 'streaming-support-live',
    ProtocolType: 'WEBSOCKET',
    RouteSelectionExpression: '$request.body.type',
  })
  expect(plain(stage.Properties)).toEqual({
    ApiId: '<LiveApi>',
    AutoDeploy: true,
    StageName: 'live',
    DefaultRouteSettings: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 1000 },
    RouteSettings: { $connect: { ThrottlingRateLimit: 400, ThrottlingBurstLimit: 1000 } },
  })
  expect(template.all('AWS::ApiGatewayV2::DomainName')).toEqual([])
  expect(template.all('AWS::ApiGatewayV2::ApiMapping')).toEqual([])
})

test.each(socketRoutes)('$id serves $routeKey and is invoked by the role of the API', ({ id, routeKey }) => {
  const route = template.one('AWS::ApiGatewayV2::Route', `${id}Route`)
  expect(plain(route.Properties)).toEqual({
    ApiId: '<LiveApi>',
    AuthorizationType: 'NONE',
    OperationName: id,
    RouteKey: routeKey,
    Target: `integrations/<${id}Integration>`,
  })
  expect(stage.DependsOn).toContain(route.id)
  const integration = template.one('AWS::ApiGatewayV2::Integration', `${id}Integration`)
  const address = `arn:<AWS::Partition>:apigateway:<AWS::Region>:lambda:path/2015-03-31/functions/<${id}.Arn>/invocations`
  expect(plain(integration.Properties)).toEqual({
    ApiId: '<LiveApi>',
    CredentialsArn: '<realtimeGatewayRole.Arn>',
    IntegrationType: 'AWS_PROXY',
    IntegrationUri: address,
  })
  expect(gatewayRoleOf(template, 'realtime')).toMatchObject({
    services: ['apigateway.amazonaws.com'],
    functions: socketRoutes.map((socketRoute) => socketRoute.id).sort(),
  })
})

test('a ping is answered by the API itself with pong, so that it runs no function', () => {
  const { id: Ref } = template.one('AWS::ApiGatewayV2::Integration', 'pingIntegration')
  const route = template.one('AWS::ApiGatewayV2::Route', 'pingRoute')
  expect(stage.DependsOn).toContain(route.id)
  expect(route.Properties).toMatchObject({ RouteKey: 'ping', RouteResponseSelectionExpression: '$default' })
  expect(template.one('AWS::ApiGatewayV2::RouteResponse').Properties).toMatchObject({
    RouteId: { Ref: route.id },
    RouteResponseKey: '$default',
  })
  const { IntegrationId, ResponseTemplates } = template.one('AWS::ApiGatewayV2::IntegrationResponse').Properties
  expect(IntegrationId).toEqual({ Ref })
  const [answer] = Object.values(ResponseTemplates as unknown as Record<string, string>)
  expect(ServerMessage.parse(JSON.parse(String(answer)))).toEqual({ version: 1, type: 'pong' })
})
