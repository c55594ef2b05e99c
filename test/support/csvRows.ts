import { isDeepStrictEqual } from 'node:util'
import { parse } from 'csv-parse/sync'
import Papa from 'papaparse'

const byPapaParse = (text: string): string[][] =>
  Papa.parse<string[]>(text.replace(/\r\n$/, ''), { delimiter: ',', newline: '\r\n' }).data

/**
 * The fields of a CSV text (RFC 4180, with or without a byte order mark) line by line, as two readers that know nothing of each other see them.
 *
 * @throws Error when they do not see the same
 */
export const csvRows = (content: string | Uint8Array): string[][] => {
  const text = Buffer.from(content).toString()
  const rows: string[][] = parse(text, { bom: true, record_delimiter: '\r\n' })
  if (!isDeepStrictEqual(rows, text === '' ? [] : byPapaParse(text)))
    throw new Error('csv-parse and papaparse read different fields')
  return rows
}

/** The same with the names of the first line. */
export const csvRecords = (content: string | Uint8Array): Record<string, string>[] => {
  const [names = [], ...rows] = csvRows(content)
  return rows.map((fields) => Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ''])))
}
