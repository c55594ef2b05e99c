import { randomUUID } from 'node:crypto'
import type { InvocationResult } from '../lambda/invocation.ts'
import type { Discarded } from './batchDelivery.ts'

const responseContext = (result: InvocationResult | undefined) => {
  if (result === undefined) return null
  const failed = result.kind === 'success' ? {} : { functionError: 'Unhandled' }
  return { statusCode: 200, executedVersion: '$LATEST', ...failed }
}

const arrival = (seconds: number | undefined) => new Date((seconds ?? 0) * 1000).toISOString().replace(/\.\d+Z$/, 'Z')

/**
 * Lambda's message to a queue about records that it gave up. It holds their position in the stream, not the records.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export const invocationRecord = (
  { records, condition, invocations, result }: Discarded,
  source: {
    readonly functionArn: string
    readonly shardId: string
    readonly streamArn: string
    readonly timestamp: Date
  },
) => {
  const [first, last] = [records[0]?.dynamodb, records.at(-1)?.dynamodb]
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn: source.functionArn,
      condition,
      approximateInvokeCount: invocations,
    },
    responseContext: responseContext(result),
    version: '1.0',
    timestamp: source.timestamp.toISOString(),
    DDBStreamBatchInfo: {
      shardId: source.shardId,
      startSequenceNumber: first?.SequenceNumber,
      endSequenceNumber: last?.SequenceNumber,
      approximateArrivalOfFirstRecord: arrival(first?.ApproximateCreationDateTime),
      approximateArrivalOfLastRecord: arrival(last?.ApproximateCreationDateTime),
      batchSize: records.length,
      streamArn: source.streamArn,
    },
  }
}
