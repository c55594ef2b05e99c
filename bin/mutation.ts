import { chosenParts } from '../test/proofs/mutation/chosenParts.ts'
import { measure } from '../test/proofs/mutation/measure.ts'
import { parts } from '../test/proofs/mutation/parts.ts'
import { changedParts, digestOf, readScores, type Score, writeScores } from '../test/proofs/mutation/scores.ts'
import { CommandFailed, createProgram, messageOf, runProgram } from './commandLine/runProgram.ts'

interface Flags {
  readonly part?: string
  readonly all: boolean
  readonly force: boolean
}

const chosenNames = ({ part, all }: Flags): readonly string[] => {
  if (all) return Object.keys(parts)
  return part === undefined ? changedParts(parts, readScores()) : Object.keys(chosenParts(part))
}

/** Measures a part, records its score, and returns it. */
const measured = (name: string, flags: Flags): Score => {
  const part = parts[name]
  if (part === undefined) throw new Error(`no part ${name}`)
  const [digest, start] = [digestOf(part), performance.now()]
  const outcome = measure(name, flags)
  const minutes = Math.ceil((performance.now() - start) / 6_000) / 10
  const score = { ...outcome, minutes, date: new Date().toISOString().slice(0, 10), digest }
  writeScores({ ...readScores(), [name]: score })
  return score
}

/** Prints a part's score, and returns its minutes and whether it has reached its goal. */
const report = (name: string, flags: Flags): { readonly minutes: number; readonly isRight: boolean } => {
  try {
    const { score, survivors, disabled, minutes } = measured(name, flags)
    const goal = parts[name]?.goal ?? 100
    console.log(`${name}: ${score} (goal ${goal}), ${survivors.length} survivors, ${disabled} disabled, ${minutes} min`)
    for (const survivor of survivors) console.log(`  ${survivor}`)
    return { minutes, isRight: score >= goal }
  } catch (error) {
    console.log(messageOf(error))
    return { minutes: 0, isRight: false }
  }
}

const program = createProgram(
  'npm run mutation --',
  'Finds small changes of the code that no test notices, in the parts that have changed since they were measured',
)
  .option('--part <names>', 'only these parts, separated by commas')
  .option('--all', 'all parts', false)
  .option('--force', 'measures mutants again whose results this machine has kept', false)
  .action((flags: Flags) => {
    const reports = chosenNames(flags).map((name) => report(name, flags))
    const minutes = reports.reduce((sum, each) => sum + each.minutes, 0)
    console.log(
      `${reports.length} parts in ${minutes.toFixed(1)} min. "npm run docs" writes the table of test/REFERENCE.md.`,
    )
    if (reports.some(({ isRight }) => !isRight)) throw new CommandFailed()
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
