import { additionLimit } from '../../../shared/areas/history/additionLimit.ts'
import { rates } from '../../../shared/mechanisms/limits/limits.ts'

/** US dollars for adding an item on AWS, with its share of the request (`npm run bench -- --only import`). */
const dollarsPerItem = 2.2e-6

/** The requests and time of an import: the rate of each recipient decides. */
export const estimateOf = (requests: number, items: number) => {
  const { limit, seconds } = rates.historyItems
  const windows = Math.ceil(requests / Math.floor(limit / additionLimit))
  return { minutes: (windows * seconds) / 60, dollars: items * dollarsPerItem }
}
