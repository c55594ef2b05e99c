import { setTimeout as sleep } from 'node:timers/promises'
import { forEachConcurrently } from '../../../shared/runtime/forEachConcurrently.ts'
import type { AwsCall } from '../awsCall.ts'
import type { StackResource } from '../stackResources.ts'

/** Closes a deployed service while its tables change, and opens it again as its template declares it. */
export interface ServiceGate {
  readonly functions: number
  readonly mappings: number
  /** The functions run until everything else rests, so no batch, message or event waits for a closed function. */
  close(): Promise<void>
  /** A service that was left at any step of closing or opening is open afterwards. */
  open(): Promise<void>
}

/** Milliseconds between two looks at AWS, and for a mapping to take its filter and read to the end of its stream. */
export interface Waits {
  readonly pollingMs: number
  readonly settlingMs: number
}

interface Deployed {
  /** Those of the stack of the functions. */
  readonly resources: readonly StackResource[]
  /** The names of the tables whose items are about to change, or all. */
  readonly tables: readonly string[] | 'all'
}

const concurrency = 4

/** No record has this `eventName`, so the mapping reads on and invokes nothing; a disabled one would catch up later. */
const nothing = { Filters: [{ Pattern: JSON.stringify({ eventName: ['NOTHING'] }) }] }

interface Mapping {
  readonly UUID: string
  readonly EventSourceArn: string
}

/** The ARN of what each mapping reads; a template has an import in its place. */
const sourcesOf = async (call: AwsCall): Promise<ReadonlyMap<string, string>> => {
  const { EventSourceMappings = [] } = await call('lambda', 'list-event-source-mappings', {})
  return new Map((EventSourceMappings as readonly Mapping[]).map(({ UUID, EventSourceArn }) => [UUID, EventSourceArn]))
}

type Properties = StackResource['declared']

export const serviceGate = async (
  call: AwsCall,
  { resources, tables }: Deployed,
  { pollingMs, settlingMs }: Waits,
): Promise<ServiceGate> => {
  const ofType = (type: string) => resources.filter((resource) => resource.type === type)
  const sources = await sourcesOf(call)
  const sourceOf = ({ physicalId }: StackResource): string => sources.get(physicalId) ?? ''
  const isStream = (mapping: StackResource): boolean =>
    tables === 'all'
      ? sourceOf(mapping).includes(':dynamodb:')
      : tables.some((table) => sourceOf(mapping).includes(`:table/${table}/`))
  const functions = ofType('AWS::Lambda::Function')
  const schedules = ofType('AWS::Events::Rule')
  const mappings = ofType('AWS::Lambda::EventSourceMapping').filter(isStream)
  /** A queue keeps its messages, which a closed function would turn into dead letters after five attempts. */
  const queues = ofType('AWS::Lambda::EventSourceMapping').filter((mapping) => sourceOf(mapping).includes(':sqs:'))

  const updateMapping = async (UUID: string, change: object, state: 'Enabled' | 'Disabled'): Promise<void> => {
    await call('lambda', 'update-event-source-mapping', { UUID, ...change })
    while ((await call('lambda', 'get-event-source-mapping', { UUID }))['State'] !== state) await sleep(pollingMs)
  }

  const filter = (FilterCriteriaOf: (declared: Properties) => unknown): Promise<void> =>
    forEachConcurrently(mappings, concurrency, ({ physicalId, declared }) =>
      updateMapping(physicalId, { FilterCriteria: FilterCriteriaOf(declared) }, 'Enabled'),
    )

  /** Schedules, whose runs a closed function turns into dead letters at once, and queues. */
  const trigger = async (act: 'enable' | 'disable'): Promise<void> => {
    await forEachConcurrently(schedules, concurrency, async ({ physicalId: Name }) => {
      await call('events', `${act}-rule`, { Name })
    })
    await forEachConcurrently(queues, concurrency, ({ physicalId }) =>
      updateMapping(physicalId, { Enabled: act === 'enable' }, act === 'enable' ? 'Enabled' : 'Disabled'),
    )
  }

  const reserve = (concurrencyOf: (declared: Properties) => unknown): Promise<void> =>
    forEachConcurrently(functions, concurrency, async ({ physicalId: FunctionName, declared }) => {
      const ReservedConcurrentExecutions = concurrencyOf(declared)
      if (ReservedConcurrentExecutions === undefined)
        await call('lambda', 'delete-function-concurrency', { FunctionName })
      else await call('lambda', 'put-function-concurrency', { FunctionName, ReservedConcurrentExecutions })
    })

  return {
    functions: functions.length,
    mappings: mappings.length,
    close: async () => {
      await trigger('disable')
      // A batch that waited for a closed function would keep its stream from being read past.
      await filter(() => nothing)
      await sleep(settlingMs)
      await reserve(() => 0)
    },
    open: async () => {
      await filter((declared) => declared['FilterCriteria'] ?? {})
      await reserve((declared) => declared['ReservedConcurrentExecutions'])
      await trigger('enable')
    },
  }
}
