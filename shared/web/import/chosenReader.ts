import { cellsOfJson } from './cells.ts'
import { donationReader, exportedRow, exportReader, type Reading, type ReadRecord } from './donationReader.ts'
import type { FileRecord } from './fileRecords.ts'
import { type DonationFormat, formatOf, formats, type Member } from './formats.ts'
import { UnreadableFile } from './unreadableFile.ts'

/** The user's options for a file; the rest is found in the file, or in the format of its service. */
export interface Choice
  extends Partial<Pick<Reading, 'system' | 'event' | 'currency' | 'decimal' | 'dateOrder' | 'timeZone'>> {
  /** The name of a format. */
  readonly from?: string | undefined
  /** Columns in place of the format's. */
  readonly map?: Readonly<Partial<Record<Member, string>>>
}

/** The reader of a file, and the service's name in the history. */
export interface ChosenReader {
  /** Undefined where the file names it in each row. */
  readonly system?: string
  readonly timeZone: string
  readonly read: ReadRecord
}

const needed = ['timestamp', 'amount'] as const satisfies readonly Member[]

const listed = (names: Iterable<string>): string => [...names].join(', ')

const formatFrom = ({ from, map = {}, system }: Choice, columns: ReadonlySet<string>): DonationFormat => {
  if (from !== undefined) return formats[from] as DonationFormat
  const found = formatOf(columns)
  if (found !== undefined) return found
  if (needed.every((member) => map[member] !== undefined) && system !== undefined)
    return { system, source: '', columns: {}, marks: [] }
  throw new UnreadableFile({ name: 'unknownColumns', values: { columns: listed(columns) } })
}

/**
 * Chooses how a file is read, by its first row.
 *
 * @throws UnreadableFile that says which columns the file has
 */
export const chosenReader = (first: FileRecord, choice: Choice): ChosenReader => {
  const { cells, json = '' } = first
  if (exportedRow(json) !== undefined) return { timeZone: 'UTC', read: exportReader }
  const names = new Set((cells ?? cellsOfJson(json)).keys())
  const format = formatFrom(choice, names)
  const columns = { ...format.columns, ...choice.map }
  // A member of a JSON object that is null or absent says nothing about the next one.
  const expected = cells === undefined ? needed : [...needed, ...(Object.keys(choice.map ?? {}) as Member[])]
  const missing = expected.find((member) => !names.has(columns[member]?.toLowerCase() ?? ''))
  if (missing !== undefined)
    throw new UnreadableFile({
      name: 'missingColumn',
      values: { column: columns[missing] ?? '', member: missing, columns: listed(names) },
    })
  const { system = format.system, event = 'payment', timeZone = format.timeZone ?? 'UTC', currency } = choice
  const { decimal = format.decimal, dateOrder = format.dateOrder } = choice
  const reading = {
    system,
    event,
    columns,
    timeZone,
    currency,
    decimal,
    dateOrder,
    knowsZone: choice.timeZone === undefined && format.timeZone !== undefined,
    ...(format.only && { only: format.only }),
    ...(format.moderation && { moderation: format.moderation }),
  }
  return { system, timeZone, read: donationReader(reading) }
}
