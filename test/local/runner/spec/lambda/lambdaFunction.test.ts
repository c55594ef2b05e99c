import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { promptProcesses } from '../../lambda/lambdaFunction.ts'
import { listen } from '../../loopback.ts'
import { codeFolderOf, startFunction } from './testFunction.ts'

test('of idle processes the one that was used last is used again, so that the others end', async () => {
  const source = `exports.handler = async (ms) => {
    await new Promise((resolve) => setTimeout(resolve, ms)); return process.pid }`
  const { lambda } = startFunction(source, {}, { maxProcesses: 2 })
  const pidsOf = async (...ms: number[]) =>
    new Set(
      (await Promise.all(ms.map((each) => lambda.invoke(each)))).map((result) =>
        JSON.stringify({ ...result, requestId: '' }),
      ),
    )
  await vi.waitFor(async () => expect((await pidsOf(100, 100)).size).toBe(2), 60_000)

  const used = [await pidsOf(0), await pidsOf(0), await pidsOf(0)]

  expect(new Set(used.flatMap((each) => [...each])).size).toBe(1)
})

test('a call of AWS that goes by no endpoint of the environment reaches this machine, its signature intact', async () => {
  const received: unknown[] = []
  const server = createServer((incoming, response) => {
    received.push([incoming.headers.host, incoming.method, incoming.url])
    response.end('here')
  })
  onTestFinished(() => void server.close())
  const port = await listen(server)
  const source = `
    const { sign } = require(${JSON.stringify(fileURLToPath(import.meta.resolve('aws4')))})
    const https = require('node:https')
    exports.handler = (service) => new Promise((resolve, reject) => {
      const call = sign({ service, region: 'eu-central-1', method: 'POST', path: '/topic', body: 'x' })
      https.request(call, (answer) => answer.on('data', (data) => resolve(String(data)))).on('error', reject).end('x')
    })`
  const { lambda } = startFunction(source, {}, { localHosts: { '*.amazonaws.com': `http://127.0.0.1:${port}` } })

  const result = await lambda.invoke('sns')

  expect(result).toMatchObject({ kind: 'success', payload: 'here' })
  expect(received).toEqual([['sns.eu-central-1.amazonaws.com', 'POST', '/topic']])
})

