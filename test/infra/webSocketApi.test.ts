import { expect, test } from 'vitest'
import { operations } from '../../shared/operations.ts'
import { socketRoutes } from '../../shared/socketRoutes.ts'
import { synthesize } from './synthesize.ts'
import { gatewayRoleOf, valueAt } from './template.ts'

const template = synthesize({ issuer: 'https://id.example.com', audience: 'tools', recipientClaim: 'streamer' })
const api = template.one('AWS::ApiGatewayV2::Api', 'LiveApi')
const stage = template.one('AWS::ApiGatewayV2::Stage', 'LiveStage')

const variablesOf = (id: string): object => {
  const [lambda] = template.all('AWS::Lambda::Function').filter((resource) => resource.id.startsWith(id))
  return Object(valueAt(lambda?.Properties['Environment'], 'Variables'))
}

test('the API chooses routes by the action of a message', () => {
  expect(api.Properties).toMatchObject({
    ProtocolType: 'WEBSOCKET',
    RouteSelectionExpression: '$request.body.action',
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

test('a route that verifies tokens knows whose', () => {
  for (const { id, verifiesTokens } of socketRoutes) {
    const names = Object.keys(variablesOf(id)).filter((name) => /^(ISSUER|AUDIENCE|RECIPIENT_CLAIM)$/.test(name))
    expect(names.sort()).toEqual(verifiesTokens ? ['AUDIENCE', 'ISSUER', 'RECIPIENT_CLAIM'] : [])
  }
})

test('who posts to connections, and who tells where they are opened, knows the address', () => {
  const posting = socketRoutes.filter(({ access }) => 'socket:connections' in access)
  for (const { id } of posting) expect(variablesOf(id)).toHaveProperty('CONNECTIONS_URL')
  for (const { id, webSocketUrl } of operations) expect('WEBSOCKET_URL' in variablesOf(id)).toBe(webSocketUrl === true)
})
