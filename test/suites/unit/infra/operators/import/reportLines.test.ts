import { expect, test } from 'vitest'
import { reportLines } from '../../../../../../infra/operators/import/reportLines.ts'

const none = { added: 0, present: 0, sentBefore: 0, understood: 0, refused: 0, other: 0 }
const nothing = { cut: 0, withoutZone: 0, first: undefined, last: undefined, amounts: {}, requests: 0 }

const linesOf = (report: object, rows: object) =>
  reportLines('a.csv', {
    system: 'Mine',
    timeZone: 'Europe/Berlin',
    report: { ...nothing, ...report, rows: { ...none, ...rows } },
  })

test('an import reports the outcomes of its rows, their period and their sums', () => {
  const lines = linesOf(
    { first: '2026-01-01', last: '2026-02-01', amounts: { EUR: '1.00', RUB: '2.00' }, withoutZone: 4, cut: 5 },
    { added: 1, present: 2, sentBefore: 3, refused: 6, other: 7 },
  )

  expect(lines).toEqual([
    'a.csv (Mine): 1 added, 2 there already, or more than once in the file, 3 sent by an earlier run, 7 of an export and no history, 6 not imported',
    'from 2026-01-01 to 2026-02-01',
    '1.00 EUR in all',
    '2.00 RUB in all',
    '4 times name no zone, and are read as Europe/Berlin (--time-zone)',
    '5 texts were cut',
  ])
})

test('a dry run estimates an import, and counts of 0 are left out', () => {
  expect(linesOf({ requests: 67 }, { understood: 6000 })).toEqual([
    'a.csv (Mine): 6000 understood',
    'requests: 67, minutes at the rate of a recipient: 2, USD on AWS: 0.01',
  ])
})
