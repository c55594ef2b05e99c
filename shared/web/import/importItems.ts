import { additionLimit } from '../../areas/history/additionLimit.ts'
import { bodyLimit } from '../../contract/bodyLimit.ts'
import { mostDigits } from '../../runtime/money/currency.ts'
import { comparableUnits, decimalFromMoney, moneyFromUnits } from '../../runtime/money/decimal.ts'
import type { NewItem, ReadRecord } from './donationReader.ts'
import type { FileRecord } from './fileRecords.ts'
import type { Reason } from './reason.ts'

/** The outcome of the rows of a file; each is in exactly one of the counts of `rows`. */
export interface ImportReport {
  readonly rows: {
    added: number
    /** Items that the history had already, or that stand in the file more than once. */
    present: number
    /** Sent by an earlier run that was interrupted. */
    sentBefore: number
    /** Understood, but not sent by a dry run. */
    understood: number
    refused: number
    /** Rows of an export that are not of the history. */
    other: number
  }
  /** Rows whose nickname or message was longer than the history keeps, and was cut. */
  cut: number
  /** Times that named no zone. */
  withoutZone: number
  first: string | undefined
  last: string | undefined
  /** The sum of each currency, as a decimal. */
  amounts: Readonly<Record<string, string>>
  requests: number
}

/** The import's ports. */
export interface ImportPorts {
  /** Sends items; resolves to how many of them were added. Absent in a dry run. */
  readonly send?: ((items: readonly NewItem[]) => Promise<number>) | undefined
  /** Items at the beginning of the file that an earlier run has sent. */
  readonly sentBefore: number
  /** Called after each request with the number of items that have been sent, those of the earlier run included. */
  readonly sent: (items: number, report: ImportReport) => void
  readonly refused: (line: number, reason: Reason) => void
  /** Called with each item before it is sent, and with the names of its members that were too long. */
  readonly understood: (line: number, item: NewItem, cut: readonly string[]) => void
}

const encoder = new TextEncoder()
/** Room for `{"items":[]}`. */
const room = bodyLimit - 100

/** Batches of items, limited by their number and by the size of a body. */
const requestFiller = () => {
  let [items, bytes]: [NewItem[], number] = [[], 0]
  const taken = (): readonly NewItem[] => {
    const full = items
    items = []
    bytes = 0
    return full
  }
  return {
    taken,
    /** The items of the request before, if this one does not fit it. */
    add: (item: NewItem): readonly NewItem[] => {
      const size = encoder.encode(JSON.stringify(item)).length + 1
      const full = items.length === additionLimit || bytes + size > room ? taken() : []
      items.push(item)
      bytes += size
      return full
    },
  }
}

const totals = () => {
  const units = new Map<string, bigint>()
  let [first, last]: [string | undefined, string | undefined] = [undefined, undefined]
  return {
    add: ({ timestamp, amount }: NewItem): void => {
      if (first === undefined || timestamp < first) first = timestamp
      if (last === undefined || timestamp > last) last = timestamp
      if (amount)
        units.set(
          amount.currency,
          (units.get(amount.currency) ?? 0n) + comparableUnits({ ...amount, exponent: amount.exponent ?? undefined }),
        )
    },
    result: () => ({
      first,
      last,
      amounts: Object.fromEntries([...units].map(([code, sum]) => [code, decimalOf(sum, code)])),
    }),
  }
}

const decimalOf = (units: bigint, currency: string): string => {
  const money = moneyFromUnits(units, mostDigits, currency)
  return money === undefined ? 'too much' : decimalFromMoney(money)
}

/**
 * Imports the rows of a file, one request after another: two at a time would change the same totals and wait for each
 * other. Items that are sent again exist already, since an item is known by its system and origin.
 */
export const importItems = async (
  records: AsyncIterable<FileRecord>,
  read: ReadRecord,
  { send, sentBefore, sent, refused, understood }: ImportPorts,
): Promise<ImportReport> => {
  const rows = { added: 0, present: 0, sentBefore: 0, understood: 0, refused: 0, other: 0 }
  const report: ImportReport = {
    rows,
    cut: 0,
    withoutZone: 0,
    requests: 0,
    first: undefined,
    last: undefined,
    amounts: {},
  }
  const [filler, sums] = [requestFiller(), totals()]

  const sendAll = async (items: readonly NewItem[]): Promise<void> => {
    if (items.length === 0) return
    report.requests++
    if (send === undefined) {
      rows.understood += items.length
      return
    }
    const added = await send(items)
    rows.added += added
    rows.present += items.length - added
    sent(rows.sentBefore + rows.added + rows.present, report)
  }

  for await (const record of records) {
    const row = await read(record)
    if ('refused' in row) {
      rows.refused++
      refused(record.line, row.refused)
    } else if ('other' in row) rows.other++
    else {
      sums.add(row.item)
      if (!row.hasZone) report.withoutZone++
      if (row.cut.length > 0) report.cut++
      understood(record.line, row.item, row.cut)
      if (rows.sentBefore < sentBefore) rows.sentBefore++
      else await sendAll(filler.add(row.item))
    }
  }
  await sendAll(filler.taken())
  return { ...report, ...sums.result() }
}
