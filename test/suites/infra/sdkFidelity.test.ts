import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { KMSClient } from '@aws-sdk/client-kms'
import { SQSClient } from '@aws-sdk/client-sqs'
import { SSMClient } from '@aws-sdk/client-ssm'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { regionalEndpointResolver } from '../../../infra/bundling/bundle/regionalEndpoint.ts'
import { bundleFunctions } from '../../../infra/bundling/bundle.ts'
import { startDynamoDb } from '../../local/runner/engines/dynamodb.ts'
import { createTables } from '../../local/runner/engines/dynamodbTables.ts'
import * as full from './sdkProbe.ts'

/** The AWS SDK as the bundles hold it does what the whole SDK does: same outputs, errors, classes, statuses and attempts. */

const folder = mkdtempSync(join(tmpdir(), 'sdk-probe-'))

vi.stubEnv('AWS_REGION', 'us-east-1')
vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
vi.stubEnv('AWS_SESSION_TOKEN', 'token')
const entry = { id: 'sdkProbe', file: resolve(import.meta.dirname, 'sdkProbe.ts') }
const { outputs } = await bundleFunctions({ entries: [entry], folder })
const trimmed = createRequire(import.meta.url)(outputs['sdkProbe'] ?? '')

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('against the real engine, outcomes are the same', async () => {
  const engine = await startDynamoDb({ dataFolder: 'memory' })
  vi.stubEnv('AWS_ACCESS_KEY_ID', engine.accessKeyId)
  onTestFinished(async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
    await engine.stop()
  })
  const definition = {
    partitionKey: 'id',
    sortKey: undefined,
    attributeTypes: { id: 'S' },
    indexes: [],
    timeToLiveAttribute: undefined,
    streamViewType: undefined,
  } as const
  await createTables(
    engine,
    ['full', 'trimmed'].map((name) => ({ ...definition, name })),
  )

  const expected = await full.probeEngine(engine.endpoint, 'full')
  const found = await trimmed.probeEngine(engine.endpoint, 'trimmed')

  expect(found).toEqual(expected)
  expect(found).toMatchObject({
    condition: { name: 'ConditionalCheckFailedException', status: 400 },
    'no table': {
      name: 'ResourceNotFoundException',
      instanceOf: ['DynamoDBServiceException', 'ResourceNotFoundException'],
    },
    'bad expression': { name: 'ValidationException', status: 400 },
    transaction: { name: 'TransactionCanceledException', status: 400 },
  })
})

const answer =
  (status: number, body: string, type = 'application/x-amz-json-1.0'): RequestListener =>
  (request, response) => {
    request.resume().on('end', () => response.writeHead(status, { 'content-type': type }).end(body))
  }
const failure = (status: number, name: string) =>
  answer(status, JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'on purpose' }))

const faults: readonly (readonly [string, RequestListener, attempts: number])[] = [
  ['throttling', failure(400, 'ThrottlingException'), 3],
  ['provisioned throughput', failure(400, 'ProvisionedThroughputExceededException'), 3],
  ['request limit', failure(400, 'RequestLimitExceeded'), 3],
  ['internal error', failure(500, 'InternalServerError'), 3],
  ['conflict', failure(400, 'TransactionConflictException'), 1],
  ['in progress', failure(400, 'TransactionInProgressException'), 3],
  ['no permission', failure(400, 'AccessDeniedException'), 1],
  ['an error of tables', failure(400, 'ResourceInUseException'), 1],
  ['an error of tomorrow', failure(400, 'QuotaOfTomorrowException'), 1],
  ['a gateway’s page', answer(502, '<html>bad gateway</html>', 'text/html'), 3],
  ['no body', answer(503, ''), 3],
  ['half a body', answer(200, '{"Item":{"id":{"S":'), 1],
]

test.each(faults)('fault, %s: the same error after the same attempts', async (_title, listener, attempts) => {
  let requests = 0
  const endpoint = await serve((request, response) => {
    requests++
    listener(request, response)
  })

  const expected = await full.probeFault(endpoint, 2_000)
  const ofFull = requests
  const found = await trimmed.probeFault(endpoint, 2_000)

  expect(found).toEqual(expected)
  expect([ofFull, requests - ofFull]).toEqual([attempts, attempts])
})

