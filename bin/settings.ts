import cdkConfiguration from '../cdk.json' with { type: 'json' }
import { deploymentSettings } from '../infra/deploymentSettings.ts'
import { repeated } from './commandLine/optionValues.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

interface Flags {
  readonly context: readonly string[]
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

const description = 'Prints every setting of a deployment with the same options, and the source of each'

const program = createProgram('npm run settings --', description)
  .option('-c, --context <name=value>', 'a setting, as for cdk deploy; may be repeated', repeated, [])
  .option('--json', 'prints one JSON object')
  .action(({ context, json }: Flags) => {
    const region = process.env['CDK_DEFAULT_REGION'] ?? process.env['AWS_REGION']
    const chosen = { ...cdkConfiguration.context, ...contextOf(context) }
    const { settings, sources } = deploymentSettings(chosen, cdkConfiguration.context, region)
    const lines = Object.entries(settings).map(
      ([name, value]) => `${name.padEnd(20)}${String(value).padEnd(40)} ${sources[name] ?? 'default'}\n`,
    )
    process.stdout.write(json ? `${JSON.stringify(settings, null, 2)}\n` : lines.join(''))
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
