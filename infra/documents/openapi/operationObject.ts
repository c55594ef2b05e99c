import * as z from 'zod/mini'
import {
  isForMembers,
  isReplayable,
  type Operation,
  type OperationExample,
} from '../../../shared/contract/operation.ts'
import type { Components, JsonObject } from './components.ts'
import { headerName, sharedHeader } from './headers.ts'
import { bodySchema, jsonSchema, type Member, members } from './jsonSchemas.ts'
import { linksFrom } from './links.ts'
import { problemResponses } from './problemResponses.ts'
import { tagOf } from './tags.ts'

type Location = 'path' | 'query' | 'header'
type ParameterPart = 'params' | 'query' | 'headers'

/** The part of each example that `value` selects, by the example's name; empty when no example has it. */
const examplesOf = ({ examples = [] }: Operation, value: (example: OperationExample) => unknown): JsonObject => {
  const shown = examples.filter((example) => value(example) !== undefined)
  if (shown.length === 0) return {}
  return { examples: Object.fromEntries(shown.map((example) => [example.name, { value: value(example) }])) }
}

const parameter = (operation: Operation, location: Location, part: ParameterPart, member: Member): JsonObject => ({
  name: location === 'header' ? headerName(member.name) : member.name,
  in: location,
  ...(member.description !== undefined && { description: member.description }),
  ...(member.required && { required: true }),
  schema: member.schema,
  ...examplesOf(operation, (example) => example[part]?.[member.name]),
})

const parameters = (operation: Operation, components: Components): readonly JsonObject[] => {
  const { params, query, headers } = operation
  const parametersIn = (location: Location, part: ParameterPart, schema: z.ZodMiniType) =>
    members(schema, 'input', components).map((member) => parameter(operation, location, part, member))
  return [
    ...(params === undefined ? [] : parametersIn('path', 'params', z.object(params))),
    ...(query === undefined ? [] : parametersIn('query', 'query', query)),
    ...(headers === undefined ? [] : parametersIn('header', 'headers', z.object(headers))),
    ...(isReplayable(operation) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(isForMembers(operation) ? [{ $ref: '#/components/parameters/Recipient' }] : []),
  ]
}

/** A schema without a name is named after its operation, so that a generated client has a type for it. */
const named = (
  { id }: Operation,
  part: 'Request' | 'Answer',
  schema: JsonObject,
  components: Components,
): JsonObject =>
  schema['type'] === 'object'
    ? components.add('schemas', `${id.charAt(0).toUpperCase()}${id.slice(1)}${part}`, schema)
    : schema

const requestBody = (operation: Operation, body: z.ZodMiniType, components: Components): JsonObject => ({
  required: true,
  content: {
    'application/json': {
      schema: named(operation, 'Request', bodySchema(body, components), components),
      ...examplesOf(operation, (example) => example.body),
    },
  },
})

/** A body that a third party signs, in its own format. Generators know bytes by this type, and no wildcard. */
const rawRequestBody: JsonObject = {
  description: 'The bytes that the sender signed. Any content type is taken.',
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

const successHeaders = (operation: Operation, components: Components): JsonObject => {
  const declared = members(z.object(operation.success.headers ?? {}), 'output', components)
  return {
    ...Object.fromEntries(
      declared.map(({ name, required, description, schema }) => [
        headerName(name),
        { ...(description !== undefined && { description }), ...(required && { required }), schema },
      ]),
    ),
    ...(isReplayable(operation) && { 'Idempotent-Replayed': sharedHeader('IdempotentReplayed') }),
  }
}

const successResponse = (operation: Operation, components: Components): JsonObject => {
  const headers = successHeaders(operation, components)
  return {
    description: operation.success.description ?? 'Success',
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      [operation.success.contentType ?? 'application/json']: {
        schema: named(operation, 'Answer', jsonSchema(operation.success.body, 'output', components), components),
        ...examplesOf(operation, (example) => example.answer),
      },
    },
    ...linksFrom(operation.id),
  }
}

export const operationObject = (operation: Operation, components: Components): JsonObject => {
  const { id, area, summary, description, auth, role, body, rawBody } = operation
  const accepted = parameters(operation, components)
  return {
    operationId: id,
    tags: [tagOf(area)],
    summary,
    ...(description !== undefined && { description }),
    ...(auth === 'none' && { security: [] }),
    ...(role !== undefined && { 'x-least-role': role }),
    ...(accepted.length > 0 && { parameters: accepted }),
    ...(body !== undefined && { requestBody: requestBody(operation, body, components) }),
    ...(rawBody && { requestBody: rawRequestBody }),
    responses: { '200': successResponse(operation, components), ...problemResponses(operation, components) },
  }
}
