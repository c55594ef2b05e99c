import type { SettingField, Value } from './settingFields.ts'

/** A level of alerts: from which amounts on an alert has it, and how overlays show it. */
export interface Level extends Value {
  readonly name?: string
  /** At most one a currency. */
  readonly from?: readonly { readonly currency: string }[]
}

export const levelFields = [
  { name: 'name', path: ['name'], kind: 'text' },
  { name: 'from', path: ['from'], kind: 'amounts' },
  { name: 'seconds', path: ['seconds'], kind: 'number' },
  { name: 'text', path: ['text'], kind: 'text' },
  { name: 'imageUpload', path: ['imageUpload'], kind: 'image' },
  { name: 'image', path: ['image'], kind: 'linked' },
  { name: 'soundUpload', path: ['soundUpload'], kind: 'sound' },
  { name: 'sound', path: ['sound'], kind: 'linked' },
  { name: 'ownAccent', kind: 'switch' },
  { name: 'accent', path: ['accent'], kind: 'color', value: '#f5b301', on: 'ownAccent' },
] as const satisfies readonly SettingField[]

/** The levels in a record, whose owner may have filled it freely. */
const inRecord = ({ levels }: Value): readonly Level[] => (Array.isArray(levels) ? levels : [])

export const isCalled = (name: string | undefined) => (level: Level) =>
  name !== undefined && String(level?.name).toLowerCase() === name.toLowerCase()

const namesIn = (...records: readonly Value[]): readonly string[] => {
  const names = records.flatMap((record) => inRecord(record).flatMap((level) => level?.name ?? []))
  return names.filter((name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index)
}

/** Levels, whose amounts are in the record `alerts` and whose looks are in the record `overlay`. */
export const levelsFrom = (alerts: Value, look: Value): readonly Level[] =>
  namesIn(alerts, look).map((name) => ({
    ...inRecord(look).find(isCalled(name)),
    name,
    from: inRecord(alerts)
      .filter(isCalled(name))
      .flatMap(({ from }) => (from ? [from].flat() : [])),
  }))

/** The record with others in the places of the levels that were called so, or behind the last one. */
const replaced = (record: Value, former: string | undefined, next: readonly Level[]): Value => {
  const levels = inRecord(record)
  const found = levels.findIndex(isCalled(former))
  const index = found < 0 ? levels.length : found
  const isOther = (level: Level) => !isCalled(former)(level)
  return {
    ...record,
    levels: [...levels.slice(0, index).filter(isOther), ...next, ...levels.slice(index).filter(isOther)],
  }
}

/** What becomes of both records when the level that was called so is another one, or gone. */
export const withLevel = (former: string | undefined, level: Level | undefined) => {
  const { name, from = [], ...look } = level ?? {}
  const amounts = from.map((amount) => ({ name, from: amount })) as unknown as readonly Level[]
  const looks = Object.keys(look).length === 0 || level === undefined ? [] : [{ name, ...look } as Level]
  return {
    alerts: (record: Value): Value => replaced(record, former, amounts),
    overlay: (record: Value): Value => replaced(record, former, looks),
  }
}
