import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { vi } from 'vitest'
import type { EventSourceMappingResource, FunctionResource, QueueResource, TableResource } from '../../deployment.ts'
import { type DynamoDbEngine, dynamoDbClientConfig, startDynamoDb } from '../../engines/dynamodb.ts'
import { createTables } from '../../engines/dynamodbTables.ts'
import { openQueues } from '../../engines/queues.ts'
import type { LambdaRecord } from '../../events/lambdaRecord.ts'
import { type EventSources, startEventSources } from '../../events/startEventSources.ts'
import type { InvocationResult } from '../../lambda/invocation.ts'

// A record that never settles leaves `idle` without an end.
vi.setConfig({ testTimeout: 60_000 })

const table = (name: string): TableResource => ({
  logicalId: name,
  name,
  arn: `arn:aws:dynamodb:eu-central-1:123456789012:table/${name}`,
  partitionKey: 'pk',
  sortKey: 'sk',
  attributeTypes: { pk: 'S', sk: 'S' },
  indexes: [],
  timeToLiveAttribute: undefined,
  streamViewType: 'NEW_AND_OLD_IMAGES',
})

export const functionNamed = (logicalId: string): FunctionResource => ({
  logicalId,
  id: logicalId,
  name: logicalId,
  arn: `arn:aws:lambda:eu-central-1:123456789012:function:${logicalId}`,
  runtime: 'nodejs24.x',
  handler: 'index.handler',
  codeFolder: '/nowhere',
  timeoutSeconds: 30,
  memoryMegabytes: 256,
  environment: {},
  roleLogicalId: 'Role',
  reservedConcurrency: undefined,
  logGroup: '/aws/lambda/example',
})

export const queueNamed = (logicalId: string, more: Partial<QueueResource> = {}): QueueResource => ({
  logicalId,
  name: logicalId,
  arn: `arn:aws:sqs:eu-central-1:123456789012:${logicalId}`,
  delaySeconds: 0,
  visibilityTimeoutSeconds: 30,
  redrive: undefined,
  ...more,
})

export const mappingOf = (more: Partial<EventSourceMappingResource> = {}): EventSourceMappingResource => ({
  logicalId: 'Mapping',
  functionLogicalId: 'Worker',
  tableLogicalId: 'Jobs',
  batchSize: 100,
  batchingWindowSeconds: 0,
  startingPosition: 'TRIM_HORIZON',
  maximumRetryAttempts: 2,
  maximumRecordAgeSeconds: -1,
  bisectOnError: false,
  reportsBatchItemFailures: false,
  parallelizationFactor: 1,
  filters: [],
  deadLetterQueueLogicalId: 'Dead',
  ...more,
})

export interface Invocation {
  readonly functionLogicalId: string
  readonly records: readonly LambdaRecord[]
  readonly at: number
}

export type Answer = (invocation: Invocation) => Promise<InvocationResult> | InvocationResult

export const succeeded = (payload: unknown = null): InvocationResult => ({ kind: 'success', requestId: 'r', payload })

export const failed: InvocationResult = {
  kind: 'error',
  requestId: 'r',
  phase: 'invoke',
  errorType: 'Error',
  errorMessage: 'oops',
  trace: [],
}

/** A database with the tables `Jobs` and `Effects`, and event sources that can be stopped and started over it. */
export const openWorkbench = async (options: { readonly durable?: boolean } = {}) => {
  const folder = options.durable ? mkdtempSync(join(tmpdir(), 'events-spec-')) : undefined
  const dataFolder = folder ?? 'memory'
  const tables = [table('Jobs'), table('Effects')]
  const started: EventSources[] = []
  let engine: DynamoDbEngine
  let client: DynamoDBClient

  const startEngine = async () => {
    engine = await startDynamoDb({ dataFolder })
    await createTables(engine, tables)
    client = new DynamoDBClient(dynamoDbClientConfig(engine))
  }

  const stopEngine = async () => {
    client.destroy()
    await engine.stop()
  }
  await startEngine()

  return {
    put: (pk: string, sk: string, attributes: object = {}, TableName = 'Jobs') =>
      client.send(new PutItemCommand({ TableName, Item: { pk: { S: pk }, sk: { S: sk }, ...attributes } })),
    get client() {
      return client
    },
    /** Starts event sources whose function returns `answer`'s result, and records its events. */
    async start(mappings: readonly EventSourceMappingResource[], answer: Answer = () => succeeded()) {
      const invocations: Invocation[] = []
      const log: string[] = []
      const sources = await startEventSources({
        deployment: {
          region: 'eu-central-1',
          accountId: '123456789012',
          tables,
          functions: ['Worker', 'Second'].map(functionNamed),
          eventSourceMappings: mappings,
          queueMappings: [],
          schedules: [],
        },
        queues: openQueues({ queues: [queueNamed('Dead')], dataFolder }),
        dynamodb: engine,
        dataFolder,
        retryBaseMilliseconds: 5,
        onLog: (line) => log.push(line),
        async invoke(functionLogicalId, event) {
          const { Records } = event as { readonly Records: readonly LambdaRecord[] }
          const invocation = { functionLogicalId, records: Records, at: performance.now() }
          invocations.push(invocation)
          return answer(invocation)
        },
      })
      started.push(sources)
      return { ...sources, invocations, log }
    },
    async restartEngine() {
      await stopEngine()
      await startEngine()
    },
    async close() {
      for (const sources of started) await sources.stop()
      // A shared engine is not stopped, so its tables are deleted.
      for (const { name } of tables) await client.send(new DeleteTableCommand({ TableName: name }))
      await stopEngine()
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Workbench = Awaited<ReturnType<typeof openWorkbench>>

/** The sort keys of the records, in the order in which they were handed over. */
export const sortKeys = (invocations: readonly Invocation[]) =>
  invocations.flatMap(({ records }) => records.map(({ dynamodb }) => String(dynamodb.Keys['sk']?.['S'])))
