import type { InvocationResult } from '../lambda/invocation.ts'
import type { LambdaRecord } from './lambdaRecord.ts'

export interface BatchOutcome {
  /** How many records from the batch's beginning are processed. */
  readonly succeeded: number
  /** Why not all records succeeded, if the function reported that. */
  readonly reason: string | undefined
}

const failed = (reason: string | undefined): BatchOutcome => ({ succeeded: 0, reason })

/** The items that a function reports as failed. */
export const reportedIdentifiers = (payload: unknown): readonly unknown[] | 'malformed' => {
  if (payload === null || payload === undefined) return []
  if (typeof payload !== 'object') return 'malformed'
  const { batchItemFailures } = payload as { readonly batchItemFailures?: unknown }
  if (batchItemFailures === null || batchItemFailures === undefined) return []
  if (!Array.isArray(batchItemFailures)) return 'malformed'
  return batchItemFailures.map((failure: unknown) =>
    typeof failure === 'object' && failure !== null && 'itemIdentifier' in failure ? failure.itemIdentifier : undefined,
  )
}

/**
 * Reads the outcome of a batch. With partial responses, everything before the lowest reported sequence number is processed, and a
 * response that names a record outside the batch fails the whole batch.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
export const batchOutcome = (
  result: InvocationResult,
  batch: readonly LambdaRecord[],
  reportsBatchItemFailures: boolean,
): BatchOutcome => {
  if (result.kind !== 'success') return failed(undefined)
  const succeeded: BatchOutcome = { succeeded: batch.length, reason: undefined }
  if (!reportsBatchItemFailures) return succeeded

  const identifiers = reportedIdentifiers(result.payload)
  if (identifiers === 'malformed') return failed(`malformed partial batch response: ${JSON.stringify(result.payload)}`)
  const positions = identifiers.map((identifier) =>
    batch.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === identifier),
  )
  if (positions.includes(-1))
    return failed(`reported failures that are not in the batch: ${JSON.stringify(identifiers)}`)
  if (positions.length === 0) return succeeded
  return { succeeded: Math.min(...positions), reason: `reported ${positions.length} failed` }
}