describe('a successful invocation', () => {
  test('hands over the event and the context that Lambda gives', async () => {
    const { lambda } = startFunction(`exports.handler = async (event, context) =>
      ({ event, context, remaining: context.getRemainingTimeInMillis() })`)

    const result = await lambda.invoke({ a: 'ü' })

    expect(result).toMatchObject({
      kind: 'success',
      payload: {
        event: { a: 'ü' },
        context: {
          awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          functionName: 'Stack-example',
          functionVersion: '$LATEST',
          invokedFunctionArn: 'arn:aws:lambda:eu-central-1:123456789012:function:Stack-example',
          memoryLimitInMB: '256',
          logGroupName: '/aws/lambda/Stack-example',
          logStreamName: expect.stringMatching(/^\d{4}\/\d{2}\/\d{2}\/\[\$LATEST\][0-9a-f]{32}$/),
        },
      },
    })
    const { remaining } = (result as { payload: { remaining: number } }).payload
    expect(remaining).toBeGreaterThan(4000)
    expect(remaining).toBeLessThanOrEqual(5000)
  })

  test.each([
    ['a handler that is not async', `exports.handler = () => 1`, 'index.cjs', 1],
    ['no result', `exports.handler = async () => {}`, 'index.cjs', null],
    ['an ES module', `export const handler = async () => import.meta.url.slice(0, 5)`, 'index.mjs', 'file:'],
    ['CommonJS in a .js file', `exports.handler = async () => typeof require`, 'index.js', 'function'],
    [
      'the SDK of Lambda’s runtime by require',
      `const { PutCommand } = require('@aws-sdk/lib-dynamodb')
      exports.handler = async () => PutCommand.name`,
      'index.cjs',
      'PutCommand',
    ],
    [
      'the SDK of Lambda’s runtime by import',
      `import { SQSClient } from '@aws-sdk/client-sqs'
      export const handler = async () => SQSClient.name`,
      'index.mjs',
      'SQSClient',
    ],
    ['a default export that holds the handler', `export default { handler: async () => 2 }`, 'index.mjs', 2],
    ['a handler within an export', `exports.api = { run: async () => 3 }`, 'index.cjs', 3, 'index.api.run'],
    ['a handler in a folder', `exports.run = async () => 4`, 'lib.v1/index.cjs', 4, 'lib.v1/index.run'],
  ])('%s', async (_title, source, fileName, payload, handler = 'index.handler') => {
    const { lambda } = startFunction(source, { handler }, { fileName })

    expect(await lambda.invoke({})).toMatchObject({ kind: 'success', payload })
  })

  test('finds the declared environment, the platform’s and nothing of this machine', async () => {
    process.env['SECRET_OF_THIS_MACHINE'] = 'x'
    const { lambda } = startFunction('exports.handler = async () => process.env')

    const { payload } = (await lambda.invoke({})) as { payload: object }

    expect(payload).not.toHaveProperty('SECRET_OF_THIS_MACHINE')
    expect(payload).toMatchObject({
      TABLE: 'announcers',
      TZ: ':UTC',
      AWS_ACCESS_KEY_ID: expect.stringMatching(/^ASIA[A-Z2-7]{16}$/),
      AWS_LAMBDA_RUNTIME_API: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      LAMBDA_RUNTIME_DIR: expect.stringMatching(/\/lambda$/),
      _X_AMZN_TRACE_ID: expect.stringMatching(/^Root=/),
    })
  })

  test('finds the trace of each of its invocations, in the same process too', async () => {
    const { lambda } = startFunction('exports.handler = async () => [process.pid, process.env._X_AMZN_TRACE_ID]')

    const answers = [await lambda.invoke({}), await lambda.invoke({})] as { payload: [number, string] }[]

    const [[pid, trace], again] = answers.map(({ payload }) => payload) as [[number, string], [number, string]]
    expect(again).toEqual([pid, expect.not.stringContaining(trace)])
  })

  test('passes on what is written to stdout and stderr, with the request it belongs to', async () => {
    const { lambda, log } = startFunction(`console.log('init')
      exports.handler = async () => { console.log('one\\ntwo'); process.stderr.write('no line end') }`)

    const result = await lambda.invoke({})
    await lambda.stop()

    const { requestId } = result as { requestId: string }
    expect(log).toHaveLength(4)
    expect(log).toEqual(
      expect.arrayContaining([
        { source: 'example', stream: 'stdout', requestId: undefined, text: 'init' },
        { source: 'example', stream: 'stdout', requestId, text: 'one' },
        { source: 'example', stream: 'stdout', requestId, text: 'two' },
        { source: 'example', stream: 'stderr', requestId, text: 'no line end' },
      ]),
    )
  })
})

describe('an init error', () => {
  test.each([
    ['a module that throws', `throw new TypeError('no table')`, 'TypeError', 'no table'],
    ['a missing dependency', `require('left-pad')`, 'Runtime.ImportModuleError', /Cannot find module 'left-pad'/],
    [
      'a client of a service that is not imitated',
      `require('@aws-sdk/client-sns')`,
      'Runtime.ImportModuleError',
      /Cannot find module '@aws-sdk\/client-sns'.*install the package in your app/,
    ],
    ['a syntax error', `exports.handler = async (`, 'Runtime.UserCodeSyntaxError', /SyntaxError/],
    ['no such export', `exports.other = 1`, 'Runtime.HandlerNotFound', 'index.handler is undefined or not exported'],
    ['not a function', `exports.handler = 1`, 'Runtime.HandlerNotFound', 'index.handler is not a function'],
    [
      'a callback handler',
      `exports.handler = (a, b, c) => c()`,
      'Runtime.CallbackHandlerDeprecated',
      /removed support/,
    ],
    ['an exit', `process.exit(7)`, 'Runtime.ExitError', 'Runtime exited with error: exit status 7'],
    [
      'a rejection',
      `Promise.reject(new Error('late'))
      exports.handler = async () => 'never'`,
      'Runtime.UnhandledPromiseRejection',
      'Error: late',
    ],
  ])('%s', async (_title, source, errorType, errorMessage) => {
    const { lambda } = startFunction(source)

    const result = await lambda.invoke({})

    expect(result).toMatchObject({ kind: 'error', phase: 'init', errorType, requestId: expect.stringMatching(/.{36}/) })
    expect(result).toHaveProperty('errorMessage', expect.stringMatching(errorMessage))
  })

  test.each([
    ['a file that is not there', 'other.handler', 'Runtime.ImportModuleError'],
    ['no export', 'index', 'Runtime.MalformedHandlerName'],
  ])('of a handler that names %s', async (_what, handler, errorType) => {
    const { lambda } = startFunction('', { handler })

    expect(await lambda.invoke({})).toMatchObject({ kind: 'error', phase: 'init', errorType })
  })

  test('of a code folder that is not there', async () => {
    const { lambda } = startFunction('', { codeFolder: '/nowhere/at/all' })

    expect(await lambda.invoke({})).toMatchObject({
      kind: 'error',
      phase: 'init',
      errorType: 'Runtime.InvalidEntrypoint',
    })
  })

  test('is had by every invocation, each from a fresh process', async () => {
    const { lambda, log } = startFunction(`throw new Error('broken ' + process.pid)`)

    const results = [await lambda.invoke({}), await lambda.invoke({})]
    await lambda.stop()

    expect(new Set(results.map((result) => (result as { errorMessage: string }).errorMessage)).size).toBe(2)
    expect(log.filter((line) => line.text.startsWith('Init Error\t'))).toHaveLength(2)
  })
})

