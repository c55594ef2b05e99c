import { InvalidArgumentError } from 'commander'
import { defaultEntries } from '../infra/bundling/bundle.ts'
import { type Position, sourcePosition } from '../infra/bundling/sourcePosition.ts'
import { deploymentSettings } from '../infra/deploymentSettings.ts'
import { keptContext } from '../infra/keptContext.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

/** Bundles are made as the kept settings say. */
const kept = keptContext()

const entries = defaultEntries()

const entryOf = (id: string) => {
  const found = entries.find((entry) => entry.id === id)
  if (found !== undefined) return found
  throw new InvalidArgumentError(`There is no such function; there are ${entries.map((entry) => entry.id).join(', ')}.`)
}

const positionOf = (text: string): Position => {
  const [, line, column] = /^(?:.*:)?(\d+):(\d+)\)?$/.exec(text) ?? []
  if (line !== undefined && column !== undefined) return { line: Number(line), column: Number(column) }
  throw new InvalidArgumentError('Expected line and column, such as 17:39114.')
}

const program = createProgram(
  'npm run source-position --',
  'Prints the source line of a position in a deployed bundle, such as a stack trace in the log has',
)
  .argument('<function>', 'an operation, a worker or a socket route', entryOf)
  .argument('<position>', 'line:column in index.cjs; the deployed commit has to be checked out', positionOf)
  .option('--json', 'prints one JSON object')
  .action(async (entry: ReturnType<typeof entryOf>, position: Position, { json }: { readonly json?: true }) => {
    const found = await sourcePosition(entry, position, deploymentSettings(kept, kept).settings)
    if (found === undefined) throw new Error(`No source of ${entry.id} is at ${position.line}:${position.column}`)
    process.stdout.write(`${json ? JSON.stringify(found) : `${found.file}:${found.line}:${found.column}`}\n`)
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
