import { createHash } from 'node:crypto'
import type { QueueMappingResource } from '../deployment.ts'
import { attributesOfRecord } from '../engines/messageAttributes.ts'
import { bytesOf, type LocalQueue, type ReceivedMessage } from '../engines/queues.ts'
import type { InvocationResult } from '../lambda/invocation.ts'
import { reportedIdentifiers } from './batchOutcome.ts'
import type { RunningMapping } from './eventSourceMapping.ts'
import { largestPayload } from './lane.ts'
import { createSignal } from './signal.ts'

export interface QueueMappingOptions {
  readonly mapping: QueueMappingResource
  readonly queue: LocalQueue
  readonly region: string
  invoke(event: unknown): Promise<InvocationResult>
  onLog(line: string): void
  readonly stopping: AbortSignal
}

/** The longest time in milliseconds between two looks at the queue, because a timer stops while the machine sleeps. */
const longestTimer = 500

/** https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-standard-queue-message-event */
export const queueRecord = (message: ReceivedMessage, region: string, queueArn: string) => ({
  messageId: message.messageId,
  receiptHandle: message.receiptHandle,
  body: message.body,
  attributes: {
    ApproximateReceiveCount: String(message.receiveCount),
    SentTimestamp: String(message.sentAt),
    SenderId: message.senderId,
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
  },
  messageAttributes: attributesOfRecord(message.attributes),
  md5OfBody: createHash('md5').update(message.body).digest('hex'),
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: region,
})

/** The messages of a batch that are done. A report that names another message, or none, fails the whole batch. */
const doneOf = (
  result: InvocationResult,
  batch: readonly ReceivedMessage[],
  reportsBatchItemFailures: boolean,
): readonly ReceivedMessage[] => {
  if (result.kind !== 'success') return []
  if (!reportsBatchItemFailures) return batch
  const failed = reportedIdentifiers(result.payload)
  if (failed === 'malformed') return []
  if (failed.some((id) => batch.every(({ messageId }) => messageId !== id))) return []
  return batch.filter(({ messageId }) => !failed.includes(messageId))
}

/**
 * Hands the messages of a queue to a function, as Lambda's pollers do. What fails stays in the queue, and comes again after the visibility timeout.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export const startQueueMapping = ({
  mapping,
  queue,
  region,
  invoke,
  onLog,
  stopping,
}: QueueMappingOptions): RunningMapping => {
  const { logicalId, batchSize, batchingWindowSeconds, maximumConcurrency, reportsBatchItemFailures } = mapping
  const running = new Set<Promise<void>>()
  const changes = createSignal()
  let received = 0

  /** Waits for a message, the end of an invocation, or the time. */
  const wait = async (milliseconds: number): Promise<void> => {
    const timer = setTimeout(changes.notify, Math.min(milliseconds, longestTimer))
    await changes.after(changes.version)
    clearTimeout(timer)
  }

  const fill = async (batch: readonly ReceivedMessage[]): Promise<readonly ReceivedMessage[]> => {
    const filled = [...batch]
    const closesAt = performance.now() + batchingWindowSeconds * 1000
    const left = () => largestPayload - filled.reduce((bytes, message) => bytes + bytesOf(message), 0)
    while (filled.length < batchSize && left() > 0 && performance.now() < closesAt) {
      await wait(closesAt - performance.now())
      filled.push(...queue.receive(batchSize - filled.length, left()))
    }
    return filled
  }

  const deliver = async (first: readonly ReceivedMessage[]): Promise<void> => {
    const batch = await fill(first)
    const result = await invoke({ Records: batch.map((each) => queueRecord(each, region, queue.resource.arn)) })
    if (stopping.aborted) return
    const done = doneOf(result, batch, reportsBatchItemFailures)
    for (const { receiptHandle } of done) queue.remove(receiptHandle)
    if (done.length < batch.length)
      onLog(`${logicalId}: ${batch.length - done.length} of ${batch.length} messages failed and stay in the queue`)
  }

  const follow = async () => {
    while (!stopping.aborted) {
      const batch = running.size < maximumConcurrency ? queue.receive(batchSize, largestPayload) : []
      if (batch.length === 0) {
        await wait(running.size < maximumConcurrency ? (queue.nextVisibleIn() ?? longestTimer) : longestTimer)
        continue
      }
      received += batch.length
      const delivery = deliver(batch)
        .catch((error: unknown) => {
          if (!stopping.aborted) onLog(`${logicalId}: ${error}`)
        })
        .finally(() => {
          running.delete(delivery)
          changes.notify()
        })
      running.add(delivery)
    }
  }

  queue.onSent(changes.notify)
  stopping.addEventListener('abort', changes.notify)
  follow().catch((error: unknown) => {
    if (!stopping.aborted) onLog(`${logicalId}: stopped at a defect of the harness: ${error}`)
  })
  return {
    async drained() {
      while (!stopping.aborted && (running.size > 0 || queue.nextVisibleIn() === 0)) await wait(longestTimer)
    },
    activity: () => received,
  }
}
