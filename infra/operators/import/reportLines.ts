import type { ImportReport } from '../../../shared/web/import/importItems.ts'
import { estimateOf } from './estimateOf.ts'
import type { ImportOutcome } from './importFile.ts'

const countsOf = ({ rows: { added, present, sentBefore, understood, refused, other } }: ImportReport): string =>
  [
    [understood, 'understood'],
    [added, 'added'],
    [present, 'there already, or more than once in the file'],
    [sentBefore, 'sent by an earlier run'],
    [other, 'of an export and no history'],
    [refused, 'not imported'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ')

/** The end of an import for people. */
export const reportLines = (file: string, { system, timeZone, report }: ImportOutcome): readonly string[] => {
  const { first, last, amounts, withoutZone, cut, requests, rows } = report
  const { minutes, dollars } = estimateOf(requests, rows.understood)
  return [
    `${file} (${system}): ${countsOf(report)}`,
    ...(first === undefined ? [] : [`from ${first} to ${last}`]),
    ...Object.entries(amounts).map(([currency, sum]) => `${sum} ${currency} in all`),
    ...(withoutZone === 0 ? [] : [`${withoutZone} times name no zone, and are read as ${timeZone} (--time-zone)`]),
    ...(cut === 0 ? [] : [`${cut} texts were cut`]),
    ...(rows.understood === 0
      ? []
      : [`requests: ${requests}, minutes at the rate of a recipient: ${minutes}, USD on AWS: ${dollars.toFixed(2)}`]),
  ]
}
