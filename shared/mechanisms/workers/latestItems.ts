import type { StreamRecord } from '../store/streamRecord.ts'
import type { FailedItem } from './postponeFailed.ts'

/** The items of a batch as their latest records show them: an item is processed once, however many records it has. */
export const latestItems = (records: readonly StreamRecord[]): readonly FailedItem[] =>
  [...Map.groupBy(records, ({ keys }) => String(keys['id'])).values()].flatMap((own) => {
    const image = own.at(-1)?.newImage
    return image === undefined ? [] : [{ image, records: own }]
  })
