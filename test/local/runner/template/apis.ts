import * as z from 'zod/mini'
import type { HttpApiResource, RoleResource, Throttle, WebSocketApiResource } from '../deployment.ts'
import { noAuthorizers } from './authorizers.ts'
import { decimal, flag, integer, noEffect } from './parse.ts'
import { readRestApi } from './restApi.ts'
import { type Integration, readIntegrations, readMockRoutes, readResponses, readRoutes } from './routes.ts'
import type { Resource, Stacks } from './stacks.ts'
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
  ...noEffect('its generated address is left as it is, and leads nowhere', 'DisableExecuteApiEndpoint'),
  ...noEffect('a text for people', 'Description'),
  ...noEffect('the harness listens on the loopback only', 'IpAddressType'),
  ...noEffect('observation only', 'Tags'),
})
const Throttling = {
  ThrottlingBurstLimit: z.optional(integer),
  ThrottlingRateLimit: z.optional(decimal),
  ...noEffect('observation only', 'DataTraceEnabled', 'DetailedMetricsEnabled', 'LoggingLevel'),
}
const Stage = z.strictObject({
  ApiId: z.string(),
  StageName: z.string(),
  AutoDeploy: z.optional(flag),
  DefaultRouteSettings: z.optional(z.strictObject(Throttling)),
  RouteSettings: z.optional(z.record(z.string(), z.strictObject(Throttling))),
  ...noEffect('the harness has its own access log', 'AccessLogSettings'),
  ...noEffect('the template is what is deployed', 'DeploymentId'),
  ...noEffect('a text for people', 'Description'),
  ...noEffect('observation only', 'Tags'),
})
/** The longest time that an integration of an HTTP API may take, which is also the default. */
const longestIntegrationMilliseconds = 30_000

type ApiEntry = Resource<z.infer<typeof Api>>

/** Stands for the API of an app that has none: it has no routes. */
export const noApi: HttpApiResource = {
  logicalId: '',
  apiId: '',
  stage: '$default',
  routes: [],
  cors: undefined,
  throttle: undefined,
  routeThrottles: {},
  integrationTimeoutMilliseconds: longestIntegrationMilliseconds,
  rest: undefined,
}

/** @throws TemplateError when there are several */
export const readHttpApi = (stacks: Stacks, roles: readonly RoleResource[]): HttpApiResource => {
  const api = apiOf(stacks, 'HTTP')
  const restApi = readRestApi(stacks, roles)
  if (api && restApi) throw new TemplateError(restApi.logicalId, 'a REST API beside an HTTP API is not imitated')
  if (!api) return restApi ?? noApi
  const integrations = readIntegrations(stacks, api.ref)
  checkPayloadFormat(integrations)
  const { CorsConfiguration: cors } = api.properties
  return {
    ...servedAt(api, stageOf(stacks, api)),
    routes: readRoutes(stacks, api, integrations, roles),
    cors: cors && {
      origins: cors.AllowOrigins,
      methods: cors.AllowMethods,
      headers: cors.AllowHeaders,
      exposeHeaders: cors.ExposeHeaders,
      maxAgeSeconds: cors.MaxAge,
      credentials: cors.AllowCredentials ?? false,
    },
    integrationTimeoutMilliseconds: longestIntegrationMilliseconds,
    rest: undefined,
  }
}

/** @throws TemplateError when there are several */
export const readWebSocketApi = (stacks: Stacks, roles: readonly RoleResource[]): WebSocketApiResource | undefined => {
  const api = apiOf(stacks, 'WEBSOCKET')
  const responses = readResponses(stacks)
  if (!api) return undefined
  const stage = stageOf(stacks, api)
  const integrations = readIntegrations(stacks, api.ref)
  const routes = readRoutes(stacks, api, integrations, roles, noAuthorizers)
  return {
    ...servedAt(api, stage),
    routeSelectionExpression: api.properties.RouteSelectionExpression ?? '$request.body.action',
    routes,
    mockRoutes: readMockRoutes(stacks, api, integrations, responses),
  }
}

const servedAt = ({ logicalId, ref }: ApiEntry, stage: z.infer<typeof Stage>) => ({
  logicalId,
  apiId: ref,
  stage: stage.StageName,
  throttle: stage.DefaultRouteSettings && throttleFrom(stage.DefaultRouteSettings),
  routeThrottles: routeThrottlesFrom(stage.RouteSettings ?? {}),
})

const apiOf = (stacks: Stacks, protocol: 'HTTP' | 'WEBSOCKET'): ApiEntry | undefined => {
  const apis = stacks
    .all('AWS::ApiGatewayV2::Api', Api)
    .filter(({ properties }) => properties.ProtocolType === protocol)
  const [only, second] = apis
  if (second) throw new TemplateError(second.logicalId, `a second ${protocol} API is not imitated`)
  return only
}

const stageOf = (stacks: Stacks, api: ApiEntry): z.infer<typeof Stage> => {
  const stages = stacks.all('AWS::ApiGatewayV2::Stage', Stage).filter(({ properties }) => properties.ApiId === api.ref)
  const [only] = stages
  if (!only || stages.length > 1)
    throw new TemplateError(api.logicalId, `one stage is expected, there are ${stages.length}`)
  return only.properties
}

/** @throws TemplateError for a payload format that the gateway does not speak */
const checkPayloadFormat = (integrations: readonly Integration[]): void => {
  for (const { logicalId, properties } of integrations) {
    if (properties.PayloadFormatVersion === '2.0') continue
    throw new TemplateError(logicalId, `the payload format ${properties.PayloadFormatVersion} is not imitated`)
  }
}

type ThrottlingSettings = z.infer<z.ZodMiniObject<typeof Throttling>>

const throttleFrom = (settings: ThrottlingSettings): Throttle | undefined => {
  const { ThrottlingBurstLimit: burst, ThrottlingRateLimit: ratePerSecond } = settings
  return burst === undefined || ratePerSecond === undefined ? undefined : { burst, ratePerSecond }
}

const routeThrottlesFrom = (settings: Readonly<Record<string, ThrottlingSettings>>): Record<string, Throttle> => {
  const throttles = Object.entries(settings).map(([routeKey, entry]) => [routeKey, throttleFrom(entry)] as const)
  return Object.fromEntries(throttles.filter((entry): entry is readonly [string, Throttle] => entry[1] !== undefined))
}
