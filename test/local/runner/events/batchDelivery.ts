import type { EventSourceMappingResource } from '../deployment.ts'
import type { InvocationResult } from '../lambda/invocation.ts'
import { batchOutcome } from './batchOutcome.ts'
import type { LambdaRecord } from './lambdaRecord.ts'

/** The reason for giving up records, as Lambda spells it. */
export type DiscardCondition = 'RetryAttemptsExhausted' | 'RecordAgeExceeded'

export interface Discarded {
  readonly records: readonly LambdaRecord[]
  readonly condition: DiscardCondition
  readonly invocations: number
  /** The last invocation's result; undefined when there was none. */
  readonly result: InvocationResult | undefined
}

export interface DeliveryPorts {
  invoke(event: { readonly Records: readonly LambdaRecord[] }): Promise<InvocationResult>
  /** Called with records that were processed or given up. */
  settled(records: readonly LambdaRecord[]): void
  discard(discarded: Discarded): void
  sleep(milliseconds: number): Promise<void>
  /** Milliseconds. */
  now(): number
  log(line: string): void
}

export interface DeliveryOptions
  extends Pick<
    EventSourceMappingResource,
    'maximumRetryAttempts' | 'maximumRecordAgeSeconds' | 'bisectOnError' | 'reportsBatchItemFailures'
  > {
  readonly retryBaseMilliseconds: number
}

/** The attempts so far. The halves of a split batch inherit them, because splitting does not count as a retry. */
interface Attempts {
  readonly invocations: number
  readonly retries: number
  readonly result: InvocationResult | undefined
}

const untried: Attempts = { invocations: 0, retries: 0, result: undefined }
const longestBackoff = 10_000

const reason = (result: InvocationResult) =>
  result.kind === 'error' ? `${result.errorType}: ${result.errorMessage}` : result.kind

/**
 * Delivers one batch to the function as a stream's event source mapping does: in order, until every record has been processed or given
 * up. A failed batch is retried from its first failed record on, or split in two where the mapping bisects. A record that is too old, or
 * whose retries are used up, goes to the dead-letter queue.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export const createBatchDelivery = (options: DeliveryOptions, ports: DeliveryPorts) => {
  const { maximumRetryAttempts, maximumRecordAgeSeconds, bisectOnError, reportsBatchItemFailures } = options

  const backoff = (attempt: number) =>
    ports.sleep(Math.min(options.retryBaseMilliseconds * 2 ** Math.max(attempt - 1, 0), longestBackoff))

  const giveUp = (records: readonly LambdaRecord[], condition: DiscardCondition, { invocations, result }: Attempts) => {
    ports.discard({ records, condition, invocations, result })
    ports.settled(records)
  }

  const isExpired = ({ dynamodb }: LambdaRecord) =>
    maximumRecordAgeSeconds !== -1 &&
    ports.now() - dynamodb.ApproximateCreationDateTime * 1000 > maximumRecordAgeSeconds * 1000

  const withoutExpired = (batch: readonly LambdaRecord[], attempts: Attempts): readonly LambdaRecord[] => {
    const expired = batch.filter(isExpired)
    if (expired.length === 0) return batch
    giveUp(expired, 'RecordAgeExceeded', attempts)
    return batch.filter((record) => !expired.includes(record))
  }

  const deliverHalves = async (batch: readonly LambdaRecord[], attempts: Attempts) => {
    const middle = Math.ceil(batch.length / 2)
    await deliver(batch.slice(0, middle), attempts)
    await deliver(batch.slice(middle), attempts)
  }

  const deliver = async (given: readonly LambdaRecord[], before: Attempts = untried): Promise<void> => {
    let attempts = before
    let throttles = 0
    let batch = withoutExpired(given, attempts)
    while (batch.length > 0) {
      const result = await ports.invoke({ Records: batch })
      if (result.kind === 'throttled') {
        await backoff(++throttles)
        batch = withoutExpired(batch, attempts)
        continue
      }
      attempts = { ...attempts, invocations: attempts.invocations + 1, result }
      const outcome = batchOutcome(result, batch, reportsBatchItemFailures)
      ports.settled(batch.slice(0, outcome.succeeded))
      batch = batch.slice(outcome.succeeded)
      if (batch.length === 0) return
      ports.log(
        `${batch.length} records from ${batch[0]?.dynamodb.SequenceNumber} failed: ${outcome.reason ?? reason(result)}`,
      )

      const splits = bisectOnError && (outcome.succeeded > 0 || batch.length > 1)
      if (splits && outcome.succeeded === 0) return deliverHalves(batch, attempts)
      // Where the mapping bisects, the batch is split at the reported failure, and a split does not count as a retry.
      if (!splits) attempts = { ...attempts, retries: attempts.retries + 1 }
      if (maximumRetryAttempts !== -1 && attempts.retries > maximumRetryAttempts) {
        return giveUp(batch, 'RetryAttemptsExhausted', attempts)
      }
      await backoff(attempts.retries)
      batch = withoutExpired(batch, attempts)
    }
  }

  return (batch: readonly LambdaRecord[]): Promise<void> => deliver(batch)
}
