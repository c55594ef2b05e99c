import { App } from 'aws-cdk-lib'
import { bundleFolder, bundleFunctions } from '../infra/bundle.ts'
import { ServiceStack } from '../infra/serviceStack.ts'
import { SettingsError, settingsFromContext } from '../infra/settings.ts'
import { operations } from '../shared/operations.ts'

const synthesize = async (): Promise<void> => {
  const app = new App()
  const settings = settingsFromContext(app.node.getAllContext())
  await bundleFunctions()
  new ServiceStack(app, { operations, settings, bundleFolder })
  app.synth()
}

try {
  await synthesize()
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
