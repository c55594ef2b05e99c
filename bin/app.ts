import { bundleFunctions, defaultEntries, isBuildFailure } from '../infra/bundling/bundle.ts'
import { deploymentSettings } from '../infra/deploymentSettings.ts'
import { keptContext } from '../infra/keptContext.ts'
import { refuseSilentRegion } from '../infra/regions.ts'
import { SettingsError } from '../infra/settings.ts'
import { sourceVersion } from '../infra/sourceVersion.ts'
import { counter } from './commandLine/counter.ts'

/** The context from the CDK's command line: its own options, `cdk.json` and `cdk.context.json`. */
const context = JSON.parse(process.env['CDK_CONTEXT_JSON'] ?? '{}') as Readonly<Record<string, unknown>>
const region = process.env['CDK_DEFAULT_REGION']
/** The CDK's entry, or plain `node bin/app.ts` with `CDK_OUTDIR`; `DEBUGGABLE_BUNDLES=true` makes readable bundles. */
const isDebuggable = process.env['DEBUGGABLE_BUNDLES'] === 'true'

try {
  refuseSilentRegion(region, process.env)
  const { leanSdk } = deploymentSettings(context, keptContext(), region).settings
  const entries = defaultEntries()
  const onWritten = isDebuggable ? counter('Building functions', entries.length) : () => {}
  onWritten(0)
  // The CDK's library loads while esbuild works in a process of its own.
  const [{ serviceApp }] = await Promise.all([
    import('../infra/serviceApp.ts'),
    bundleFunctions({ entries, isDebuggable, leanSdk, onWritten }),
  ])
  serviceApp({ kept: keptContext(), region, version: sourceVersion() }).synth()
} catch (error) {
  if (!(error instanceof SettingsError || isBuildFailure(error))) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
