import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Interface, interfaceChanges } from '../../../infra/compatibility/interfaceChanges.ts'
import { readReleasedSchema } from '../../../infra/compatibility/releasedSchema.ts'
import today from '../../../shared/areas/service/openapi.json' with { type: 'json' }

const { release, commit } = readReleasedSchema()
const git = (...words: readonly string[]): string =>
  spawnSync('git', words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).stdout

/** The document of the last release; undefined where the history here does not reach it, or where it is being made. */
const releasedDocument = (): Interface | undefined => {
  const path = git('ls-tree', '-r', '--name-only', String(commit))
    .split('\n')
    .find((file) => /(?:^|\/)openapi\.json$/.test(file))
  return path === undefined ? undefined : (JSON.parse(git('show', `${commit}:${path}`)) as Interface)
}

/** The lines under "Corrections that change answers" of what comes after the last release. */
const corrections = (): readonly string[] => {
  const [unreleased = ''] = readFileSync('CHANGELOG.md', 'utf8').split(`## [${release}]`)
  const [, lines = ''] = /### Corrections that change answers\n([\s\S]*?)(?=\n##)/.exec(unreleased) ?? []
  return lines.split(/\n- /).map((line) => line.replaceAll(/\s+/g, ' '))
}

/** The last segment of a path that is no parameter, as a reader knows the operation. */
const nameOf = (operation: string): string => operation.match(/[^/{}]+(?=(?:\/\{[^/]*)*$)/)?.[0] ?? operation

const released = releasedDocument()

test.runIf(released !== undefined)('each change of the interface since the last release is a line of CHANGELOG', () => {
  const lines = corrections()
  const changes = interfaceChanges(released as Interface, today as unknown as Interface)

  const unexplained = changes.filter(({ operation, subject }) => {
    const last = subject.split('.').at(-1) ?? ''
    return !lines.some(
      (line) => line.includes(last) && (line.includes(nameOf(operation)) || line.startsWith('Every operation')),
    )
  })

  expect(unexplained).toEqual([])
})

const documentWith = (request: object, response: object, more: object = {}): Interface => {
  const content = (schema: object) => ({ content: { 'application/json': { schema } } })
  const operation = { requestBody: content(request), responses: { 200: content(response) }, ...more }
  return { paths: { '/things': { post: operation } } }
}
const text = { type: 'string' }
const before = documentWith(
  { type: 'object', properties: { name: { ...text, maxLength: 9 }, kind: { enum: ['a', 'b'] } }, required: ['name'] },
  { type: 'object', properties: { id: text, state: { enum: ['a'] } }, required: ['id'] },
)

test.each([
  [
    'a new optional member of a request',
    { properties: { name: text, kind: { enum: ['a', 'b', 'c'] }, more: text } },
    {},
    [],
  ],
  ['a longer text in a request', { properties: { name: { ...text, maxLength: 10 }, kind: {} } }, {}, []],
  ['a null in a request', { properties: { name: { type: ['string', 'null'] }, kind: {} } }, {}, []],
  ['a shorter text in a request', { properties: { name: { ...text, maxLength: 8 }, kind: {} } }, {}, ['name']],
  ['a value less in a request', { properties: { name: text, kind: { enum: ['a'] } } }, {}, ['kind']],
  ['a member less in a request', { properties: { name: text } }, {}, ['kind']],
  ['a required member more in a request', { required: ['name', 'kind'] }, {}, ['kind']],
  ['a new member of an answer', {}, { properties: { id: text, state: { enum: ['a'] }, more: text } }, []],
  ['a new value in an answer', {}, { properties: { id: text, state: { enum: ['a', 'b'] } } }, ['state']],
  ['a member less in an answer', {}, { properties: { state: { enum: ['a'] } } }, ['id']],
  ['a member of an answer that may be absent', {}, { required: [] }, ['id']],
  ['another type in an answer', {}, { properties: { id: { type: 'integer' }, state: { enum: ['a'] } } }, ['id']],
  ['a union in an answer', {}, { anyOf: [text, text] }, ['']],
] as const)('%s: changes %j %j are noticed at %j', (_what, request, response, subjects) => {
  const { post } = before.paths['/things'] as unknown as { readonly post: { requestBody: never; responses: never } }
  const schemaOf = (of: { content: Record<string, { schema: object }> }) => of.content['application/json']?.schema ?? {}
  const after = documentWith(
    { ...schemaOf(post.requestBody), ...request },
    { ...schemaOf(post.responses[200] as never), ...response },
  )

  expect(interfaceChanges(before, after).map(({ subject }) => subject)).toEqual(subjects)
})

test('a lost operation, a new status and a parameter that is required now are noticed', () => {
  const parameters = [{ name: 'page', in: 'query', required: true }]
  const after = documentWith({}, {}, { responses: { 200: {}, 409: {} }, parameters })

  expect(interfaceChanges(before, { paths: {} }).map(({ what }) => what)).toEqual(['the operation is gone'])
  expect(interfaceChanges(before, after).map(({ subject }) => subject)).toEqual(expect.arrayContaining(['409', 'page']))
})

test('a schema that has lost its name is noticed, because generated clients are imported by it', () => {
  const named = (name: string): Interface => ({ ...before, components: { schemas: { [name]: text } } })

  expect(interfaceChanges(named('AlertPage'), named('ListedAlertPage')).map(({ subject }) => subject)).toEqual([
    'AlertPage',
  ])
})
