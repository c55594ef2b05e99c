import { type DynamoDbEngine, engineHeaders } from '../engines/dynamodb.ts'
import { askingForCapacity, type ConsumedUnits, nothingConsumed, takeCapacity } from './consumedCapacity.ts'
import type { DynamoDbInput } from './dynamodbActions.ts'
import type { EngineResponse } from './engineHandler.ts'
import { createForwarder } from './forwarder.ts'

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
 * The way to the DynamoDB engine.
 *
 * @param measured whether to learn the units of every call, which costs one more parse of each answer
 */
export const createDynamoDbService = (
  engine: Pick<DynamoDbEngine, 'endpoint' | 'accessKeyId'>,
  measured: boolean,
): DynamoDbService => {
  const forwarder = createForwarder(engine.endpoint)
  const forward = (target: string, body: Buffer | string) =>
    forwarder.forward({ method: 'POST', target: '/', headers: engineHeaders(engine, target), body })
  return {
    send: async ({ target, action, input }, body) => {
      if (!measured) return { response: await forward(target, body), units: nothingConsumed }
      const asked = input.ReturnConsumedCapacity
      const response = await forward(target, askingForCapacity(action, body, asked))
      if (response.status !== 200) return { response, units: nothingConsumed }
      const taken = takeCapacity(action, response.body, asked)
      // The checksum is of the engine's answer, with the capacity still in it.
      const { 'x-amz-crc32': _, ...headers } = response.headers
      return { response: { ...response, headers, body: taken.body }, units: taken.units }
    },
    close: forwarder.close,
  }
}

/** The parsed request; what is not a JSON object is the engine's to refuse. */
export const dynamoDbInput = (body: Buffer): DynamoDbInput => {
  try {
    return (JSON.parse(body.toString()) ?? {}) as DynamoDbInput
  } catch {
    return {}
  }
}
