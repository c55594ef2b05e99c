import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { announcement } from '../test/proofs/bench/announcement.ts'
import { coldStart } from '../test/proofs/bench/coldStart.ts'
import { cost } from '../test/proofs/bench/cost.ts'
import { donation } from '../test/proofs/bench/donation.ts'
import { donorVisit } from '../test/proofs/bench/donorVisit.ts'
import type { Figure } from '../test/proofs/bench/figure.ts'
import { follow } from '../test/proofs/bench/follow.ts'
import { logBytes } from '../test/proofs/bench/logBytes.ts'
import { chosenFigures, measureFigures } from '../test/proofs/bench/measureFigures.ts'
import { memory } from '../test/proofs/bench/memory.ts'
import { overlayHour } from '../test/proofs/bench/overlayHour.ts'
import { panelHour } from '../test/proofs/bench/panelHour.ts'
import { peers } from '../test/proofs/bench/peers.ts'
import { outdatedCounts, presentCommit, writeResults } from '../test/proofs/bench/results.ts'
import { limitRounds } from '../test/proofs/bench/rounds.ts'
import { roundTrips } from '../test/proofs/bench/roundTrips.ts'
import { restart, start } from '../test/proofs/bench/start.ts'
import { webhookNeighbour } from '../test/proofs/bench/webhookNeighbour.ts'
import { wholeNumber } from './commandLine/optionValues.ts'
import { createProgram, messageOf, runProgram } from './commandLine/runProgram.ts'
import { UsageError } from './commandLine/usageError.ts'

const figures: readonly Figure[] = [
  coldStart,
  memory,
  roundTrips,
  cost,
  donation,
  announcement,
  webhookNeighbour,
  follow,
  overlayHour,
  panelHour,
  donorVisit,
  logBytes,
  start,
  restart,
  peers,
]

interface Flags {
  readonly only?: string
  readonly json: string
  readonly rounds?: number
}

const chosen = (only: string | undefined): readonly Figure[] => {
  try {
    return chosenFigures(figures, only)
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

const program = createProgram(
  'npm run bench --',
  "Measures the project's figures, prints each beside its goal, and writes test/proofs/bench/RESULTS.md",
)
  .option('--only <names>', 'only these figures, separated by commas')
  .option('--json <file>', 'the file for a copy of the figures', 'bench/latest.json')
  .option(
    '--rounds <count>',
    'at most so many rounds of a measurement: no result is kept; fails where the bill computes with other counts',
    wholeNumber(1, 1000),
  )
  .action(async ({ only, json, rounds }: Flags) => {
    const commit = presentCommit()
    if (rounds !== undefined) limitRounds(rounds)
    const report = await measureFigures(chosen(only))
    if (rounds === undefined) {
      const file = resolve(json)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`)
      writeResults(figures, commit, report)
    }
    const failed = report.figures.filter(({ measured }) => measured.startsWith('failed:')).map(({ name }) => name)
    if (failed.length > 0) throw new Error(`could not be measured: ${failed.join(', ')}`)
    const outdated = rounds === undefined ? [] : outdatedCounts(report.figures)
    if (outdated.length > 0)
      throw new Error(
        `The bill computes with old counts:\n${outdated.join('\n')}\nRenew them with this command without --rounds, then with \`npm run capacity -- --write && npm run docs\`.`,
      )
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
