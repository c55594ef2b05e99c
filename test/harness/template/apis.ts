import * as z from 'zod/mini'
import type { HttpApiResource, RouteResource, Throttle, WebSocketApiResource } from '../deployment.ts'
import { checkInvokePermission } from './invokePermissions.ts'
import { decimal, flag, integer, noEffect } from './parse.ts'
import type { Resource, Stack } from './stack.ts'
import { TemplateError } from './templateError.ts'

const Api = z.strictObject({
  Name: z.string(),
  ProtocolType: z.enum(['HTTP', 'WEBSOCKET']),
  RouteSelectionExpression: z.optional(z.string()),
  CorsConfiguration: z.optional(
    z.strictObject({
      AllowOrigins: z._default(z.array(z.string()), []),
      AllowMethods: z._default(z.array(z.string()), []),
      AllowHeaders: z._default(z.array(z.string()), []),
      ExposeHeaders: z._default(z.array(z.string()), []),
      MaxAge: z.optional(integer),
      AllowCredentials: z.optional(flag),
    }),
  ),
  DisableExecuteApiEndpoint: z.optional(z.literal(false)),
  Description: noEffect('a text for people'),
  IpAddressType: noEffect('the harness listens on the loopback only'),
  Tags: noEffect('observation only'),
})
const Route = z.strictObject({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.optional(z.enum(['NONE', 'JWT'])),
  AuthorizerId: z.optional(z.string()),
  AuthorizationScopes: z.optional(z.array(z.string())),
  OperationName: noEffect('a text for people'),
})
const Integration = z.strictObject({
  ApiId: z.string(),
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.optional(z.string()),
  TimeoutInMillis: z.optional(integer),
  ConnectionType: z.optional(z.literal('INTERNET')),
  IntegrationMethod: noEffect('functions are always called by POST'),
  Description: noEffect('a text for people'),
})
const Throttling = {
  ThrottlingBurstLimit: z.optional(integer),
  ThrottlingRateLimit: z.optional(decimal),
  DataTraceEnabled: noEffect('observation only'),
  DetailedMetricsEnabled: noEffect('observation only'),
  LoggingLevel: noEffect('observation only'),
}
const Stage = z.strictObject({
  ApiId: z.string(),
  StageName: z.string(),
  AutoDeploy: z.optional(flag),
  DefaultRouteSettings: z.optional(z.strictObject(Throttling)),
  RouteSettings: z.optional(z.record(z.string(), z.strictObject(Throttling))),
  AccessLogSettings: noEffect('the harness has its own access log'),
  DeploymentId: noEffect('the template is what is deployed'),
  Description: noEffect('a text for people'),
  Tags: noEffect('observation only'),
})
const Authorizer = z.strictObject({
  ApiId: z.string(),
  Name: z.string(),
  AuthorizerType: z.literal('JWT'),
  IdentitySource: z.array(z.string()),
  JwtConfiguration: z.strictObject({ Issuer: z.string(), Audience: z._default(z.array(z.string()), []) }),
})

/** The longest time that an integration of either protocol may take, which is also the default of an HTTP API. */
const longestIntegrationMilliseconds = 30_000

type ApiEntry = Resource<z.infer<typeof Api>>

/** @throws TemplateError unless there is exactly one HTTP API */
export function readHttpApi(stack: Stack): HttpApiResource {
  const api = apiOf(stack, 'HTTP')
  if (!api) throw new TemplateError(stack.name, 'there is no HTTP API')
  const stage = stageOf(stack, api)
  const { CorsConfiguration: cors } = api.properties
  return {
    logicalId: api.logicalId,
    apiId: api.ref,
    stage: stage.StageName,
    routes: routesOf(stack, api),
    cors: cors && {
      origins: cors.AllowOrigins,
      methods: cors.AllowMethods,
      headers: cors.AllowHeaders,
      exposeHeaders: cors.ExposeHeaders,
      maxAgeSeconds: cors.MaxAge,
      credentials: cors.AllowCredentials ?? false,
    },
    throttle: stage.DefaultRouteSettings && throttleFrom(stage.DefaultRouteSettings),
    routeThrottles: routeThrottlesFrom(stage.RouteSettings ?? {}),
    integrationTimeoutMilliseconds: integrationTimeout(stack, api),
  }
}

/** @throws TemplateError when there are several */
export function readWebSocketApi(stack: Stack): WebSocketApiResource | undefined {
  const api = apiOf(stack, 'WEBSOCKET')
  return (
    api && {
      logicalId: api.logicalId,
      apiId: api.ref,
      stage: stageOf(stack, api).StageName,
      routeSelectionExpression: api.properties.RouteSelectionExpression ?? '$request.body.action',
      routes: routesOf(stack, api),
    }
  )
}

