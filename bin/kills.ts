import { resolve } from 'node:path'
import { wholeNumber } from '../test/harness/cli/optionValues.ts'
import { CommandFailed, createProgram, runProgram } from '../test/harness/cli/runProgram.ts'
import { runKills } from '../test/proofs/kills/runKills.ts'

const description =
  'Starts a local API, kills it with SIGKILL at random moments under load, and checks that everything acknowledged is there'

const program = createProgram('npm run kills --', description)
  .argument('[count]', 'the number of kills', wholeNumber(1, 1_000_000), 100)
  .option('--seed <number>', 'repeats a run (default: another one each time)', wholeNumber(0, 2 ** 31))
  .action(async (count: number, { seed = Date.now() % 1_000_000 }: { readonly seed?: number }) => {
    const onProgress = (line: string) => void process.stderr.write(`${line}\n`)
    const options = { count, seed, seededItems: 12_000, onProgress }
    const report = await runKills(resolve(import.meta.dirname, '..'), options)
    process.stdout.write(`${report.lines.join('\n')}\n`)
    if (!report.isRight) throw new CommandFailed()
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
