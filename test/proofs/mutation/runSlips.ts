import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { randomOf } from '../../harness/random.ts'
import { equivalents } from './equivalents.ts'
import { loadInstrumenter, mutantsOf, type Slip } from './mutantsOf.ts'
import type { Part, Parts } from './parts/part.ts'
import { filesOf } from './parts.ts'
import { isExplained, lineOf } from './report.ts'
import { runSuites } from './suiteRun.ts'

/** How slips are drawn and reported. */
export interface SlipOptions {
  readonly seed: number
  /** At most one in each part. */
  readonly count: number
  readonly onLine: (line: string) => void
}

/** What the slips have shown. */
export interface SlipReport {
  readonly slips: number
  readonly caught: number
  /** Whether the same suites were green before and after, without a slip. */
  readonly isSteady: boolean
}

interface Drawn {
  readonly name: string
  readonly part: Part
  readonly slip: Slip
}

/** Far above what the suites of one part take, and those of all. */
const slipLimitMs = 600_000
const controlLimitMs = 3_600_000

const drawFrom = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)]

const shuffled = <Item>(items: readonly Item[], random: () => number): readonly Item[] =>
  items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)

/** A slip in each of some parts; the same seed draws the same ones from the same files. */
const drawSlips = async (parts: Parts, { seed, count }: SlipOptions): Promise<readonly Drawn[]> => {
  const random = randomOf(seed)
  const instrumenter = await loadInstrumenter()
  const drawn: Drawn[] = []
  for (const [name, part] of shuffled(Object.entries(parts), random).slice(0, count)) {
    const mutants: Slip[] = []
    for (const file of filesOf(part.mutate)) mutants.push(...(await mutantsOf(instrumenter, file)))
    const slip = drawFrom(
      mutants.filter((mutant) => !isExplained(mutant, equivalents)),
      random,
    )
    if (slip !== undefined) drawn.push({ name, part, slip })
  }
  return drawn
}

const leftOut = /^(?:\.git|\.stryker-tmp|\.local|\.build|\.screenshots|bench|cdk\.out)$|(?:^|\/)node_modules$/

/** Copies the project to a folder of its own, in which slips are made. */
const copyOf = (folder: string): string => {
  const copy = join(folder, `.stryker-tmp/slips-${process.pid}`)
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const name of filesOf(['*', '.*']))
    if (!leftOut.test(name))
      cpSync(name, join(copy, name), { recursive: true, filter: (path) => !leftOut.test(relative('.', path)) })
  for (const packages of ['node_modules', 'shared/client/node_modules'])
    symlinkSync(join(folder, packages), join(copy, packages), 'dir')
  return copy
}

/** Makes a slip, runs its part's suites and takes it back. Returns whether it was caught. */
const play = async (copy: string, { name, part, slip }: Drawn, onLine: SlipOptions['onLine']): Promise<boolean> => {
  const file = join(copy, slip.file)
  const original = readFileSync(file)
  writeFileSync(file, slip.text)
  const { failure } = await runSuites(copy, filesOf(part.tests), slipLimitMs)
  writeFileSync(file, original)
  onLine(`${name}: ${lineOf(slip)}: ${failure === undefined ? 'NOT CAUGHT' : `caught by ${failure}`}`)
  return failure !== undefined
}

/** Makes random slips in a copy of the project, one at a time, between two runs of the same suites without one. */
export const runSlips = async (folder: string, parts: Parts, options: SlipOptions): Promise<SlipReport> => {
  const { onLine } = options
  const drawn = await drawSlips(parts, options)
  const copy = copyOf(folder)
  const suites = [...new Set(drawn.flatMap(({ part }) => filesOf(part.tests)))]
  const control = async (when: string): Promise<boolean> => {
    const { passed, failure, reason = '' } = await runSuites(copy, suites, controlLimitMs)
    onLine(
      `without a slip, ${when}: ${passed} tests passed${failure === undefined ? '' : `, ${failure} FAILED ${reason}`}`,
    )
    return failure === undefined
  }
  const isSteadyBefore = await control('before')
  let caught = 0
  for (const each of drawn) if (await play(copy, each, onLine)) caught += 1
  const isSteadyAfter = await control('after')
  rmSync(copy, { recursive: true, force: true })
  return { slips: drawn.length, caught, isSteady: isSteadyBefore && isSteadyAfter }
}
