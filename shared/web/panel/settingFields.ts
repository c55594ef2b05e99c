import { decimalFromMoney } from '../../runtime/money/decimal.ts'
import { givenMoneyOfAny } from '../givenMoney.ts'

/** The value of a configuration record. */
export type Value = Readonly<Record<string, unknown>>
type Texts = Readonly<Record<string, string>>
type Money = NonNullable<ReturnType<typeof givenMoneyOfAny>>
type Amount = Parameters<typeof decimalFromMoney>[0] & { readonly currency: string }

/**
 * A member of a configuration value, or a switch in front of some, as a field of a form. `image` and `sound` are
 * uploads; a `linked` address of earlier versions is shown where there is one.
 */
export interface SettingField {
  readonly name: string
  /** Where the member is in the value; a switch without one decides whether the fields that it is `on` for count. */
  readonly path?: readonly string[]
  readonly kind: 'text' | 'linked' | 'image' | 'sound' | 'number' | 'color' | 'switch' | 'choice' | 'lines' | 'amounts'
  /** What the field shows without the member. Nothing but what was changed is stored. */
  readonly value?: string
  readonly choices?: readonly string[]
  /** What a switch stores where it is turned on. */
  readonly turnedOn?: unknown
  /** The switch without which the field does not count. */
  readonly on?: string
  /** The heading of the fields from here on. */
  readonly group?: string
}

/** A line is no amount. */
export class NoAmount extends Error {}

const moneyFromLine = (line: string): Money => {
  const [, amount = '', currency = ''] = /^(\S+)\s+(\S+)$/.exec(line) ?? []
  const money = givenMoneyOfAny(amount, currency.toUpperCase())
  if (money === undefined) throw new NoAmount(line)
  return money
}

const linesOf = (text: string): readonly string[] => text.split('\n').flatMap((line) => line.trim() || [])

/** A line for each amount. */
export const textFromAmounts = (amounts: readonly Amount[]): string =>
  amounts.map((money) => `${decimalFromMoney(money)} ${money.currency}`).join('\n')

/** @throws NoAmount */
export const amountsFromText = (text: string): readonly Money[] => linesOf(text).map(moneyFromLine)

const memberAt = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined) return value
  return typeof value === 'object' && value !== null ? memberAt((value as Value)[name], rest) : undefined
}

/** The value with another member, or without it. */
const withMember = (value: Value, [name = '', ...rest]: readonly string[], member: unknown): Value => {
  const { [name]: present, ...others } = value
  if (rest.length === 0) return member === undefined ? others : { ...others, [name]: member }
  const inner = typeof present === 'object' && present !== null ? (present as Value) : {}
  return { ...others, [name]: withMember(inner, rest, member) }
}

const textFrom = ({ kind, value = '' }: SettingField, member: unknown): string => {
  if (member === undefined || member === null) return value
  if (kind === 'switch') return member === false ? '' : 'true'
  if (kind === 'lines') return [member].flat().join('\n')
  if (kind === 'amounts') return textFromAmounts([member].flat() as Money[])
  if (kind === 'number') return typeof member === 'number' ? String(member) : value
  return typeof member === 'object' ? value : String(member)
}

/** The texts of fields, as a form shows a value. */
export const textsFromValue = (fields: readonly SettingField[], value: Value): Texts => {
  const own = fields.flatMap((field) =>
    field.path ? [[field.name, textFrom(field, memberAt(value, field.path))] as const] : [],
  )
  // A switch that is no member itself is on where a member behind it is there.
  const switches = fields.flatMap(({ name, path }) => {
    const behind = fields.filter(({ on }) => on === name)
    return path ? [] : [[name, behind.some((field) => memberAt(value, field.path ?? [])) ? 'true' : ''] as const]
  })
  return Object.fromEntries([...own, ...switches])
}

const memberFrom = ({ kind, value = '', turnedOn = true }: SettingField, text: string): unknown => {
  if (kind === 'switch' && text !== value) return text === 'true' ? turnedOn : false
  if (kind === 'switch') return undefined
  if (text.trim() === '') return undefined
  if (kind === 'number') return Number(text)
  if (kind === 'lines') return linesOf(text)
  return kind === 'amounts' ? amountsFromText(text) : text.trim()
}

/**
 * The value after a form was changed from some texts to others: only members whose field was changed are other ones, or
 * gone where it says that they are chosen automatically.
 *
 * @throws NoAmount
 */
export const valueWith = (fields: readonly SettingField[], value: Value, before: Texts, after: Texts): Value => {
  const switchOf = ({ on }: SettingField) => fields.find(({ name }) => name === on)
  const countsIn = (texts: Texts, { on }: SettingField) => on === undefined || texts[on] === 'true'
  const textIn = (texts: Texts, field: SettingField) => (countsIn(texts, field) ? (texts[field.name] ?? '') : undefined)
  return fields.reduce((kept, field) => {
    const [from, to] = [textIn(before, field), textIn(after, field)]
    if (field.path === undefined || from === to) return kept
    // What is behind a member that is off was decided with it.
    if (to === undefined && switchOf(field)?.path !== undefined) return kept
    return withMember(kept, field.path, memberFrom(field, to ?? ''))
  }, value)
}
