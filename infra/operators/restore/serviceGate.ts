import { setTimeout as sleep } from 'node:timers/promises'
import { forEachConcurrently } from '../../../shared/forEachConcurrently.ts'
import type { AwsCall } from '../awsCall.ts'
import type { StackResource, TemplateResource } from '../stackResources.ts'
import { tableOfLogicalId } from '../stackTables.ts'

/** Closes a deployed service while its tables change, and opens it again as its template declares it. */
export interface ServiceGate {
  readonly functions: number
  readonly mappings: number
  close(): Promise<void>
  open(): Promise<void>
}

interface Deployed {
  readonly resources: readonly StackResource[]
  readonly template: Readonly<Record<string, TemplateResource>>
  /** The tables whose items are about to change, by their names in the contract. */
  readonly tables: readonly string[]
}

const concurrency = 4

/** No record has this `eventName`, so the mapping reads on and invokes nothing; a disabled one would catch up later. */
const nothing = { Filters: [{ Pattern: JSON.stringify({ eventName: ['NOTHING'] }) }] }

type Properties = NonNullable<TemplateResource['Properties']>

const tableOf = (properties: Properties): string | undefined => {
  const { 'Fn::GetAtt': [logicalId = ''] = [] } = (properties['EventSourceArn'] ?? {}) as {
    readonly 'Fn::GetAtt'?: readonly string[]
  }
  return tableOfLogicalId(logicalId)
}

export const serviceGate = (
  call: AwsCall,
  { resources, template, tables }: Deployed,
  pollingMs: number,
): ServiceGate => {
  const ofType = (type: string) =>
    resources
      .filter((resource) => resource.type === type)
      .map(({ logicalId, physicalId }) => ({ physicalId, declared: template[logicalId]?.Properties ?? {} }))
  const functions = ofType('AWS::Lambda::Function')
  const mappings = ofType('AWS::Lambda::EventSourceMapping').filter(({ declared }) =>
    tables.some((table) => table === tableOf(declared)),
  )

  const filter = (FilterCriteriaOf: (declared: Properties) => unknown): Promise<void> =>
    forEachConcurrently(mappings, concurrency, async ({ physicalId: UUID, declared }) => {
      await call('lambda', 'update-event-source-mapping', { UUID, FilterCriteria: FilterCriteriaOf(declared) })
      while ((await call('lambda', 'get-event-source-mapping', { UUID }))['State'] !== 'Enabled') await sleep(pollingMs)
    })

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
      await reserve(() => 0)
      await filter(() => nothing)
    },
    open: async () => {
      await filter((declared) => declared['FilterCriteria'] ?? {})
      await reserve((declared) => declared['ReservedConcurrentExecutions'])
    },
  }
}
