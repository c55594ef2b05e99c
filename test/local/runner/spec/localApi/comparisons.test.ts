import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { missingNode } from '../../cli/leastNode.ts'
import { dataFolderFrom, wholeNumber } from '../../cli/optionValues.ts'
import { readyMessage } from '../../cli/readyMessage.ts'
import { startOptionsFrom } from '../../cli/startOptions.ts'
import { stopSignal } from '../../cli/stopSignal.ts'
import { templateOf } from '../../cli/templateText.ts'
import { triggerEvent } from '../../cli/triggerEvent.ts'
import type { Deployment } from '../../deployment.ts'
import { functionVariables, parseFunctionVariables, verifyFunctionVariables } from '../../lambda/functionVariables.ts'
import { isLoopbackOrigin, namesThisMachine } from '../../loopback.ts'
import { noApi } from '../../template/apis.ts'
import { literalDeployment, openRoute } from '../gateway/literalDeployment.ts'
import { functionResource } from '../lambda/testFunction.ts'

test.each([
  ['localhost', true],
  ['LOCALHOST:3000', true],
  ['127.0.0.1', true],
  ['[::1]:3000', true],
  ['tunnel.example', true],
  ['tunnel.example:443', true],
  ['127.0.0.10', false],
  ['127.0.0.1.example', false],
  ['evil.localhost', false],
  ['localhost.example', false],
  ['localhost:3000.example', false],
  ['a.tunnel.example', false],
  ['tunnel.example.evil', false],
  ['::1', false],
  ['', false],
  [undefined, false],
])('a request to %s is for this machine and its tunnel: %s', (host, expected) => {
  expect(namesThisMachine({ headers: { host } }, ['tunnel.example'])).toBe(expected)
})

test.each([
  [undefined, []],
  ['', []],
  ['A.example, b.example,', ['a.example', 'b.example']],
])('--host-name %s admits the names %j alone', (hostName, names) => {
  const flags = { port: 3000, ...(hostName !== undefined && { hostName }) }

  expect(startOptionsFrom(flags, { projectFolder: '/p' }).hostNames).toEqual(names)
})

test.each([
  [undefined, true],
  ['http://localhost:5173', true],
  ['https://127.0.0.1', true],
  ['http://[::1]:1', true],
  ['http://127.0.0.1.example', false],
  ['http://localhost.example', false],
  ['http://localhost@evil.example', false],
  ['null', false],
  ['', false],
])('a page of %s is of this machine: %s', (origin, expected) => {
  expect(isLoopbackOrigin(origin)).toBe(expected)
})

