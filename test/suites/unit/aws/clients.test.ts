import { Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { expect, test, vi } from 'vitest'
import { stubEnvironment } from '../../../support/stubEnvironment.ts'

stubEnvironment()
for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'local')
const { connectionsClient } = await import('../../../../shared/mechanisms/aws/connectionsClient.ts')
const { documentClient, dynamoDbClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
const { EarlyAgent } = await import('../../../../shared/mechanisms/aws/earlyAgent.ts')
const { kmsClient } = await import('../../../../shared/mechanisms/aws/kmsClient.ts')
const { retryStrategy } = await import('../../../../shared/mechanisms/aws/retryStrategy.ts')
const { s3Client } = await import('../../../../shared/mechanisms/aws/s3Client.ts')
const { sqsClient } = await import('../../../../shared/mechanisms/aws/sqsClient.ts')
const { ssmClient } = await import('../../../../shared/mechanisms/aws/ssmClient.ts')

interface Client {
  readonly config: { readonly requestHandler: object; readonly retryStrategy: () => Promise<unknown> }
}
interface Requests {
  handle(request: object, options: { readonly abortSignal: AbortSignal }): Promise<unknown>
  httpHandlerConfigs(): { readonly httpsAgent?: unknown }
}

/** The settings of a client's requests, which are there once it was asked for one. */
const settingsOf = async ({ config }: Client) => {
  const requests = config.requestHandler as Requests
  await requests.handle({}, { abortSignal: AbortSignal.abort() }).catch(() => undefined)
  return requests.httpHandlerConfigs()
}
const limits = (milliseconds: number) => ({
  connectionTimeout: 500,
  requestTimeout: milliseconds,
  socketTimeout: milliseconds,
  throwOnRequestTimeout: true,
})

test.each<[name: string, client: Client, limits: object]>([
  ['messages for connections', connectionsClient, limits(600)],
  ['DynamoDB', dynamoDbClient, limits(1500)],
  ['KMS', kmsClient, limits(1500)],
  ['SQS', sqsClient, limits(1500)],
  ['SSM', ssmClient, limits(1500)],
  ['S3', s3Client, { ...limits(20_000), connectionTimeout: 1000, socketTimeout: 5000 }],
])('an attempt at %s has its limits, and is one of six', async (_name, client, expected) => {
  expect(await settingsOf(client)).toMatchObject(expected)
  expect(await client.config.retryStrategy()).toBe(retryStrategy)
  expect(await retryStrategy['getMaxAttempts']()).toBe(6)
})

test('an attempt waits up to 25 ms, then twice as long, and never more than 400 ms', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)

  const delays = [1, 2, 5, 6].map((attempt) => retryStrategy['computeNextBackoffDelay'](attempt))

  expect(delays).toEqual([25, 50, 400, 400])
})

test('requests to DynamoDB share kept connections, fifty at most, the first of which may be there before', async () => {
  const { httpsAgent } = await settingsOf(dynamoDbClient)

  expect(httpsAgent).toBeInstanceOf(EarlyAgent)
  expect((httpsAgent as InstanceType<typeof EarlyAgent>).options).toMatchObject({ keepAlive: true, maxSockets: 50 })
})

test('undefined members are not stored', () => {
  expect(documentClient.config.translateConfig?.marshallOptions).toMatchObject({ removeUndefinedValues: true })
})

test('an object of S3 is read within its attempt, and without a second checksum', async () => {
  let isRead = false
  const body = new Readable({ read: () => {} })
  vi.spyOn(s3Client.config.requestHandler, 'handle').mockImplementation(async () => {
    setImmediate(() => {
      body.push('an object')
      body.push(null)
    })
    body.once('end', () => {
      isRead = true
    })
    return { response: { statusCode: 200, headers: {}, body } as never }
  })

  const { Body } = await s3Client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'key' }))

  expect(isRead).toBe(true)
  expect(await Body?.transformToString()).toBe('an object')
  const { requestChecksumCalculation, responseChecksumValidation } = s3Client.config
  expect([await requestChecksumCalculation(), await responseChecksumValidation()]).toEqual([
    'WHEN_REQUIRED',
    'WHEN_REQUIRED',
  ])
})
