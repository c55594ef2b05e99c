import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import {
  parameterPrefixVariable,
  publicUrlVariable,
  webSocketUrlVariable,
} from '../../shared/contract/environmentNames.ts'
import {
  type BucketName,
  buckets,
  type KeyName,
  keys,
  type QueueName,
  queues,
  type TableName,
  tables,
} from '../../shared/contract/resources.ts'
import type { TableDefinition } from '../../shared/contract/tableDefinition.ts'
import { createDynamoDbService, dynamoDbInput } from '../local/runner/aws/dynamodbService.ts'
import type { EngineHandler } from '../local/runner/aws/engineHandler.ts'
import { type AnswerRequest, startLocalServer } from '../local/runner/aws/localServer.ts'
import type { SignedRequest } from '../local/runner/aws/signatureV4.ts'
import { type DynamoDbEngine, dynamoDbClientConfig, startDynamoDb } from '../local/runner/engines/dynamodb.ts'
import { createTables, type TableDefinition as EngineTable } from '../local/runner/engines/dynamodbTables.ts'
import { findEngine } from '../local/runner/engines/findEngine.ts'
import { createKms } from '../local/runner/engines/kms.ts'
import { type LocalQueue, openQueues } from '../local/runner/engines/queues.ts'
import { createS3 } from '../local/runner/engines/s3/createS3.ts'
import { createSqs } from '../local/runner/engines/sqs.ts'
import { createSsm } from '../local/runner/engines/ssm.ts'
import { connectDirectly } from './directTransport.ts'
import { providerVariables, resourceVariables } from './resourceVariables.ts'
import { stripSignatures } from './stripSignatures.ts'
import { type WrittenKeys, watchWrites } from './writtenKeys.ts'

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

const queueResource = (name: QueueName) => ({
  logicalId: name,
  name,
  arn: `arn:aws:sqs:${region}:${accountId}:${name}`,
  delaySeconds: 0,
  visibilityTimeoutSeconds: queues[name].visibilityTimeoutSeconds,
  redrive: undefined,
})

const bucketResource = (name: BucketName) => ({
  logicalId: name,
  name: `test-${name}`,
  arn: `arn:aws:s3:::test-${name}`,
})

/** An engine that checks no permissions, because the local API does. */
const unguarded =
  (handle: EngineHandler): AnswerRequest =>
  ({ method, target, headers, body }) =>
    handle({
      method,
      url: new URL(target, `http://${headers['host']}`),
      headers,
      body,
      accessKeyId: 'test',
      authorize: () => undefined,
    })

type EngineName = 'dynamodb' | 's3' | 'kms' | 'ssm' | 'sqs'

/** Every AWS service that functions use, on embedded engines, with the environment set so that function modules find them. */
export interface LocalAws {
  readonly client: DynamoDBDocumentClient
  readonly table: (name: TableName) => string
  readonly bucket: (name: BucketName) => string
  readonly queue: (name: QueueName) => LocalQueue
  /** What was put since its table was last emptied. */
  readonly written: WrittenKeys
  readonly endpoints: Readonly<Record<EngineName, string>>
  /** The engines as their endpoints call them, without a socket. */
  readonly engines: Readonly<Record<EngineName, AnswerRequest>>
  /** The engines that SDK clients reach without a socket; see `connectDirectly`. */
  readonly direct: Map<string, () => AnswerRequest | undefined>
  stop(): Promise<void>
}

/**
 * An engine with the tables, by a copy of what a first one keeps in the run's temporary folder: to create them for each
 * file of tests takes longer than most tests.
 */
const startEngine = async (engineTables: readonly EngineTable[]): Promise<DynamoDbEngine> => {
  if (findEngine(undefined).kind !== 'dynoxide') {
    const engine = await startDynamoDb({ dataFolder: 'memory' })
    await createTables(engine, engineTables)
    return engine
  }
  const digest = createHash('sha256').update(JSON.stringify(engineTables)).digest('hex')
  const copyOf = join(tmpdir(), `engine-${digest}`)
  if (!existsSync(copyOf)) {
    const dataFolder = mkdtempSync(`${copyOf}-`)
    const engine = await startDynamoDb({ dataFolder })
    await createTables(engine, engineTables)
    await engine.stop()
    try {
      renameSync(dataFolder, copyOf)
    } catch {
      // Another process was faster: a folder that has files is not replaced.
    }
  }
  return startDynamoDb({ dataFolder: 'memory', copyOf })
}

