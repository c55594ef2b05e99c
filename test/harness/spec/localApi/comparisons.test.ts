import { expect, test } from 'vitest'
import { dataFolderFrom, wholeNumber } from '../../cli/optionValues.ts'
import { readyMessage } from '../../cli/readyMessage.ts'
import { startOptionsFrom } from '../../cli/startOptions.ts'
import { functionVariables, parseFunctionVariables, verifyFunctionVariables } from '../../lambda/functionVariables.ts'
import { isLoopbackOrigin, namesThisMachine } from '../../loopback.ts'
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
  [undefined, []],
  [
    { issuer: 'http://i', audiences: [], identitySources: [] },
    ['  Token       npx serve-assembly token --recipient demo'],
  ],
])('the message of start has its seconds, and how to get a token where a route wants one: %j', (authorizer, tokens) => {
  const api = 'http://127.0.0.1:3000'
  const addresses = { api, websocket: undefined, issuer: '', audience: '', dynamodb: '', s3: '' }
  const { httpApi } = literalDeployment({ routes: [{ ...openRoute('GET /'), authorizer }] })
  const message = readyMessage({
    state: { ...addresses, recipientId: 'demo', token: 't' },
    deployment: { stackName: 'notes', functions: [functionResource()], httpApi },
    links: [],
    dataFolder: 'memory',
    milliseconds: 2140,
    startPage: undefined,
    callsProviders: false,
    command: undefined,
  })

  expect(message.split('\n').slice(0, -2)).toEqual([
    'notes: 1 routes, 1 functions, ready in 2.1 s',
    `  API         ${api}`,
    ...tokens,
  ])
})
