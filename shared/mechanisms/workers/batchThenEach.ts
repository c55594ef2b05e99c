import { Problem } from '../../contract/problem.ts'
import type { Worker } from '../../contract/worker.ts'
import type { PostponedStore } from '../store/postponedStore.ts'
import type { Failure } from './batchHandler.ts'
import { type FailedItem, postponeFailed } from './postponeFailed.ts'

/**
 * Processes items together. After a failure each item is tried alone, and only the failing ones are postponed. While
 * the store is unavailable, all of them are postponed at once.
 */
export const batchThenEach = async <Each extends FailedItem>(
  worker: Pick<Worker, 'id'>,
  postponed: Pick<PostponedStore, 'postpone'>,
  items: readonly Each[],
  process: (items: readonly Each[]) => Promise<void>,
): Promise<readonly Failure[]> => {
  try {
    await process(items)
    return []
  } catch (error) {
    const isOutage = error instanceof Problem && error.code === 'store_unavailable'
    if (items.length === 1 || isOutage) return postponeFailed(worker, postponed, items, error)
    const failures: Failure[] = []
    for (const each of items) failures.push(...(await batchThenEach(worker, postponed, [each], process)))
    return failures
  }
}
