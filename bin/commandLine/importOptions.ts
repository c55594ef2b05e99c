import { InvalidArgumentError } from 'commander'
import { isCurrency } from '../../shared/runtime/money/currency.ts'
import type { Choice } from '../../shared/web/import/chosenReader.ts'
import { type Member, members } from '../../shared/web/import/formats.ts'

/** Adds one `member=column` to the columns of `--map`. */
export const mappedFrom = (text: string, before: Choice['map']): NonNullable<Choice['map']> => {
  const [, member, column] = /^(\w+)=(.+)$/s.exec(text) ?? []
  if (member !== undefined && column !== undefined && members.includes(member as Member))
    return { ...before, [member]: column }
  throw new InvalidArgumentError(`Expected <member>=<column>, with one of ${members.join(', ')}.`)
}

/** Reads an option's value, which `check` accepts without an error. */
const accepted =
  (check: (value: string) => unknown, expected: string) =>
  (value: string): string => {
    try {
      check(value)
      return value
    } catch {
      throw new InvalidArgumentError(`Expected ${expected}.`)
    }
  }

export const timeZoneFrom = accepted(
  (timeZone) => new Intl.DateTimeFormat('en', { timeZone }),
  'a zone such as Europe/Berlin',
)
export const encodingFrom = accepted((name) => new TextDecoder(name), 'an encoding such as utf-8 or windows-1251')

export const currencyFrom = (code: string): string => {
  if (isCurrency(code.toUpperCase())) return code.toUpperCase()
  throw new InvalidArgumentError('Expected a code of ISO 4217, such as EUR.')
}
