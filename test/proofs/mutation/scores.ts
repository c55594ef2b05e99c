import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { filesOf, mutatedFiles, type Part, type Parts } from './parts.ts'
import type { Outcome } from './report.ts'

/** The last run of a part. */
export interface Score extends Outcome {
  /** `2026-11-22`. */
  readonly date: string
  readonly minutes: number
  /** Of the part's files and tests as they were: unlike a commit's id, it stays what it is when commits are moved. */
  readonly digest: string
}

export type Scores = Readonly<Record<string, Score>>

const file = new URL('scores.json', import.meta.url)

export const readScores = (): Scores => JSON.parse(readFileSync(file, 'utf8')) as Scores

export const writeScores = (scores: Scores): void => {
  const sorted = Object.fromEntries(Object.entries(scores).sort(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(sorted, undefined, 2)}\n`)
}

/** Changes with every file that the part mutates and with each of its tests. */
export const digestOf = (part: Part): string => {
  const hash = createHash('sha256')
  for (const path of [...mutatedFiles(part), ...filesOf(part.tests)])
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  return hash.digest('hex').slice(0, 12)
}

/** The parts that were never measured or have changed since. */
export const changedParts = (parts: Parts, scores: Scores): readonly string[] =>
  Object.entries(parts)
    .filter(([name, part]) => scores[name]?.digest !== digestOf(part))
    .map(([name]) => name)

const row = (name: string, { goal }: Part, score: Score | undefined): string =>
  score === undefined
    ? `| \`${name}\` | ${goal} | not measured | | | | | |`
    : `| \`${name}\` | ${goal} | ${score.score} | ${score.timeouts} | ${score.survivors.length} | ${score.disabled} | ${score.minutes} | ${score.date} |`

/** Markdown table of the parts with their last scores. */
export const scoresTable = (parts: Parts, scores: Scores): string =>
  [
    '| Part | Goal | Score | Timeouts | Survivors | Disabled | Minutes | Date |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...Object.entries(parts).map(([name, part]) => row(name, part, scores[name])),
  ].join('\n')
