import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { withSection } from '../../../infra/documents/tables.ts'
import type { Measurement, Yardstick } from './figure.ts'

const file = new URL('RESULTS.md', import.meta.url)
const countsFile = new URL('counts.json', import.meta.url)

const kept = (): Readonly<Record<string, unknown>> =>
  existsSync(countsFile) ? JSON.parse(readFileSync(countsFile, 'utf8')) : {}

/** Measured value, verdict, date and commit. */
type Cells = readonly string[]

/** A figure of this run. */
export interface Result {
  readonly name: string
  readonly measured: string
  readonly met: boolean | undefined
}

export interface Run {
  /** An instant; its day is written. */
  readonly date: string
  readonly commit: string
  readonly results: readonly Result[]
}

const verdictOf = (met: boolean | undefined): string => {
  if (met === undefined) return ''
  return met ? 'met' : 'missed'
}

const notMeasured: Cells = ['not measured', '', '', '']

/** The cells of each row that only a run can renew, by the name of its figure. */
const keptCells = (text: string): ReadonlyMap<string, Cells> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [, name, , , ...cells] = line.replace(/^\| | \|$/g, '').split(' | ')
      return name === undefined ? [] : [[name.replaceAll('`', ''), cells] as const]
    }),
  )

const rowText = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The text with a row for each figure. Rows of figures that this run has not measured keep their result. */
export const withResults = (
  text: string,
  figures: readonly (Pick<Yardstick, 'goal' | 'field'> & { readonly name: string; readonly title: string })[],
  { date, commit, results }: Run,
): string => {
  const kept = keptCells(text)
  const cellsOf = (name: string): Cells => {
    const result = results.find((each) => each.name === name && !each.measured.startsWith('skipped:'))
    if (result === undefined) return kept.get(name) ?? notMeasured
    return [result.measured.replaceAll('|', '/'), verdictOf(result.met), date.slice(0, 10), commit]
  }
  const rows = figures.map(({ name, title, goal, field }) => [title, `\`${name}\``, goal, field, ...cellsOf(name)])
  const head = ['Figure', '`--only`', 'Goal', 'Usual in the field', 'Measured', '', 'Date', 'Commit']
  return withSection(text, 'results', [head, head.map(() => '---'), ...rows].map(rowText).join('\n'))
}

const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** The short id of the commit; `+` says that files of the working tree differ from it. */
export const presentCommit = (): string =>
  `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', ':!*/RESULTS.md') === '' ? '' : '+'}`

/** The figures whose values others compute with. */
const counted = ['announcement', 'donation', 'donorVisit', 'overlayHour', 'panelHour']

type Counts = Pick<Result, 'name'> & Pick<Measurement, 'values'>

const countsOf = (figures: readonly Counts[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    figures
      .filter(({ name, values }) => counted.includes(name) && values !== undefined)
      .map(({ name, values }) => [name, values]),
  )

/** Bytes differ a little from run to run; dollars and round trips do not. */
const tolerance = 0.01

const differ = (before: unknown, now: unknown): boolean =>
  typeof before === 'number' && typeof now === 'number'
    ? Math.abs(now - before) > tolerance * Math.abs(before)
    : before !== now

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Each value of a tree that another tree has otherwise: `donation/bytes is 5178, now 5301`. */
const differences = (before: unknown, now: unknown, path: string): readonly string[] => {
  if (!isTree(before) || !isTree(now)) return differ(before, now) ? [`${path} is ${before}, now ${now}`] : []
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...names].flatMap((name) => differences(before[name], now[name], `${path}/${name}`))
}

/** The counts that the bill computes with, where this run counts otherwise. */
export const outdatedCounts = (figures: readonly Counts[]): readonly string[] => {
  const before = kept()
  return Object.entries(countsOf(figures)).flatMap(([name, values]) => differences(before[name], values, name))
}

/** Writes the results of a run, begun at this commit, into RESULTS.md, and the values to compute with. */
export const writeResults = (
  figures: Parameters<typeof withResults>[1],
  commit: string,
  report: { readonly date: string; readonly figures: readonly (Result & Counts)[] },
): void => {
  const run = { date: report.date, commit, results: report.figures }
  writeFileSync(file, withResults(readFileSync(file, 'utf8'), figures, run))
  const renewed = countsOf(report.figures)
  if (Object.keys(renewed).length > 0)
    writeFileSync(countsFile, `${JSON.stringify({ ...kept(), ...renewed }, undefined, 2)}\n`)
}
