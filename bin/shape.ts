import { existsSync } from 'node:fs'
import { breakingSchemaChanges, brokenPromises } from '../infra/compatibility/breakingChanges.ts'
import { currentPromises, currentSchema } from '../infra/compatibility/currentSchema.ts'
import { type ReleasedSchema, readReleasedSchema, shapeFile } from '../infra/compatibility/releasedSchema.ts'
import { serialized, writeGenerated } from '../infra/documents/generatedFile.ts'
import manifest from '../package.json' with { type: 'json' }
import { createProgram, runProgram } from './commandLine/runProgram.ts'

interface Options {
  readonly check?: boolean
  readonly commit?: string
}

const none: Pick<ReleasedSchema, 'retired'> = { retired: {} }

const update = ({ check = false, commit }: Options): void => {
  const released = existsSync(shapeFile) ? readReleasedSchema() : undefined
  if (commit !== undefined && released !== undefined) {
    writeGenerated(serialized({ ...released, commit }), shapeFile)
    return
  }
  if (!check && released?.release === manifest.version && released.commit !== null)
    throw new Error(`${manifest.version} is released, and its shape never changes: npm version writes the next one.`)
  const [shape, promises] = [currentSchema(), currentPromises()]
  const refusals =
    released === undefined
      ? []
      : [...breakingSchemaChanges(released, shape, released.retired), ...brokenPromises(released, promises)]
  if (refusals.length > 0) throw new Error(refusals.join('\n'))
  if (check) return
  const { retired } = released ?? none
  writeGenerated(serialized({ release: manifest.version, commit: null, retired, ...shape, ...promises }), shapeFile)
}

const program = createProgram(
  'npm run shape --',
  'Writes the shape of all that a release keeps, unless something of the last release would be lost',
)
  .option('--check', 'writes nothing, and fails if something of the last release would be lost')
  .option('--commit <id>', "notes the last release's commit")
  .action((options: Options) => update(options))

process.exitCode = await runProgram(program, process.argv.slice(2))
