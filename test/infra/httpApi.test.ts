import { expect, test } from 'vitest'
import { operations } from '../../shared/operations.ts'
import { type Json, synthesize } from './synthesize.ts'

const template = synthesize()
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

test.each(operations)('$id is invoked by its own route alone', ({ id, method, path }) => {
  const { Properties } = template.one('AWS::Lambda::Permission', `${id}Permission`)
  expect(Properties).toMatchObject({ Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' })
  expect(JSON.stringify(Properties['SourceArn'])).toContain(`"/*/${method}${path}"`)
  expect(template.one('AWS::ApiGatewayV2::Integration', `${id}Integration`).Properties).toMatchObject({
    IntegrationType: 'AWS_PROXY',
    PayloadFormatVersion: '2.0',
  })
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

test('every route is throttled, public ones but webhooks tighter, and the stage as a whole', () => {
  const settings = stage.Properties['RouteSettings'] as Readonly<Record<string, Json>>
  expect(stage.Properties['DefaultRouteSettings']).toEqual({ ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 2000 })
  expect(settings).toEqual(
    Object.fromEntries(
      operations.map(({ method, path, auth, rawBody }) => [
        `${method} ${path}`,
        auth === 'none' && !rawBody
          ? { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 1000 }
          : { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
      ]),
    ),
  )
})

test('the stage waits for the routes that it throttles', () => {
  expect(stage.DependsOn).toEqual(expect.arrayContaining(operations.map(({ id }) => routeOf(id).id)))
})

test('a line of the access log leaves room for the function’s own within 0.4 KB', () => {
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
  expect(Buffer.byteLength(line)).toBeLessThanOrEqual(200)
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
