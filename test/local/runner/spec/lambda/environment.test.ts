import { existsSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { functionEnvironment } from '../../lambda/environment.ts'
import { heapArguments } from '../../lambda/heapArguments.ts'
import { startLambdaService } from '../../lambda/lambdaService.ts'
import { readLines } from '../../lambda/lineReader.ts'
import { watchMemory } from '../../lambda/memoryWatchdog.ts'
import { requestReader } from '../../lambda/requestReader.ts'
import { traceIdFor } from '../../lambda/traceId.ts'
import { codeFolderOf, functionResource } from './testFunction.ts'

const options = {
  resource: functionResource({ environment: { TABLE: 'announcers', ISSUER: 'https://issuer.example' } }),
  region: 'eu-central-1',
  endpoint: 'http://127.0.0.1:8000',
}

test('a function has its own variables, the addresses that the SDK reads, and the values that Lambda documents', () => {
  expect(functionEnvironment(options)).toEqual({
    TABLE: 'announcers',
    ISSUER: 'https://issuer.example',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:8000',
    _HANDLER: 'index.handler',
    AWS_REGION: 'eu-central-1',
    AWS_DEFAULT_REGION: 'eu-central-1',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: 'Stack-example',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/Stack-example',
    LANG: 'en_US.UTF-8',
    PATH: '/var/lang/bin:/usr/local/bin:/usr/bin/:/bin:/opt/bin',
    TZ: ':UTC',
  })
})

test('an address of a service that the template names is left to the function, as on AWS', () => {
  const AWS_ENDPOINT_URL_S3 = 'https://minio.example'

  const made = functionEnvironment({ ...options, resource: functionResource({ environment: { AWS_ENDPOINT_URL_S3 } }) })

  expect(made).toMatchObject({ AWS_ENDPOINT_URL: 'http://127.0.0.1:8000', AWS_ENDPOINT_URL_S3 })
})

test('a variable that Lambda does not reserve replaces the platform’s, also one of --env-vars', () => {
  const environment = { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8', PATH: '/opt/tools' }
  const resource = functionResource({ environment })

  expect(functionEnvironment({ ...options, resource })).toMatchObject(environment)
  expect(functionEnvironment({ ...options, resource, overrides: { TZ: 'UTC' } })).toMatchObject({ TZ: 'UTC' })
})

test('an override replaces what the function declares and adds nothing', () => {
  const environment = functionEnvironment({
    ...options,
    overrides: { ISSUER: 'http://127.0.0.1:1', PROVIDER_URL: 'x', toString: 'x' },
  })

  expect(environment).toMatchObject({ ISSUER: 'http://127.0.0.1:1', TABLE: 'announcers' })
  expect(environment).not.toHaveProperty('PROVIDER_URL')
  expect(Object.keys(environment)).not.toContain('toString')
})

test('values of --env-vars come before those of the harness', async () => {
  const codeFolder = codeFolderOf('exports.handler = async () => process.env.TABLE')
  const functions = ['one', 'two'].map((id) => functionResource({ id, logicalId: id, codeFolder }))
  const { invoke, stop } = startLambdaService({
    deployment: { region: 'eu-central-1', functions },
    credentials: new Map(),
    overrides: { TABLE: 'of the stand-ins' },
    variables: { one: { TABLE: 'chosen' } },
    onLog: () => {},
  })
  onTestFinished(stop)

  expect(await Promise.all(functions.map(({ id }) => invoke(id, {})))).toMatchObject([
    { payload: 'chosen' },
    { payload: 'of the stand-ins' },
  ])
})

test('the address of a queue leads to this machine, because the SDK takes the host from it', () => {
  const environment = {
    QUEUE: 'https://sqs.eu-central-1.amazonaws.com/123456789012/Jobs',
    OTHER: 'https://example.com',
  }
  const made = functionEnvironment({ ...options, resource: functionResource({ environment }) })

  expect(made).toMatchObject({ QUEUE: 'http://127.0.0.1:8000/123456789012/Jobs', OTHER: 'https://example.com' })
})

test('a template cannot replace what Lambda reserves', () => {
  const resource = functionResource({ environment: { AWS_REGION: 'mars', AWS_LAMBDA_FUNCTION_NAME: 'mine' } })

  expect(functionEnvironment({ ...options, resource })).toMatchObject({
    AWS_REGION: 'eu-central-1',
    AWS_LAMBDA_FUNCTION_NAME: 'Stack-example',
  })
})

test("the heap has the limits that Lambda derives from the function's memory, unless the function sets one itself", () => {
  const [own, set] = [{}, { NODE_OPTIONS: '--max-old-space-size=100' }].map((environment) =>
    heapArguments(functionResource({ memoryMegabytes: 1024, environment })),
  )

  expect(own).toEqual(['--max-semi-space-size=51', '--max-old-space-size=921'])
  expect(set).toEqual([])
})

test('an invocation is of its caller’s trace, or of a new one, and has an id of its own', () => {
  const root = '1-6a5145a9-1bae89e2512ec92d5d9438a0'
  const ids = [
    { headers: { 'x-amzn-trace-id': `Self=1;Root=${root};Sampled=1` } },
    {},
    null,
    { headers: { 'x-amzn-trace-id': 5 } },
  ].map(traceIdFor)

  expect(ids[0]).toMatch(new RegExp(`^Root=${root};Parent=[0-9a-f]{16};Sampled=0$`))
  for (const id of ids.slice(1)) expect(id).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=/)
  expect(new Set(ids).size).toBe(4)
})

test.skipIf(!existsSync('/proc/self/status'))(
  'memory is measured at the end of the watch too, since many short invocations may leak as much as a long one',
  () => {
    const exceeded = vi.fn()

    watchMemory(process.pid, 1, () => exceeded('by a megabyte'))()
    watchMemory(process.pid, 100_000, () => exceeded('by 100 GB'))()

    expect(exceeded.mock.calls).toEqual([['by a megabyte']])
  },
)

const requests = [
  'POST /one HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nh\u00e9\r\n',
  'GET /two HTTP/1.1\r\nX-Name:  a:b \r\n\r\n',
  'POST /three HTTP/1.1\r\ncontent-length: 6\r\n\r\n123456',
].join('')

test.each([1, 7, 1000])('requests are read from chunks of %i bytes, but for a body over the limit', (size) => {
  const read = requestReader(5)
  const text = Buffer.from(requests)
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
    text.subarray(n * size, (n + 1) * size),
  )

  const found = chunks.flatMap((chunk): unknown[] => [...(read(chunk) ?? ['refused'])])

  expect(found).toEqual([
    { method: 'POST', target: '/one', headers: { host: 'h', 'content-length': '5' }, body: Buffer.from('h\u00e9\r\n') },
    { method: 'GET', target: '/two', headers: { 'x-name': 'a:b' }, body: Buffer.alloc(0) },
    { method: 'POST', target: '/three', headers: { 'content-length': '6' }, body: undefined },
  ])
})

test.each([
  ['a body without a length', 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['no number as a length', 'POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n'],
  ['a head of more than 16 KB', `GET / HTTP/1.1\r\nA: ${'x'.repeat(16_384)}`],
])('a request with %s is refused', (_what, text) => {
  expect(requestReader(5)(Buffer.from(text))).toBeUndefined()
})

test('lines are read as they are written, whatever the chunks: a character in two, separators of JSON, no line end', async () => {
  const stream = new PassThrough()
  const lines: string[] = []
  readLines(stream, (line) => lines.push(line))
  const text = Buffer.from('é\u2028\rone\n\ntwo')

  for (const byte of text) stream.write(Buffer.of(byte))
  stream.end()
  await finished(stream)

  expect(lines).toEqual(['é\u2028\rone', '', 'two'])
})
