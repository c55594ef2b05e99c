import { spawnSync } from 'node:child_process'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openApiDocument } from '../../../infra/documents/openapi/document.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { knownGateways } from '../../../shared/areas/config/rules.ts'
import { isReplayable, type Operation, operation, problemsOf } from '../../../shared/contract/operation.ts'
import { problems } from '../../../shared/contract/problems.ts'
import { keyedRequest } from '../../../shared/mechanisms/http/keyedRequest.ts'
import { operations } from '../../../shared/operations.ts'

interface Reference {
  readonly $ref?: string
}
interface JsonSchema extends Reference {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
}
interface Parameter extends Reference {
  readonly name?: string
  readonly in?: string
  readonly description?: string
  readonly schema?: JsonSchema
}
interface Link {
  readonly operationId: string
  readonly parameters: Readonly<Record<string, string>>
}
interface Response extends Reference {
  readonly headers?: object
  readonly links?: Readonly<Record<string, Link>>
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}
interface Documented {
  readonly operationId: string
  readonly requestBody?: Response
  readonly parameters?: readonly Parameter[]
  readonly security?: readonly unknown[]
  readonly responses: Readonly<Record<string, Response>>
}
interface Document {
  readonly info: { readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>
  readonly components: {
    readonly parameters: { readonly IdempotencyKey: { readonly schema: JsonSchema } }
    readonly responses: Readonly<Record<string, Response>>
    readonly schemas: Readonly<Record<string, JsonSchema>>
  }
}

const throws = (act: () => unknown): boolean => {
  try {
    act()
    return false
  } catch {
    return true
  }
}

const documentOf = (...described: readonly Operation[]): Document =>
  JSON.parse(JSON.stringify(openApiDocument(described, manifest.version)))

/** What the registry says now; whether that is what is committed is one test's business. */
const current = documentOf(...operations)

const documented = ({ path, method }: Operation, { paths }: Document = current): Documented => {
  const found = paths[path]?.[method.toLowerCase()]
  if (found === undefined) throw new Error(`${method} ${path} is not documented`)
  return found
}

/** A component, where there is a reference to it. */
const resolved = <Part extends Reference>(components: Readonly<Record<string, Part>>, part: Part): Part =>
  components[part.$ref?.split('/').at(-1) ?? ''] ?? part

const byId = (id: string): Operation => {
  const found = operations.find((each) => each.id === id)
  if (found === undefined) throw new Error(`there is no operation ${id}`)
  return found
}

const sample = operation({
  id: 'putThing',
  area: 'config',
  role: 'owner',
  method: 'PUT',
  path: '/things/{thingId}',
  summary: 'Put a thing',
  params: { thingId: z.string() },
  query: z.object({ dry: z.optional(z.string().check(z.meta({ description: 'do nothing' }))) }),
  headers: { 'if-match': z.optional(z.string()) },
  body: z.object({ tags: z._default(z.array(z.string()), []) }),
  success: { body: z.object({ id: z.string() }), headers: { etag: z.string() } },
  problems: ['not_found', 'precondition_failed', 'provider_unavailable'],
  access: { configs: ['PutItem'] },
})

const isValid = async (document: object): Promise<unknown> => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as Record<string, unknown>)
  return valid || errors
}

test('the document is valid OpenAPI 3.1 by an independent validator', async () => {
  expect(await isValid(current)).toBe(true)
  expect(await isValid(documentOf(sample))).toBe(true)
})

test('the validator can say no', async () => {
  const { paths: _, ...withoutPaths } = current
  const broken = { ...withoutPaths, info: {} }

  expect(await isValid(broken)).not.toBe(true)
})

test.each([
  ['addAnnouncer', ['STREAM_STARTED', 'STREAM_ENDED', 'stream.online', 'stream.offline', 'ANNOUNCE_STREAM_AND_DELETE']],
  ['updateAnnouncers', ['90', 'a web page or a tg URL']],
  ['addActions', ['`string`', '`number`', '`boolean`', '`color`', '`select`']],
  ['changeAgreement', [...knownGateways]],
  [
    'addHistoryItems',
    [
      'payment',
      'follow',
      'subscription',
      'subscription-gift',
      'raid',
      'cheer',
      'kick-gift',
      'ban',
      'Manual',
      'Stripe',
      'Ko-fi',
      'YooKassa',
      'DonationAlerts',
      'Twitch',
      'Kick',
      'VKLive',
    ],
  ],
  ['getPayment', ['inited', 'completed', 'failed', 'refunded', 'disputed']],
])('%s tells which of the values that it takes mean something', (id, values) => {
  const own = JSON.stringify(documented(byId(id)))
  const named = [...own.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name)
  const text = own + JSON.stringify(named.map((name) => current.components.schemas[name]))

  for (const value of values) expect(text).toContain(value)
})

