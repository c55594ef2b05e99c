import { resolve } from 'node:path'
import { wholeNumber } from '../test/harness/cli/optionValues.ts'
import { CommandFailed, createProgram, runProgram } from '../test/harness/cli/runProgram.ts'
import { runDeliveries } from '../test/proofs/deliveries.ts'

const description = 'Starts a local API, sends it shuffled webhooks, half of them repetitions, and counts their effects'

const program = createProgram('npm run deliveries --', description)
  .argument('[count]', 'the number of webhooks', wholeNumber(2, 10_000_000), 10_000)
  .action(async (count: number) => {
    const report = await runDeliveries(resolve(import.meta.dirname, '..'), count)
    process.stdout.write(`${report.lines.join('\n')}\n`)
    if (!report.isRight) throw new CommandFailed()
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
