import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { TableName } from '../../../shared/contract/resources.ts'
import type { FaultPlan } from '../../local/runner/aws/faults.ts'
import { synthesize } from '../../local/runner/cli/synthesis.ts'
import type { Deployment } from '../../local/runner/deployment.ts'
import { dynamoDbClientConfig } from '../../local/runner/engines/dynamodb.ts'
import type { InvocationTrace } from '../../local/runner/invocationTraces.ts'
import type { LogLine } from '../../local/runner/lambda/invocation.ts'
import { startLocalApi } from '../../local/runner/localApi.ts'
import { startSandbox } from '../../local/sandbox/sandbox.ts'
import { sandboxParameters } from '../../local/sandbox/sandboxParameters.ts'
import { callDeployed, physicalName } from '../../support/deployedOperations.ts'
import type { TestRequest } from '../../support/httpEvent.ts'
import type { Answer } from '../../support/operationCaller.ts'
import { tracedCopy } from './projectCopy.ts'
import { shared } from './shared.ts'

/** An answer, what its function called, and what it logged. */
export interface TracedAnswer extends Answer {
  readonly text: string
  readonly trace: InvocationTrace
  readonly lines: readonly LogLine[]
}

/** The bundles behind the local API, every call traced. */
export interface TracedApi {
  readonly deployment: Deployment
  /** Base URLs of the providers' stand-ins, by their environment variables. */
  readonly providers: Readonly<Record<string, string>>
  /** Past the functions, straight to the engine. */
  readonly client: DynamoDBDocumentClient
  table(name: TableName): string
  call(operationId: string, request: TestRequest & { readonly recipient: string }): Promise<TracedAnswer>
  setFaults(plan: FaultPlan): void
  /** Where requests go. */
  readonly url: string
  /** Where overlays connect. */
  readonly websocket: string
  token(recipient: string): Promise<string>
  /** Waits until a function has ended an invocation since the last request, or since `during` began. */
  ended(functionId: string): Promise<void>
  /**
   * What all functions did, workers included, while this was done and until the streams were at rest. Those that the
   * clock invokes are left out: which of them run meanwhile is chance.
   */
  during(act: () => Promise<void>): Promise<readonly InvocationTrace[]>
}

/** What an invocation logged. Log lines come through a pipe, which may be behind the answer. */
const written = async (lines: readonly LogLine[], { requestId }: InvocationTrace): Promise<readonly LogLine[]> => {
  const own = () => lines.filter((line) => line.requestId === requestId)
  for (let attempt = 0; attempt < 1000 && own().length === 0; attempt++) await immediate()
  return own()
}

const patience = 30_000

export interface TracedApiOptions {
  /** Whether streams and schedules invoke functions. */
  readonly runsEventSources: boolean
  /** `dynoxide`, or the address of an engine that runs. */
  readonly engine?: string
}

export const startTracedApi = async (
  { runsEventSources, engine = 'dynoxide' }: TracedApiOptions,
  onEnd: (end: () => Promise<void> | void) => void,
): Promise<TracedApi> => {
  const sandbox = await startSandbox()
  onEnd(sandbox.stop)
  const { assemblyFolder, release } = await synthesize(await tracedCopy())
  const traces: InvocationTrace[] = []
  const lines: LogLine[] = []
  const local = await startLocalApi({
    assemblyFolder,
    port: 0,
    dataFolder: 'memory',
    // The embedded engine, whatever DYNAMODB_ENDPOINT says: figures of different machines stay comparable.
    engine,
    runsEventSources,
    overrides: sandbox.urls,
    parameters: sandboxParameters(sandbox),
    onLog: (line) => lines.push(line),
    onTrace: (trace) => traces.push(trace),
  }).finally(release)
  onEnd(local.stop)
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient(dynamoDbClientConfig({ endpoint: local.dynamodb, accessKeyId: 'local' })),
    { marshallOptions: { removeUndefinedValues: true } },
  )
  onEnd(() => client.destroy())
  const { functions, schedules } = local.deployment
  const scheduled = new Set(schedules.map(({ functionLogicalId }) => functionLogicalId))
  const byClock = new Set(functions.filter(({ logicalId }) => scheduled.has(logicalId)).map(({ id }) => id))
  return {
    deployment: local.deployment,
    providers: sandbox.urls,
    client,
    table: (name) => physicalName(local.deployment, name),
    call: async (operationId, request) => {
      traces.length = 0
      lines.length = 0
      const answer = await callDeployed(local, operationId, request)
      const trace = traces.find(({ functionId }) => functionId === operationId)
      if (trace === undefined) throw new Error(`${operationId} left no trace`)
      return { ...answer, trace, lines: await written(lines, trace) }
    },
    setFaults: local.setFaults,
    url: local.api,
    websocket: local.websocket ?? '',
    token: local.token,
    ended: async (functionId) => {
      const endsAt = performance.now() + patience
      while (!traces.some((trace) => trace.functionId === functionId)) {
        if (performance.now() > endsAt) throw new Error(`no invocation of ${functionId} has ended`)
        await sleep(5)
      }
    },
    during: async (act) => {
      traces.length = 0
      await act()
      await local.eventSources?.idle()
      return traces.filter(({ functionId }) => !byClock.has(functionId))
    },
  }
}

/** Another one, in which streams invoke their workers, which would disturb the other figures. */
export const apiWithWorkers = shared((onEnd) => startTracedApi({ runsEventSources: true }, onEnd))

/** The one that most figures share; nothing happens in it but what they ask for. */
export const tracedApi = shared((onEnd) => startTracedApi({ runsEventSources: false }, onEnd))
