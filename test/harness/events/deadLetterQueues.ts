import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InvocationResult } from '../lambda/invocation.ts'
import type { Discarded } from './batchDelivery.ts'

/** The dead-letter queues: the messages that were sent to each, in order. */
export interface DeadLetterQueues {
  send(queueLogicalId: string, message: object): void
  messages(queueLogicalId: string): readonly unknown[]
}

/** Reads the messages of a file. A last line that a kill cut short is dropped. */
const savedMessages = (file: string): unknown[] => {
  if (!existsSync(file)) return []
  const saved = readFileSync(file, 'utf8')
  const whole = saved.slice(0, saved.lastIndexOf('\n') + 1)
  if (whole !== saved) writeFileSync(file, whole)
  return whole.split('\n').flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)]))
}

/** Opens the queues; with a data folder, messages outlive the harness, one file of JSON lines a queue. */
export const openDeadLetterQueues = (
  logicalIds: readonly string[],
  dataFolder: string | 'memory',
): DeadLetterQueues => {
  const folder = dataFolder === 'memory' ? undefined : join(dataFolder, 'queues')
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  const fileOf = (logicalId: string) => (folder === undefined ? undefined : join(folder, `${logicalId}.jsonl`))
  const queues = new Map(
    logicalIds.map((logicalId) => {
      const file = fileOf(logicalId)
      return [logicalId, file === undefined ? [] : savedMessages(file)] as const
    }),
  )
  const queue = (logicalId: string) => {
    const messages = queues.get(logicalId)
    if (messages === undefined) throw new Error(`the template has no queue ${logicalId}`)
    return messages
  }
  return {
    send(logicalId, message) {
      queue(logicalId).push(message)
      const file = fileOf(logicalId)
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(message)}\n`)
    },
    messages: (logicalId) => [...queue(logicalId)],
  }
}

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