const isReference = (schema: JsonSchema): boolean => schema.$ref?.startsWith('#/components/schemas/') === true

/** A named schema, a list of one, or alternatives of these; texts have no members that could need a name. */
const isNamed = (schema: JsonSchema): boolean =>
  isReference(schema) ||
  schema.type === 'string' ||
  (schema.type === 'array' && isNamed(schema.items ?? {})) ||
  (schema.anyOf?.every(isNamed) ?? false)

test.each(operations.map((each) => [each.id, each] as const))(
  '%s returns a named schema, so that a generated client has a type for it',
  (_, each) => {
    const schemas = Object.values(documented(each).responses['200']?.content ?? {}).map(({ schema }) => schema)

    expect(schemas).toHaveLength(1)
    expect(schemas.filter((schema) => !isNamed(schema))).toEqual([])
  },
)

test.each(operations.filter(({ body }) => body !== undefined).map((each) => [each.id, each] as const))(
  '%s takes a named schema',
  (id, each) => {
    const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}Request`

    expect(documented(each).requestBody?.content?.['application/json']?.schema.$ref).toBe(
      `#/components/schemas/${name}`,
    )
  },
)

test('no alternative is empty, regression: a changed announcer had a type of any value', () => {
  expect(JSON.stringify(current)).not.toContain('[{},')
})

test('no boolean is a constant and no text an alternative of a text, regression: generated Java did not compile', () => {
  const found: string[] = []
  JSON.stringify(current, (key, value) => {
    const { type, const: constant, anyOf = [] } = value ?? {}
    const texts = Array.isArray(anyOf) ? anyOf.filter((each) => each.type === 'string') : []
    if ((type === 'boolean' && constant !== undefined) || texts.length > 1) found.push(key)
    return value
  })

  expect(found).toEqual([])
})

test('openapi-python-client takes every schema, regression: eight operations and all problems were left out', () => {
  const found: string[] = []
  JSON.stringify(current, (key, value) => {
    const hasObjectAsDefault = value?.type !== undefined && String(value.default) === '[object Object]'
    if (hasObjectAsDefault || key === '*/*' || (value?.in === 'header' && 'const' in value.schema)) found.push(key)
    return value
  })
  const problemSchemas = Object.values(current.components.responses)
    .map(({ content }) => content?.['application/problem+json']?.schema)
    .filter((schema) => schema !== undefined)

  expect(found).toEqual([])
  expect(problemSchemas.length).toBeGreaterThan(20)
  expect(problemSchemas.filter((schema) => !isReference(schema))).toEqual([])
  expect(current.components.schemas['NotFoundProblem']?.allOf?.[1]?.properties).toEqual({
    status: { type: 'integer', enum: [404] },
    code: { type: 'string', enum: ['not_found'] },
  })
})

type Place = readonly (string | number)[]

/** Where a schema limits a value to given ones, with one of these. */
const choicesIn = (schema: JsonSchema, at: Place = []): readonly { at: Place; allowed: unknown }[] => {
  const {
    const: constant,
    enum: allowed = [constant],
    properties = {},
    items,
    anyOf = [],
  } = resolved(current.components.schemas, schema)
  return [
    ...(allowed[0] === undefined ? [] : [{ at, allowed: allowed[0] }]),
    ...Object.entries(properties).flatMap(([name, member]) => choicesIn(member, [...at, name])),
    ...(items === undefined ? [] : choicesIn(items, [...at, 0])),
    ...anyOf.flatMap((each) => choicesIn(each, at)),
  ]
}

/** A value that has nothing but another one at a place. */
const holding = (value: unknown, at: Place): unknown =>
  at.reduceRight((inner: unknown, step) => (step === 0 ? [inner] : { [step]: inner }), value)

const isRefusedAt = (schema: z.ZodMiniType, at: Place, value: unknown): boolean => {
  const { issues = [] } = schema.safeParse(holding(value, at)).error ?? {}
  return issues.some(({ path }) => path.join('/') === at.join('/'))
}

