import { resolve } from 'node:path'
import { runDeliveries } from '../test/demo/deliveries.ts'
import { wholeNumber } from '../test/harness/cli/optionValues.ts'
import { CommandFailed, createProgram, runProgram } from '../test/harness/cli/runProgram.ts'

const description =
  'Sends shuffled webhooks, half of them repetitions, to a local API of its own, and counts what became of them'

const program = createProgram('npm run deliveries --', description)
  .argument('[count]', 'how many', wholeNumber(2, 10_000_000), 10_000)
  .action(async (count: number) => {
    const report = await runDeliveries(resolve(import.meta.dirname, '..'), count)
    process.stdout.write(`${report.lines.join('\n')}\n`)
    if (!report.isRight) throw new CommandFailed()
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
