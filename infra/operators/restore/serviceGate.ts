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

/** The items of a table that have one value in the partition key. */
export interface Partition {
  readonly key: string
  readonly value: string
}

interface Deployed {
  /** Those of the stack of the functions. */
  readonly resources: readonly StackResource[]
  /** The names of the tables whose items are about to change, or all. */
  readonly tables: readonly string[] | 'all'
  /**
   * By the names of tables: the partition whose items alone are about to change. Records of others go on to their
   * worker, which is not closed: nobody would bring them back.
   */
  readonly partitions?: ReadonlyMap<string, Partition>
}

const concurrency = 4

/** No record has this `eventName`, so the mapping reads on and invokes nothing; a disabled one would catch up later. */
const nothing: Filters = { Filters: [{ Pattern: JSON.stringify({ eventName: ['NOTHING'] }) }] }

interface Mapping {
  readonly UUID: string
  readonly EventSourceArn: string
  readonly FunctionArn: string
}

/** The mappings of the account by their ids; a template has imports in the place of ARNs. */
const mappingsOf = async (call: AwsCall): Promise<ReadonlyMap<string, Mapping>> => {
  const { EventSourceMappings = [] } = await call('lambda', 'list-event-source-mappings', {})
  return new Map((EventSourceMappings as readonly Mapping[]).map((mapping) => [mapping.UUID, mapping]))
}

type Properties = StackResource['declared']

interface Filters {
  readonly Filters: readonly { readonly Pattern: string }[]
}

/** What passes the declared filter, and is not of a partition. */
const allBut = ({ key, value }: Partition, declared: Properties): Filters => {
  const { Filters = [{ Pattern: '{}' }] } = (declared['FilterCriteria'] ?? {}) as Partial<Filters>
  return {
    Filters: Filters.map(({ Pattern }) => {
      const { dynamodb = {}, ...pattern } = JSON.parse(Pattern)
      const Keys = { ...dynamodb.Keys, [key]: { S: [{ 'anything-but': [value] }] } }
      return { Pattern: JSON.stringify({ ...pattern, dynamodb: { ...dynamodb, Keys } }) }
    }),
  }
}

export const serviceGate = async (
  call: AwsCall,
  { resources, tables, partitions = new Map() }: Deployed,
  { pollingMs, settlingMs }: Waits,
): Promise<ServiceGate> => {
  const ofType = (type: string) => resources.filter((resource) => resource.type === type)
  const known = await mappingsOf(call)
  const sourceOf = ({ physicalId }: StackResource): string => known.get(physicalId)?.EventSourceArn ?? ''
  const tableOf = (mapping: StackResource): string => /:table\/([^/]+)\//.exec(sourceOf(mapping))?.[1] ?? ''
  const isStream = (mapping: StackResource): boolean =>
    tables === 'all' ? sourceOf(mapping).includes(':dynamodb:') : tables.includes(tableOf(mapping))
  const functions = ofType('AWS::Lambda::Function')
  const schedules = ofType('AWS::Events::Rule')
  const mappings = ofType('AWS::Lambda::EventSourceMapping').filter(isStream)
  /** The functions that go on with the records of others. */
  const open = mappings.flatMap((mapping) =>
    partitions.has(tableOf(mapping)) ? [known.get(mapping.physicalId)?.FunctionArn.split(':')[6]] : [],
  )
  const closing = functions.filter(({ physicalId }) => !open.includes(physicalId))
  /** A queue keeps its messages, which a closed function would turn into dead letters after five attempts. */
  const queues = ofType('AWS::Lambda::EventSourceMapping').filter((mapping) => sourceOf(mapping).includes(':sqs:'))

  const updateMapping = async (UUID: string, change: object, state: 'Enabled' | 'Disabled'): Promise<void> => {
    await call('lambda', 'update-event-source-mapping', { UUID, ...change })
    while ((await call('lambda', 'get-event-source-mapping', { UUID }))['State'] !== state) await sleep(pollingMs)
  }

  const filter = (FilterCriteriaOf: (mapping: StackResource) => unknown): Promise<void> =>
    forEachConcurrently(mappings, concurrency, (mapping) =>
      updateMapping(mapping.physicalId, { FilterCriteria: FilterCriteriaOf(mapping) }, 'Enabled'),
    )

  /** What passes while the tables change. */
  const passing = (mapping: StackResource): Filters => {
    const partition = partitions.get(tableOf(mapping))
    return partition === undefined ? nothing : allBut(partition, mapping.declared)
  }

  /** Schedules, whose runs a closed function turns into dead letters at once, and queues. */
  const trigger = async (act: 'enable' | 'disable'): Promise<void> => {
    await forEachConcurrently(schedules, concurrency, async ({ physicalId: Name }) => {
      await call('events', `${act}-rule`, { Name })
    })
    await forEachConcurrently(queues, concurrency, ({ physicalId }) =>
      updateMapping(physicalId, { Enabled: act === 'enable' }, act === 'enable' ? 'Enabled' : 'Disabled'),
    )
  }

  const reserve = (some: readonly StackResource[], concurrencyOf: (declared: Properties) => unknown): Promise<void> =>
    forEachConcurrently(some, concurrency, async ({ physicalId: FunctionName, declared }) => {
      const ReservedConcurrentExecutions = concurrencyOf(declared)
      if (ReservedConcurrentExecutions === undefined)
        await call('lambda', 'delete-function-concurrency', { FunctionName })
      else await call('lambda', 'put-function-concurrency', { FunctionName, ReservedConcurrentExecutions })
    })

  return {
    functions: closing.length,
    mappings: mappings.length,
    close: async () => {
      await trigger('disable')
      // A batch that waited for a closed function would keep its stream from being read past.
      await filter(passing)
      await sleep(settlingMs)
      await reserve(closing, () => 0)
    },
    open: async () => {
      await filter(({ declared }) => declared['FilterCriteria'] ?? {})
      await reserve(functions, (declared) => declared['ReservedConcurrentExecutions'])
      await trigger('enable')
    },
  }
}