const requestChoices = operations.flatMap((each) => {
  const { query = z.object({}), headers = {}, body = z.object({}), params = {} } = each
  const schemas = { query, header: z.object(headers), path: z.object(params) }
  const { parameters = [], requestBody } = documented(each)
  const inParameters = parameters.flatMap(({ in: location = '', name = '', schema = {} }) => {
    const at = [location === 'header' ? name.toLowerCase() : name]
    return choicesIn(schema, at).map((choice) => ({ ...choice, schema: schemas[location as keyof typeof schemas] }))
  })
  const inBody = choicesIn(requestBody?.content?.['application/json']?.schema ?? {})
  return [...inParameters, ...inBody.map((choice) => ({ ...choice, schema: body }))].map(
    (choice) => [`${each.id} ${choice.at.join('/')}`, choice] as const,
  )
})

test.each(requestChoices)('%s has a list of values because every other value is refused', (_, choice) => {
  const { schema, at, allowed } = choice

  expect(isRefusedAt(schema, at, 'no such value')).toBe(true)
  expect(isRefusedAt(schema, at, allowed)).toBe(false)
})

const links = operations.flatMap((each) =>
  Object.values(documented(each).responses['200']?.links ?? {}).map(
    (link) => [`${each.id} leads to ${link.operationId}`, each, link] as const,
  ),
)

test.each(links)('%s by a member of its answer that is a parameter there', (_, from, { operationId, parameters }) => {
  const answer = documented(from).responses['200']?.content?.['application/json']?.schema ?? {}
  const taken = documented(byId(operationId)).parameters?.map(({ name }) => name)

  expect(Object.keys(parameters)).toHaveLength(1)
  for (const [name, expression] of Object.entries(parameters)) {
    const members = expression.replace('$response.body#/', '').split('/')
    const memberOf = (schema: JsonSchema, member: string): JsonSchema =>
      resolved(current.components.schemas, schema).properties?.[member] ?? {}
    expect(members.reduce(memberOf, answer).type).toBe('string')
    expect(taken).toContain(name)
  }
})

test('an operation that makes an id leads to one that reads by it', () => {
  const namesIn = (part: Response | undefined): readonly string[] => {
    const { schema = {} } = part?.content?.['application/json'] ?? {}
    return Object.keys(resolved(current.components.schemas, schema).properties ?? {})
  }
  const withoutLink = operations.filter((each) => {
    const { requestBody, responses } = documented(each)
    const made = namesIn(responses['200']).filter((name) => !namesIn(requestBody).includes(name))
    const isMaking = requestBody !== undefined && made.some((name) => /^id$|(?<!owner)Id$/.test(name))
    return isMaking && !links.some(([, from]) => from.id === each.id)
  })

  // A test alert is in no list, the log is that of an endpoint, whose id is in the request, and members and uploads are read whole.
  expect(withoutLink.map(({ id }) => id)).toEqual(['testAlert', 'testEndpoint', 'inviteMember', 'beginUpload'])
})

/** It pages its actions, and is no list. */
const notList = 'getDonorPage'

/** What the items of pages are called, where a page had its name before its items got another. */
const renamedItems: Readonly<Record<string, string>> = { AlertPage: 'ListedAlert' }

test('pages are named after their items', () => {
  const pages = Object.entries(current.components.schemas).filter(([, { properties }]) => properties?.['pageable'])

  const items = pages.map(([name, { properties }]) => [name, properties?.['content']?.items?.$ref])

  expect(items.length).toBe(
    operations.filter(({ id, success }) => id !== notList && success.headers && 'link' in success.headers).length,
  )
  expect(items).toEqual(
    pages.map(([name]) => [name, `#/components/schemas/${renamedItems[name] ?? name.replace(/Page$/, '')}`]),
  )
})

test.each(operations.map((each) => [each.id, each] as const))('%s has a description', (_, { description = '' }) => {
  expect(description).toMatch(/\S.*\.$/s)
})

test.each(
  operations
    .filter(({ id, query, success }) => query && id !== notList && !success.contentType)
    .map((each) => [each.id, each] as const),
)('%s promises no bounds of page and size that it does not hold', (_, each) => {
  const { parameters = [] } = documented(each)

  for (const name of ['page', 'size']) {
    const { schema = {}, description = '' } = parameters.find((parameter) => parameter.name === name) ?? {}
    expect(Object.keys(schema).toSorted()).toEqual(['default', 'type'])
    expect(description).toMatch(/ becomes /)
  }
})

