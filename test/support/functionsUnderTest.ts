import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { connectionsUrlVariable, webSocketUrlVariable } from '../../shared/contract/environmentNames.ts'
import { type Sandbox, startSandbox } from '../local/sandbox/sandbox.ts'
import { type SceneFactory, sceneFactory } from './fixtures/sceneFactory.ts'
import { type LocalAws, startLocalAws } from './localAws.ts'
import { operationCaller } from './operationCaller.ts'

/** The service's functions in this process, on embedded engines and with stand-ins for the providers. */
export interface FunctionsUnderTest extends SceneFactory {
  readonly aws: LocalAws
  readonly sandbox: Sandbox
  readonly call: ReturnType<typeof operationCaller>
  stop(): Promise<void>
}

/** @see startFunctions */
export interface FunctionOptions {
  /** The time of each invocation; see `operationCaller`. */
  readonly invocationMs?: number
}

/** Starts the engines and the stand-ins, and puts their addresses into the environment. Function modules are imported after it. */
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