/**
 * Starts the engines and fills `process.env`. Function modules are imported after it, because they read their environment when they load.
 *
 * @param parameters SSM parameters below the deployment's prefix: `{ 'youtube/api-key': '…' }`
 */
export const startLocalAws = async (parameters: Readonly<Record<string, string>> = {}): Promise<LocalAws> => {
  const table = (name: TableName): string => `test-${name}`
  const engineTables = Object.entries(tables).map(([name, definition]) =>
    engineTable(table(name as TableName), definition),
  )
  const engine = await startEngine(engineTables)
  const service = createDynamoDbService(engine, false, engineTables)
  const { written, record } = watchWrites(table)
  const bucket = (name: BucketName): string => bucketResource(name).name
  const overrides = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [`${parameterPrefix}/${name}`, value]),
  )
  const s3Engine = createS3({
    buckets: Object.keys(buckets).map((name) => bucketResource(name as BucketName)),
    dataFolder: 'memory',
  })
  const queueNames = Object.keys(queues) as QueueName[]
  const localQueues = openQueues({ queues: queueNames.map(queueResource), dataFolder: 'memory' })
  const engines = {
    dynamodb: async ({ headers, body }: SignedRequest) => {
      const target = headers['x-amz-target'] ?? ''
      const call = { target, action: target.split('.').at(-1) ?? '', input: dynamoDbInput(body) }
      record(call.action, call.input)
      return (await service.send(call, body)).response
    },
    s3: unguarded(s3Engine.handle),
    kms: unguarded(
      createKms({ keys: Object.keys(keys).map((name) => keyResource(name as KeyName)), dataFolder: 'memory' }),
    ),
    sqs: unguarded(createSqs(localQueues)),
    ssm: unguarded(createSsm({ parameters: [], overrides, region, accountId })),
  }
  const [dynamodb, s3, kms, ssm, sqs] = await Promise.all([
    startLocalServer(engines.dynamodb),
    startLocalServer(engines.s3),
    startLocalServer(engines.kms),
    startLocalServer(engines.ssm),
    startLocalServer(engines.sqs),
  ])
  const endpoints = {
    dynamodb: dynamodb.endpoint,
    s3: s3.endpoint,
    kms: kms.endpoint,
    ssm: ssm.endpoint,
    sqs: sqs.endpoint,
  }
  // Stand-ins set their own addresses; without them no provider answers.
  for (const [name, address] of Object.entries(providerVariables(() => 'http://127.0.0.1:1')))
    process.env[name] ??= address
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: engine.accessKeyId,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_KMS: endpoints.kms,
    AWS_ENDPOINT_URL_SSM: endpoints.ssm,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    [parameterPrefixVariable]: parameterPrefix,
    [publicUrlVariable]: 'https://api.test',
    [webSocketUrlVariable]: 'wss://live.test/live',
    ISSUER: 'https://issuer.test',
    SIGN_IN_URL: 'https://sign-in.test',
    CLIENT_ID: 'streaming',
    ...resourceVariables({
      table,
      bucket,
      key: (name) => keyResource(name).arn,
      queue: (name) => `https://sqs.test/${accountId}/${name}`,
    }),
  })
  const dynamoDbClient = new DynamoDBClient(dynamoDbClientConfig(engine))
  const client = DynamoDBDocumentClient.from(dynamoDbClient)
  const direct: LocalAws['direct'] = new Map([[new URL(engine.endpoint).host, () => engines.dynamodb]])
  for (const name of Object.keys(endpoints) as EngineName[])
    direct.set(new URL(endpoints[name]).host, () => engines[name])
  const signAgain = await stripSignatures(dynamoDbClient, direct)
  const disconnect = connectDirectly(client.config.requestHandler, direct)
  return {
    client,
    table,
    written,
    engines,
    direct,
    bucket,
    queue: (name) => localQueues.named(name),
    endpoints,
    stop: async () => {
      disconnect()
      signAgain()
      client.destroy()
      service.close()
      await Promise.all([dynamodb, kms, ssm, s3, sqs].map((server) => server.stop()))
      await s3Engine.stop()
      await engine.stop()
    },
  }
}