describe('an invocation error', () => {
  test.each([
    ['a throw', `() => { throw new RangeError('too far') }`, 'RangeError', 'too far'],
    ['a rejection', `async () => { throw new Error('no') }`, 'Error', 'no'],
    ['a thrown string', `async () => { throw 'plain' }`, 'string', 'plain'],
    ['an unserializable result', `async () => 1n`, 'Runtime.JSONStringifyError', 'Unable to stringify response body'],
    ['a circular result', `async () => { const a = {}; a.a = a; return a }`, 'Runtime.JSONStringifyError', /Unable/],
    [
      'an unhandled rejection',
      `() => { Promise.reject(new Error('lost')); return new Promise(() => {}) }`,
      'Runtime.UnhandledPromiseRejection',
      'Error: lost',
    ],
    [
      'an uncaught exception',
      `() => { setImmediate(() => { throw new Error('late') }); return new Promise(() => {}) }`,
      'Error',
      'late',
    ],
    ['an exit', `() => process.exit(3)`, 'Runtime.ExitError', 'Runtime exited with error: exit status 3'],
    [
      'an exit that claims success',
      `() => process.exit(0)`,
      'Runtime.ExitError',
      'Runtime exited without providing a reason',
    ],
    ['a crash', `() => process.abort()`, 'Runtime.ExitError', 'Runtime exited with error: signal: SIGABRT'],
    [
      'a response of 6,291,557 bytes in one character less',
      `async () => 'é' + 'x'.repeat(6291557 - 4)`,
      'Function.ResponseSizeTooLarge',
      /6291556 bytes/,
    ],
  ])('%s', async (_title, handler, errorType, errorMessage) => {
    const { lambda } = startFunction(`let calls = 0
      const faulty = ${handler}
      exports.handler = (event) => event.ok ? (calls += 1, 'well') : faulty()`)

    const result = await lambda.invoke({})

    expect(result).toMatchObject({ kind: 'error', phase: 'invoke', errorType })
    expect(result).toHaveProperty('errorMessage', expect.stringMatching(errorMessage))
    expect(await lambda.invoke({ ok: true })).toMatchObject({ kind: 'success', payload: 'well' })
  })

  test('a response of 6,291,556 bytes passes', async () => {
    const { lambda } = startFunction(`exports.handler = async () => 'x'.repeat(6291556 - 2)`)

    expect(await lambda.invoke({})).toMatchObject({ kind: 'success' })
  })

  test('carries the stack, and is logged with cause and properties', async () => {
    const { lambda, log } = startFunction(`exports.handler = async () => {
      throw Object.assign(new Error('outer', { cause: new Error('inner') }), { code: 'E1' }) }`)

    const result = await lambda.invoke({})
    await lambda.stop()

    expect(result).toHaveProperty('trace', expect.arrayContaining([expect.stringMatching(/index\.cjs/)]))
    const [title, detail] = log[0]?.text.split('\t') ?? []
    expect(title).toBe('Invoke Error')
    expect(JSON.parse(detail ?? '')).toMatchObject({
      errorMessage: 'outer',
      code: 'E1',
      cause: { errorMessage: 'inner' },
    })
  })

  test('an event over the limit is refused before any process starts', async () => {
    const { lambda, log } = startFunction(`console.log('started')`)

    expect(await lambda.invoke('x'.repeat(6_291_455))).toMatchObject({ kind: 'request_too_large' })
    expect(await lambda.invoke('é'.repeat(3_145_728))).toMatchObject({ kind: 'request_too_large' })
    expect(log).toEqual([])
  })

  test('an event at the limit passes', async () => {
    const { lambda } = startFunction('exports.handler = async (event) => event.length')

    expect(await lambda.invoke('x'.repeat(6_291_454))).toMatchObject({ payload: 6_291_454 })
  })
})

