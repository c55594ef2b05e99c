import type { Deployment, LambdaAuthorizerResource, RouteResource } from '../deployment.ts'
import { type GatewayRequest, headerValue } from './gatewayRequest.ts'
import type { LambdaAuthorization } from './lambdaAuthorizer.ts'
import { grouped, lastOfEach, multiValueHeaders } from './multiValueHeaders.ts'
import { requestTime } from './requestTime.ts'
import { hasMediaType } from './restMediaTypes.ts'

/** Everything about a request of a REST API that goes into events. */
export interface RestEventSource {
  readonly deployment: Pick<Deployment, 'accountId' | 'region' | 'httpApi'>
  readonly request: GatewayRequest
  /** With the stage, as sent. */
  readonly wholePath: string
  /** Below the stage, as sent. */
  readonly path: string
  /** Decoded. */
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly route: Pick<RouteResource, 'routeKey'>
  readonly pathParameters: Readonly<Record<string, string>>
  readonly requestId: string
  readonly extendedRequestId: string
  /** Milliseconds since the epoch. */
  readonly timeEpoch: number
}

/** Names that come to functions in this case, however they are sent (as captured by LocalStack, see below). */
const capitalised = ['Authorization', 'Host', 'User-Agent']

/** Headers that are not passed on, besides those of the connection. */
const dropped = ['content-length', 'content-md5', 'max-forwards', 'server', 'www-authenticate']

const passedOn = (request: GatewayRequest): GatewayRequest => ({
  ...request,
  headers: request.headers
    .filter(([name]) => !dropped.includes(name.toLowerCase()))
    .map(([name, value]) => [capitalised.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name, value]),
})

const noIdentity = {
  accessKey: null,
  accountId: null,
  caller: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
}

const contextOf = (source: RestEventSource) => {
  const { deployment, request, wholePath, route, requestId, extendedRequestId, timeEpoch } = source
  const { apiId, stage, rest } = deployment.httpApi
  const [, resourcePath = ''] = route.routeKey.split(' ')
  return {
    accountId: deployment.accountId,
    apiId,
    deploymentId: rest?.deploymentId,
    domainName: `${apiId}.execute-api.${deployment.region}.amazonaws.com`,
    domainPrefix: apiId,
    extendedRequestId,
    httpMethod: request.method,
    identity: {
      ...noIdentity,
      sourceIp: request.sourceIp,
      userAgent: headerValue(request, 'user-agent') ?? null,
    },
    path: wholePath,
    protocol: request.protocol,
    requestId,
    requestTime: requestTime(timeEpoch),
    requestTimeEpoch: timeEpoch,
    resourceId: rest?.resourceIds[resourcePath],
    resourcePath,
    stage,
  }
}

const nullIfEmpty = <Value>(members: Readonly<Record<string, Value>>) =>
  Object.keys(members).length === 0 ? null : members

/** The members that integrations and authorizers share. */
const requestMembers = (source: RestEventSource) => {
  const { deployment, request, path, query, route, pathParameters, timeEpoch } = source
  const headers = multiValueHeaders(passedOn(request), timeEpoch)
  const parameters = grouped(query)
  return {
    resource: route.routeKey.split(' ')[1],
    path,
    httpMethod: request.method,
    headers: lastOfEach(headers),
    multiValueHeaders: headers,
    queryStringParameters: nullIfEmpty(lastOfEach(parameters)),
    multiValueQueryStringParameters: nullIfEmpty(parameters),
    pathParameters: nullIfEmpty(pathParameters),
    stageVariables: nullIfEmpty(deployment.httpApi.rest?.stageVariables ?? {}),
    requestContext: contextOf(source),
  }
}

const bodyMembers = ({ deployment, request }: RestEventSource) => {
  if (request.body.length === 0) return { body: null, isBase64Encoded: false }
  const isBinary = hasMediaType(deployment.httpApi.rest?.binaryMediaTypes ?? [], headerValue(request, 'content-type'))
  return { body: request.body.toString(isBinary ? 'base64' : 'utf8'), isBase64Encoded: isBinary }
}

/**
 * The event of a Lambda proxy integration. Empty members are null; paths and their variables stay encoded, as captured on AWS:
 * https://github.com/localstack/localstack/blob/main/tests/aws/services/apigateway/test_apigateway_lambda.snapshot.json
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export const restEvent = (source: RestEventSource, authorization?: LambdaAuthorization): Record<string, unknown> => {
  const { requestContext, ...members } = requestMembers(source)
  const authorizer = authorization && {
    ...authorization.context,
    principalId: authorization.principalId,
    integrationLatency: 0,
  }
  return {
    ...members,
    requestContext: { ...requestContext, ...(authorizer && { authorizer }) },
    ...bodyMembers(source),
  }
}

/**
 * The event of a Lambda authorizer of a REST API, or with the payload version 1.0 of an HTTP API.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-input.html
 */
export const authorizerEvent = (
  source: RestEventSource,
  { event }: LambdaAuthorizerResource,
  methodArn: string,
  identities: readonly string[],
): Record<string, unknown> => {
  const [token = ''] = identities
  if (event === 'TOKEN') return { type: event, methodArn, authorizationToken: token }
  const joined = identities.join(',')
  const ofHttpApi = event === '1.0' && { version: event, identitySource: joined, authorizationToken: joined }
  return { ...ofHttpApi, type: 'REQUEST', methodArn, ...requestMembers(source) }
}
