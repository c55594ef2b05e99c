import * as z from 'zod/mini'
import type { RestMockResource } from '../deployment.ts'
import { TemplateError } from './templateError.ts'

const templates = z._default(z.record(z.string(), z.string()), {})

/** The properties of an integration that answers by itself. */
export const mockProperties = {
  PassthroughBehavior: z._default(z.enum(['WHEN_NO_MATCH', 'WHEN_NO_TEMPLATES', 'NEVER']), 'WHEN_NO_MATCH'),
  RequestTemplates: templates,
  IntegrationResponses: z._default(
    z.array(
      z.strictObject({
        StatusCode: z.string(),
        SelectionPattern: z.optional(z.string()),
        ResponseParameters: z._default(z.record(z.string(), z.string()), {}),
        ResponseTemplates: templates,
      }),
    ),
    [],
  ),
}

interface MockMethod {
  readonly logicalId: string
  readonly routeKey: string
  readonly integration: z.infer<z.ZodMiniObject<typeof mockProperties>>
}

/** The template of the CDK for a preflight request of several origins; the first of them is the header's own value. */
const originTemplate = new RegExp(
  [
    '^#set\\(\\$origin = \\$input\\.params\\(\\)\\.header\\.get\\("Origin"\\)\\)',
    '#if\\(\\$origin == ""\\)',
    '  #set\\(\\$origin = \\$input\\.params\\(\\)\\.header\\.get\\("origin"\\)\\)',
    '#end',
    '#if\\((\\$origin == "[^"]*"(?: \\|\\| \\$origin == "[^"]*")*)\\)',
    '  #set\\(\\$context\\.responseOverride\\.header\\.Access-Control-Allow-Origin = \\$origin\\)',
    '#end$',
  ].join('\\n'),
)

/**
 * A method that API Gateway answers itself. A request template gives the status, by which a response is selected.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-mock-integration.html
 *
 * @throws TemplateError for a template with variables, unless it is the CDK's own for preflight requests
 */
export const mockRouteFrom = ({ logicalId: place, routeKey, integration }: MockMethod): RestMockResource => {
  const { RequestTemplates, IntegrationResponses, PassthroughBehavior } = integration
  const contentTypes = Object.keys(RequestTemplates)
  const isPassedOn =
    PassthroughBehavior === 'WHEN_NO_MATCH' ||
    (PassthroughBehavior === 'WHEN_NO_TEMPLATES' && contentTypes.length === 0)
  // What is passed on names no status, and then API Gateway fails.
  const otherTypesStatus = isPassedOn ? 500 : 415
  const [status, other] = new Set(Object.values(RequestTemplates).map((template) => statusOf(place, template)))
  if (other !== undefined) throw new TemplateError(place, 'request templates with different statuses are not imitated')
  const response =
    IntegrationResponses.find(
      ({ SelectionPattern: pattern }) => pattern && new RegExp(`^(?:${pattern})$`).test(`${status}`),
    ) ?? IntegrationResponses.find(({ SelectionPattern: pattern }) => !pattern)
  if (status === undefined || response === undefined)
    return { routeKey, contentTypes, otherTypesStatus, answer: undefined }
  const headers = constantsOf(place, 'method.response.header.', response.ResponseParameters)
  const { type, body, origins } = bodyOf(place, response.ResponseTemplates)
  const answer = { status: Number(response.StatusCode), headers: { 'content-type': type, ...headers }, body, origins }
  return { routeKey, contentTypes, otherTypesStatus, answer }
}

const statusOf = (place: string, template: string): string => {
  const [, status] = /^\s*\{\s*["']?statusCode["']?\s*:\s*(\d{3})\s*\}\s*$/.exec(template) ?? []
  if (status === undefined) throw new TemplateError(place, `the request template ${template} is not imitated`)
  return status
}

const bodyOf = (place: string, given: Readonly<Record<string, string>>) => {
  const [[type, template] = ['application/json', ''], second] = Object.entries(given)
  if (second) throw new TemplateError(place, 'several response templates are not imitated')
  const [, condition] = originTemplate.exec(template) ?? []
  const origins = [...(condition ?? '').matchAll(/"([^"]*)"/g)].map(([, origin = '']) => origin)
  if (condition === undefined && /[$#]/.test(template))
    throw new TemplateError(place, 'a template with variables is not imitated')
  return { type, body: condition === undefined ? template : '', origins }
}

/** The headers of parameters that are constants, which have quotation marks; names in lower case. */
export const constantsOf = (
  place: string,
  prefix: string,
  parameters: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const [, constant] = /^'(.*)'$/.exec(value) ?? []
      if (!name.startsWith(prefix) || constant === undefined)
        throw new TemplateError(place, `the response parameter ${name}: ${value} is not imitated`)
      return [name.slice(prefix.length).toLowerCase(), constant]
    }),
  )