test.each<[key: string, accepted: boolean]>([
  ['k', true],
  ['k'.repeat(255), true],
  [`"${'k'.repeat(255)}"`, true],
  ['', false],
  ['k'.repeat(256), false],
  [`"${'k'.repeat(256)}"`, false],
  ['schlüssel', false],
])('the pattern of Idempotency-Key is what the service takes: %s', (key, accepted) => {
  const { pattern = '' } = current.components.parameters.IdempotencyKey.schema

  expect(new RegExp(pattern).test(key)).toBe(accepted)
  expect(!throws(() => keyedRequest(key, { recipientId: 'alice', operationId: 'addNews', body: '' }))).toBe(accepted)
})

test('a currency is 3 to 12 Latin letters or digits', () => {
  expect(current.components.schemas['MoneyInput']).toMatchObject({
    properties: { currency: { pattern: '^[A-Za-z0-9]{3,12}$' } },
  })
})

const gatewayStatuses = ({ auth, params, query, body, rawBody }: Operation): readonly string[] => [
  ...(params || query ? ['400'] : []),
  ...(auth === 'none' ? [] : ['401', '403']),
  ...(params ? ['404'] : []),
  ...(body || rawBody ? ['413'] : []),
  '429',
  '431',
  '500',
  '503',
]

test.each(operations.map((each) => [each.id, each] as const))('%s documents the errors of the gateway', (_, each) => {
  const answered = Object.entries(documented(each).responses).filter(([, { $ref = '' }]) => {
    const response = current.components.responses[$ref.split('/').at(-1) ?? '']
    return response?.content?.['application/json']?.schema.$ref === '#/components/schemas/GatewayError'
  })

  expect(answered.map(([status]) => status)).toEqual(gatewayStatuses(each))
})

test('the document tells the limits that no schema can', () => {
  const { description } = current.info

  for (const limit of ['256 KiB', '32 levels', '64 KiB', 'ISO 4217', 'JPY']) expect(description).toContain(limit)
})

test('every reference leads somewhere', () => {
  const document = documentOf(...operations, sample)
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)

  const dangling = references.filter(
    (path) =>
      path.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document) ===
      undefined,
  )

  expect(references.length).toBeGreaterThan(0)
  expect(dangling).toEqual([])
})

test('the committed document is that of the registry', () => {
  const check = spawnSync(process.execPath, ['bin/openapi.ts', '--check'], { encoding: 'utf8' })

  expect(check.stderr).toBe('')
  expect(check.status).toBe(0)
})

test('every operation is documented once, under its id', () => {
  const ids = Object.values(current.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))

  expect(ids.toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
})

test.each(operations.map((each) => [each.id, each] as const))(
  '%s documents exactly the problems it can answer',
  (_, each) => {
    const statuses = new Set(problemsOf(each).map((code) => problems[code].status))
    const responses = documented(each).responses

    const codes = Object.values(responses).flatMap((response) => {
      const { schema = {} } =
        resolved(current.components.responses, response).content?.['application/problem+json'] ?? {}
      return resolved(current.components.schemas, schema).allOf?.[1]?.properties?.['code']?.enum ?? []
    })

    expect(codes.toSorted()).toEqual([...problemsOf(each)].toSorted())
    expect(Object.keys(responses).map(Number)).toEqual(expect.arrayContaining([200, ...statuses, 429, 500, 503]))
  },
)

test.each(operations.map((each) => [each.id, each] as const))(
  '%s documents who may call it and how to repeat it',
  (_, each) => {
    const { security, parameters = [], responses } = documented(each)

    expect(security).toEqual(each.auth === 'none' ? [] : undefined)
    expect(parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey')).toBe(isReplayable(each))
    expect('Idempotent-Replayed' in (responses['200']?.headers ?? {})).toBe(isReplayable(each))
  },
)

test('parameters and headers of all kinds are described', () => {
  const { parameters, responses } = documented(sample, documentOf(sample))

  expect(parameters).toEqual([
    { name: 'thingId', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'dry', in: 'query', description: 'do nothing', schema: { type: 'string' } },
    { name: 'If-Match', in: 'header', schema: { type: 'string' } },
    { $ref: '#/components/parameters/IdempotencyKey' },
  ])
  expect(responses['200']?.headers).toMatchObject({ ETag: { required: true, schema: { type: 'string' } } })
})

test('a named schema becomes a component, and must be the same wherever it occurs', () => {
  const Named = z.object({ tags: z._default(z.array(z.string()), []) }).register(z.globalRegistry, { id: 'SpecThing' })

  const answered = documentOf({ ...sample, success: { body: Named } })

  expect(answered.components.schemas).toMatchObject({ SpecThing: { required: ['tags'] } })
  expect(() => documentOf({ ...sample, body: Named, success: { body: Named } })).toThrow('SpecThing has two shapes')
})
