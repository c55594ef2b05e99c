import { parseArgs } from 'node:util'
import cdkConfiguration from '../cdk.json' with { type: 'json' }
import { deploymentSettings } from '../infra/deploymentSettings.ts'
import { SettingsError } from '../infra/settings.ts'

const usage = 'usage: npm run settings -- [-c name=value]… [--json]'

/** `name=value`, as the CDK's command line reads it. */
const contextOf = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name, value.join('=')]
    }),
  )

/** Shows every setting that a deployment with the same options would have, and where each comes from. */
const main = (): number => {
  const { values } = parseArgs({
    options: { context: { type: 'string', short: 'c', multiple: true }, json: { type: 'boolean' } },
  })
  const context = { ...cdkConfiguration.context, ...contextOf(values.context ?? []) }
  const region = process.env['CDK_DEFAULT_REGION'] ?? process.env['AWS_REGION']
  const { settings, sources } = deploymentSettings(context, cdkConfiguration.context, region)
  if (values.json) {
    process.stdout.write(`${JSON.stringify(settings, null, 2)}\n`)
    return 0
  }
  for (const [name, value] of Object.entries(settings))
    process.stdout.write(`${name.padEnd(20)}${String(value).padEnd(40)} ${sources[name] ?? 'default'}\n`)
  return 0
}

try {
  process.exitCode = main()
} catch (error) {
  const isSetting = error instanceof SettingsError
  process.stderr.write(`${error instanceof Error ? error.message : error}\n${isSetting ? '' : `${usage}\n`}`)
  process.exitCode = isSetting ? 1 : 2
}
