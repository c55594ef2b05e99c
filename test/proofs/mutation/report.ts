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

interface Mutant {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly original: string
  readonly replacement: string
}

/** The part of a text between two positions, whose lines and columns count from 1; the end is exclusive. */
const between = (text: string, { start, end }: ReportedMutant['location']): string => {
  const lines = text.split('\n').slice(start.line - 1, end.line)
  const last = lines.at(-1) ?? ''
  return [...lines.slice(0, -1), last.slice(0, end.column - 1)].join('\n').slice(start.column - 1)
}

const brief = (code: string): string => {
  const line = code.replaceAll(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/** One line that says where a mutant is and what it changes. */
const lineOf = ({ file, line, original, replacement }: Mutant): string =>
  `${file}:${line} ${brief(original)} → ${brief(replacement)}`

/** What a report says of a part. */
export interface Outcome {
  /** Killed mutants of a hundred, without those that a comment disables. */
  readonly score: number
  readonly killed: number
  /** Those of the killed whose tests did not end in time: on a busy machine some of them may have been slow only. */
  readonly timeouts: number
  /** Disabled by a comment beside the line, which has the reason. */
  readonly disabled: number
  readonly survivors: readonly string[]
}

const survived: ReadonlySet<string> = new Set(['Survived', 'NoCoverage'])

export const outcomeOf = ({ files }: Report): Outcome => {
  const mutants = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map(({ status, location, replacement }) => {
      const { line } = location.start
      return { file, line, original: between(source, location), replacement, status }
    }),
  )
  const countOf = (...statuses: readonly string[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length
  const killed = countOf('Killed', 'Timeout')
  const survivors = mutants.filter(({ status }) => survived.has(status))
  const counted = killed + survivors.length
  return {
    score: counted === 0 ? 100 : Math.floor((killed * 1_000) / counted) / 10,
    killed,
    timeouts: countOf('Timeout'),
    disabled: countOf('Ignored'),
    survivors: survivors.map(lineOf),
  }
}
