import { wholeNumber } from '../test/harness/cli/optionValues.ts'
import { CommandFailed, createProgram, runProgram } from '../test/harness/cli/runProgram.ts'
import { type JsonFlag, jsonOption, scriptOutput } from '../test/harness/cli/scriptOutput.ts'
import { measureFairness, usualFlood } from '../test/proofs/bench/fairness.ts'

const description = `Floods a local API of its own as one recipient, and measures what another one's announcement, print and donation take
meanwhile, beside what they take on an idle API, and at the same moments on a second API that shares nothing but this machine and its
DynamoDB engine. Ends with status 1 when one takes more than three times as long as on the second API. Takes some minutes.`

const program = createProgram('npm run fairness --', description)
for (const [name, value] of Object.entries(usualFlood))
  program.option(`--${name} <number>`, 'how many', wholeNumber(1, 1_000_000_000), value)
program.option(...jsonOption).action(async ({ json, ...flood }: typeof usualFlood & JsonFlag) => {
  const { line, lines, result } = scriptOutput({ ...(json && { json }) })
  const measuring = measureFairness(flood)
  let next = await measuring.next()
  for (; !next.done; next = await measuring.next()) {
    line(next.value)
  }
  result({ isFair: next.value, lines })
  if (!next.value) throw new CommandFailed()
})

process.exitCode = await runProgram(program, process.argv.slice(2))
