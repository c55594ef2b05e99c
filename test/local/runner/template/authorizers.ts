import * as z from 'zod/mini'
import type { RouteResource } from '../deployment.ts'
import type { GatewayTargets } from './gatewayTargets.ts'
import { flag, integer, noEffect } from './parse.ts'
import type { Resource, Stacks } from './stacks.ts'
import { TemplateError } from './templateError.ts'

const ofHttpApi = { ApiId: z.string(), Name: z.string(), IdentitySource: z._default(z.array(z.string()), []) }
const JwtAuthorizer = z.strictObject({
  ...ofHttpApi,
  AuthorizerType: z.literal('JWT'),
  JwtConfiguration: z.strictObject({ Issuer: z.string(), Audience: z._default(z.array(z.string()), []) }),
})
const LambdaAuthorizer = z.strictObject({
  ...ofHttpApi,
  AuthorizerType: z.literal('REQUEST'),
  AuthorizerUri: z.string(),
  AuthorizerCredentialsArn: z.optional(z.string()),
  // That of a WebSocket API has none.
  AuthorizerPayloadFormatVersion: z.optional(z.enum(['1.0', '2.0'])),
  AuthorizerResultTtlInSeconds: z.optional(integer),
  EnableSimpleResponses: z.optional(flag),
})
export const RestAuthorizer = z.strictObject({
  RestApiId: z.string(),
  Name: z.string(),
  Type: z.enum(['TOKEN', 'REQUEST']),
  AuthorizerUri: z.string(),
  AuthorizerCredentials: z.optional(z.string()),
  AuthorizerResultTtlInSeconds: z.optional(integer),
  IdentitySource: z.optional(z.string()),
  IdentityValidationExpression: z.optional(z.string()),
  ...noEffect('a text for people', 'AuthType'),
})

type Authorizer = NonNullable<RouteResource['authorizer']>

/** @throws TemplateError for an id without an authorizer */
export type Authorizers = (logicalId: string, authorizerId: string | undefined) => Authorizer

/** @param apiId the value of the API's `Ref` */
export const readAuthorizers = (stacks: Stacks, apiId: string, targetOf: GatewayTargets): Authorizers => {
  const type = 'AWS::ApiGatewayV2::Authorizer'
  const isJwt = (property: (name: string) => unknown) => property('AuthorizerType') === 'JWT'
  const isOfApi = ({ properties }: { readonly properties: { readonly ApiId: string } }) => properties.ApiId === apiId
  const ofTokens = stacks.all(type, JwtAuthorizer, isJwt).filter(isOfApi)
  const ofFunctions = stacks.all(type, LambdaAuthorizer, (property) => !isJwt(property)).filter(isOfApi)
  const jwt = ofTokens.map(({ ref, properties }) => {
    const { JwtConfiguration, IdentitySource: identitySources } = properties
    return [ref, { issuer: JwtConfiguration.Issuer, audiences: JwtConfiguration.Audience, identitySources }] as const
  })
  const lambda = stacks.each(ofFunctions, ({ ref, logicalId, properties }): [string, Authorizer] => {
    const { AuthorizerUri: uri, AuthorizerCredentialsArn: roleArn, IdentitySource } = properties
    const { AuthorizerPayloadFormatVersion: event } = properties
    if (event === undefined)
      throw new TemplateError(
        `${logicalId}.AuthorizerPayloadFormatVersion`,
        'it is missing, and only 1.0, 2.0 is imitated',
      )
    const target = targetOf({ logicalId, uri, roleArn, path: `${apiId}/authorizers/${ref}` })
    const authorizer = {
      logicalId,
      functionLogicalId: target.logicalId,
      event,
      identitySources: IdentitySource.map((source) => identitySource(logicalId, source)),
      tokenPattern: undefined,
      answersSimply: properties.EnableSimpleResponses ?? false,
      cacheSeconds: properties.AuthorizerResultTtlInSeconds ?? 0,
    }
    return [ref, authorizer]
  })
  return found(new Map([...jwt, ...lambda]))
}

/** Those of a WebSocket API, whatever they are. */
export const noAuthorizers: Authorizers = (logicalId) => {
  throw new TemplateError(logicalId, 'an authorizer of a WebSocket API is not imitated')
}

const defaultRestCacheSeconds = 300

/** The same of a REST API. */
export const restAuthorizers = (
  stacks: Stacks,
  authorizers: readonly Resource<z.infer<typeof RestAuthorizer>>[],
  targetOf: GatewayTargets,
): Authorizers =>
  found(
    new Map(
      stacks.each(authorizers, ({ ref, logicalId, properties }) => {
        const { AuthorizerUri: uri, AuthorizerCredentials: roleArn, IdentitySource = '' } = properties
        const target = targetOf({ logicalId, uri, roleArn, path: `${properties.RestApiId}/authorizers/${ref}` })
        const sources = IdentitySource.split(',').map((source) => source.trim())
        const authorizer = {
          logicalId,
          functionLogicalId: target.logicalId,
          event: properties.Type,
          identitySources: sources.filter((source) => source !== '').map((each) => identitySource(logicalId, each)),
          tokenPattern: patternFrom(logicalId, properties.IdentityValidationExpression),
          answersSimply: false,
          cacheSeconds: properties.AuthorizerResultTtlInSeconds ?? defaultRestCacheSeconds,
        }
        return [ref, authorizer]
      }),
    ),
  )

const found =
  (authorizers: ReadonlyMap<string, Authorizer>): Authorizers =>
  (logicalId, authorizerId = '') => {
    const authorizer = authorizers.get(authorizerId)
    if (!authorizer) throw new TemplateError(logicalId, `the authorizer ${authorizerId} is not in the template`)
    return authorizer
  }

const patternFrom = (logicalId: string, pattern: string | undefined): string | undefined => {
  try {
    return pattern && new RegExp(pattern).source
  } catch {
    throw new TemplateError(logicalId, `the validation expression ${pattern} is not imitated`)
  }
}

/** In the spelling of HTTP APIs. */
const identitySource = (logicalId: string, source: string): string => {
  const [, parameter] = /^(?:\$|method\.)(request\.(?:header|querystring)\..+)$/.exec(source) ?? []
  if (parameter === undefined) throw new TemplateError(logicalId, `the identity source ${source} is not imitated`)
  return `$${parameter}`
}
