import * as z from 'zod/mini'
import { donorText } from '../../areas/events/donorText.ts'
import { NewHistoryItem } from '../../areas/history/historyItem.ts'
import { dropNulls } from '../../contract/dropNulls.ts'
import { isCurrency } from '../../runtime/money/currency.ts'
import { moneyFromDecimal } from '../../runtime/money/decimal.ts'
import type { AddHistoryItemsRequest } from '../client/generated/api.ts'
import { sha256 } from '../client/live/newKey.ts'
import { amountFrom } from './amount.ts'
import { type Cells, cellsOfJson } from './cells.ts'
import type { FileRecord } from './fileRecords.ts'
import type { DecimalMark, DonationFormat, Member } from './formats.ts'
import { instantFrom, type TimeReading } from './instant.ts'
import type { Reason } from './reason.ts'

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
  | { readonly refused: Reason }
  | { readonly other: string }

export type ReadRecord = (record: FileRecord) => Promise<ReadRow>

/** Why a row is not imported. */
class Refusal extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason.name)
    this.reason = reason
  }
}

const refuse = (name: Reason['name'], values: Reason['values'] = {}): never => {
  throw new Refusal({ name, values })
}

const longest = { nickname: 64, message: 1000 } as const

/** Why the service would not take an item; undefined where it would. */
const violationsOf = (item: unknown): Reason | undefined => {
  const issues = z.safeParse(NewHistoryItem, item).error?.issues.map(({ path, message }) => ({
    member: path.join('.') || 'row',
    message,
  }))
  if (issues === undefined) return undefined
  return {
    name: 'notTaken',
    values: { members: [...new Set(issues.map(({ member }) => member))].join(', ') },
    detail: issues.map(({ member, message }) => `${member}: ${message}`).join('; '),
  }
}

const amountOf = (text: string, named: string, { decimal, currency }: Reading): NonNullable<NewItem['amount']> => {
  const written = amountFrom(text, decimal)
  if ('name' in written) throw new Refusal(written)
  const codes = new Set([named.toUpperCase(), written.currency ?? ''].filter((code) => code !== ''))
  if (codes.size > 1) return refuse('otherCurrency', { text, currency: named })
  const [code = currency] = codes
  if (code === undefined) return refuse('noCurrency')
  if (!isCurrency(code)) return refuse('unknownCurrency', { text: named })
  const money = moneyFromDecimal(written.decimal, code) ?? refuse('amountRange', { text, currency: code })
  return { major: money.major, minor: money.minor, currency: code }
}

/** Rows without an id are known by their cells; equal rows are numbered. */
const contentIds = () => {
  const seen = new Map<string, number>()
  return async (cells: Cells): Promise<string> => {
    const digest = await sha256(JSON.stringify([...cells].filter(([, text]) => text !== '').toSorted()))
    const id = digest.slice(0, 16)
    const number = (seen.get(id) ?? 0) + 1
    seen.set(id, number)
    return `${id}-${number}`
  }
}

const checkOnly = (cells: Cells, only: Reading['only'] = {}): void => {
  for (const [column, values] of Object.entries(only)) {
    const text = cells.get(column) ?? ''
    if (text !== '' && !values.includes(text.toLowerCase())) refuse('notReceived', { column, text })
  }
}

/** Whether the row's texts are taken. A row that waits for a moderator is for a later import, which takes it then. */
const mayShowTexts = (cells: Cells, moderation: Reading['moderation']): boolean => {
  if (moderation === undefined) return true
  const { column, allowed, rejected } = moderation
  const decision = cells.get(column)?.toLowerCase() ?? ''
  if (decision === rejected) return false
  return ['', allowed].includes(decision) || refuse('undecided', { column, text: decision })
}

/** Reads the rows of one file, in their order. */
export const donationReader = (reading: Reading): ReadRecord => {
  const { system, event, columns, only, moderation } = reading
  const contentId = contentIds()

  const rowOf = async (cells: Cells): Promise<ReadRow> => {
    const textOf = (member: Member): string =>
      cells
        .get(columns[member]?.toLowerCase() ?? '')
        ?.toWellFormed()
        .trim() ?? ''
    const originId = textOf('originId') || (await contentId(cells))
    checkOnly(cells, only)
    const shown = mayShowTexts(cells, moderation) ? (['nickname', 'message'] as const) : []
    const amount = amountOf(
      textOf('amount') || refuse('emptyAmount', { column: columns.amount ?? '' }),
      textOf('currency'),
      reading,
    )
    const instant = instantFrom(
      textOf('timestamp') || refuse('emptyTime', { column: columns.timestamp ?? '' }),
      reading,
    )
    if ('name' in instant) throw new Refusal(instant)
    const texts = shown.flatMap((name) => {
      const kept = donorText(textOf(name), longest[name])
      return kept === undefined ? [] : [{ name, kept, isCut: kept !== textOf(name) }]
    })
    const cut = texts.filter(({ isCut }) => isCut).map(({ name }) => name)
    const kept = Object.fromEntries(texts.map(({ name, kept: text }) => [name, text]))
    const item: NewItem = { system, event, originId, timestamp: instant.utc, amount, ...kept }
    const violations = violationsOf(item)
    return violations === undefined
      ? { item, cut, hasZone: instant.hasZone || reading.knowsZone }
      : { refused: violations }
  }

  return async ({ cells, json, broken }) => {
    try {
      if (broken !== undefined) return { refused: broken }
      return await rowOf(cells ?? cellsOfJson(json ?? ''))
    } catch (error) {
      if (error instanceof Refusal) return { refused: error.reason }
      if (error instanceof SyntaxError) return { refused: { name: 'noJson', detail: error.message } }
      throw error
    }
  }
}

const ExportedRow = z.object({ resource: z.string(), data: z.record(z.string(), z.unknown()) })

/** What distinguishes an item of the history, as answers of `GET /history` have it. */
const Item = z.looseObject({ system: z.string(), event: z.string(), originId: z.string() })

/** A line of a file of `export-data`, or an item of the history itself; undefined for anything else. */
export const exportedRow = (json: string): z.output<typeof ExportedRow> | undefined => {
  try {
    const value = JSON.parse(json)
    const item = z.safeParse(Item, value)
    return item.success ? { resource: 'history', data: item.data } : z.safeParse(ExportedRow, value).data
  } catch {
    return undefined
  }
}

/** Reads a file of `export-data`: the items of its history, which are imported unchanged. */
export const exportReader: ReadRecord = async ({ json = '', broken }) => {
  if (broken !== undefined) return { refused: broken }
  const row = exportedRow(json)
  if (row === undefined) return { refused: { name: 'noExport' } }
  const { resource, data } = row
  if (resource !== 'history') return { other: resource }
  const { recipientId: _, metadata: _metadata, ...item } = data
  dropNulls(NewHistoryItem, item)
  const violations = violationsOf(item)
  return violations === undefined ? { item: item as NewItem, cut: [], hasZone: true } : { refused: violations }
}
