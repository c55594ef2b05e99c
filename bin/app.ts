import { bundleFunctions, isBuildFailure } from '../infra/bundle.ts'
import { serviceApp } from '../infra/serviceApp.ts'
import { SettingsError } from '../infra/settings.ts'

/** The CDK's entry: `cdk synth`, `cdk deploy`, or plain `node bin/app.ts` with `CDK_OUTDIR` set. */
try {
  await bundleFunctions()
  serviceApp().synth()
} catch (error) {
  if (!(error instanceof SettingsError || isBuildFailure(error))) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
