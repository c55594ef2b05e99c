import { endShared } from '../test/proofs/bench/shared.ts'
import { listIds, measureScale, type Row } from '../test/proofs/readCost/measureScale.ts'
import { wholeNumber } from './commandLine/optionValues.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'
import { UsageError } from './commandLine/usageError.ts'

const description = `Reads every list with every filter over 100 items, over the 3,000 that a request reads at most, and over many, and prints read units and
round trips of each beside the goal. Ends with status 1 when a request over many costs more than its goal and more than a request may
cost, unless it is refused with the way to go on.`

const costText = ({ kept, units, roundTrips, refused }: Row['few']): string =>
  `${kept} | ${refused === undefined ? `${units} RRU, ${roundTrips}` : `refused: ${refused}`}`

const verdictOf = ({ met, isBounded }: Row): string => {
  if (met) return 'met'
  return isBounded ? 'NOT MET, bounded' : 'NOT MET'
}

const rowText = (row: Row): string => {
  const { list, query, goal, field, before, few, read, many } = row
  const growth = [few, read].map(({ units }) => (many.refused === undefined ? (many.units / units).toFixed(1) : '–'))
  const cells = [
    list,
    query,
    goal,
    field,
    `${before.found} (${before.on})`,
    costText(few),
    costText(read),
    costText(many),
    ...growth,
    verdictOf(row),
  ]
  return `| ${cells.join(' | ')} |\n`
}

const head = `| list | query | goal | today in the field | before | kept | after | kept | after | kept | after | × first | × second | |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
`

const program = createProgram('npm run read-cost --', description)
  .option('--size <items>', 'the items of the larger lists that no cap limits', wholeNumber(1000, 10_000_000), 20_000)
  .option('--only <list>', 'only this list, by the id of its operation')
  .action(async ({ size, only }: { readonly size: number; readonly only?: string }) => {
    if (only !== undefined && !listIds.includes(only))
      throw new UsageError(`no list ${only}; choose one of ${listIds.join(', ')}`)
    let isBounded = true
    process.stdout.write(head)
    try {
      for await (const row of measureScale(size, only)) {
        isBounded &&= row.isBounded
        process.stdout.write(rowText(row))
      }
    } finally {
      await endShared()
    }
    if (!isBounded) throw new CommandFailed()
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
