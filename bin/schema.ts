import { existsSync } from 'node:fs'
import { breakingSchemaChanges, brokenPromises } from '../infra/compatibility/breakingChanges.ts'
import { currentPromises, currentSchema } from '../infra/compatibility/currentSchema.ts'
import { type ReleasedSchema, readReleasedSchema, schemaFile } from '../infra/compatibility/releasedSchema.ts'
import { serialized, writeGenerated } from '../infra/documents/generatedFile.ts'
import manifest from '../package.json' with { type: 'json' }
import { createProgram, runProgram } from './commandLine/runProgram.ts'

interface Options {
  readonly check?: boolean
  readonly commit?: string
}

const none: Pick<ReleasedSchema, 'retired'> = { retired: {} }

const update = ({ check = false, commit }: Options): void => {
  const released = existsSync(schemaFile) ? readReleasedSchema() : undefined
  if (commit !== undefined && released !== undefined) {
    writeGenerated(serialized({ ...released, commit }), schemaFile)
    return
  }
  if (!check && released?.release === manifest.version && released.commit !== null)
    throw new Error(`${manifest.version} is released, and its schema never changes: npm version writes the next one.`)
  const [schema, promises] = [currentSchema(), currentPromises()]
  const refusals =
    released === undefined
      ? []
      : [...breakingSchemaChanges(released, schema, released.retired), ...brokenPromises(released, promises)]
  if (refusals.length > 0) throw new Error(refusals.join('\n'))
  if (check) return
  // What is under development may still change, so the shape stays that of the last release.
  if (manifest.version.includes('-')) return
  const { retired } = released ?? none
  writeGenerated(serialized({ release: manifest.version, commit: null, retired, ...schema, ...promises }), schemaFile)
}

const program = createProgram(
  'npm run schema --',
  'Writes the schema of all that a release keeps, unless something of the last release would be lost',
)
  .option('--check', 'writes nothing, and fails if something of the last release would be lost')
  .option('--commit <id>', "notes the last release's commit")
  .action((options: Options) => update(options))

process.exitCode = await runProgram(program, process.argv.slice(2))