test.each([
  ['silence', () => {}],
  ['reset', (request: IncomingMessage) => request.socket.destroy()],
  ['an answer that stops', (_request: IncomingMessage, response: ServerResponse) => response.write('{"Ite')],
] as const)('fault, %s: the same error after three attempts', async (_title, listener) => {
  let requests = 0
  const endpoint = await serve((request, response) => {
    requests++
    listener(request, response)
  })

  const expected = await full.probeFault(endpoint, 100)
  const found = await trimmed.probeFault(endpoint, 100)

  expect(found).toEqual({ ...expected, message: found.message })
  expect(requests).toBe(6)
})

const canned: RequestListener = (request, response) => {
  const target = String(request.headers['x-amz-target'] ?? `${request.method}`)
  const [status, type, body, headers] = cannedAnswers[target] ?? [500, 'text/plain', target, {}]
  request.resume().on('end', () => response.writeHead(status, { 'content-type': type, ...headers }).end(body))
}

const cannedAnswers: Readonly<Record<string, readonly [number, string, string, Readonly<Record<string, string>>]>> = {
  'TrentService.Encrypt': [200, 'application/x-amz-json-1.1', '{"CiphertextBlob":"AAEC","KeyId":"key"}', {}],
  'TrentService.Decrypt': [400, 'application/x-amz-json-1.1', '{"__type":"InvalidCiphertextException"}', {}],
  'AmazonSSM.GetParameters': [
    200,
    'application/x-amz-json-1.1',
    '{"Parameters":[{"Name":"/a","Value":"secret","LastModifiedDate":1.7E9,"Version":2}],"InvalidParameters":["/b"]}',
    {},
  ],
  PUT: [200, 'application/xml', '', { etag: '"abc"' }],
  POST: [410, 'application/json', '{"message":"gone"}', { 'x-amzn-errortype': 'GoneException' }],
  GET: [404, 'application/xml', '<Error><Code>NoSuchKey</Code><Message>none</Message><Key>k</Key></Error>', {}],
}

test('KMS, SSM and S3 answer the same', async () => {
  const endpoint = await serve(canned)
  const expected = await full.probeOthers(endpoint)

  const found = await trimmed.probeOthers(endpoint)

  expect(found).toEqual(expected)
  expect(found[1]).toMatchObject({ name: 'InvalidCiphertextException', instanceOf: ['InvalidCiphertextException'] })
  expect(found[2]?.output).toMatchObject({ Parameters: [{ LastModifiedDate: new Date(1.7e12) }] })
  expect(found[5]).toMatchObject({ name: 'GoneException', status: 410, instanceOf: ['GoneException'] })
  expect(found[4]).toMatchObject({ name: 'NoSuchKey', status: 404, instanceOf: ['NoSuchKey'] })
})

const regions = [
  'us-east-1',
  'eu-central-1',
  'ap-southeast-7',
  'mx-central-1',
  'us-gov-west-1',
  'cn-north-1',
  'eusc-de-east-1',
  'us-iso-east-1',
  'us-isob-east-1',
  'us-isof-south-1',
  'eu-isoe-west-1',
]
const clients = {
  dynamodb: DynamoDBClient,
  kms: KMSClient,
  ssm: SSMClient,
  sqs: SQSClient,
  'execute-api': ApiGatewayManagementApiClient,
} as const
const cases = Object.entries(clients).flatMap(([service, Client]) =>
  regions.map((region) => [service, region, Client] as const),
)

test.each(cases)('endpoints of %s in %s are those of the SDK’s own rules', (service, Region, Client) => {
  const parameters = { Region, UseFIPS: false, UseDualStack: false }
  const { url } = new Client({ region: Region }).config.endpointProvider(parameters)
  expect(regionalEndpointResolver(service)(parameters).url.href).toBe(url.href)
})

test('endpoints that nobody asked for are refused', () => {
  expect(() => regionalEndpointResolver('kms')({ Region: 'us-east-1', UseFIPS: true })).toThrow('FIPS')
})
