import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runCommandLine } from '../../cli/commandLine.ts'
import { announceApi, runningApis } from '../../cli/runningApis.ts'
import { addStartOptions } from '../../cli/startOptions.ts'
import type { Toolchain } from '../../cli/toolchain.ts'
import type { ServedRequest } from '../../gateway/httpApi.ts'
import type { InvocationResult } from '../../lambda/invocation.ts'
import type { LocalApi, LocalApiOptions } from '../../localApi.ts'
import { listen } from '../../loopback.ts'
import { ownAgent } from '../../ownAgent.ts'

/** What the commands have asked of the local API, which is another one here. */
const seen = vi.hoisted(() => ({ options: [] as LocalApiOptions[], steps: [] as string[] }))
const result = vi.hoisted(() => ({ now: {} as InvocationResult }))
vi.mock('../../localApi.ts', () => ({
  startLocalApi: async (options: LocalApiOptions): Promise<Partial<LocalApi>> => {
    seen.options.push(options)
    return {
      api: 'http://127.0.0.1:3000',
      deployment: {
        stackName: 'notes',
        functions: [],
        httpApi: { routes: [] },
        withoutEffect: ['AWS::CDK::Metadata (1): statistics of the CDK'],
      } as unknown as LocalApi['deployment'],
      token: async () => 'token',
      invoke: async () => result.now,
      unusedPermissions: () => [],
      stop: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        seen.steps.push('stopped')
      },
    }
  },
}))

const folder = mkdtempSync(join(tmpdir(), 'wiring-'))
const fileOf = (name: string, content: object): string => {
  writeFileSync(join(folder, name), JSON.stringify(content))
  return name
}

mkdirSync(join(folder, 'assembly'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  seen.options.length = 0
  seen.steps.length = 0
})

/** Runs a command in this process; `start` is stopped as soon as it is ready. */
const run = async (args: readonly string[], toolchain: Partial<Toolchain> = {}) => {
  const before = process.listeners('SIGTERM')
  const written = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text)
      if (stream === 'stdout' && args[0] === 'start')
        for (const each of process.listeners('SIGTERM').filter((listener) => !before.includes(listener)))
          setImmediate(() => each('SIGTERM'))
      return true
    })
  try {
    const status = await runCommandLine([...args, '--assembly', 'assembly'], { projectFolder: folder, ...toolchain })
    return { status, ...written, options: seen.options[0] }
  } finally {
    vi.restoreAllMocks()
  }
}

const memory = ['--data', 'memory', '--port', '0']

test.each<[readonly string[], Partial<LocalApiOptions>]>([
  [[], { port: 0, dataFolder: 'memory', ignore: [], hostNames: [] }],
  [['--host-name', 'a.example'], { hostNames: ['a.example'] }],
  [['--stack', 'notes'], { stack: 'notes' }],
  [['--ignore', 'A', '--ignore', 'B'], { ignore: ['A', 'B'] }],
  [['--engine', 'http://127.0.0.1:9'], { engine: 'http://127.0.0.1:9' }],
  [['--env-vars', fileOf('variables.json', { list: { A: '1' } })], { variables: { list: { A: '1' } } }],
  [['--faults', fileOf('faults.json', { rules: [] })], { faults: { rules: [] } }],
  [['--inspect'], { inspect: 'all' }],
  [['--inspect', 'list'], { inspect: { functionId: 'list' } }],
])('start %j reaches the local API', async (flags, expected) => {
  const { status, options } = await run(['start', '--json', ...memory, ...flags])

  expect(status).toBe(0)
  expect(options).toMatchObject({ assemblyFolder: join(folder, 'assembly'), ...expected })
})

test('start has a port that is known, unless another one is named', () => {
  expect(addStartOptions(new Command()).parse([], { from: 'user' }).opts()).toEqual({ port: 3000, ignore: [] })
})

test.each([
  ['--unused-permissions', 'Every granted permission was used.\n'],
  ['--trace', ''],
  ['--verbose', 'no effect: AWS::CDK::Metadata (1): statistics of the CDK\n'],
])('start %s alone prints %j', async (flag, expected) => {
  const { stderr } = await run(['start', '--json', ...memory, flag])

  expect(stderr).toBe(`Starting the local API\n${expected}`)
})

test.each<[readonly string[], number]>([
  [[], 1],
  [['--inspect'], 0],
  [['--faults', fileOf('none.json', { rules: [] })], 0],
])('start %j asks for links, which invoke functions, %i times', async (flags, times) => {
  const linksOf = vi.fn(async () => [])

  await run(['start', '--json', ...memory, ...flags], { linksOf })

  expect(linksOf).toHaveBeenCalledTimes(times)
})

