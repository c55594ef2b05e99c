import * as z from 'zod/mini'
import type { MockRouteResource, RoleResource, RouteResource } from '../deployment.ts'
import { type Authorizers, readAuthorizers } from './authorizers.ts'
import { gatewayTargets } from './gatewayTargets.ts'
import { integer, noEffect } from './parse.ts'
import type { NamedResource, Resource, Stacks } from './stacks.ts'
import { TemplateError } from './templateError.ts'

const Route = z.strictObject({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.optional(z.enum(['NONE', 'JWT', 'CUSTOM'])),
  AuthorizerId: z.optional(z.string()),
  AuthorizationScopes: z.optional(z.array(z.string())),
  RouteResponseSelectionExpression: z.optional(z.literal('$default')),
  ...noEffect('a text for people', 'OperationName'),
})
const IntegrationProperties = z.strictObject({
  ApiId: z.string(),
  IntegrationType: z.enum(['AWS_PROXY', 'MOCK']),
  IntegrationUri: z.optional(z.string()),
  RequestTemplates: z.optional(z.record(z.string(), z.string())),
  TemplateSelectionExpression: z.optional(z.string()),
  CredentialsArn: z.optional(z.string()),
  PayloadFormatVersion: z.optional(z.string()),
  TimeoutInMillis: z.optional(integer),
  ConnectionType: z.optional(z.literal('INTERNET')),
  ...noEffect('functions are always called by POST', 'IntegrationMethod'),
  ...noEffect('a text for people', 'Description'),
})
const RouteResponse = z.strictObject({
  ApiId: z.string(),
  RouteId: z.string(),
  RouteResponseKey: z.literal('$default'),
})
const IntegrationResponse = z.strictObject({
  ApiId: z.string(),
  IntegrationId: z.string(),
  IntegrationResponseKey: z.literal('$default'),
  ResponseTemplates: z.record(z.string(), z.string()),
  TemplateSelectionExpression: z.string(),
})

export type Integration = Resource<z.infer<typeof IntegrationProperties>>

/** @param apiId the value of the API's `Ref` */
export const readIntegrations = (stacks: Stacks, apiId: string): Integration[] => {
  const integrations = stacks.all('AWS::ApiGatewayV2::Integration', IntegrationProperties)
  return integrations.filter(({ properties }) => properties.ApiId === apiId)
}

/** The routes of an API, each with the function behind it and its authorizer. */
export const readRoutes = (
  stacks: Stacks,
  { ref: apiId }: Pick<NamedResource, 'ref'>,
  integrations: readonly Integration[],
  roles: readonly RoleResource[],
  authorizers?: Authorizers,
): RouteResource[] => {
  const targetOf = gatewayTargets(stacks, roles)
  const authorizerOf = authorizers ?? readAuthorizers(stacks, apiId, targetOf)
  const routes = routesOf(stacks, apiId, integrations).filter(
    ({ integration }) => integration.properties.IntegrationType !== 'MOCK',
  )
  return stacks.each(routes, ({ logicalId, properties, integration }) => {
    if (properties.RouteResponseSelectionExpression !== undefined)
      throw new TemplateError(logicalId, 'a route response of a function is not imitated')
    const { IntegrationUri: uri, CredentialsArn: roleArn } = integration.properties
    const { RouteKey: routeKey, AuthorizationType = 'NONE', AuthorizerId } = properties
    const target = targetOf({ logicalId, uri, roleArn, path: `${apiId}/${sourcePath(routeKey)}` })
    return {
      routeKey,
      functionLogicalId: target.logicalId,
      authorizer: AuthorizationType === 'NONE' ? undefined : authorizerOf(logicalId, AuthorizerId),
      scopes: properties.AuthorizationScopes ?? [],
      timeoutMilliseconds: integration.properties.TimeoutInMillis,
    }
  })
}

/** The routes of an API, each with its integration. */
const routesOf = (stacks: Stacks, apiId: string, integrations: readonly Integration[]) => {
  const routes = stacks.all('AWS::ApiGatewayV2::Route', Route).filter(({ properties }) => properties.ApiId === apiId)
  return stacks.each(routes, (route) => {
    const { logicalId, properties } = route
    const integration = integrations.find(({ ref }) => properties.Target === `integrations/${ref}`)
    if (!integration)
      throw new TemplateError(logicalId, `the target ${properties.Target} is not an integration of its API`)
    return { ...route, integration }
  })
}

/** A template by its key. A selection expression without a variable is the key itself. */
const selectedTemplate = (
  logicalId: string,
  templates: Readonly<Record<string, string>> = {},
  expression = '',
): string => {
  const template = /[$\\]/.test(expression) ? undefined : templates[expression]
  if (template === undefined)
    throw new TemplateError(
      logicalId,
      `the template selection expression ${JSON.stringify(expression)} is not imitated`,
    )
  if (/[$#]/.test(template)) throw new TemplateError(logicalId, 'a template with variables is not imitated')
  return template
}

/** What messages of routes are answered with. */
export const readResponses = (stacks: Stacks) => ({
  routeResponses: stacks.all('AWS::ApiGatewayV2::RouteResponse', RouteResponse),
  responses: stacks.all('AWS::ApiGatewayV2::IntegrationResponse', IntegrationResponse),
})

/**
 * The routes that API Gateway answers itself. A route without a route response answers nothing.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-integration-responses.html
 *
 * @throws TemplateError unless the integration has the status 200 and one response for every status
 */
export const readMockRoutes = (
  stacks: Stacks,
  { ref: apiId }: Pick<NamedResource, 'ref'>,
  integrations: readonly Integration[],
  { routeResponses, responses }: ReturnType<typeof readResponses>,
): MockRouteResource[] => {
  return routesOf(stacks, apiId, integrations).flatMap(
    ({ ref, logicalId, properties, integration }): MockRouteResource[] => {
      const { IntegrationType, RequestTemplates, TemplateSelectionExpression } = integration.properties
      if (IntegrationType !== 'MOCK') return []
      const request = selectedTemplate(integration.logicalId, RequestTemplates, TemplateSelectionExpression)
      if (request.replaceAll(/\s/g, '') !== '{"statusCode":200}')
        throw new TemplateError(integration.logicalId, `the request template ${request} is not imitated`)
      const hasResponse = routeResponses.some((response) => response.properties.RouteId === ref)
      if (hasResponse !== (properties.RouteResponseSelectionExpression !== undefined))
        throw new TemplateError(logicalId, 'a route response needs a selection expression, and this a response')
      const response = responses.find((candidate) => candidate.properties.IntegrationId === integration.ref)
      if (response === undefined || !hasResponse) return [{ routeKey: properties.RouteKey, answer: undefined }]
      const { ResponseTemplates, TemplateSelectionExpression: selection } = response.properties
      return [
        { routeKey: properties.RouteKey, answer: selectedTemplate(response.logicalId, ResponseTemplates, selection) },
      ]
    },
  )
}

/** Stage, method and path of a call; `$connect` and the like are both method and path. */
const sourcePath = (routeKey: string): string => {
  const [method, path = ''] = routeKey.split(' ')
  return `stage/${method}${path}`
}
