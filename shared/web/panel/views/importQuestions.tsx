import type { Question } from '../../import/readFile.ts'
import { Field } from '../forms.tsx'
import { type TextName, translate } from '../translate.ts'

/** Begins the names of fields that choose a column. */
export const columnOf = 'column.'

/** Labels of a file's columns by the members that are read from them. */
const members = {
  timestamp: 'time',
  amount: 'amount',
  currency: 'currency',
  nickname: 'nickname',
  message: 'message',
  originId: 'identifier',
} as const satisfies Readonly<Record<string, TextName>>

const encodings = ['utf-8', 'utf-16le', 'windows-1251', 'windows-1252']

const choicesOf = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]))

/** UTC and the zone of this browser first. */
const zones = () => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return choicesOf([...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])])
}

interface QuestionsOptions {
  readonly asked: ReadonlySet<Question>
  readonly columns: readonly string[]
}

/** What the file does not say. */
export const Questions = ({ asked, columns }: QuestionsOptions) => (
  <>
    {asked.has('encoding') && <Field name="encoding" choices={choicesOf(encodings)} />}
    {asked.has('columns') && (
      <>
        <Field name="system" required />
        {Object.entries(members).map(([name, label]) => (
          <Field key={name} name={columnOf + name} label={label} choices={{ '': '–', ...choicesOf(columns) }} />
        ))}
      </>
    )}
    {asked.has('dateOrder') && (
      <Field name="dateOrder" choices={{ '': '?', dmy: translate('dayFirst'), mdy: translate('monthFirst') }} />
    )}
    {asked.has('decimal') && (
      <Field name="decimal" choices={{ '': '?', '.': translate('decimalPoint'), ',': translate('decimalComma') }} />
    )}
    {asked.has('currency') && <Field name="currency" maxLength={3} required />}
    {asked.has('timeZone') && <Field name="timeZone" choices={zones()} />}
  </>
)
