import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
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

/**
 * Measures what the project holds itself to, prints it as a table, and writes a copy as JSON.
 * Usage: npm run bench [-- --only name,name] [--json path]
 */
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

try {
  const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } })
  const report = await measureFigures(chosenFigures(figures, values.only))
  const file = resolve(values.json ?? 'bench/latest.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`)
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
