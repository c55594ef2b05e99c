import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { alertsPage } from '../test/bench/alertsPage.ts'
import { bundle, bundleWithS3 } from '../test/bench/bundleBytes.ts'
import { coldStart } from '../test/bench/coldStart.ts'
import { cost } from '../test/bench/cost.ts'
import { csvFormat } from '../test/bench/csvFormat.ts'
import { csvMemory } from '../test/bench/csvMemory.ts'
import { donation } from '../test/bench/donation.ts'
import type { Figure } from '../test/bench/figure.ts'
import { instructions } from '../test/bench/instructions.ts'
import { logBytes } from '../test/bench/logBytes.ts'
import { markAllListened } from '../test/bench/markAllListened.ts'
import { chosenFigures, measureFigures } from '../test/bench/measureFigures.ts'
import { memory } from '../test/bench/memory.ts'
import { print } from '../test/bench/print.ts'
import { reload } from '../test/bench/reload.ts'
import { roundTrips } from '../test/bench/roundTrips.ts'
import { start } from '../test/bench/start.ts'
import { warmRead } from '../test/bench/warmRead.ts'
import { wrapper } from '../test/bench/wrapper.ts'
import { createProgram, messageOf, runProgram } from '../test/harness/cli/runProgram.ts'
import { UsageError } from '../test/harness/cli/usageError.ts'

const figures: readonly Figure[] = [
  bundle,
  bundleWithS3,
  coldStart,
  instructions,
  memory,
  wrapper,
  roundTrips,
  alertsPage,
  markAllListened,
  csvFormat,
  csvMemory,
  cost,
  donation,
  logBytes,
  start,
  reload,
  warmRead,
  print,
]

interface Flags {
  readonly only?: string
  readonly json: string
}

const chosen = (only: string | undefined): readonly Figure[] => {
  try {
    return chosenFigures(figures, only)
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

const program = createProgram('npm run bench --', "Measures the project's figures, and prints each beside its goal")
  .option('--only <names>', 'only these figures, separated by commas')
  .option('--json <file>', 'the file for a copy of the figures', 'bench/latest.json')
  .action(async ({ only, json }: Flags) => {
    const report = await measureFigures(chosen(only))
    const file = resolve(json)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`)
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
