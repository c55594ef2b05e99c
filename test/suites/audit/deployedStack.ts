import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { streamEndDelayVariable } from '../../../shared/contract/environmentNames.ts'
import type { TableName } from '../../../shared/contract/resources.ts'
import { dynamoDbClientConfig } from '../../local/runner/engines/dynamodb.ts'
import type { LogLine } from '../../local/runner/lambda/invocation.ts'
import type { LocalApi, LocalApiOptions } from '../../local/runner/localApi.ts'
import { callDeployed, physicalName } from '../../support/deployedOperations.ts'
import { type SceneFactory, sceneFactory } from '../../support/fixtures/sceneFactory.ts'
import type { TestRequest } from '../../support/httpEvent.ts'
import { type LocalStack, startLocalStack } from '../../support/localStack.ts'
import { type Answer, operationNamed, verifyAnswer } from '../../support/operationCaller.ts'

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

/** Calls operations over HTTP, and checks every answer against its contract. */
const callerOf = (localApi: LocalApi, answers: HeardAnswer[]) => async (id: string, request: TestRequest) => {
  const { text, ...answer } = await callDeployed(localApi, id, request)
  answers.push({ operation: id, status: answer.status, text })
  verifyAnswer(operationNamed(id), answer)
  return answer
}

/** Synthesizes the stack and runs its bundles, with permissions, streams and the providers' stand-ins. */
export const startDeployedStack = async (more: Partial<LocalApiOptions> = {}): Promise<DeployedStack> => {
  const lines: LogLine[] = []
  const answers: HeardAnswer[] = []
  // Schedules are never due, because a run of the audit calls their functions itself.
  const startedAt = Date.now()
  // Messages of a queue that wait are never due either, so an end of a stream is final at once.
  const overrides = { [streamEndDelayVariable]: '0' }
  const stack = await startLocalStack((line) => lines.push(line), overrides, { now: () => startedAt, ...more })
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
