import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { announcement } from '../test/proofs/bench/announcement.ts'
import { coldStart } from '../test/proofs/bench/coldStart.ts'
import { cost } from '../test/proofs/bench/cost.ts'
import { csvFormat } from '../test/proofs/bench/csvFormat.ts'
import { csvMemory } from '../test/proofs/bench/csvMemory.ts'
import { donation } from '../test/proofs/bench/donation.ts'
import type { Figure } from '../test/proofs/bench/figure.ts'
import { follow } from '../test/proofs/bench/follow.ts'
import { importing } from '../test/proofs/bench/importing.ts'
import { instructions } from '../test/proofs/bench/instructions.ts'
import { leaving } from '../test/proofs/bench/leaving.ts'
import { logBytes } from '../test/proofs/bench/logBytes.ts'
import { chosenFigures, measureFigures } from '../test/proofs/bench/measureFigures.ts'
import { memory } from '../test/proofs/bench/memory.ts'
import { overlayHour } from '../test/proofs/bench/overlayHour.ts'
import { overlays } from '../test/proofs/bench/overlays.ts'
import { peers } from '../test/proofs/bench/peers.ts'
import { print } from '../test/proofs/bench/print.ts'
import { reload } from '../test/proofs/bench/reload.ts'
import { presentCommit, writeResults } from '../test/proofs/bench/results.ts'
import { roundTrips } from '../test/proofs/bench/roundTrips.ts'
import { secondWay } from '../test/proofs/bench/secondWay.ts'
import { restart, start } from '../test/proofs/bench/start.ts'
import { warmCall } from '../test/proofs/bench/warmCall.ts'
import { warmRead } from '../test/proofs/bench/warmRead.ts'
import { webhookNeighbour } from '../test/proofs/bench/webhookNeighbour.ts'
import { wrapper } from '../test/proofs/bench/wrapper.ts'
import { createProgram, messageOf, runProgram } from './commandLine/runProgram.ts'
import { UsageError } from './commandLine/usageError.ts'

const figures: readonly Figure[] = [
  coldStart,
  instructions,
  memory,
  warmCall,
  wrapper,
  roundTrips,
  csvFormat,
  csvMemory,
  cost,
  donation,
  announcement,
  webhookNeighbour,
  follow,
  overlayHour,
  overlays,
  logBytes,
  start,
  restart,
  reload,
  warmRead,
  peers,
  print,
  leaving,
  importing,
  secondWay,
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

const program = createProgram(
  'npm run bench --',
  "Measures the project's figures, prints each beside its goal, and writes test/proofs/bench/RESULTS.md",
)
  .option('--only <names>', 'only these figures, separated by commas')
  .option('--json <file>', 'the file for a copy of the figures', 'bench/latest.json')
  .action(async ({ only, json }: Flags) => {
    const commit = presentCommit()
    const report = await measureFigures(chosen(only))
    const file = resolve(json)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`)
    writeResults(figures, commit, report)
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