test.each([
  ['0', 0],
  ['65535', 65_535],
  ['-1', undefined],
  ['65536', undefined],
  ['1.0', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  [' 1', undefined],
  ['', undefined],
])('the port %j is %s', (value, expected) => {
  const read = () => wholeNumber(0, 65_535)(value)

  if (expected === undefined) expect(read).toThrow('Expected a whole number from 0 to 65535.')
  else expect(read()).toBe(expected)
})

test.each([
  [undefined, '/p/.local'],
  ['memory', 'memory'],
  ['memory2', '/p/memory2'],
  ['/data', '/data'],
])('--data %s is %s', (value, expected) => {
  expect(dataFolderFrom(value, '/p')).toBe(expected)
})

test('a variable of one function comes before that of all functions, and its id before its logical id', () => {
  const variables = parseFunctionVariables(
    '{"example":{"A":1,"T":true},"ExampleFunction":{"A":2,"B":2},"Parameters":{"A":3,"B":3,"C":3},"exampl":{"A":4}}',
  )

  expect(functionVariables(variables, functionResource())).toEqual({ A: '1', B: '2', C: '3', T: 'true' })
})

test.each([
  [{ example: { TABLE: 'x' } }, undefined],
  [{ ExampleFunction: { TABLE: 'x' } }, undefined],
  [{ Parameters: { OTHER: 'x' } }, undefined],
  [{ exampl: { TABLE: 'x' } }, "there is no function 'exampl'"],
  [{ example: { TABL: 'x' } }, 'example: no variable TABL is declared in the template'],
  [{ example: { OTHER: 'x' } }, 'example: no variable OTHER is declared in the template'],
])('the variables %j are refused: %s', (variables, problem) => {
  const other = functionResource({ id: 'other', logicalId: 'OtherFunction', environment: { OTHER: '' } })
  const verify = () => verifyFunctionVariables(variables, [functionResource(), other])

  if (problem === undefined) expect(verify).not.toThrow()
  else expect(verify).toThrow(problem)
})

test.each([
  [undefined, undefined, []],
  [
    { issuer: 'http://i', audiences: [], identitySources: [] },
    'npm run',
    ['  Token       npm run --silent token -- --recipient demo'],
  ],
])(
  'the message of start has its seconds, its addresses, and how to get a token where a route wants one: %j',
  (authorizer, command, tokens) => {
    const [api, websocket] = ['http://127.0.0.1:3000', 'ws://127.0.0.1:3001/live']
    const { httpApi } = literalDeployment({ routes: [{ ...openRoute('GET /'), authorizer }] })
    const options = {
      state: { api, websocket, issuer: '', audience: '', dynamodb: '', s3: '', recipientId: 'demo', token: 't' },
      deployment: { stackName: 'notes', functions: [functionResource()], httpApi },
      links: [{ name: 'overlay', title: 'Overlay', url: 'http://h/overlay' }],
      dataFolder: resolve('.local'),
      milliseconds: 2140,
      startPage: 'http://h/',
      callsProviders: true,
      command,
    }
    const message = readyMessage(options)

    expect(readyMessage({ ...options, deployment: { ...options.deployment, httpApi: noApi } })).not.toContain('  API')
    expect(message.split('\n')).toEqual([
      'notes: 1 routes, 1 functions, ready in 2.1 s',
      '  Start page  http://h/',
      '  Overlay     http://h/overlay',
      `  API         ${api}`,
      `  WebSocket   ${websocket}`,
      ...tokens,
      '  Providers   the real ones',
      'Data stay in .local. Ctrl-C stops it.',
      '',
    ])
  },
)

test.each([
  ['v20.19.5', '22.18'],
  ['v22.17.9', '22.18'],
  ['v22.18.0', undefined],
  ['v24.0.0', undefined],
])('Node.js %s needs to be at least %s', (version, least) => {
  expect(missingNode(version)).toBe(least)
})

test('two templates that differ by the digests of code alone are equal', () => {
  const [one, other, changed] = ['a'.repeat(64), 'b'.repeat(64), 'b'.repeat(63)].map((digest) => {
    const folder = mkdtempSync(join(tmpdir(), 'template-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'A.template.json'), `{"S3Key":"${digest}.zip"}`)
    return templateOf(folder)
  })

  expect([one === other, one === changed]).toEqual([true, false])
})

test('the first Ctrl-C or SIGTERM asks for an end, and a second one ends the process as usual', () => {
  const listeners = () => [...process.listeners('SIGINT'), ...process.listeners('SIGTERM')]
  const before = listeners()
  const signal = stopSignal()

  expect(signal.isRequested).toBe(false)
  for (const added of process.listeners('SIGINT').filter((each) => !before.includes(each))) added('SIGINT')

  expect(signal.isRequested).toBe(true)
  expect(listeners()).toEqual(before)
})

test('an event of a stream has the keys, and the image that the stream has; that of a schedule is its input', () => {
  const of = { functionLogicalId: 'ExampleFunction' }
  const table = { logicalId: 'T', arn: 'arn:t', partitionKey: 'id', attributeTypes: { id: 'S', at: 'N' } }
  const deployment = { region: 'r', accountId: '1', eventSourceMappings: [], schedules: [] }
  const eventOf = (more: object): unknown =>
    triggerEvent({ ...deployment, ...more } as unknown as Deployment, functionResource())
  const ofStream = (more: object) =>
    eventOf({ tables: [{ ...table, ...more }], eventSourceMappings: [{ ...of, tableLogicalId: 'T' }] })
  const item = { id: { S: 'example' }, at: { N: '1' } }

  expect(ofStream({ streamViewType: 'NEW_IMAGE', sortKey: 'at' })).toMatchObject({
    Records: [
      {
        awsRegion: 'r',
        eventSourceARN: 'arn:t/stream/2026-01-01T00:00:00.000',
        dynamodb: { Keys: item, NewImage: item },
      },
    ],
  })
  expect(ofStream({ streamViewType: 'KEYS_ONLY' })).not.toHaveProperty('Records.0.dynamodb.NewImage')
  expect(eventOf({ schedules: [{ ...of, input: '{"a":1}' }] })).toEqual({ a: 1 })
})
