import type { StreamRecord } from '../store/streamRecord.ts'
import type { ConsumeBatch, Failure } from './batchHandler.ts'
import { inTime } from './inTime.ts'

/** Processes the records of a batch that have an image at the same time; those that fail come again. */
export const eachConcurrently =
  (process: (record: StreamRecord) => Promise<void>): ConsumeBatch =>
  async (records) => {
    const failures = await Promise.all(
      records.map(async (record): Promise<Failure | undefined> => {
        try {
          if (record.newImage !== undefined) await inTime(() => process(record))
          return undefined
        } catch (error) {
          return { record, error }
        }
      }),
    )
    return failures.filter((failure) => failure !== undefined)
  }
