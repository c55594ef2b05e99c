import { expect, test } from 'vitest'
import { ServerMessage } from '../../shared/realtime/serverMessages.ts'
import { socketRoutes } from '../../shared/socketRoutes.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { gatewayRoleOf } from './template.ts'

const template = await defaultTemplate()
const api = template.one('AWS::ApiGatewayV2::Api', 'LiveApi')
const stage = template.one('AWS::ApiGatewayV2::Stage', 'LiveStage')

test('the API chooses routes by the type of a message', () => {
  expect(api.Properties).toMatchObject({
    ProtocolType: 'WEBSOCKET',
    RouteSelectionExpression: '$request.body.type',
  })
  expect(stage.Properties).toMatchObject({
    ApiId: { Ref: api.id },
    StageName: 'live',
    DefaultRouteSettings: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 1000 },
  })
})

test.each(socketRoutes)('$id serves $routeKey and is invoked by the role of the API', ({ id, routeKey }) => {
  const route = template.one('AWS::ApiGatewayV2::Route', `${id}Route`)
  expect(route.Properties).toMatchObject({ ApiId: { Ref: api.id }, RouteKey: routeKey, AuthorizationType: 'NONE' })
  expect(stage.DependsOn).toContain(route.id)
  const integration = template.one('AWS::ApiGatewayV2::Integration', `${id}Integration`)
  expect(JSON.stringify(integration.Properties['IntegrationUri'])).toContain(':lambda:path/2015-03-31/functions/')
  const role = gatewayRoleOf(template, 'LiveRole')
  expect(integration.Properties['CredentialsArn']).toEqual({ 'Fn::GetAtt': [role.id, 'Arn'] })
  expect(role).toMatchObject({
    services: ['apigateway.amazonaws.com'],
    functions: socketRoutes.map((socketRoute) => socketRoute.id).sort(),
  })
})

test('a ping is answered by the API itself with pong, so that it runs no function', () => {
  const { id: Ref } = template.one('AWS::ApiGatewayV2::Integration', 'pingIntegration')
  const route = template.one('AWS::ApiGatewayV2::Route', 'pingRoute')
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