describe('limits', () => {
  test('the timeout ends an endless loop, and the next invocation starts cold', async () => {
    const { lambda, log } = startFunction(
      `let calls = 0; exports.handler = async (event) => { calls += 1; if (event.hang) for (;;); return calls }`,
      { timeoutSeconds: 1 },
    )
    await lambda.invoke({})

    const result = await lambda.invoke({ hang: true })

    expect(result).toMatchObject({
      kind: 'timeout',
      phase: 'invoke',
      errorMessage: 'Task timed out after 1.00 seconds',
    })
    const { requestId } = result as { requestId: string }
    const text = `${requestId} Task timed out after 1.00 seconds`
    expect(log.at(-1)).toEqual({ source: 'example', stream: 'platform', requestId, text })
    expect(await lambda.invoke({})).toMatchObject({ payload: 1 })
  })

  test('memory over the limit ends the process, and the next invocation starts cold, regression: its heap came to an end sooner', async () => {
    // Buffers are outside of the heap, which has a limit of its own.
    const { lambda } = startFunction(
      `const { setTimeout } = require('node:timers/promises')
       const kept = []
       const grow = async () => { for (;; await setTimeout(1)) kept.push(Buffer.alloc(1_000_000, 1)) }
       exports.handler = async (event) => { if (event.grow) await grow(); return kept.length }`,
      { memoryMegabytes: 192 },
    )

    await lambda.invoke({})
    // It is frozen soon, and thawed by the next invocation.
    await sleep(100)

    const result = await lambda.invoke({ grow: true })

    expect(result).toMatchObject({
      kind: 'error',
      phase: 'invoke',
      errorType: 'Runtime.OutOfMemory',
      errorMessage: 'Runtime exited with error: signal: killed',
    })
    expect(await lambda.invoke({})).toMatchObject({ payload: 0 })
  })

  test('init has a limit of its own', async () => {
    const { lambda } = startFunction(`for (;;);`, {}, { initLimitMilliseconds: 500 })

    expect(await lambda.invoke({})).toMatchObject({
      kind: 'timeout',
      phase: 'init',
      errorMessage: 'Task timed out after 0.50 seconds',
    })
  })

  test('a reserved concurrency of none throttles all', async () => {
    const { lambda } = startFunction('exports.handler = () => 1', { reservedConcurrency: 0 })

    expect(await lambda.invoke({})).toMatchObject({ kind: 'throttled' })
  })

  test('a thousand invocations run or wait at once, and one more is throttled', async () => {
    const { lambda } = startFunction('exports.handler = () => new Promise(() => setTimeout(() => {}, 60_000))')
    const invocations = Array.from({ length: 1000 }, () => lambda.invoke({}))

    const oneMore = await lambda.invoke({})
    await lambda.stop()

    expect(oneMore).toEqual({ kind: 'throttled', errorMessage: 'Rate Exceeded.' })
    expect(new Set((await Promise.all(invocations)).map(({ kind }) => kind))).toEqual(new Set(['error']))
  })

  test('the reserved concurrency throttles', async () => {
    const { lambda } = startFunction(`exports.handler = () => new Promise((resolve) => setTimeout(resolve, 100))`, {
      reservedConcurrency: 2,
    })

    const results = await Promise.all([lambda.invoke({}), lambda.invoke({}), lambda.invoke({})])

    expect(results.map((result) => result.kind)).toEqual(['success', 'success', 'throttled'])
  })
})

