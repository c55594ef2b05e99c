import cdkConfiguration from '../cdk.json' with { type: 'json' }
import { bundleFunctions, isBuildFailure } from '../infra/bundle.ts'
import { SettingsError } from '../infra/settings.ts'

/** The CDK's entry: `cdk synth`, `cdk deploy`, or plain `node bin/app.ts` with `CDK_OUTDIR` set; bundles are made for deployment unless asked for otherwise. */
const isDebuggable = process.env['DEBUGGABLE_BUNDLES'] === 'true'

try {
  // The CDK's library loads while esbuild works in a process of its own.
  const [{ serviceApp }] = await Promise.all([import('../infra/serviceApp.ts'), bundleFunctions({ isDebuggable })])
  serviceApp({ kept: cdkConfiguration.context, region: process.env['CDK_DEFAULT_REGION'] }).synth()
} catch (error) {
  if (!(error instanceof SettingsError || isBuildFailure(error))) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
