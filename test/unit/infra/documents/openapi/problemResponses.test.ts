import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Components } from '../../../../../infra/documents/openapi/components.ts'
import { problemResponses } from '../../../../../infra/documents/openapi/problemResponses.ts'
import type { Operation } from '../../../../../shared/contract/operation.ts'

const open: Operation = {
  id: 'getHealth',
  area: 'service',
  method: 'GET',
  path: '/health',
  summary: 'Say hello',
  auth: 'none',
  success: { body: z.string() },
  problems: [],
  access: {},
}
const { auth: _, ...ofCaller } = open

const ofGateway = ['429', '431', '500', '503']

const responsesOf = (operation: Operation) => {
  const components = new Components()
  const references = problemResponses(operation, components)
  const names = Object.fromEntries(
    Object.entries(references).map(([status, reference]) => [
      status,
      (reference as { readonly $ref: string }).$ref.replace('#/components/responses/', ''),
    ]),
  )
  return { names, responses: components.section('responses'), schemas: components.section('schemas') }
}

test.each<[string, Operation, readonly string[]]>([
  ['anyone calls', open, ofGateway],
  ['a recipient calls', ofCaller, ['401', '403', ...ofGateway]],
  ['has parameters', { ...open, params: { id: z.string() } }, ['400', '404', ...ofGateway]],
  ['has a query', { ...open, query: z.object({}) }, ['400', ...ofGateway]],
  ['has a body', { ...open, body: z.object({}) }, ['400', '413', '415', ...ofGateway]],
  ['has a signed body', { ...open, rawBody: true }, ['413', ...ofGateway]],
])('the statuses of an operation that %s', (_title, operation, statuses) => {
  expect(Object.keys(responsesOf(operation).names)).toEqual(statuses)
})

test.each<[string, Operation, string, string]>([
  ['a query', { ...open, query: z.object({}) }, '400', 'InvalidRequestOrGatewayError'],
  ['a body', { ...open, body: z.object({}) }, '413', 'PayloadTooLargeOrGatewayError'],
])('the gateway refuses %s before the service does', (_title, operation, status, name) => {
  expect(responsesOf(operation).names[status]).toBe(name)
})

test('a response is named after its codes, in the order of the catalogue, and after the gateway', () => {
  const { names, schemas } = responsesOf({
    ...ofCaller,
    params: { id: z.string() },
    problems: ['store_unavailable', 'provider_unavailable', 'not_found', 'limit_reached', 'name_taken'],
  })

  expect(names).toEqual({
    '400': 'InvalidRequestOrGatewayError',
    '401': 'UnauthorizedOrGatewayError',
    '403': 'ForbiddenOrGatewayError',
    '404': 'NotFoundOrGatewayError',
    '409': 'NameTakenOrLimitReached',
    '429': 'GatewayTooManyRequests',
    '431': 'GatewayRequestHeaderFieldsTooLarge',
    '500': 'InternalErrorOrGatewayError',
    '503': 'ProviderUnavailableOrStoreUnavailableOrGatewayError',
  })
  expect(Object.keys(schemas)).toEqual(['GatewayError', 'Problem', 'Violation'])
})

const gatewayContent = (message: string) => ({
  'application/json': { schema: { $ref: '#/components/schemas/GatewayError' }, example: { message } },
})

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

test('what the gateway answers is described with its message', () => {
  const { responses } = responsesOf({
    ...ofCaller,
    params: { id: z.string() },
    rawBody: true,
  })

  const { GatewayTooManyRequests, GatewayRequestHeaderFieldsTooLarge, ...others } = responses
  expect(GatewayTooManyRequests).toStrictEqual({
    description: '- from the gateway: Too Many Requests',
    headers: retryAfter,
    content: gatewayContent('Too Many Requests'),
  })
  expect(GatewayRequestHeaderFieldsTooLarge).toStrictEqual({
    description: '- from the gateway: Request Header Fields Too Large',
    content: gatewayContent('Request Header Fields Too Large'),
  })
  expect(others).toMatchObject({
    InvalidRequestOrGatewayError: { content: gatewayContent('Bad Request') },
    UnauthorizedOrGatewayError: {
      headers: { 'WWW-Authenticate': { $ref: '#/components/headers/WwwAuthenticate' } },
      content: gatewayContent('Unauthorized'),
    },
    ForbiddenOrGatewayError: { content: gatewayContent('Forbidden') },
    GatewayNotFound: { content: gatewayContent('Not Found') },
    PayloadTooLargeOrGatewayError: { content: gatewayContent('Request Entity Too Large') },
    InternalErrorOrGatewayError: { content: gatewayContent('Internal Server Error') },
    GatewayServiceUnavailable: { headers: retryAfter, content: gatewayContent('Service Unavailable') },
  })
})

const example = (code: string, status: number, title: string) => ({
  value: {
    type: `urn:problem-type:streaming-support:${code.replaceAll('_', '-')}`,
    title,
    status,
    detail: `${title}.`,
    instance: 'urn:request:JKJaXmPLvHcESHA=',
    code,
  },
})

test('what the service answers is described code by code, with an example of each', () => {
  const { responses } = responsesOf({ ...open, problems: ['limit_reached', 'name_taken'] })

  expect(responses['NameTakenOrLimitReached']).toStrictEqual({
    description:
      '- `name_taken`: The name belongs to another record of the caller\n- `limit_reached`: The collection is full',
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            {
              type: 'object',
              properties: { status: { const: 409 }, code: { enum: ['name_taken', 'limit_reached'] } },
              required: ['status', 'code'],
            },
          ],
        },
        examples: {
          name_taken: example('name_taken', 409, 'The name belongs to another record of the caller'),
          limit_reached: example('limit_reached', 409, 'The collection is full'),
        },
      },
    },
  })
  expect(responses['InternalErrorOrGatewayError']).toMatchObject({
    description: '- `internal_error`: The service failed\n- from the gateway: Internal Server Error',
  })
})
