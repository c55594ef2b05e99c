import { expect, test } from 'vitest'
import { presentCommit, type Run, withResults } from '../../../proofs/bench/results.ts'

const figures = [
  { name: 'bundle', title: 'Bytes', goal: '≤ 206 KB', field: '986 KB' },
  { name: 'start', title: 'Start', goal: '≤ 2 s', field: '10 s' },
  { name: 'peers', title: 'Peers', goal: '≥ 1', field: '1' },
]
const empty = '# Results\n\n<!-- results -->\n<!-- /results -->\n'
const runOf = (day: string, commit: string, results: Run['results']): Run => ({
  date: `${day}T10:00:00.000Z`,
  commit,
  results,
})
const rowsOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.includes('`'))

test('a run writes a row for each figure, and says of the others that they are not measured', () => {
  const run = runOf('2026-11-23', 'abc1234', [
    { name: 'bundle', measured: '200 KB', met: true },
    { name: 'start', measured: '3 s', met: false },
  ])

  expect(rowsOf(withResults(empty, figures, run)).slice(1)).toEqual([
    '| Bytes | `bundle` | ≤ 206 KB | 986 KB | 200 KB | met | 2026-11-23 | abc1234 |',
    '| Start | `start` | ≤ 2 s | 10 s | 3 s | missed | 2026-11-23 | abc1234 |',
    '| Peers | `peers` | ≥ 1 | 1 | not measured |  |  |  |',
  ])
})

test('a later run renews its own rows, and keeps those that it has not measured or has skipped', () => {
  const first = withResults(
    empty,
    figures,
    runOf('2026-11-22', 'abc1234', [
      { name: 'bundle', measured: '200 KB', met: true },
      { name: 'start', measured: '3 s', met: false },
      { name: 'peers', measured: '1.2', met: undefined },
    ]),
  )
  const second = runOf('2026-11-23', 'def5678', [
    { name: 'bundle', measured: '199 KB', met: true },
    { name: 'start', measured: 'skipped: no port', met: undefined },
  ])

  expect(rowsOf(withResults(first, figures, second)).slice(1)).toEqual([
    '| Bytes | `bundle` | ≤ 206 KB | 986 KB | 199 KB | met | 2026-11-23 | def5678 |',
    '| Start | `start` | ≤ 2 s | 10 s | 3 s | missed | 2026-11-22 | abc1234 |',
    '| Peers | `peers` | ≥ 1 | 1 | 1.2 |  | 2026-11-22 | abc1234 |',
  ])
})

test('a figure that is gone leaves no row, and a changed goal shows beside the kept result', () => {
  const first = withResults(
    empty,
    figures,
    runOf('2026-11-22', 'abc1234', [{ name: 'bundle', measured: '9', met: true }]),
  )
  const changed = [{ name: 'bundle', title: 'Bytes', goal: '≤ 200 KB', field: '986 KB' }]

  expect(rowsOf(withResults(first, changed, runOf('2026-11-23', 'def5678', []))).slice(1)).toEqual([
    '| Bytes | `bundle` | ≤ 200 KB | 986 KB | 9 | met | 2026-11-22 | abc1234 |',
  ])
})

test('the commit of a run is a short id, marked where files differ from it', () => {
  expect(presentCommit()).toMatch(/^[\da-f]{7,12}\+?$/)
})
