import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { TableName } from '../../shared/contract/resources.ts'
import { tableVariable } from '../../shared/contract/variables.ts'
import { operations } from '../../shared/operations.ts'
import type { Deployment } from '../harness/deployment.ts'
import { dynamoDbClientConfig } from '../harness/engines/dynamodb.ts'
import type { LogLine } from '../harness/lambda/invocation.ts'
import type { LocalApi, LocalApiOptions } from '../harness/localApi.ts'
import { type SceneFactory, sceneFactory } from '../support/fixtures/sceneFactory.ts'
import type { TestRequest } from '../support/httpEvent.ts'
import { type LocalStack, startLocalStack } from '../support/localStack.ts'
import { type Answer, verifyAnswer } from '../support/operationCaller.ts'

/** An answer and its operation. */
export interface HeardAnswer {
  readonly operation: string
  readonly status: number
  readonly text: string
}

/** The synthesized stack on the local API, with all its calls, answers and log lines. */
export interface DeployedStack extends SceneFactory, LocalStack {
  /** The store itself, without permissions. */
  readonly store: DynamoDBDocumentClient
  readonly tableNameOf: (table: TableName) => string
  readonly call: (operation: string, request: TestRequest) => Promise<Answer>
  readonly lines: readonly LogLine[]
  readonly answers: readonly HeardAnswer[]
}

const physicalName = ({ functions }: Deployment, table: TableName): string => {
  const variable = tableVariable(table)
  const name = functions.map(({ environment }) => environment[variable]).find((value) => value !== undefined)
  if (name === undefined) throw new Error(`no function knows the table ${table}`)
  return name
}

const addressOf = (path: string, { params = {}, query }: TestRequest): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''))
  return query === undefined ? filled : `${filled}?${new URLSearchParams(query)}`
}

const bodyOf = ({ body }: TestRequest): string | Uint8Array<ArrayBuffer> | undefined => {
  if (body === undefined || typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

const parsed = (text: string, contentType: string): unknown => (/json$/.test(contentType) ? JSON.parse(text) : text)

/** Calls operations over HTTP, as their clients do, and checks every answer against its contract. */
const callerOf = (localApi: LocalApi, answers: HeardAnswer[]) => async (id: string, request: TestRequest) => {
  const operation = operations.find((candidate) => candidate.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  const { recipient = 'alice', groups } = request
  const body = bodyOf(request)
  const response = await fetch(`${localApi.api}${addressOf(operation.path, request)}`, {
    method: operation.method,
    headers: {
      ...(operation.auth !== 'none' && {
        authorization: `Bearer ${await localApi.token(recipient, groups === undefined ? {} : { groups })}`,
      }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(body !== undefined && { body }),
  })
  const headers = Object.fromEntries(response.headers)
  const text = await response.text()
  answers.push({ operation: id, status: response.status, text })
  const answer = { status: response.status, headers, body: parsed(text, headers['content-type'] ?? '') }
  verifyAnswer(operation, answer)
  return answer
}

/** Synthesizes the stack and runs its bundles, with permissions, streams and the providers' stand-ins. */
export const startDeployedStack = async (more: Partial<LocalApiOptions> = {}): Promise<DeployedStack> => {
  const lines: LogLine[] = []
  const answers: HeardAnswer[] = []
  // Schedules are never due, because a run of the audit calls their functions itself.
  const startedAt = Date.now()
  const stack = await startLocalStack((line) => lines.push(line), {}, { now: () => startedAt, ...more })
  const { localApi, sandbox } = stack
  const { deployment, dynamodb: endpoint, dynamodbAccessKeyId: accessKeyId } = localApi
  const store = DynamoDBDocumentClient.from(new DynamoDBClient(dynamoDbClientConfig({ endpoint, accessKeyId })))
  const call = callerOf(localApi, answers)
  const scenes = sceneFactory({
    call,
    providers: sandbox.urls,
    put: async (table, Item) => {
      await store.send(new PutCommand({ TableName: physicalName(deployment, table), Item }))
    },
  })
  return {
    ...scenes,
    ...stack,
    store,
    tableNameOf: (table) => physicalName(deployment, table),
    call,
    lines,
    answers,
    stop: async () => {
      store.destroy()
      await stack.stop()
    },
  }
}