function apiOf(stack: Stack, protocol: 'HTTP' | 'WEBSOCKET'): ApiEntry | undefined {
  const apis = stack.all('AWS::ApiGatewayV2::Api', Api).filter(({ properties }) => properties.ProtocolType === protocol)
  const [only, second] = apis
  if (second) throw new TemplateError(second.logicalId, `a second ${protocol} API is not imitated`)
  return only
}

function stageOf(stack: Stack, api: ApiEntry): z.infer<typeof Stage> {
  const stages = stack.all('AWS::ApiGatewayV2::Stage', Stage).filter(({ properties }) => properties.ApiId === api.ref)
  const [only] = stages
  if (!only || stages.length > 1)
    throw new TemplateError(api.logicalId, `one stage is expected, there are ${stages.length}`)
  return only.properties
}

function routesOf(stack: Stack, api: ApiEntry): RouteResource[] {
  const integrations = integrationsOf(stack, api)
  const functions = stack.named('AWS::Lambda::Function')
  const routes = stack.all('AWS::ApiGatewayV2::Route', Route).filter(({ properties }) => properties.ApiId === api.ref)
  return routes.map(({ logicalId, properties }) => {
    const integration = integrations.find(({ ref }) => properties.Target === `integrations/${ref}`)
    if (!integration)
      throw new TemplateError(logicalId, `the target ${properties.Target} is not an integration of its API`)
    const uri = integration.properties.IntegrationUri
    const target = functions.find(
      ({ arn }) => uri === arn || uri.endsWith(`:lambda:path/2015-03-31/functions/${arn}/invocations`),
    )
    if (!target) throw new TemplateError(integration.logicalId, `the target ${uri} is not a function of the template`)
    const sourceArn = `arn:aws:execute-api:${stack.region}:${stack.accountId}:${api.ref}/${sourcePath(properties.RouteKey)}`
    checkInvokePermission(stack, { logicalId, principal: 'apigateway.amazonaws.com', sourceArn, target })
    return {
      routeKey: properties.RouteKey,
      functionLogicalId: target.logicalId,
      authorizer: authorizerOf(stack, logicalId, properties),
      scopes: properties.AuthorizationScopes ?? [],
    }
  })
}

/** Stage, method and path of a call; `$connect` and the like are both method and path. */
function sourcePath(routeKey: string): string {
  const [method, path = ''] = routeKey.split(' ')
  return `stage/${method}${path}`
}

function integrationsOf(stack: Stack, api: ApiEntry) {
  const integrations = stack.all('AWS::ApiGatewayV2::Integration', Integration)
  const own = integrations.filter(({ properties }) => properties.ApiId === api.ref)
  for (const { logicalId, properties } of own) {
    if (api.properties.ProtocolType === 'WEBSOCKET' || properties.PayloadFormatVersion === '2.0') continue
    throw new TemplateError(logicalId, `the payload format ${properties.PayloadFormatVersion} is not imitated`)
  }
  return own
}

function integrationTimeout(stack: Stack, api: ApiEntry): number {
  const timeouts = integrationsOf(stack, api).map(
    ({ properties }) => properties.TimeoutInMillis ?? longestIntegrationMilliseconds,
  )
  const [only = longestIntegrationMilliseconds, ...others] = new Set(timeouts)
  if (others.length > 0) throw new TemplateError(api.logicalId, 'integrations with different timeouts are not imitated')
  return only
}

function authorizerOf(stack: Stack, logicalId: string, route: z.infer<typeof Route>): RouteResource['authorizer'] {
  if (route.AuthorizationType !== 'JWT') return undefined
  const authorizer = stack
    .all('AWS::ApiGatewayV2::Authorizer', Authorizer)
    .find(({ ref, properties }) => ref === route.AuthorizerId && properties.ApiId === route.ApiId)
  if (!authorizer) throw new TemplateError(logicalId, `the authorizer ${route.AuthorizerId} is not in the template`)
  const { JwtConfiguration, IdentitySource } = authorizer.properties
  return { issuer: JwtConfiguration.Issuer, audiences: JwtConfiguration.Audience, identitySources: IdentitySource }
}

type ThrottlingSettings = z.infer<z.ZodMiniObject<typeof Throttling>>

function throttleFrom(settings: ThrottlingSettings): Throttle | undefined {
  const { ThrottlingBurstLimit: burst, ThrottlingRateLimit: ratePerSecond } = settings
  return burst === undefined || ratePerSecond === undefined ? undefined : { burst, ratePerSecond }
}

function routeThrottlesFrom(settings: Readonly<Record<string, ThrottlingSettings>>): Record<string, Throttle> {
  const throttles = Object.entries(settings).map(([routeKey, entry]) => [routeKey, throttleFrom(entry)] as const)
  return Object.fromEntries(throttles.filter((entry): entry is readonly [string, Throttle] => entry[1] !== undefined))
}
