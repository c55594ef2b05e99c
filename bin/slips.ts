import { resolve } from 'node:path'
import { wholeNumber } from '../test/harness/cli/optionValues.ts'
import { CommandFailed, createProgram, runProgram } from '../test/harness/cli/runProgram.ts'
import { chosenParts } from '../test/proofs/mutation/chosenParts.ts'
import { parts } from '../test/proofs/mutation/parts.ts'
import { runSlips } from '../test/proofs/mutation/runSlips.ts'

interface Flags {
  readonly part?: string
  readonly seed?: number
  readonly count: number
}

const goal = 95
const description =
  "Makes a random slip in each of some parts, one at a time, and prints which test of the part's suites catches it"

const program = createProgram('npm run slips --', description)
  .option('--part <names>', 'only these parts, separated by commas')
  .option('--seed <number>', 'repeats a run (default: another one each time)', wholeNumber(0, 2 ** 31))
  .option('--count <number>', 'the number of parts', wholeNumber(1, 1_000), 30)
  .action(async ({ part, seed = Date.now() % 1_000_000, count }: Flags) => {
    const chosen = part === undefined ? parts : chosenParts(part)
    console.log(`seed ${seed}`)
    const options = { seed, count, onLine: (line: string) => console.log(line) }
    const { slips, caught, isSteady } = await runSlips(resolve(import.meta.dirname, '..'), chosen, options)
    console.log(`caught ${caught} of ${slips}; the goal is ${goal} of a hundred`)
    if (!isSteady || caught * 100 < slips * goal) throw new CommandFailed()
  })

// A run that is interrupted ends its suites too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.exitCode = await runProgram(program, process.argv.slice(2))
