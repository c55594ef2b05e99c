import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { TracedCall } from '../../local/runner/aws/trace.ts'
import type { Fixture, Scene } from '../../support/fixtures/fixture.ts'
import { normalPaths } from './normalPaths.ts'
import { shared } from './shared.ts'
import { apiWithWorkers, type TracedAnswer, type TracedApi, tracedApi } from './tracedApi.ts'

/** What one request on an operation's normal path costs. */
export interface OperationTrace {
  readonly operation: string
  /** The way that was taken. */
  readonly path: string
  readonly calls: readonly TracedCall[]
  readonly roundTrips: number
  readonly readUnits: number
  readonly writeUnits: number
  readonly memoryMegabytes: number
  /** Bytes of its log lines. */
  readonly logBytes: number
}

/** Held back for so long, calls that are made together overlap on any machine. */
export const delay = { rules: [{ match: { service: 'dynamodb' }, fault: { delayMilliseconds: 40 } }] }

const toDynamoDb = ({ service }: TracedCall): boolean => service === 'dynamodb'

/** The longest chain of calls of which each began after the one before it had ended. */
export const sequentialCalls = (calls: readonly Pick<TracedCall, 'startedAt' | 'milliseconds'>[]): number => {
  let chain = 0
  let endOfChain = Number.NEGATIVE_INFINITY
  for (const { startedAt, milliseconds } of calls.toSorted((left, right) => left.startedAt - right.startedAt)) {
    const end = startedAt + milliseconds
    if (startedAt >= endOfChain) {
      chain++
      endOfChain = end
    } else endOfChain = Math.min(endOfChain, end)
  }
  return chain
}

const sceneOf = (api: TracedApi, recipient: string): Scene => {
  let made = 0
  const unique = (label: string) => `${label}-${recipient}-${++made}`
  const answer = async (operation: string, request = {}): Promise<TracedAnswer> => {
    const answered = await api.call(operation, { recipient, ...request })
    if (answered.status !== 200) throw new Error(`${operation} answered ${JSON.stringify(answered.body)}`)
    return answered
  }
  return {
    recipient,
    answer,
    done: async (operation, request) => (await answer(operation, request)).body,
    put: async (table, Item) => void (await api.client.send(new PutCommand({ TableName: api.table(table), Item }))),
    unique,
    secret: (text) => text,
    providers: api.providers,
  }
}

const sumOf = (calls: readonly TracedCall[], units: 'readUnits' | 'writeUnits'): number =>
  calls.reduce((total, call) => total + call[units], 0)

const play = async (api: TracedApi, { operation, request, status = 200 }: Fixture, scene: Scene) => {
  const { recipient } = scene
  const prepared = await request(scene)
  api.setFaults(delay)
  const answer = await api.call(operation, { recipient, ...prepared })
  api.setFaults({ rules: [] })
  if (answer.status !== status) throw new Error(`${operation} answered ${JSON.stringify(answer.body)}`)
  return answer
}

const traceOf = async (api: TracedApi, fixture: Fixture): Promise<OperationTrace> => {
  const sceneFor = (name: string) => sceneOf(api, `${fixture.operation}-${name}`)
  // The first request of a process also fetches what it keeps from then on.
  await play(api, fixture, sceneFor('first'))
  const { trace, lines } = await play(api, fixture, sceneFor('second'))
  const { calls, memoryMegabytes } = trace
  return {
    operation: fixture.operation,
    path: fixture.name,
    calls,
    roundTrips: sequentialCalls(calls.filter(toDynamoDb)),
    readUnits: sumOf(calls, 'readUnits'),
    writeUnits: sumOf(calls, 'writeUnits'),
    memoryMegabytes,
    logBytes: lines.reduce((total, { text }) => total + Buffer.byteLength(text) + 1, 0),
  }
}

/** Twitch signs with a secret that it gets from a worker. */
const apiFor = ({ operation }: Fixture): Promise<TracedApi> =>
  operation === 'receivePlatformWebhook' ? apiWithWorkers() : tracedApi()

/** Every operation's normal path, through the real bundles. */
export const operationTraces = shared(async (): Promise<readonly OperationTrace[]> => {
  const traces: OperationTrace[] = []
  for (const fixture of normalPaths()) traces.push(await traceOf(await apiFor(fixture), fixture))
  return traces
})
