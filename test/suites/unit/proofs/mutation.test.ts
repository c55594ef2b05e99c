import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesOf, mutatedFiles, type Part, parts, unmutated } from '../../../proofs/mutation/parts.ts'
import { outcomeOf } from '../../../proofs/mutation/report.ts'
import { changedParts, digestOf, scoresTable } from '../../../proofs/mutation/scores.ts'

/** Sources, and not what packing makes of them. */
const isProgram = (path: string): boolean =>
  !/node_modules|^(?:shared\/web\/client|test\/local\/(?:runner|startPage))\/dist\//.test(path)

test('every file of shared, functions, infra, bin, the harness and the start page is in one part, or is left out for a reason', () => {
  const files = globSync([
    '{shared,functions,infra,bin}/**/*.ts',
    'test/local/{runner,startPage}/!(spec)/**/*.ts',
    'test/local/{runner,startPage}/*.ts',
  ]).filter(isProgram)
  const places = [
    ...Object.entries(parts).map(([name, part]) => ({ name, files: mutatedFiles(part) })),
    ...Object.keys(unmutated).map((pattern) => ({ name: pattern, files: filesOf([pattern]) })),
  ]

  const placesOf = (file: string) => places.filter((place) => place.files.includes(file)).map(({ name }) => name)
  const misplaced = files.filter((file) => placesOf(file).length !== 1).map((file) => ({ file, in: placesOf(file) }))

  expect(files.length).toBeGreaterThan(300)
  expect(misplaced).toEqual([])
})

test('every part has files and tests, and every reason to leave files out is about some', () => {
  const isEmpty = (part: Part): boolean => mutatedFiles(part).length === 0 || filesOf(part.tests).length === 0

  expect(Object.keys(parts).filter((name) => isEmpty(parts[name] as Part))).toEqual([])
  expect(Object.keys(unmutated).filter((pattern) => filesOf([pattern]).length === 0)).toEqual([])
})

const source = 'const isDue = (at: number) =>\n  at < now &&\n  !isDone\n'
const mutant = (status: string, replacement: string) => ({
  status,
  replacement,
  location: { start: { line: 2, column: 3 }, end: { line: 3, column: 10 } },
})
const reportOf = (...mutants: readonly ReturnType<typeof mutant>[]) => ({ files: { 'due.ts': { source, mutants } } })

test('a score leaves out the mutants that a comment disables, and names those that no test killed', () => {
  const report = reportOf(
    mutant('Killed', 'false'),
    mutant('Timeout', '!isDone'),
    mutant('Survived', 'at < now || !isDone'),
    mutant('Ignored', 'true'),
    mutant('RuntimeError', '1'),
  )

  expect(outcomeOf(report)).toEqual({
    score: 66.6,
    killed: 2,
    timeouts: 1,
    disabled: 1,
    survivors: ['due.ts:2 at < now && !isDone → at < now || !isDone'],
  })
  expect(outcomeOf(reportOf(mutant('NoCoverage', 'true'))).score).toBe(0)
  expect(outcomeOf(reportOf()).score).toBe(100)
})

test('a part is measured again when a file of it has changed, and one that never was is in the table without a figure', () => {
  const http = parts['http'] ?? expect.fail('there is no part http')
  const score = {
    score: 97.5,
    killed: 39,
    timeouts: 0,
    disabled: 2,
    survivors: ['a'],
    date: '2026-11-22',
    minutes: 1.5,
  }
  const two = { http, otp: { ...http, goal: 80 as const } }
  const scores = { http: { ...score, digest: digestOf(http) }, otp: { ...score, digest: 'older' } }

  expect(changedParts(two, scores)).toEqual(['otp'])
  expect(changedParts(two, {})).toEqual(['http', 'otp'])
  expect(digestOf({ ...http, tests: [] })).not.toBe(digestOf(http))
  expect(scoresTable(two, { http: scores.http }).split('\n').slice(2)).toEqual([
    '| `http` | 95 | 97.5 | 0 | 1 | 2 | 1.5 | 2026-11-22 |',
    '| `otp` | 80 | not measured | | | | | |',
  ])
})
