import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ownInvocations } from '../../cli/ownInvocations.ts'
import type { ReadyState } from '../../cli/readyMessage.ts'
import { ownAgent } from '../../ownAgent.ts'
import { exchanged } from '../gateway/rawHttp.ts'
import { localCommand, projectFolder, refusedCommand, startCommand } from './commandLine.ts'
import { visitsAssembly } from './visitsAssembly.ts'

const assembly = () => ['--assembly', visitsAssembly()]
const inMemory = () => ['--data', 'memory', ...assembly()]

const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'local-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const visit = async ({ api, token }: ReadyState, query = '') => {
  const response = await fetch(`${api}/alerts/1${query}`, { headers: { authorization: `Bearer ${token}` } })
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, body }
}

/** The processes whose command line holds that text. */
const processesWith = (text: string): string[] =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || name === String(process.pid)) return false
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text)
    } catch {
      return false
    }
  })

describe('start', () => {
  test('--json: one JSON object is all of stdout, and what it says works', async () => {
    const { state, child, finished } = await startCommand(inMemory())

    expect(Object.keys(state)).toEqual(['api', 'issuer', 'audience', 'dynamodb', 's3', 'recipientId', 'token'])
    expect(decodeJwt(state.token)).toMatchObject({
      sub: state.recipientId,
      iss: state.issuer,
      client_id: state.audience,
    })
    expect(await visit(state)).toMatchObject({ status: 200, body: { visits: 1 } })
    await visit(state, '?fail=1')
    child.kill('SIGTERM')
    const { status, stdout, stderr } = await finished
    expect(status).toBe(0)
    expect(stdout).toBe(`${JSON.stringify(state)}\n`)
    expect(stderr).toContain('getAlert: Invoke Error\t{"errorType":"Error","errorMessage":"asked to fail"')
  })

  test('without --json: at most eight lines, first the start page that the project installed, and a token on request', async () => {
    const packageFolder = join(projectFolder, 'node_modules/serve-assembly-start-page')
    mkdirSync(packageFolder, { recursive: true })
    onTestFinished(() => rmSync(packageFolder, { recursive: true }))
    writeFileSync(join(packageFolder, 'package.json'), '{"type":"module","exports":"./page.js"}')
    const page = `export const createStartPage = () => ({ open: async ({ api }) => api.api + '/page', onLog: () => {} })`
    writeFileSync(join(packageFolder, 'page.js'), page)
    const { child, stdout, finished } = localCommand(['start', '--port', '0', ...inMemory()])
    await vi.waitFor(() => expect(stdout()).toContain('Ctrl-C'), 60_000)

    const [, api = ''] = /API +(\S+)/.exec(stdout()) ?? []
    const lines = stdout().split('\n')
    expect(lines.length).toBeLessThanOrEqual(9)
    expect(lines[1]).toBe(`  Start page  ${api}/page`)
    expect(lines.at(-3)).toBe('  Token       npx serve-assembly token --recipient demo')
    expect(lines.at(-2)).toBe('Data are in memory and end with it. Ctrl-C stops it.')
    child.kill('SIGINT')
    expect((await finished).status).toBe(0)
  })

  test('--trace and --unused-permissions print to stderr', async () => {
    const { state, child, finished } = await startCommand([...inMemory(), '--trace', '--unused-permissions'])

    await visit(state)
    child.kill('SIGTERM')

    const { stderr } = await finished
    expect(stderr).toMatch(
      /^getAlert [\d.]+ ms · 1 call · 1 WRU · \$[\d.]+ per million\n {2}dynamodb UpdateItem \S+ [\d.]+ ms · 1 WRU$/m,
    )
    expect(stderr).toMatch(/^unused: getAlert dynamodb:GetItem on arn:aws:dynamodb:/m)
  })

  test('the log says what is wrong with a path and with the token of another API', async () => {
    const { state, child, finished } = await startCommand(inMemory())
    const claims = Buffer.from('{"iss":"http://127.0.0.1:9"}').toString('base64url')

    await fetch(`${state.api}/alert/1`)
    await fetch(`${state.api}/alerts/1`, { headers: { authorization: `Bearer e30.${claims}.e30` } })
    child.kill('SIGTERM')

    const { stderr } = await finished
    expect(stderr).toContain('gateway: GET /alert/1: 404, there is no such route; did you mean GET /alerts/1?\n')
    expect(stderr).toContain(
      `GET /alerts/1: 401, the issuer of the token is http://127.0.0.1:9, expected ${state.issuer}\n`,
    )
  })

  test('a kill -9 leaves no process behind, and loses nothing', async () => {
    const data = temporaryFolder()
    const { state, child, finished } = await startCommand([...assembly(), '--data', data])
    const { body } = await visit(state)
    expect(processesWith(data)).not.toEqual([])

    child.kill('SIGKILL')
    await finished

    for (let attempt = 0; attempt < 100 && processesWith(data).length > 0; attempt += 1) await delay(20)
    expect(processesWith(data)).toEqual([])
    const again = await startCommand([...assembly(), '--data', data])
    const visited = await visit({ ...again.state, token: state.token })
    expect(visited).toMatchObject({ status: 200, body: { visits: Number(body['visits']) + 1 } })
  })
})

