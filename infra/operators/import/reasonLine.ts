import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { filledText } from '../../../shared/web/filledText.ts'
import { formats } from '../../../shared/web/import/formats.ts'
import type { Reason } from '../../../shared/web/import/reason.ts'
import { type ReasonName, reasonTexts } from '../../../shared/web/import/reasonTexts.ts'

// The details are those that the service would give.
z.config(en())

/** What the user of the command can do about a reason. */
const remedies: Readonly<Partial<Record<ReasonName, string>>> = {
  ambiguousAmount: ': give --decimal . or --decimal ,',
  ambiguousDate: ': give --date-order dmy or --date-order mdy',
  noCurrency: ': give --currency',
  otherEncoding: ': give its encoding, such as --encoding windows-1251',
  missingColumn: ': give --map {member}=<column>, one of {columns}',
  unknownColumns: `\nGive --from (${Object.keys(formats).join(', ')}), or --system <name> --map timestamp=<column> --map amount=<column> …`,
}

/** A reason for the user of the command. */
export const reasonLine = ({ name, values, line, detail }: Reason): string => {
  const text = detail ?? filledText(`${reasonTexts[name][0]}${remedies[name] ?? ''}`, values)
  return line === undefined ? text : `Line ${line}: ${text}`
}
