import * as z from 'zod/mini'
import type { GatewayResponseResource, HttpApiResource, RoleResource, Throttle } from '../deployment.ts'
import { RestAuthorizer, restAuthorizers } from './authorizers.ts'
import { gatewayTargets } from './gatewayTargets.ts'
import { decimal, flag, integer, noEffect } from './parse.ts'
import { constantsOf, mockProperties, mockRouteFrom } from './restMocks.ts'
import type { Resource, Stacks } from './stacks.ts'
import { TemplateError } from './templateError.ts'

const Api = z.strictObject({
  Name: z.optional(z.string()),
  BinaryMediaTypes: z._default(z.array(z.string()), []),
  ...noEffect('methods that need a key are refused', 'ApiKeySourceType'),
  ...noEffect('a text for people', 'Description'),
  ...noEffect('its generated address is left as it is, and leads nowhere', 'DisableExecuteApiEndpoint'),
  ...noEffect('the harness listens on the loopback only', 'EndpointConfiguration'),
  ...noEffect('an import of a document, which is refused', 'FailOnWarnings'),
  ...noEffect('observation only', 'Tags'),
})
const ApiResource = z.strictObject({ RestApiId: z.string(), ParentId: z.string(), PathPart: z.string() })
const MethodProperties = z.strictObject({
  RestApiId: z.string(),
  ResourceId: z.string(),
  HttpMethod: z.string(),
  ApiKeyRequired: z.optional(z.literal(false)),
  AuthorizationType: z.enum(['NONE', 'CUSTOM']),
  AuthorizerId: z.optional(z.string()),
  Integration: z.strictObject({
    Type: z.enum(['AWS_PROXY', 'MOCK']),
    Uri: z.optional(z.string()),
    IntegrationHttpMethod: z.optional(z.literal('POST')),
    Credentials: z.optional(z.string()),
    TimeoutInMillis: z.optional(integer),
    ConnectionType: z.optional(z.literal('INTERNET')),
    ResponseTransferMode: z.optional(z.literal('BUFFERED')),
    ...mockProperties,
    ...noEffect('no response is cached', 'CacheKeyParameters', 'CacheNamespace'),
  }),
  ...noEffect('the integration’s own responses are given', 'MethodResponses'),
  ...noEffect('a text for people', 'OperationName'),
  ...noEffect('without a validator nothing is checked', 'RequestModels', 'RequestParameters'),
})
const Stage = z.strictObject({
  RestApiId: z.string(),
  StageName: z.string(),
  DeploymentId: z.string(),
  CacheClusterEnabled: z.optional(z.literal(false)),
  MethodSettings: z._default(
    z.array(
      z.strictObject({
        HttpMethod: z.string(),
        ResourcePath: z.string(),
        ThrottlingBurstLimit: z.optional(integer),
        ThrottlingRateLimit: z.optional(decimal),
        CachingEnabled: z.optional(z.pipe(flag, z.literal(false))),
        ...noEffect('no response is cached', 'CacheDataEncrypted', 'CacheTtlInSeconds'),
        ...noEffect('observation only', 'DataTraceEnabled', 'LoggingLevel', 'MetricsEnabled'),
      }),
    ),
    [],
  ),
  Variables: z._default(z.record(z.string(), z.string()), {}),
  ...noEffect('the harness has its own access log', 'AccessLogSetting'),
  ...noEffect('a text for people', 'Description'),
  ...noEffect('observation only', 'Tags', 'TracingEnabled'),
})
const GatewayResponse = z.strictObject({
  RestApiId: z.string(),
  ResponseType: z.string(),
  StatusCode: z.optional(integer),
  ResponseParameters: z._default(z.record(z.string(), z.string()), {}),
  ResponseTemplates: z._default(z.record(z.string(), z.string()), {}),
})

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
const longestIntegrationMilliseconds = 29_000