test('the log is without requests of the program itself, but has their failures', () => {
  const own = ownInvocations()
  own.onAccepted('1', { requestContext: { http: { userAgent: ownAgent } } })
  own.onAccepted('2', { requestContext: { identity: { userAgent: ownAgent } } })
  own.onAccepted('3', { requestContext: { http: { userAgent: 'curl/8' } } })
  own.onAccepted('4', null)
  const line = { source: 'getAlert', stream: 'stdout', text: '{}' } as const

  expect(['1', '2', '3', '4', undefined].filter((requestId) => own.hasWritten({ ...line, requestId }))).toEqual([
    '1',
    '2',
  ])
  expect(own.hasWritten({ ...line, stream: 'platform', requestId: '1' })).toBe(false)
})

test('every port answers to names of this machine, the API to that of a tunnel too, regression: a page elsewhere could point a name of its own at them', async () => {
  const { state } = await startCommand([...inMemory(), '--host-name', 'Tunnel.example'])
  const portOf = (url: string) => Number(new URL(url).port)
  const isAnswered = async (url: string, host: string) => {
    const request = `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    const answer = await exchanged(portOf(url), [request], 5000)
    return !/^HTTP\/1.1 403 [\s\S]*This address answers to 127.0.0.1 and localhost only\./.test(answer)
  }

  for (const url of [state.api, state.issuer, state.s3]) {
    for (const host of ['rebound.example', `localhost.example:${portOf(url)}`, '127.0.0.1.example', ''])
      expect(await isAnswered(url, host), host).toBe(false)
    for (const host of ['localhost', `127.0.0.1:${portOf(url)}`, '[::1]:8080'])
      expect(await isAnswered(url, host), host).toBe(true)
    expect(await isAnswered(url, 'tunnel.example')).toBe(url === state.api)
  }
})

test('what is kept is for its user alone, regression: the data could be read by every user of the machine', async () => {
  const data = temporaryFolder()
  chmodSync(data, 0o755)
  const { state } = await startCommand([...assembly(), '--data', data])
  await visit(state)

  const kept = [data, join(projectFolder, '.local', 'running')].flatMap((folder) => [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ])
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])
})

describe('start refuses with one line', () => {
  test.each([
    ['an unknown flag', ['--prot', '3000'], 2, /^error: unknown option '--prot'\n\(Did you mean --port\?\)$/],
    [
      'a value that is no port',
      ['--port', '65536'],
      2,
      /^error: .*'65536' is invalid. Expected a whole number from 0 to/,
    ],
    ['a flag without its value', ['--data'], 2, /^error: option '--data <folder\|memory>' argument missing$/],
    ['an argument', ['now'], 2, /^error: too many arguments for 'start'/],
    ['an engine that it does not know', ['--engine', 'postgres'], 1, /^The DynamoDB engine is dynoxide, java or a URL/],
    ['no data folder', ['--data', ''], 2, /^--data: expected a folder or 'memory'$/],
    ['other providers', ['--providers', 'x'], 2, /^--providers: expected sandbox or real, got 'x'$/],
    ['--watch without a build', ['--watch'], 2, /^--watch: this project does not say how its functions are built$/],
    ['a fault plan that is not there', ['--faults', '/nowhere'], 2, /^--faults \/nowhere: ENOENT/],
    ['--watch of an assembly', ['--watch', '--assembly', 'x'], 2, /^--watch needs the sources, not --assembly$/],
    [
      'stand-ins that there are not',
      ['--providers', 'sandbox'],
      2,
      /^--providers sandbox: this project has no stand-ins$/,
    ],
    [
      'an assembly that is not there',
      ['--assembly', '/nowhere', '--data', 'memory', '--port', '0'],
      1,
      /^Starting the local API\n\/nowhere\/manifest\.json: cannot be read \(ENOENT\); synthesize first$/,
    ],
    [
      'a folder without an app',
      ['--data', 'memory', '--port', '0'],
      1,
      /^Starting the local API\nThere is no cdk.json in /,
    ],
  ])('%s', async (_title, args, expectedStatus, message) => {
    const { status, stdout, stderr } = await refusedCommand(['start', ...args])

    expect(stdout).toBe('')
    expect(stderr.trimEnd()).toMatch(message)
    expect(status).toBe(expectedStatus)
  })

  test('nothing for --help, which prints the help', async () => {
    const { status, stdout, stderr } = await refusedCommand(['start', '--help'])

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('--unused-permissions')
  })

  test('an unknown command', async () => {
    const { status, stderr } = await refusedCommand(['strat'])

    expect(stderr).toBe("error: unknown command 'strat'\n(Did you mean start?)\n")
    expect(status).toBe(2)
  })

  test('a port in use, and data in use', async () => {
    const data = temporaryFolder()
    const { state, child } = await startCommand([...assembly(), '--data', data])
    const port = new URL(state.api).port

    const samePort = await localCommand(['start', '--port', port, ...inMemory()]).finished
    const sameData = await localCommand(['start', '--port', '0', '--data', data, ...assembly()]).finished

    expect(samePort).toMatchObject({
      status: 1,
      stderr: `Port ${port}, or ${Number(port) + 1} for the WebSocket API, is in use: stop what listens there, or let --port 0 pick free ones\n`,
    })
    expect(sameData).toMatchObject({
      status: 1,
      stderr: `${data} is in use by the local API at ${state.api} (process ${child.pid}): stop it, or choose another --data\n`,
    })
  })
})
