import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { connectionsUrlVariable, webSocketUrlVariable } from '../../shared/contract/resources.ts'
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts'
import { type SceneFactory, sceneFactory } from './fixtures/sceneFactory.ts'
import { type LocalAws, startLocalAws } from './localAws.ts'
import { operationCaller } from './operationCaller.ts'

/** The service's functions in this process, on embedded engines and with the providers' stand-ins around them. */
export interface FunctionsUnderTest extends SceneFactory {
  readonly aws: LocalAws
  readonly sandbox: Sandbox
  readonly call: ReturnType<typeof operationCaller>
  stop(): Promise<void>
}

/** @see startFunctions */
export interface FunctionOptions {
  /** What each invocation may take; see `operationCaller`. */
  readonly invocationMs?: number
}

/** Starts the engines and the stand-ins, and tells the functions about them. Import function modules only after it. */
export const startFunctions = async ({ invocationMs }: FunctionOptions = {}): Promise<FunctionsUnderTest> => {
  const sandbox = await startSandbox()
  const aws = await startLocalAws(sandbox.parameters)
  Object.assign(process.env, sandbox.urls, {
    [webSocketUrlVariable]: 'wss://live.test',
    [connectionsUrlVariable]: 'https://live.test',
  })
  const call = operationCaller(invocationMs)
  const scenes = sceneFactory({
    call,
    providers: sandbox.urls,
    put: async (table, Item) => {
      await aws.client.send(new PutCommand({ TableName: aws.table(table), Item }))
    },
  })
  return {
    ...scenes,
    aws,
    sandbox,
    call,
    stop: async () => {
      await sandbox.stop()
      await aws.stop()
    },
  }
}
