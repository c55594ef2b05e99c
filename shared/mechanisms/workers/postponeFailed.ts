import type { Worker } from '../../contract/worker.ts'
import type { Item } from '../../contract/write.ts'
import { log, loggedError } from '../../runtime/log.ts'
import type { PostponedStore } from '../store/postponedStore.ts'
import type { StreamRecord } from '../store/streamRecord.ts'
import type { Failure } from './batchHandler.ts'

/** The records of one item that failed together. */
export interface FailedItem {
  readonly image: Item
  readonly records: readonly StreamRecord[]
}

/**
 * Leaves failed items to the schedule. If that write fails too, the store is unavailable, and the records go back to
 * the stream: they block later records, but those could not be processed either.
 */
export const postponeFailed = async (
  { id: worker }: Pick<Worker, 'id'>,
  { postpone }: Pick<PostponedStore, 'postpone'>,
  failed: readonly FailedItem[],
  error: unknown,
): Promise<readonly Failure[]> => {
  for (const [index, { image }] of failed.entries()) {
    const recipientId = String(image['recipientId'])
    const attempts = Number(image['attempts'] ?? 0) + 1
    try {
      await postpone({ recipientId, id: String(image['id']) }, attempts)
      log('ERROR', 'postponed', { worker, recipientId, attempts, error: loggedError(error) })
    } catch {
      return failed.slice(index).flatMap(({ records }) => records.map((record) => ({ record, error })))
    }
  }
  return []
}