describe('processes', () => {
  const sleeper = `let calls = 0
    exports.handler = async ({ ms = 0 }) => {
      await new Promise((resolve) => setTimeout(resolve, ms)); return { pid: process.pid, calls: ++calls } }`

  test('a function can be warmed before its first invocation', async () => {
    const { lambda, log } = startFunction(`console.log('init'); ${sleeper}`)

    await lambda.warm()

    await vi.waitFor(() => expect(log.map(({ text }) => text)).toEqual(['init']), 60_000)
    expect(await lambda.invoke({})).toMatchObject({ payload: { calls: 1 } })
  })

  test('invocations at the same time each have their own', async () => {
    const count = promptProcesses + 1
    const folder = mkdtempSync('/tmp/running-')
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { lambda } = startFunction(
      `const { readdirSync, writeFileSync } = require('node:fs')
      exports.handler = async () => {
        writeFileSync('${folder}/' + process.pid, '')
        while (readdirSync('${folder}').length < ${count}) await new Promise((resolve) => setTimeout(resolve, 10))
        return process.pid }`,
      { timeoutSeconds: 60 },
      { maxProcesses: count },
    )

    const results = await Promise.all(Array.from({ length: count }, () => lambda.invoke({})))

    expect(new Set(results.map((result) => (result as { payload: number }).payload)).size).toBe(count)
  })

  test('one that is idle for a minute ends, regression: a walk through every operation kept one of each', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { lambda } = startFunction(sleeper)
    const first = await lambda.invoke({})
    vi.advanceTimersByTime(59_000)
    const second = await lambda.invoke({})

    vi.advanceTimersByTime(71_000)
    const third = await lambda.invoke({})
    vi.advanceTimersByTime(71_000)
    const fourth = await lambda.invoke({})

    expect([first, second, third, fourth]).toMatchObject([
      { payload: { calls: 1 } },
      { payload: { calls: 2 } },
      { payload: { calls: 1 } },
      { payload: { calls: 1 } },
    ])
  })

  test('beyond the number that this machine allows, they wait for one', async () => {
    const { lambda } = startFunction(sleeper, {}, { maxProcesses: 1 })

    const results = await Promise.all([1, 2, 3].map(() => lambda.invoke({ ms: 20 })))

    expect(results).toMatchObject([{ payload: { calls: 1 } }, { payload: { calls: 2 } }, { payload: { calls: 3 } }])
  })

  test('a waiting invocation gets a new process when the only one dies', async () => {
    const { lambda } = startFunction(
      `exports.handler = async ({ die }) => { if (die) process.exit(1); return 'alive' }`,
      {},
      { maxProcesses: 1 },
    )

    const results = await Promise.all([lambda.invoke({ die: true }), lambda.invoke({})])

    expect(results).toMatchObject([{ kind: 'error' }, { kind: 'success', payload: 'alive' }])
  })

  test('work that was not awaited is frozen until the next invocation', async () => {
    const { lambda } = startFunction(`let last = 0, longest = 0
      const tick = () => { longest = Math.max(longest, Date.now() - last); last = Date.now() }
      exports.handler = async ({ start }) => {
        if (start) { last = Date.now(); setInterval(tick, 5) } else tick()
        return longest
      }`)
    await lambda.invoke({ start: true })

    await sleep(400)
    const result = await lambda.invoke({})

    expect((result as { payload: number }).payload).toBeGreaterThan(200)
  })

  test('a process that dies while it is idle is replaced silently', async () => {
    const { lambda } = startFunction(sleeper)
    const first = await lambda.invoke({})
    const { pid } = (first as { payload: { pid: number } }).payload
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 60_000)

    const results = [await lambda.invoke({}), await lambda.invoke({})]

    expect(results).toMatchObject([{ payload: { calls: 1 } }, { payload: { calls: 2 } }])
  })

  test('replaced code is started at once and live at the next invocation, and what runs ends undisturbed', async () => {
    const { lambda, log } = startFunction(`exports.handler = async ({ ms }) => {
      await new Promise((resolve) => setTimeout(resolve, ms ?? 0)); return 'old' }`)
    await Promise.all([lambda.invoke({ ms: 200 }), lambda.invoke({ ms: 200 })])
    const running = lambda.invoke({ ms: 300 })

    await lambda.replaceCode(codeFolderOf(`console.log('started'); exports.handler = async () => 'new'`))

    await vi.waitFor(() => expect(log.map(({ text }) => text)).toEqual(['started']), 60_000)
    expect(await lambda.invoke({})).toMatchObject({ payload: 'new' })
    expect(await running).toMatchObject({ payload: 'old' })
    expect(await lambda.invoke({})).toMatchObject({ payload: 'new' })
  })

  test('stopping ends what runs and leaves no process', async () => {
    const { lambda } = startFunction(sleeper)
    const first = await lambda.invoke({})
    const running = lambda.invoke({ ms: 4000 })
    await sleep(50)

    await lambda.stop()

    expect(await running).toMatchObject({ kind: 'error', errorType: 'Runtime.ExitError' })
    expect(await lambda.invoke({})).toMatchObject({ kind: 'error', errorType: 'ServiceException' })
    const { pid } = (first as { payload: { pid: number } }).payload
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
