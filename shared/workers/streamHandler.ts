import { invocation } from '../invocation.ts'
import { log, loggedError } from '../log.ts'
import { recordsFromEvent, type StreamRecord } from '../store/streamRecord.ts'
import type { Worker } from './contract.ts'

/** A worker's logic: a plain function of one change. What it throws makes the record come again. */
export type Consume = (record: StreamRecord) => Promise<void>

/** Lambda's context, as far as it is read. */
interface LambdaContext {
  readonly awsRequestId?: string
  readonly getRemainingTimeInMillis?: () => number
}

/** Where a batch got stuck; everything before is done. https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html */
interface BatchResult {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[]
}

/**
 * The Lambda handler of a worker behind a stream. Records are consumed one after the other; at the first that fails the batch ends and
 * is reported from there on, so that changes of one item are never taken out of order and what is done is not done again.
 * Writes one log line a record: no image, no key but the recipient's.
 */
export const streamHandler = ({ id, timeout }: Pick<Worker, 'id' | 'timeout'>, consume: Consume) => {
  const consumeLogged = async (record: StreamRecord, requestId: string): Promise<boolean> => {
    const startedAt = Date.now()
    const recipientId = record.keys['recipientId']
    const fields = () => ({
      worker: id,
      ...(typeof recipientId === 'string' && { recipientId }),
      requestId,
      milliseconds: Date.now() - startedAt,
    })
    try {
      await consume(record)
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
    const endsAt = Date.now() + (context?.getRemainingTimeInMillis?.() ?? timeout * 1000)
    return invocation.run({ endsAt }, async () =>
      consumeAll(recordsFromEvent(event), context?.awsRequestId ?? 'unknown'),
    )
  }
}
