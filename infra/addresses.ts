import { Aws } from 'aws-cdk-lib'
import { CfnApi, type CfnApiProps } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import { addCustomDomain, type CustomDomain, liveDomainName } from './customDomain.ts'
import type { Settings } from './settings.ts'
import { exported, removalPolicyOf } from './storage.ts'

/** An API without routes and stages, and its custom domain, if there is one. */
export interface Address {
  readonly apiId: string
  readonly domain: CustomDomain | undefined
}

/** The addresses of the WebSocket API, for clients that connect and for functions that post. */
export interface Connections {
  /** `wss://…/live` */
  readonly webSocketUrl: string
  /** `https://…/live`, the base address of connections. */
  readonly postUrl: string
  /** The ARN of an HTTP method on any connection. */
  readonly arnOf: (method: string) => string
}

/** All that payment gateways, messengers, toolsets and scenes of OBS store. */
export interface Addresses {
  readonly http: Address
  readonly live: Address
  /** Base URL of the HTTP API. */
  readonly publicUrl: string
  /** The same for the data stack itself, which imports nothing from itself. */
  readonly ownUrl: string
  readonly connections: Connections
}

/** Browsers may cache a preflight's answer for this time, which is Chromium's own maximum. */
const preflightMaxAgeSeconds = 7200

/** The headers of requests that a browser's script may send: those of all operations except webhooks. */
const allowedHeaders = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'x-one-time-code',
  'x-recipient',
]

/** The answer's headers that a browser's script may read. */
const exposedHeaders = ['apigw-requestid', 'etag', 'idempotent-replayed', 'link', 'retry-after']

export const liveStageName = 'live'

type AddressSettings = Pick<
  Settings,
  'stackName' | 'corsOrigins' | 'domainName' | 'certificateArn' | 'disableExecuteApiEndpoint' | 'removeData'
>

const addApi = (
  scope: Construct,
  id: string,
  { disableExecuteApiEndpoint, removeData }: AddressSettings,
  props: CfnApiProps,
): CfnApi => {
  const api = new CfnApi(scope, id, { ...props, ...(disableExecuteApiEndpoint && { disableExecuteApiEndpoint }) })
  api.applyRemovalPolicy(removalPolicyOf(removeData))
  return api
}

/** Tokens are sent in a header and never in a cookie, so any origin may be allowed: browsers attach no credentials. */
const addHttpApi = (scope: Construct, settings: AddressSettings): CfnApi =>
  addApi(scope, 'Api', settings, {
    name: settings.stackName,
    protocolType: 'HTTP',
    corsConfiguration: {
      allowOrigins: [...settings.corsOrigins],
      allowMethods: ['GET', 'POST', 'PUT'],
      allowHeaders: allowedHeaders,
      exposeHeaders: exposedHeaders,
      maxAge: preflightMaxAgeSeconds,
    },
  })

const addLiveApi = (scope: Construct, settings: AddressSettings): CfnApi =>
  addApi(scope, 'LiveApi', settings, {
    name: `${settings.stackName}-live`,
    protocolType: 'WEBSOCKET',
    routeSelectionExpression: '$request.body.type',
  })

const connectionsOf = ({ apiId, domain }: Address, { disableExecuteApiEndpoint }: AddressSettings): Connections => {
  const host = `${apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`
  const arn = `arn:${Aws.PARTITION}:execute-api:${Aws.REGION}:${Aws.ACCOUNT_ID}:${apiId}`
  return {
    webSocketUrl: domain === undefined ? `wss://${host}/${liveStageName}` : `wss://${domain.reference}`,
    // An endpoint that is disabled forbids messages to connections too (aws/aws-sdk-net#1860).
    postUrl:
      domain === undefined || !disableExecuteApiEndpoint
        ? `https://${host}/${liveStageName}`
        : `https://${domain.reference}`,
    arnOf: (method) => `${arn}/${liveStageName}/${method}/@connections/*`,
  }
}

/** The two APIs with CORS, and their custom domains. Their routes and stages belong to the service. */
export const addAddresses = (scope: Construct, settings: AddressSettings): Addresses => {
  const { domainName, certificateArn } = settings
  const domainOf = (id: string, name: (domainName: string) => string) =>
    domainName === undefined ? undefined : addCustomDomain(scope, id, name(domainName), certificateArn)
  const httpApi = addHttpApi(scope, settings)
  const endpoint = exported(scope, httpApi.attrApiEndpoint)
  const http = { apiId: exported(scope, httpApi.ref), domain: domainOf('ApiDomain', String) }
  const liveApi = addLiveApi(scope, settings)
  const live = { apiId: exported(scope, liveApi.ref), domain: domainOf('LiveDomain', liveDomainName) }
  return {
    http,
    live,
    ownUrl: domainName === undefined ? httpApi.attrApiEndpoint : `https://${domainName}`,
    publicUrl: http.domain === undefined ? endpoint : `https://${http.domain.reference}`,
    connections: connectionsOf(live, settings),
  }
}
