import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { functionEnvironment } from '../../lambda/environment.ts'
import { heapArguments } from '../../lambda/heapArguments.ts'
import { readLines } from '../../lambda/lineReader.ts'
import { traceIdFor } from '../../lambda/traceId.ts'
import { functionResource } from './testFunction.ts'

const options = {
  resource: functionResource({ environment: { TABLE: 'announcers', ISSUER: 'https://issuer.example' } }),
  region: 'eu-central-1',
  endpoints: { DYNAMODB: 'http://127.0.0.1:8000' },
}

test('endpoints become the variables that the SDK reads', () => {
  expect(functionEnvironment(options)).toMatchObject({ AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8000' })
})

test('an override replaces what the function declares and adds nothing', () => {
  const environment = functionEnvironment({
    ...options,
    overrides: { ISSUER: 'http://127.0.0.1:1', PROVIDER_URL: 'x' },
  })

  expect(environment).toMatchObject({ ISSUER: 'http://127.0.0.1:1', TABLE: 'announcers' })
  expect(environment).not.toHaveProperty('PROVIDER_URL')
})

test('the address of a queue leads to this machine, because the SDK takes the host from it', () => {
  const environment = {
    QUEUE: 'https://sqs.eu-central-1.amazonaws.com/123456789012/Jobs',
    OTHER: 'https://example.com',
  }
  const endpoints = { SQS: 'http://127.0.0.1:8000' }

  const made = functionEnvironment({ ...options, endpoints, resource: functionResource({ environment }) })

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
