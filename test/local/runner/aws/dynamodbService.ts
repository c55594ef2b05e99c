import { type DynamoDbEngine, engineHeaders } from '../engines/dynamodb.ts'
import { orUndefined } from '../orUndefined.ts'
import { askingForCapacity, type ConsumedUnits, nothingConsumed, takeCapacity } from './consumedCapacity.ts'
import type { DynamoDbInput } from './dynamodbActions.ts'
import { createDynamoDbLimits, type LimitedTable, type ReadItem } from './dynamodbLimits.ts'
import type { EngineResponse } from './engineHandler.ts'
import { createForwarder } from './forwarder.ts'
import type { WireItem } from './itemSize.ts'
import { refusedWriteUnits } from './refusedWrites.ts'

export interface DynamoDbCall {
  /** `DynamoDB_20120810.PutItem` */
  readonly target: string
  readonly action: string
  readonly input: DynamoDbInput
}

export interface DynamoDbService {
  send(call: DynamoDbCall, body: Buffer | string): Promise<{ response: EngineResponse; units: ConsumedUnits }>
  close(): void
}

/**
 * Sends calls to the DynamoDB engine, after a check of the limits that the engine does not enforce.
 *
 * @param measured whether to measure the units of every call, which costs one more parse of each answer
 */
export const createDynamoDbService = (
  engine: Pick<DynamoDbEngine, 'endpoint' | 'accessKeyId'>,
  measured: boolean,
  tables: readonly LimitedTable[],
): DynamoDbService => {
  const forwarder = createForwarder(engine.endpoint)
  const forward = (target: string, body: Buffer | string) =>
    forwarder.forward({ method: 'POST', target: '/', headers: engineHeaders(engine, target), body })
  const read: ReadItem = async (TableName, Key) => {
    const { body } = await forward(
      'DynamoDB_20120810.GetItem',
      JSON.stringify({ TableName, Key, ConsistentRead: true }),
    )
    return (JSON.parse(body.toString()) as { Item?: WireItem }).Item
  }
  const refusalOf = createDynamoDbLimits(tables, read)
  return {
    send: async ({ target, action, input }, body) => {
      const refused = await refusalOf(action, input)
      if (refused !== undefined) return { response: refused, units: nothingConsumed }
      if (!measured) return { response: await forward(target, body), units: nothingConsumed }
      const asked = input.ReturnConsumedCapacity
      const response = await forward(target, askingForCapacity(action, body, asked))
      if (response.status !== 200) return { response, units: refusedWriteUnits(input, response) }
      const taken = takeCapacity(action, response.body, asked)
      // The engine computed its checksum over the answer that still has the capacity in it.
      const { 'x-amz-crc32': _, ...headers } = response.headers
      return { response: { ...response, headers, body: taken.body }, units: taken.units }
    },
    close: forwarder.close,
  }
}

/** The parsed request. A body that is not a JSON object becomes an empty one, and the engine refuses it. */
export const dynamoDbInput = (body: Buffer): DynamoDbInput =>
  orUndefined(() => JSON.parse(body.toString()) as DynamoDbInput | null) ?? {}
