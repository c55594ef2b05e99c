import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { exampleEvent } from '../../cli/exampleEvent.ts'
import { type DocumentedOperation, readOperations } from '../../cli/openApiDocument.ts'
import { localCommand, refusedCommand } from './commandLine.ts'
import { visitsAssembly } from './visitsAssembly.ts'

let visitEvent: Record<string, unknown>
beforeAll(async () => {
  const operation: DocumentedOperation = {
    operationId: 'getAlert',
    method: 'GET',
    path: '/alerts/{id}',
    isPublic: false,
    parameters: [
      { in: 'path', name: 'id', isRequired: true, example: 'a b' },
      { in: 'query', name: 'kind', isRequired: true, example: undefined },
      { in: 'query', name: 'size', isRequired: false, example: '5' },
      { in: 'header', name: 'If-Match', isRequired: true, example: '"1"' },
    ],
    body: undefined,
  }
  visitEvent = await exampleEvent({ operation, recipient: 'alice' })
})

test('an example is the document’s first one, else the default, else the first allowed value', () => {
  const [examples, allowed] = [{ one: { value: 'b' }, two: { value: 'c' } }, { enum: ['f', 'g'] }]
  const schema = { examples: ['d'], default: 'e', ...allowed }
  const given = [
    { example: 'a', examples, schema },
    { examples, schema },
    { schema },
    { schema: { default: 5, ...allowed } },
  ]
  const inQuery = [...given, { schema: allowed }, {}].map((each) => ({ in: 'query', name: 'a', ...each }))
  const Size = { in: 'header', name: 'size', required: true, example: 1 }
  const parameters = [...inQuery, { $ref: '#/components/parameters/Size' }]
  const paths = { '/a': { summary: 'a', put: { parameters, security: [], requestBody: { content: { json: {} } } } } }

  const operations = readOperations(textFile(JSON.stringify({ paths, components: { parameters: { Size } } })))

  expect(operations).toMatchObject([{ method: 'PUT', path: '/a', isPublic: true, body: {} }])
  const read = operations[0]?.parameters
  expect(read?.map(({ example }) => example)).toEqual(['a', 'b', 'd', '5', 'f', undefined, '1'])
  expect(read?.at(-1)).toEqual({ in: 'header', name: 'size', isRequired: true, example: '1' })
})

const textFile = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'event-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'event.json')
  writeFileSync(file, text)
  return file
}

const eventFile = (event: unknown): string => textFile(JSON.stringify(event))

const invoke = (event: unknown, ...args: readonly string[]) =>
  localCommand(['invoke', 'getAlert', '--event', eventFile(event), '--assembly', visitsAssembly(), ...args]).finished

test('an example event is what the gateway makes of the example request', () => {
  expect(visitEvent['headers']).not.toHaveProperty('content-type')
  expect(visitEvent).toMatchObject({
    version: '2.0',
    routeKey: 'GET /alerts/{id}',
    pathParameters: { id: 'a b' },
    rawQueryString: 'kind=example',
    headers: { 'if-match': '"1"' },
    requestContext: { authorizer: { jwt: { claims: { sub: 'alice', token_use: 'access' }, scopes: null } } },
    isBase64Encoded: false,
  })
  const { exp, iat } = Object(visitEvent['requestContext']).authorizer.jwt.claims
  expect(exp - iat).toBe(3600)
})

test('invoke takes its event from standard input, and prints the result on stdout', async () => {
  const args = ['invoke', 'getAlert', '--event', '-', '--data', 'memory', '--assembly', visitsAssembly()]

  const { status, stdout } = await localCommand(args, JSON.stringify(visitEvent)).finished

  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ visits: 1 })
})

test.each([
  ['no function', ['--event', '-'], 2, "error: missing required argument 'function'"],
  ['no event', ['getAlert'], 2, "error: required option '-e, --event <file>' not specified"],
  ['an event that is not there', ['getAlert', '--event', '/nowhere'], 2, '--event /nowhere: ENOENT'],
])('invoke refuses %s', async (_title, args, expectedStatus, message) => {
  const { status, stderr } = await refusedCommand(['invoke', ...args])

  expect(stderr).toContain(message)
  expect(status).toBe(expectedStatus)
})

test('invoke says in one line where an event is no JSON, regression: the parser quotes lines of the file', async () => {
  const { stderr } = await refusedCommand(['invoke', 'getAlert', '--event', textFile('{"a":\n no}')])

  expect(stderr).toMatch(/^--event \S+: Unexpected token 'o', .+ is not valid JSON\n$/)
})

test.each([
  [['--recipient', 'bob'], 'bob'],
  [[], 'demo'],
])('generate-event %j prints the event of a documented example for %s', async (options, sub) => {
  const { status, stdout } = await refusedCommand(['generate-event', 'addNote', ...options])

  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    routeKey: 'POST /notes',
    body: '{"title":"Milk","count":2}',
    requestContext: { authorizer: { jwt: { claims: { sub } } } },
  })
})

test('generate-event makes an event without claims for a public operation', async () => {
  const { stdout } = await refusedCommand(['generate-event', 'listNotes'])

  expect(JSON.parse(stdout)).toMatchObject({ routeKey: 'GET /notes' })
  expect(JSON.parse(stdout).requestContext).not.toHaveProperty('authorizer')
})

test('generate-event knows a function behind a trigger by its logical id too', async () => {
  const Targets = [{ Id: '0', Arn: { 'Fn::GetAtt': ['Function', 'Arn'] } }]
  const [Action, Principal] = ['lambda:InvokeFunction', 'events.amazonaws.com']
  const resources = {
    Rule: { Type: 'AWS::Events::Rule', Properties: { ScheduleExpression: 'rate(1 minute)', Targets } },
    Allowed: { Type: 'AWS::Lambda::Permission', Properties: { Action, Principal, FunctionName: { Ref: 'Function' } } },
  }

  const { stdout } = await refusedCommand(['generate-event', 'Function', '--assembly', visitsAssembly({ resources })])

  expect(JSON.parse(stdout)).toMatchObject({ source: 'aws.events' })
})

test('generate-event knows no other operation', async () => {
  const { status, stderr } = await refusedCommand(['generate-event', 'addNotes', '--assembly', visitsAssembly()])

  expect(stderr).toBe("generate-event: no event is known for 'addNotes'; did you mean addNote?\n")
  expect(status).toBe(2)
})

test('--env-vars sets variables that functions declare, and refuses others', async () => {
  const file = (variables: object) => ['--env-vars', eventFile(variables)]
  const inMemory = ['--data', 'memory']

  const set = await invoke(visitEvent, ...inMemory, ...file({ getAlert: { PROVIDER_URL: 'http://127.0.0.1:7' } }))
  const undeclared = await refusedCommand([
    'invoke',
    'getAlert',
    '--event',
    eventFile({}),
    '--assembly',
    visitsAssembly(),
    ...inMemory,
    ...file({ Parameters: { NEWS_TABLE: 'x' } }),
  ])

  expect(JSON.parse(set.stdout)).toMatchObject({ providerUrl: 'http://127.0.0.1:7' })
  expect(undeclared).toMatchObject({
    status: 1,
    stderr: 'Parameters: no variable NEWS_TABLE is declared in the template\n',
  })
  expect(await refusedCommand(['start', ...file({ getAlert: 'x' })])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^--env-vars \S+: expected \{/),
  })
})
