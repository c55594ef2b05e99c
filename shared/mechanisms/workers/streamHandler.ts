import type { Worker } from '../../contract/worker.ts'
import { type LambdaContext, withinInvocation } from '../../runtime/invocation.ts'
import { log, loggedError } from '../../runtime/log.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { recordsFromEvent, type StreamRecord } from '../store/streamRecord.ts'
import { inTime } from './inTime.ts'

/** A worker's logic: a plain function of one change. After an error, Lambda delivers the record again. */
export type Consume = (record: StreamRecord) => Promise<void>

/**
 * The record at which a batch failed; all earlier ones are done.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
interface BatchResult {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[]
}

/**
 * The Lambda handler of a worker behind a stream. It processes records one after another and ends the batch at the
 * first failure, so that changes of one item stay in order and processed records do not come again. Writes one log line
 * for each record, with no image and no key except the recipient's.
 */
export const streamHandler = (
  { id, timeoutSeconds }: Pick<Worker, 'id' | 'timeoutSeconds'>,
  consume: Consume,
  clock = systemClock,
) => {
  const consumeLogged = async (record: StreamRecord, requestId: string): Promise<boolean> => {
    const startedAt = clock()
    const recipientId = record.keys['recipientId']
    const fields = () => ({
      worker: id,
      ...(typeof recipientId === 'string' && { recipientId }),
      requestId,
      milliseconds: clock() - startedAt,
    })
    try {
      await inTime(() => consume(record))
      log('INFO', 'record', fields())
      return true
    } catch (error) {
      log('ERROR', 'record', { ...fields(), error: loggedError(error) })
      return false
    }
  }

  const consumeAll = async (records: readonly StreamRecord[], requestId: string): Promise<BatchResult> => {
    for (const record of records) {
      if (!(await consumeLogged(record, requestId)))
        return { batchItemFailures: [{ itemIdentifier: record.sequenceNumber }] }
    }
    return { batchItemFailures: [] }
  }

  return (event: unknown, context?: LambdaContext | null): Promise<BatchResult> => {
    const run = async () => consumeAll(recordsFromEvent(event), context?.awsRequestId ?? 'unknown')
    return withinInvocation(context, run, timeoutSeconds * 1000)
  }
}
