import { wholeNumber } from '../test/harness/cli/optionValues.ts'
import { CommandFailed, createProgram, runProgram } from '../test/harness/cli/runProgram.ts'
import { endShared } from '../test/proofs/bench/shared.ts'
import { measureScale, type Row } from '../test/proofs/scale/measureScale.ts'

const description = `Reads every list with every filter over 100 items and over many, and prints read units and round trips of both. Ends with status 1
when a request of the larger list costs more than twice as much and more than a request may cost, unless it is refused with the way to go on.`

const told = ({ kept, units, roundTrips, refused }: Row['few']): string =>
  `${kept} | ${refused === undefined ? `${units} RRU, ${roundTrips}` : `refused: ${refused}`}`

const program = createProgram('npm run scale --', description)
  .option('--size <items>', 'the items of the larger lists that no cap limits', wholeNumber(1000, 10_000_000), 20_000)
  .action(async ({ size }: { readonly size: number }) => {
    let isBounded = true
    process.stdout.write('| list | query | kept | cost | kept | cost | |\n|---|---|---|---|---|---|---|\n')
    try {
      for await (const row of measureScale(size)) {
        isBounded &&= row.isBounded
        const verdict = row.isBounded ? 'bounded' : 'NOT BOUNDED'
        process.stdout.write(`| ${row.list} | ${row.query} | ${told(row.few)} | ${told(row.many)} | ${verdict} |\n`)
      }
    } finally {
      await endShared()
    }
    if (!isBounded) throw new CommandFailed()
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
