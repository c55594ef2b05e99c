import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** A call of the store. */
export interface StoreCall {
  readonly action: string
  /** Capacity units of all tables and indexes together. */
  readonly units: number
  /** `performance.now()` at its start and end. */
  readonly startedAt: number
  readonly endedAt: number
}

interface Consumed {
  readonly CapacityUnits?: number
}

const unitsOf = (output: object): number => {
  const { ConsumedCapacity } = output as { ConsumedCapacity?: Consumed | readonly Consumed[] }
  return [ConsumedCapacity ?? []].flat().reduce((units, { CapacityUnits = 0 }) => units + CapacityUnits, 0)
}

/** Records every call of a function's client, with its capacity units. */
export const recordStoreCalls = (client: DynamoDBDocumentClient): StoreCall[] => {
  const calls: StoreCall[] = []
  client.middlewareStack.add(
    (next, context) => async (given) => {
      const startedAt = performance.now()
      Object.assign(given.input, { ReturnConsumedCapacity: 'TOTAL' })
      const result = await next(given)
      const action = String(context['commandName']).replace('Command', '')
      calls.push({ action, units: unitsOf(result.output), startedAt, endedAt: performance.now() })
      return result
    },
    { step: 'initialize', name: 'recordStoreCalls' },
  )
  return calls
}

/** Sequential round trips: calls that overlap count as one. */
export const roundTrips = (calls: readonly StoreCall[]): number => {
  let trips = 0
  let end = Number.NEGATIVE_INFINITY
  for (const { startedAt, endedAt } of calls.toSorted((left, right) => left.startedAt - right.startedAt)) {
    if (startedAt >= end) trips += 1
    end = startedAt >= end ? endedAt : Math.max(end, endedAt)
  }
  return trips
}
