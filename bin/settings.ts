import cdkConfiguration from '../cdk.json' with { type: 'json' }
import { deploymentSettings } from '../infra/deploymentSettings.ts'
import { repeated } from '../test/harness/cli/optionValues.ts'
import { createProgram, runProgram } from '../test/harness/cli/runProgram.ts'

interface Flags {
  readonly context: readonly string[]
  readonly json?: true
}

/** `name=value`, as the CDK's command line reads it. */
const contextOf = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name, value.join('=')]
    }),
  )

const description = 'Shows every setting that a deployment with the same options would have, and where each comes from'

const program = createProgram('npm run settings --', description)
  .option('-c, --context <name=value>', 'a setting, as for npm run deploy; may be repeated', repeated, [])
  .option('--json', 'one JSON object')
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
