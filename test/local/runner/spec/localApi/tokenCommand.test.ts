import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { announceApi, runningApis } from '../../cli/runningApis.ts'
import { chosenApi } from '../../cli/tokenCommand.ts'
import { localCommand, projectFolder, refusedCommand, startCommand } from './commandLine.ts'
import { visitsAssembly } from './visitsAssembly.ts'

const running = {
  issuer: 'http://127.0.0.1:2',
  audience: 'local',
  dynamodb: 'http://127.0.0.1:3',
  s3: 'http://127.0.0.1:4',
  dataFolder: 'memory',
  pid: 1,
  startedAt: 0,
} as const
const apis = [
  { ...running, api: 'http://127.0.0.1:3000' },
  { ...running, api: 'http://127.0.0.1:4000' },
]

test('prints a token that the API takes, and nothing else', async () => {
  const { state } = await startCommand(['--data', 'memory', '--assembly', visitsAssembly()])

  const { status, stdout, stderr } = await localCommand([
    'token',
    '--recipient',
    'alice',
    '--api',
    `${state.api}/`,
    '--expires-in',
    '60',
    '--group',
    'admin',
    '--group',
    'editor',
  ]).finished

  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^\S+\n$/)
  const claims = decodeJwt(stdout.trim())
  expect(claims).toMatchObject({ sub: 'alice', 'cognito:groups': ['admin', 'editor'] })
  expect(Number(claims.exp) - Number(claims.iat)).toBe(60)
  const response = await fetch(`${state.api}/alerts/1`, { headers: { authorization: `Bearer ${stdout.trim()}` } })
  expect(response.status).toBe(200)

  const of = (recipient: string) => ['token', '--json', '--recipient', recipient, '--api', state.api]
  const { token, ...rest } = JSON.parse((await refusedCommand(of('bob'))).stdout)
  expect([decodeJwt(token).sub, rest]).toEqual(['bob', { expiresIn: 3600 }])
  expect(await refusedCommand(of(' a'))).toMatchObject({
    status: 1,
    stderr: 'The issuer refused: recipient must have 1 to 255 printable characters\n',
  })
})

test.each([
  ['no recipient', [], 2, "error: required option '--recipient <id>' not specified"],
  ['an empty recipient', ['--recipient', ' '], 2, "' ' is invalid. Expected a value that is not empty."],
  [
    'no lifetime',
    ['--recipient', 'a', '--expires-in', 'x'],
    2,
    "'x' is invalid. Expected a whole number from 1 to 86400.",
  ],
  [
    'an API that does not run',
    ['--recipient', 'a', '--api', 'http://127.0.0.1:9'],
    1,
    'No local API is running at http://127.0.0.1:9',
  ],
])('refuses %s', async (_title, args, expectedStatus, message) => {
  const { status, stdout, stderr } = await refusedCommand(['token', ...args])

  expect(stdout).toBe('')
  expect(stderr).toContain(message)
  expect(status).toBe(expectedStatus)
})

const [smaller, greater] = [Math.min(process.ppid, process.pid), Math.max(process.ppid, process.pid)]

test.each([
  ['greater', smaller, greater],
  ['smaller', greater, smaller],
])('without --api it is the API that was started last, even if its process id is %s', (_title, first, last) => {
  const folder = mkdtempSync(join(tmpdir(), 'running-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  announceApi(folder, { ...running, api: 'http://127.0.0.1:3000', pid: first, startedAt: 1 })
  announceApi(folder, { ...running, api: 'http://127.0.0.1:4000', pid: last, startedAt: 2 })

  expect(chosenApi(runningApis(folder), undefined).api).toBe('http://127.0.0.1:4000')
})

test('without --api and with several APIs, it says for which one the token is', async () => {
  const forget = announceApi(projectFolder, { ...running, api: 'http://127.0.0.1:9', pid: process.pid, startedAt: 0 })
  onTestFinished(forget)
  const { state } = await startCommand(['--data', 'memory', '--assembly', visitsAssembly()])

  const { stderr } = await refusedCommand(['token', '--recipient', 'alice'])

  expect(stderr).toBe(`The token is for ${state.api}; --api chooses another one: http://127.0.0.1:9\n`)
  expect((await refusedCommand(['token', '--recipient', 'alice', '--api', state.api])).stderr).toBe('')
})

test('without --api and without a running one, the next step is named, regression: it was a script of one project', () => {
  expect(() => chosenApi([], undefined)).toThrow('No local API is running: start one with `npx serve-assembly start`')
  expect(() => chosenApi([], undefined, 'npm run')).toThrow('`npm run start`')
})

test('--api may say localhost and end with a slash', () => {
  expect(chosenApi(apis, 'http://localhost:4000/')).toBe(apis[1])
  for (const near of ['http://127.0.0.1:400', 'http://127.0.0.1:40000', 'https://127.0.0.1:4000', 'http://127.0.0.1'])
    expect(() => chosenApi(apis, near)).toThrow('running: http://127.0.0.1:3000, http://127.0.0.1:4000')
})
