import type { Worker } from '../../contract/worker.ts'
import { type LambdaContext, withinInvocation } from '../../runtime/invocation.ts'
import { log, loggedError } from '../../runtime/log.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { recordsFromEvent, type StreamRecord } from '../store/streamRecord.ts'
import { inTime } from './inTime.ts'

/** A record that failed. Lambda delivers it and all later records again. */
export interface Failure {
  readonly record: StreamRecord
  readonly error: unknown
}

/** Processes a batch of records, oldest first. An error fails the whole batch. */
export type ConsumeBatch = (records: readonly StreamRecord[]) => Promise<readonly Failure[]>

/** https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html */
interface BatchResponse {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[]
}

/** A worker's Lambda handler for whole batches: deadline, partial failures, one log line. */
export const batchHandler =
  ({ id }: Worker, consume: ConsumeBatch, clock = systemClock) =>
  async (event: unknown, context?: LambdaContext | null): Promise<BatchResponse> => {
    const startedAt = clock()
    const records = recordsFromEvent(event)
    const failures = await withinInvocation(context, () => inTime(() => consume(records), 1))
    const [first] = failures
    log(first === undefined ? 'INFO' : 'ERROR', 'batch', {
      worker: id,
      count: records.length,
      milliseconds: clock() - startedAt,
      ...(first !== undefined && { error: loggedError(first.error) }),
    })
    return { batchItemFailures: failures.map(({ record }) => ({ itemIdentifier: record.sequenceNumber })) }
  }
