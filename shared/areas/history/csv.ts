import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import type { FileForm } from '../../mechanisms/jobs/writeFile.ts'
import { decimalFromMoney } from '../../runtime/money/decimal.ts'
import { type PrintJob, printKey } from './printJob.ts'

/** A stored history item as attribute values. Turning it into an object first would take most of the time. */
export type Row = Readonly<Record<string, AttributeValue>>

export const printedAttributes = [
  'id',
  'event',
  'system',
  'timestamp',
  'nickname',
  'amount',
  'refunded',
  'message',
  'goals',
  'actions',
  'levelName',
  'count',
] as const

/** Spreadsheets take a file without a byte order mark for one in their system's own encoding. */
const byteOrderMark = '\uFEFF'

export const csvHeader = `${byteOrderMark}id,event,system,timestamp,nickname,amount,currency,message,goal,actions,levelName,count,refunded\r\n`

// One test for the rare texts: those with a leading space or operator, or with a character that needs quotes.
const conspicuous = /^[\s\0=+\-@＝＋－＠]|[",;\t\r\n]/
/** OWASP, "CSV injection": characters that begin a formula for a spreadsheet, behind spaces too. */
const formula = /^\s*[=+\-@\t\r\n\0＝＋－＠]/
/** The beginning of a formula for a spreadsheet that splits lines at semicolons or tabs, so that quotes do not help. */
const innerFormula = /[;\t\r\n](?=(?:[^\S\t\r\n]|")*[=+\-@\0＝＋－＠])/g
const quotable = /[",\r\n]/

/** A text as a field of RFC 4180, section 2, that no spreadsheet computes. */
export const textField = (text: string): string => {
  if (!conspicuous.test(text)) return text
  const inner = text.replace(innerFormula, "$&'")
  const guarded = formula.test(inner) ? `'${inner}` : inner
  return inner !== text || quotable.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

const textOf = (value: AttributeValue | undefined): string => value?.S ?? ''

const digitsOf = (value: AttributeValue | undefined): string => value?.N ?? ''

/** `12.34`, or an empty field. */
const decimalField = (value: AttributeValue | undefined): string => {
  const amount = value?.M
  if (amount === undefined) return ''
  const currency = textOf(amount['currency'])
  const [major, minor] = [Number(digitsOf(amount['major'])), Number(digitsOf(amount['minor']))]
  const exponent = amount['exponent']?.N
  return decimalFromMoney({ major, minor, currency, ...(exponent !== undefined && { exponent: Number(exponent) }) })
}

/** `12.34,EUR`, or two empty fields. */
const moneyFields = (value: AttributeValue | undefined): string =>
  `${decimalField(value)},${textOf(value?.M?.['currency'])}`

const separator = '; '

const goalsOf = (value: AttributeValue | undefined): string => value?.L?.map(textOf).join(separator) ?? ''

const actionsOf = (value: AttributeValue | undefined): string => {
  if (value?.S === undefined) return ''
  const actions = JSON.parse(value.S) as { actionId: string; name?: string }[]
  return actions.map(({ actionId, name }) => name ?? actionId).join(separator)
}

/** The line of one history item. Its id, time, amounts, currency and count are the service's own: no guard. */
export const csvLine = (row: Row): string =>
  `${textOf(row['id'])},${textField(textOf(row['event']))},${textField(textOf(row['system']))},${textOf(row['timestamp'])},${textField(
    textOf(row['nickname']),
  )},${moneyFields(row['amount'])},${textField(textOf(row['message']))},${textField(goalsOf(row['goals']))},${textField(
    actionsOf(row['actions']),
  )},${textField(textOf(row['levelName']))},${digitsOf(row['count'])},${decimalField(row['refunded'])}\r\n`

/** Characters that become bytes together: larger texts cost more to build, smaller ones more to convert. */
const chunkLength = 64 * 1024

export function* csvChunks(rows: readonly Row[]): Generator<string> {
  let chunk = ''
  for (const row of rows) {
    chunk += csvLine(row)
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

/** The file of a print. */
export const csvFile: FileForm<PrintJob, Row> = {
  contentType: 'text/csv; charset=utf-8',
  head: csvHeader,
  key: printKey,
  chunks: csvChunks,
}
