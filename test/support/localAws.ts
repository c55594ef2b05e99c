import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import {
  type BucketName,
  buckets,
  bucketVariable,
  type KeyName,
  keys,
  keyVariable,
  parameterPrefixVariable,
  publicUrlVariable,
  type TableDefinition,
  type TableName,
  tables,
  tableVariable,
  webSocketUrlVariable,
} from '../../shared/contract/resources.ts'
import { createDynamoDbService, dynamoDbInput } from '../harness/aws/dynamodbService.ts'
import type { EngineHandler } from '../harness/aws/engineHandler.ts'
import { dynamoDbClientConfig, startDynamoDb } from '../harness/engines/dynamodb.ts'
import { createTables, type TableDefinition as EngineTable } from '../harness/engines/dynamodbTables.ts'
import { createKms } from '../harness/engines/kms.ts'
import { createS3 } from '../harness/engines/s3/createS3.ts'
import { createSsm } from '../harness/engines/ssm.ts'

const region = 'us-east-1'
const accountId = '000000000000'
const parameterPrefix = '/test'

const attributeTypes = ({
  partitionKey,
  sortKey,
  localIndexes = {},
  globalIndexes = {},
  numbers = [],
}: TableDefinition): EngineTable['attributeTypes'] =>
  Object.fromEntries(
    [
      partitionKey,
      sortKey,
      ...Object.values(localIndexes).map((index) => index.sortKey),
      ...Object.values(globalIndexes).flatMap((index) => [index.partitionKey, index.sortKey]),
    ]
      .filter((name) => name !== undefined)
      .map((name) => [name, numbers.includes(name) ? 'N' : 'S'] as const),
  )

const engineTable = (name: string, definition: TableDefinition): EngineTable => ({
  name,
  partitionKey: definition.partitionKey,
  sortKey: definition.sortKey,
  attributeTypes: attributeTypes(definition),
  indexes: [
    ...Object.entries(definition.localIndexes ?? {}).map(([indexName, { sortKey }]) => ({
      name: indexName,
      kind: 'local' as const,
      partitionKey: definition.partitionKey,
      sortKey,
      projection: { type: 'ALL' as const, attributes: [] },
    })),
    ...Object.entries(definition.globalIndexes ?? {}).map(([indexName, keys]) => ({
      name: indexName,
      kind: 'global' as const,
      ...keys,
      projection: { type: 'KEYS_ONLY' as const, attributes: [] },
    })),
  ],
  timeToLiveAttribute: definition.timeToLive,
  streamViewType: definition.stream,
})

const keyResource = (name: KeyName) => ({
  logicalId: name,
  keyId: name,
  arn: `arn:aws:kms:${region}:${accountId}:key/${name}`,
  aliases: [],
  spec: keys[name].kind === 'hmac' ? ('HMAC_256' as const) : ('SYMMETRIC_DEFAULT' as const),
})

const bucketResource = (name: BucketName) => ({
  logicalId: name,
  name: `test-${name}`,
  arn: `arn:aws:s3:::test-${name}`,
})

/** Serves in-process engines to SDK clients, without permissions: those are the local API's to enforce. */
const serveEngine = async (handle: EngineHandler): Promise<{ endpoint: string; stop(): Promise<void> }> => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const result = await handle({
      method: request.method ?? 'GET',
      url,
      headers,
      body: await buffer(request),
      accessKeyId: 'test',
      authorize: () => undefined,
    })
    response.writeHead(result.status, result.headers)
    if (typeof result.body === 'string' || Buffer.isBuffer(result.body)) response.end(result.body)
    else result.body.pipe(response)
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

/** Every AWS service that functions use, on embedded engines, with the environment set so that function modules find them. */
export interface LocalAws {
  readonly client: DynamoDBDocumentClient
  readonly table: (name: TableName) => string
  readonly bucket: (name: BucketName) => string
  readonly endpoints: { readonly dynamodb: string; readonly s3: string; readonly kms: string; readonly ssm: string }
  stop(): Promise<void>
}

/**
 * Starts the engines and fills `process.env`. Import function modules only after it: they read their environment as they load.
 *
 * @param parameters SSM parameters below the deployment's prefix: `{ 'youtube/api-key': '…' }`
 */
export const startLocalAws = async (parameters: Readonly<Record<string, string>> = {}): Promise<LocalAws> => {
  const engine = await startDynamoDb({ dataFolder: 'memory' })
  const table = (name: TableName): string => `test-${name}`
  const engineTables = Object.entries(tables).map(([name, definition]) =>
    engineTable(table(name as TableName), definition),
  )
  await createTables(engine, engineTables)
  const service = createDynamoDbService(engine, false, engineTables)
  const dynamodb = await serveEngine(async ({ headers, body }) => {
    const target = headers['x-amz-target'] ?? ''
    const call = { target, action: target.split('.').at(-1) ?? '', input: dynamoDbInput(body) }
    return (await service.send(call, body)).response
  })
  const bucket = (name: BucketName): string => bucketResource(name).name
  const kms = await serveEngine(
    createKms({ keys: Object.keys(keys).map((name) => keyResource(name as KeyName)), dataFolder: 'memory' }).handle,
  )
  const overrides = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [`${parameterPrefix}/${name}`, value]),
  )
  const ssm = await serveEngine(createSsm({ parameters: [], overrides, region, accountId }).handle)
  const s3Engine = createS3({
    buckets: Object.keys(buckets).map((name) => bucketResource(name as BucketName)),
    dataFolder: 'memory',
  })
  const s3 = await serveEngine(s3Engine.handle)
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: engine.accessKeyId,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint,
    AWS_ENDPOINT_URL_KMS: kms.endpoint,
    AWS_ENDPOINT_URL_SSM: ssm.endpoint,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
    [parameterPrefixVariable]: parameterPrefix,
    [publicUrlVariable]: 'https://api.test',
    [webSocketUrlVariable]: 'wss://live.test/live',
    ...Object.fromEntries(
      Object.keys(tables).map((name) => [tableVariable(name as TableName), table(name as TableName)]),
    ),
    ...Object.fromEntries(
      Object.keys(buckets).map((name) => [bucketVariable(name as BucketName), bucket(name as BucketName)]),
    ),
    ...Object.fromEntries(
      Object.keys(keys).map((name) => [keyVariable(name as KeyName), keyResource(name as KeyName).arn]),
    ),
  })
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(dynamoDbClientConfig(engine)))
  return {
    client,
    table,
    bucket,
    endpoints: { dynamodb: dynamodb.endpoint, s3: s3.endpoint, kms: kms.endpoint, ssm: ssm.endpoint },
    stop: async () => {
      client.destroy()
      service.close()
      await Promise.all([dynamodb.stop(), kms.stop(), ssm.stop(), s3.stop()])
      await s3Engine.stop()
      await engine.stop()
    },
  }
}
