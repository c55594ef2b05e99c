import { fileURLToPath } from 'node:url'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { type TableName, tableVariable } from '../../shared/contract/resources.ts'
import { operations } from '../../shared/operations.ts'
import { synthesize } from '../harness/cli/synthesis.ts'
import type { Deployment } from '../harness/deployment.ts'
import { dynamoDbClientConfig } from '../harness/engines/dynamodb.ts'
import type { LogLine } from '../harness/lambda/invocation.ts'
import { type LocalApi, startLocalApi } from '../harness/localApi.ts'
import { sandboxParameters } from '../harness/providerParameters.ts'
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts'
import { type SceneFactory, sceneFactory } from '../support/fixtures/sceneFactory.ts'
import type { TestRequest } from '../support/httpEvent.ts'
import { type Answer, verifyAnswer } from '../support/operationCaller.ts'

/** An answer as it came, and to what. */
export interface HeardAnswer {
  readonly operation: string
  readonly status: number
  readonly text: string
}

/** The synthesized stack on the local API, with everything that it says and is told. */
export interface DeployedStack extends SceneFactory {
  readonly localApi: LocalApi
  readonly sandbox: Sandbox
  readonly assemblyFolder: string
  /** The store itself, past every permission. */
  readonly store: DynamoDBDocumentClient
  readonly call: (operation: string, request: TestRequest) => Promise<Answer>
  readonly lines: readonly LogLine[]
  readonly answers: readonly HeardAnswer[]
  stop(): Promise<void>
}

const projectFolder = fileURLToPath(new URL('../..', import.meta.url))

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

/** Calls operations over HTTP, as their clients do, and holds every answer to its contract. */
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
export const startDeployedStack = async (): Promise<DeployedStack> => {
  const { assemblyFolder, release } = await synthesize(projectFolder)
  const sandbox = await startSandbox()
  const lines: LogLine[] = []
  const answers: HeardAnswer[] = []
  const localApi = await startLocalApi({
    assemblyFolder,
    port: 0,
    dataFolder: 'memory',
    overrides: sandbox.urls,
    parameters: sandboxParameters(sandbox),
    onLog: (line) => lines.push(line),
  }).finally(release)
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
    localApi,
    sandbox,
    assemblyFolder,
    store,
    call,
    lines,
    answers,
    stop: async () => {
      store.destroy()
      await localApi.stop()
      await sandbox.stop()
    },
  }
}