test('start calls the stand-ins of a project that has some, unless it is to call the providers', async () => {
  const stop = async () => void seen.steps.push('stand-ins stopped')
  const startStandIns = async () => ({ options: { overrides: { URL: 'http://h' } }, logUrl: 'http://h/log', stop })
  const linksOf = async () => [{ name: 'log', title: 'Log', url: String(runningApis(folder)[0]?.sandboxLog) }]

  const { options, stdout } = await run(['start', '--json', ...memory], { startStandIns, linksOf })
  const real = await run(['start', ...memory, '--providers', 'real'], { startStandIns })

  expect(JSON.parse(stdout)).toMatchObject({ recipientId: 'demo', token: 'token', log: 'http://h/log' })
  expect([options?.overrides, seen.options[1]?.overrides]).toEqual([{ URL: 'http://h' }, undefined])
  expect(seen.steps).toEqual(['stopped', 'stand-ins stopped', 'stopped'])
  expect(real.stdout).toContain('  Providers   the real ones\n')
})

test('what a page records is not printed: the log is without the program’s own requests, and has no traces unasked', async () => {
  const [onRequest, onInvocation, onLog, open] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(async () => 'http://h/')]
  const page = { pages: () => false, onRequest, onInvocation, onLog, open }
  const startStandIns = async () => ({ options: {}, logUrl: 'http://h/log', stop: async () => {} })
  const { options } = await run(['start', '--json', ...memory], { startPage: async () => page, startStandIns })
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())

  options?.onAccepted?.('own', { requestContext: { http: { userAgent: ownAgent } } })
  for (const requestId of ['own', 'other'])
    options?.onLog({ source: 'a', stream: 'stdout', requestId, text: requestId })
  const trace = { functionId: 'a', entrance: 'http', requestId: 'other', outcome: 'success', calls: [] } as const
  options?.onTrace?.({ ...trace, durationMilliseconds: 1, memoryMegabytes: 512 })
  const request = { method: 'GET', target: '/', status: 200, requestId: 'a' } as ServedRequest
  options?.onRequest?.(request)

  expect(write.mock.calls).toEqual([['a: other\n']])
  expect([onLog.mock.calls.length, onInvocation.mock.calls.length, onRequest.mock.calls]).toEqual([2, 1, [[request]]])
  const subject = { recipientId: 'demo', dataFolder: 'memory', sandboxLog: 'http://h/log' }
  expect(open).toHaveBeenCalledWith(expect.objectContaining(subject))
})

const failure = { requestId: '', phase: 'invoke', errorMessage: 'why' } as const

test.each<[InvocationResult, number, object]>([
  [{ kind: 'success', requestId: '', payload: { a: 1 } }, 0, { a: 1 }],
  [{ kind: 'error', errorType: 'Error', trace: [], ...failure }, 1, { errorType: 'Error', trace: [] }],
  [{ kind: 'timeout', ...failure }, 1, { errorType: 'Sandbox.Timedout', errorMessage: 'why' }],
  [{ kind: 'throttled', errorMessage: 'why' }, 1, { errorType: 'TooManyRequestsException' }],
  [{ kind: 'request_too_large', errorMessage: 'why' }, 1, { errorType: 'RequestTooLargeException' }],
])('invoke of what ends with %j has the status %i, after the end of the local API', async (given, status, printed) => {
  result.now = given

  const ran = await run(['invoke', 'list', '--event', fileOf('event.json', {}), '--data', 'memory'])

  expect(ran.status).toBe(status)
  expect(JSON.parse(ran.stdout)).toMatchObject(printed)
  expect(ran.options).toMatchObject({ port: 0, runsEventSources: false })
  expect(seen.steps).toEqual(['stopped'])
})

test('invoke uses the engine of the API that runs on its data, whatever engine is named, since another one would not see its writes', async () => {
  const server = createServer()
  const api = `http://127.0.0.1:${await listen(server)}`
  onTestFinished(() => void server.close())
  const dataFolder = join(folder, 'data')
  const rest = { issuer: '', audience: '', s3: '', pid: process.pid, startedAt: 0 }
  onTestFinished(announceApi(folder, { api, dynamodb: 'http://127.0.0.1:8', dataFolder, ...rest }))

  const args = ['invoke', 'list', '--event', fileOf('event.json', {}), '--data', 'data']
  const { options } = await run([...args, '--engine', 'http://127.0.0.1:9'])

  expect(options).toMatchObject({ dataFolder, engine: 'http://127.0.0.1:8' })
})
