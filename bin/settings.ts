import { deploymentSettings } from '../infra/deploymentSettings.ts'
import { contextFile, keptContext, trackedContext } from '../infra/keptContext.ts'
import { settingsLostBy } from '../infra/operators/settingsOfRevision.ts'
import { nonEmpty, repeated } from './commandLine/optionValues.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'

interface Flags {
  readonly context: readonly string[]
  readonly knownBy?: string
  readonly json?: true
}

/** Parses `name=value` as the CDK's command line does. */
const contextOf = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name, value.join('=')]
    }),
  )

const printLost = async (revision: string, given: Record<string, string>, region?: string): Promise<void> => {
  const lines = await settingsLostBy(revision, given, region)
  process.stdout.write(lines.length === 0 ? `${revision} has the same settings\n` : `${lines.join('\n')}\n`)
  if (lines.length > 0) throw new CommandFailed()
}

const description = 'Prints every setting of a deployment with the same options, and the source of each'

const program = createProgram('npm run settings --', description)
  .option('-c, --context <name=value>', 'a setting, as for cdk deploy; may be repeated', repeated, [])
  .option(
    '--known-by <commit>',
    'prints instead the settings that the sources of another commit refuse or lose, and fails if there are any',
    nonEmpty,
  )
  .option('--json', 'prints one JSON object')
  .action(async ({ context, knownBy, json }: Flags) => {
    const region = process.env['CDK_DEFAULT_REGION'] ?? process.env['AWS_REGION']
    const [given, kept, tracked] = [contextOf(context), keptContext(), trackedContext()]
    if (knownBy !== undefined) return printLost(knownBy, given, region)
    const { settings, sources } = deploymentSettings({ ...kept, ...given }, kept, region)
    const sourceOf = (name: string): string => {
      const source = sources[name] ?? 'default'
      return source === 'cdk.json' && tracked[name] === undefined ? contextFile : source
    }
    const lines = Object.entries(settings).map(
      ([name, value]) => `${name.padEnd(26)}${String(value).padEnd(40)} ${sourceOf(name)}\n`,
    )
    process.stdout.write(json ? `${JSON.stringify(settings, null, 2)}\n` : lines.join(''))
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
