import { resolve } from 'node:path'
import { runDeliveries } from '../test/proofs/deliveries.ts'
import { wholeNumber } from './commandLine/optionValues.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'
import { type JsonFlag, jsonOption, scriptOutput } from './commandLine/scriptOutput.ts'

const description = 'Starts a local API, sends it shuffled webhooks, half of them repetitions, and counts their effects'

const program = createProgram('npm run deliveries --', description)
  .argument('[count]', 'the number of webhooks', wholeNumber(2, 10_000_000), 10_000)
  .option(...jsonOption)
  .action(async (count: number, flags: JsonFlag) => {
    const { line, result } = scriptOutput(flags)
    const report = await runDeliveries(resolve(import.meta.dirname, '..'), count)
    report.lines.forEach(line)
    result(report)
    if (!report.isRight) throw new CommandFailed()
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
