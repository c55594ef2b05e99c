import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openApiDocument } from '../../infra/openapi/document.ts'
import manifest from '../../package.json' with { type: 'json' }
import { knownGateways } from '../../shared/config/rules.ts'
import { isReplayable, type Operation, operation, problemsOf } from '../../shared/contract/operation.ts'
import { problems } from '../../shared/contract/problems.ts'
import { operations } from '../../shared/operations.ts'

interface Reference {
  readonly $ref?: string
}
interface Documented {
  readonly operationId: string
  readonly parameters?: readonly (Reference & { readonly name?: string; readonly in?: string })[]
  readonly security?: readonly unknown[]
  readonly responses: Readonly<Record<string, Reference & { readonly headers?: object }>>
}
interface Document {
  readonly info: { readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>
  readonly components: { readonly responses: object; readonly schemas: object }
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

const sample = operation({
  id: 'putThing',
  area: 'config',
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
  ['updateAnnouncers', ['90', 'http, https, tg']],
  ['addActions', ['`string`', '`number`', '`boolean`', '`color`', '`select`']],
  ['changeAgreement', [...knownGateways]],
  [
    'addHistoryItems',
    [
      ...['payment', 'follow', 'subscription', 'subscription-gift', 'raid', 'cheer', 'kick-gift', 'ban'],
      ...['Manual', 'Stripe', 'Ko-fi', 'YooKassa', 'DonationAlerts', 'Twitch', 'Kick', 'VKLive'],
    ],
  ],
  ['getPayment', ['inited', 'completed', 'failed', 'refunded', 'disputed']],
])('%s tells which of the values that it takes mean something', (id, values) => {
  const described = operations.find((each) => each.id === id)
  if (described === undefined) throw new Error(`there is no operation ${id}`)
  const text = JSON.stringify(documented(described))

  for (const value of values) expect(text).toContain(value)
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

test('a stale document fails the check with one line that names the first difference', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  const file = join(folder, 'openapi.json')
  execFileSync(process.execPath, ['bin/openapi.ts', folder])
  writeFileSync(file, readFileSync(file, 'utf8').replace('"operationId": "', '"operationId": "un'))

  const check = spawnSync(process.execPath, ['bin/openapi.ts', '--check', folder], { encoding: 'utf8' })

  expect(check.status).toBe(1)
  expect(check.stderr).toMatch(/^.*openapi\.json is stale: it differs at \/paths\/~1.*\/operationId\. Run .*\n$/)
})

test('the document is the same for the same operations, to the byte', () => {
  const [one, other] = [openApiDocument(operations, '1.0.0'), openApiDocument(operations, '1.0.0')]

  expect(JSON.stringify(one)).toBe(JSON.stringify(other))
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

    const codes = Object.keys(responses).flatMap((status) => {
      const name = responses[status]?.$ref?.split('/').at(-1) ?? ''
      const response = (current.components.responses as Record<string, unknown>)[name]
      return [...JSON.stringify(response ?? {}).matchAll(/"enum":(\[[^\]]*\])/g)].flatMap(([, list = '[]']) =>
        JSON.parse(list),
      )
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
