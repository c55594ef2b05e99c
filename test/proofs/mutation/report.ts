import type { Equivalent } from './equivalents.ts'

interface Position {
  readonly line: number
  readonly column: number
}

interface ReportedMutant {
  readonly status: string
  readonly replacement: string
  readonly location: { readonly start: Position; readonly end: Position }
}

/** What is read of Stryker's report. @see https://github.com/stryker-mutator/mutation-testing-elements/tree/master/packages/report-schema */
export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly ReportedMutant[] }>>
}

/** A change of a file's text. */
export interface Mutant {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** The line in which it begins, without the spaces around. */
  readonly source: string
  readonly original: string
  readonly replacement: string
}

/** The part of a text between two positions, whose lines and columns count from 1; the end is exclusive. */
const between = (text: string, { start, end }: ReportedMutant['location']): string => {
  const lines = text.split('\n').slice(start.line - 1, end.line)
  const last = lines.at(-1) ?? ''
  return [...lines.slice(0, -1), last.slice(0, end.column - 1)].join('\n').slice(start.column - 1)
}

export const isExplained = (
  { file, source, original, replacement }: Mutant,
  equivalents: readonly Equivalent[],
): boolean =>
  equivalents.some(
    (each) =>
      each.file === file &&
      each.source === source &&
      each.original === original &&
      each.replacements.includes(replacement),
  )

/** The line of a text, whose lines count from 1. */
export const sourceLine = (text: string, line: number): string => (text.split('\n')[line - 1] ?? '').trim()

const brief = (code: string): string => {
  const line = code.replaceAll(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/** One line that says where a mutant is and what it changes. */
export const lineOf = ({ file, line, original, replacement }: Mutant): string =>
  `${file}:${line} ${brief(original)} → ${brief(replacement)}`

/** What a report says of a part. */
export interface Outcome {
  /** Killed mutants of a hundred; those that are explained as equivalent are left out. */
  readonly score: number
  readonly killed: number
  /** Those of the killed whose tests did not end in time: on a busy machine some of them may have been slow only. */
  readonly timeouts: number
  readonly explained: number
  readonly survivors: readonly string[]
}

const killed: ReadonlySet<string> = new Set(['Killed', 'Timeout'])
const survived: ReadonlySet<string> = new Set(['Survived', 'NoCoverage'])

export const outcomeOf = ({ files }: Report, equivalents: readonly Equivalent[]): Outcome => {
  const mutants = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map(({ status, location, replacement }) => {
      const { line } = location.start
      return { file, line, source: sourceLine(source, line), original: between(source, location), replacement, status }
    }),
  )
  const killedCount = mutants.filter(({ status }) => killed.has(status)).length
  const survivors = mutants.filter(({ status }) => survived.has(status))
  const unexplained = survivors.filter((mutant) => !isExplained(mutant, equivalents))
  const counted = killedCount + unexplained.length
  return {
    score: counted === 0 ? 100 : Math.floor((killedCount * 1_000) / counted) / 10,
    killed: killedCount,
    timeouts: mutants.filter(({ status }) => status === 'Timeout').length,
    explained: survivors.length - unexplained.length,
    survivors: unexplained.map(lineOf),
  }
}