/** @throws TemplateError when there are several */
export const readRestApi = (stacks: Stacks, roles: readonly RoleResource[]): HttpApiResource | undefined => {
  const [api, second] = stacks.all('AWS::ApiGateway::RestApi', Api)
  if (second) throw new TemplateError(second.logicalId, 'a second REST API is not imitated')
  // Without an API too, so that a resource of none is refused if it is unknown.
  const parts = {
    resources: stacks.all('AWS::ApiGateway::Resource', ApiResource),
    methods: stacks.all('AWS::ApiGateway::Method', MethodProperties),
    stages: stacks.all('AWS::ApiGateway::Stage', Stage),
    authorizers: stacks.all('AWS::ApiGateway::Authorizer', RestAuthorizer),
    gatewayResponses: stacks.all('AWS::ApiGateway::GatewayResponse', GatewayResponse),
  }
  if (!api) return undefined
  const { logicalId, ref: apiId } = api
  const [stage] = parts.stages
  if (!stage || parts.stages.length > 1)
    throw new TemplateError(logicalId, `one stage is expected, there are ${parts.stages.length}`)
  const { StageName, DeploymentId, MethodSettings, Variables } = stage.properties
  const paths = pathsOf(parts.resources, stacks.attribute(api, 'RootResourceId'))
  const methods = stacks.each(parts.methods, (method) => methodFrom(method, paths))
  const targetOf = gatewayTargets(stacks, roles)
  const authorizerOf = restAuthorizers(stacks, parts.authorizers, targetOf)
  const mocks = methods.filter(({ integration }) => integration.Type === 'MOCK')
  const proxies = methods.filter(({ integration }) => integration.Type === 'AWS_PROXY')
  return {
    logicalId,
    apiId,
    stage: StageName,
    routes: stacks.each(proxies, ({ logicalId: place, routeKey, properties, integration }) => {
      const path = `${apiId}/${StageName}/${routeKey.replace(' ', '')}`
      const target = targetOf({ logicalId: place, uri: integration.Uri, roleArn: integration.Credentials, path })
      const isOpen = properties.AuthorizationType === 'NONE'
      const authorizer = isOpen ? undefined : authorizerOf(place, properties.AuthorizerId)
      const timeoutMilliseconds = integration.TimeoutInMillis
      return { routeKey, functionLogicalId: target.logicalId, authorizer, scopes: [], timeoutMilliseconds }
    }),
    cors: undefined,
    ...throttlesFrom(stage.logicalId, MethodSettings),
    integrationTimeoutMilliseconds: longestIntegrationMilliseconds,
    rest: {
      deploymentId: DeploymentId,
      binaryMediaTypes: api.properties.BinaryMediaTypes.map((type) => type.toLowerCase()),
      stageVariables: Variables,
      resourceIds: Object.fromEntries([...paths].map(([id, path]) => [path, id])),
      mockRoutes: stacks.each(mocks, mockRouteFrom),
      gatewayResponses: Object.fromEntries(stacks.each(parts.gatewayResponses, gatewayResponseFrom)),
    },
  }
}

/** Id of a resource → its path. */
const pathsOf = (
  resources: readonly Resource<z.infer<typeof ApiResource>>[],
  rootId: string,
): ReadonlyMap<string, string> => {
  const paths = new Map([[rootId, '/']])
  const addBelow = (parentId: string, path: string): void => {
    for (const { ref, properties } of resources) {
      if (properties.ParentId !== parentId) continue
      paths.set(ref, `${path}/${properties.PathPart}`)
      addBelow(ref, `${path}/${properties.PathPart}`)
    }
  }
  addBelow(rootId, '')
  return paths
}

const methodFrom = (method: Resource<z.infer<typeof MethodProperties>>, paths: ReadonlyMap<string, string>) => {
  const { HttpMethod, ResourceId, Integration: integration, AuthorizationType } = method.properties
  const path = paths.get(ResourceId)
  if (path === undefined) throw new TemplateError(method.logicalId, `it has no resource ${ResourceId}`)
  if (integration.Type === 'MOCK' && AuthorizationType !== 'NONE')
    throw new TemplateError(method.logicalId, 'an authorizer of a MOCK integration is not imitated')
  if (integration.Type === 'AWS_PROXY' && integration.IntegrationHttpMethod === undefined)
    throw new TemplateError(method.logicalId, 'a function is called by POST, and its integration says nothing')
  return { ...method, routeKey: `${HttpMethod} ${path}`, integration }
}

type MethodSetting = z.infer<typeof Stage>['MethodSettings'][number]

/** The stage's own limits have the method and the path `*`; those of a method have `/` as `~1` in their path. */
const throttlesFrom = (
  place: string,
  settings: readonly MethodSetting[],
): Pick<HttpApiResource, 'throttle' | 'routeThrottles'> => {
  const throttles = settings.flatMap((setting): [string, Throttle][] => {
    const { HttpMethod, ResourcePath, ThrottlingBurstLimit: burst, ThrottlingRateLimit: ratePerSecond } = setting
    if (burst === undefined || ratePerSecond === undefined) return []
    const isOfStage = HttpMethod === '*' && ResourcePath === '/*'
    if (!isOfStage && HttpMethod === '*')
      throw new TemplateError(place, `limits of every method of ${ResourcePath} are not imitated`)
    const path = ResourcePath.slice(1).replaceAll('~1', '/')
    return [[isOfStage ? '*' : `${HttpMethod} ${path === '' ? '/' : path}`, { burst, ratePerSecond }]]
  })
  const { '*': throttle, ...routeThrottles } = Object.fromEntries(throttles)
  return { throttle, routeThrottles }
}

/** Variables of an error that its template may have. */
const errorVariable = /\$context\.error\.(messageString|message|responseType)\b/g

const gatewayResponseFrom = ({
  logicalId,
  properties,
}: Resource<z.infer<typeof GatewayResponse>>): [string, GatewayResponseResource] => {
  const { ResponseType, StatusCode, ResponseParameters, ResponseTemplates } = properties
  const { 'application/json': template, ...others } = ResponseTemplates
  const [otherType] = Object.keys(others)
  if (otherType !== undefined) throw new TemplateError(logicalId, `a template of ${otherType} is not imitated`)
  if (template?.replace(errorVariable, '').includes('$'))
    throw new TemplateError(logicalId, `the template ${template} is not imitated`)
  const headers = constantsOf(logicalId, 'gatewayresponse.header.', ResponseParameters)
  return [ResponseType, { status: StatusCode, headers, template }]
}
