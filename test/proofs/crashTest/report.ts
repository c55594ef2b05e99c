import { median } from '../bench/statistics.ts'
import type { Client } from './client.ts'
import type { ListCounts } from './lists.ts'
import type { CodeCounts } from './oneTimeCodes.ts'
import type { PrintCounts } from './prints.ts'
import { tellsProcesses } from './processesIn.ts'
import type { RoundCounts } from './rounds.ts'

export interface Results {
  readonly seed: number
  readonly client: Client
  readonly rounds: RoundCounts
  readonly lists: ReadonlyMap<string, ListCounts>
  readonly printCounts: PrintCounts
  /** Print jobs in the table, those of requests without an answer included. */
  readonly jobs: number
  readonly codes: CodeCounts
  /** Writes that were acknowledged and repeated after a kill, to the same answer. */
  readonly repeated: number
  readonly deadLetters: number
  readonly complaints: readonly string[]
}

const shownComplaints = 30

/** Columns as wide as their widest cell; the first one to the left. */
const tableOf = (rows: readonly (readonly (string | number)[])[]): readonly string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)))
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? `  ${String(cell).padEnd(width)}` : String(cell).padStart(width)
      })
      .join('  '),
  )
}

const total = (rows: readonly (readonly (string | number)[])[], columns: number): (string | number)[] => [
  'all',
  ...Array.from({ length: columns }, (_, column) => rows.reduce((sum, row) => sum + Number(row[column + 1]), 0)),
]

const writeRows = (client: Client) => {
  const rows = [...client.tallies()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, tally]) => [
      kind,
      tally.sent,
      tally.acknowledged,
      tally.unanswered,
      tally.replayed,
      tally.refused,
      tally.givenUp,
    ])
  return [['writes', 'sent', 'acknowledged', 'no answer', 'replayed', 'refused', 'given up'], ...rows, total(rows, 6)]
}

const listRows = (lists: Results['lists']) => {
  const rows = [...lists].map(([name, { due, found, unasked, lost, doubled, neverSent, returned }]) => [
    name,
    due,
    found,
    unasked,
    lost.length,
    doubled.length,
    neverSent.length,
    returned.length,
  ])
  return [['lists', 'due', 'found', 'open', 'lost', 'doubled', 'never sent', 'returned'], ...rows, total(rows, 7)]
}

const roundLine = ({ kills, ofEverything, duringStart, starts, orphans }: RoundCounts): string =>
  [
    `${kills} kills under load and ${duringStart} during a start, ${ofEverything} of them with everything that ran`,
    `ready again after ${(median(starts) / 1000).toFixed(1)} s in the median, ${(Math.max(...starts) / 1000).toFixed(1)} s at most`,
    tellsProcesses
      ? `${orphans} processes were left to end by themselves, and did`
      : 'only Linux tells what became of the processes',
  ].join('; ')

/** What came of it, for people. */
export const reportLines = (results: Results): readonly string[] => {
  const { seed, client, rounds, lists, printCounts, jobs, codes, repeated, deadLetters, complaints } = results
  const { asked, ready, failed, rows } = printCounts
  const postponed = [...client.postponed()].map(([status, times]) => `${times} times ${status}`).join(', ')
  return [
    `seed ${seed}: ${roundLine(rounds)}`,
    '',
    ...tableOf(writeRows(client)),
    '',
    ...tableOf(listRows(lists)),
    '',
    `  prints: ${asked} acknowledged, ${jobs} stored; ${ready} ready with the right ${rows} rows, ${failed} failed`,
    `  one-time codes: ${codes.deposited} acknowledged; ${codes.exchanged} exchanged, ${codes.unanswered} exchanges without an answer, ${codes.refusedAgain} refused a second time, ${codes.outlived} expired`,
    `  acknowledged writes repeated after a kill: ${repeated}, each with the same answer`,
    `  told to come again: ${postponed || 'never'}; dead letters: ${deadLetters}`,
    ...complaints.slice(0, shownComplaints).map((complaint) => `  WRONG: ${complaint}`),
    complaints.length === 0
      ? 'nothing acknowledged is lost, nothing is doubled, every print has ended'
      : `NOT as it should be: ${complaints.length} complaints`,
  ]
}
