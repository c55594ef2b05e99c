import { resolve } from 'node:path'
import { runKills } from '../test/proofs/crashTest/runKills.ts'
import { wholeNumber } from './commandLine/optionValues.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'
import { type JsonFlag, jsonOption, scriptOutput } from './commandLine/scriptOutput.ts'

const description =
  'Starts a local API, kills it with SIGKILL at random moments under load, and checks that everything acknowledged is there'

const program = createProgram('npm run crash-test --', description)
  .argument('[count]', 'the number of kills', wholeNumber(1, 1_000_000), 100)
  .option('--seed <number>', 'repeats a run (default: a new seed each time)', wholeNumber(0, 2 ** 31))
  .option(...jsonOption)
  .action(async (count: number, flags: JsonFlag & { readonly seed?: number }) => {
    const { seed = Date.now() % 1_000_000 } = flags
    const { line, progress, result } = scriptOutput(flags)
    const options = { count, seed, seededItems: 12_000, onProgress: progress }
    const report = await runKills(resolve(import.meta.dirname, '..'), options)
    report.lines.forEach(line)
    result({ seed, ...report })
    if (!report.isRight) throw new CommandFailed()
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
