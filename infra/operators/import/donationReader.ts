import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { donorText } from '../../../shared/areas/events/donorText.ts'
import { NewHistoryItem } from '../../../shared/areas/history/historyItem.ts'
import { dropNulls } from '../../../shared/mechanisms/http/dropNulls.ts'
import { shortId } from '../../../shared/runtime/ids.ts'
import { isCurrency } from '../../../shared/runtime/money/currency.ts'
import { moneyFromDecimal } from '../../../shared/runtime/money/decimal.ts'
import type { AddHistoryItemsRequest } from '../../../shared/web/client/generated/api.ts'
import { amountFrom } from './amount.ts'
import { type Cells, cellsOfJson } from './cells.ts'
import type { FileRecord } from './fileRecords.ts'
import type { DecimalMark, DonationFormat, Member } from './formats.ts'
import { instantFrom, type TimeReading } from './instant.ts'

// The reasons are those that the service would give.
z.config(en())

/** An item of `POST /history/commands/add-items`. */
export type NewItem = AddHistoryItemsRequest['items'][number]

/** How the donations of one file are read. */
export interface Reading extends TimeReading, Pick<DonationFormat, 'only' | 'moderation'> {
  readonly system: string
  readonly event: string
  readonly columns: Readonly<Partial<Record<Member, string>>>
  readonly decimal?: DecimalMark | undefined
  /** Of rows that name none. */
  readonly currency?: string | undefined
  /** Whether the format says the zone of times that name none. */
  readonly knowsZone: boolean
}

/** A row as an item of the history, the reason why it is none, or the kind of thing that it is. */
export type ReadRow =
  | { readonly item: NewItem; readonly cut: readonly string[]; readonly hasZone: boolean }
  | { readonly refused: string }
  | { readonly other: string }

export type ReadRecord = (record: FileRecord) => ReadRow

/** Why a row is not imported. */
class Refusal extends Error {}

const refuse = (reason: string): never => {
  throw new Refusal(reason)
}

const longest = { nickname: 64, message: 1000 } as const

const violationsOf = (item: unknown): string | undefined => {
  const result = z.safeParse(NewHistoryItem, item)
  return result.error?.issues.map(({ path, message }) => `${path.join('.') || 'row'}: ${message}`).join('; ')
}

const amountOf = (text: string, named: string, { decimal, currency }: Reading): NonNullable<NewItem['amount']> => {
  const written = amountFrom(text, decimal)
  if (typeof written === 'string') return refuse(`amount: ${written}`)
  const codes = new Set([named.toUpperCase(), written.currency ?? ''].filter((code) => code !== ''))
  if (codes.size > 1) return refuse(`amount: "${text}" is not in ${named}`)
  const [code = currency] = codes
  if (code === undefined) return refuse('currency: missing: give --currency')
  if (!isCurrency(code)) return refuse(`currency: "${named}" is no code of ISO 4217`)
  const money =
    moneyFromDecimal(written.decimal, code) ?? refuse(`amount: "${text}" is finer than ${code} is, or too large`)
  return { major: money.major, minor: money.minor, currency: code }
}

/** Rows without an id are known by their cells; equal rows are numbered. */
const contentIds = () => {
  const seen = new Map<string, number>()
  return (cells: Cells): string => {
    const id = shortId(JSON.stringify([...cells].filter(([, text]) => text !== '').toSorted()))
    const number = (seen.get(id) ?? 0) + 1
    seen.set(id, number)
    return `${id}-${number}`
  }
}

const checkOnly = (cells: Cells, only: Reading['only'] = {}): void => {
  for (const [column, values] of Object.entries(only)) {
    const text = cells.get(column) ?? ''
    if (text !== '' && !values.includes(text.toLowerCase()))
      refuse(`${column} is ${text}: no donation that was received`)
  }
}

/** Whether the row's texts are taken. A row that waits for a moderator is for a later import, which takes it then. */
const mayShowTexts = (cells: Cells, moderation: Reading['moderation']): boolean => {
  if (moderation === undefined) return true
  const { column, allowed, rejected } = moderation
  const decision = cells.get(column)?.toLowerCase() ?? ''
  if (decision === rejected) return false
  return ['', allowed].includes(decision) || refuse(`${column} is ${decision}: import it after a moderator's decision`)
}

/** Reads the rows of one file, in their order. */
export const donationReader = (reading: Reading): ReadRecord => {
  const { system, event, columns, only, moderation } = reading
  const contentId = contentIds()

  const rowOf = (cells: Cells): ReadRow => {
    const textOf = (member: Member): string =>
      cells
        .get(columns[member]?.toLowerCase() ?? '')
        ?.toWellFormed()
        .trim() ?? ''
    const originId = textOf('originId') || contentId(cells)
    checkOnly(cells, only)
    const shown = mayShowTexts(cells, moderation) ? (['nickname', 'message'] as const) : []
    const amount = amountOf(
      textOf('amount') || refuse(`amount: nothing in ${columns.amount}`),
      textOf('currency'),
      reading,
    )
    const instant = instantFrom(textOf('timestamp') || refuse(`timestamp: nothing in ${columns.timestamp}`), reading)
    if (typeof instant === 'string') return refuse(`timestamp: ${instant}`)
    const texts = shown.flatMap((name) => {
      const kept = donorText(textOf(name), longest[name])
      return kept === undefined ? [] : [{ name, kept, isCut: kept !== textOf(name) }]
    })
    const cut = texts.filter(({ isCut }) => isCut).map(({ name }) => name)
    const kept = Object.fromEntries(texts.map(({ name, kept: text }) => [name, text]))
    const item: NewItem = { system, event, originId, timestamp: instant.utc, amount, ...kept }
    const violations = violationsOf(item)
    return violations === undefined ? { item, cut, hasZone: instant.hasZone || reading.knowsZone } : refuse(violations)
  }

  return ({ cells, json, broken }) => {
    try {
      if (broken !== undefined) return { refused: broken }
      return rowOf(cells ?? cellsOfJson(json ?? ''))
    } catch (error) {
      if (error instanceof Refusal || error instanceof SyntaxError) return { refused: error.message }
      throw error
    }
  }
}

const ExportedRow = z.object({ resource: z.string(), data: z.record(z.string(), z.unknown()) })

/** A line of a file of `export-data`; undefined for anything else. */
export const exportedRow = (json: string): z.output<typeof ExportedRow> | undefined => {
  try {
    return z.safeParse(ExportedRow, JSON.parse(json)).data
  } catch {
    return undefined
  }
}

/** Reads a file of `export-data`: the items of its history, which are imported unchanged. */
export const exportReader: ReadRecord = ({ json = '', broken }) => {
  if (broken !== undefined) return { refused: broken }
  const row = exportedRow(json)
  if (row === undefined) return { refused: 'this is no line of an export' }
  const { resource, data } = row
  if (resource !== 'history') return { other: resource }
  const { recipientId: _, metadata: _metadata, ...item } = data
  dropNulls(NewHistoryItem, item)
  const violations = violationsOf(item)
  return violations === undefined ? { item: item as NewItem, cut: [], hasZone: true } : { refused: violations }
}
