import { Annotations, App } from 'aws-cdk-lib'
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import type { SocketRoute } from '../shared/areas/realtime/contract.ts'
import type { Operation } from '../shared/contract/operation.ts'
import type { Worker } from '../shared/contract/worker.ts'
import { operations as operationRegistry } from '../shared/operations.ts'
import { socketRoutes as socketRouteRegistry } from '../shared/sockets.ts'
import { workers as workerRegistry } from '../shared/workers.ts'
import { bundleFolder as defaultBundleFolder } from './bundling/bundle.ts'
import { DataStack } from './dataStack.ts'
import { deploymentSettings, forgettable } from './deploymentSettings.ts'
import { ServiceStack } from './serviceStack.ts'
import type { Settings } from './settings.ts'

export interface ServiceAppOptions {
  /** Settings (`-c name=value`), besides those of the CDK's command line. */
  readonly context?: Readonly<Record<string, unknown>>
  /** The context in `cdk.json`, whose settings apply to every deployment. Default: the whole context. */
  readonly kept?: Readonly<Record<string, unknown>>
  readonly region?: string | undefined
  /** The folder of the cloud assembly. Default: the one that the CDK's command line names. */
  readonly outdir?: string
  /** Default: `.build/functions`, which must have been bundled before. */
  readonly bundleFolder?: string
  /** Whether CloudFormation's own schemas check the template, which takes longer than the rest. Default: true. */
  readonly validated?: boolean
  readonly operations?: readonly Operation[]
  readonly workers?: readonly Worker[]
  readonly socketRoutes?: readonly SocketRoute[]
  /** Version and commit of the sources, `1.1.0+0a1b2c3d`. */
  readonly version?: string
}

/** The pages that a deployment may leave out. */
const pageSettings: Readonly<Record<string, (settings: Settings) => boolean>> = {
  getPanel: ({ panel }) => panel,
  getPanelPart: ({ panel }) => panel,
  getDonationPage: ({ donationPage }) => donationPage,
}

/**
 * The CDK app: the stack of data and the stack of the service, with the settings of the context. It uses every
 * behaviour that the CDK recommends except one, also without the command line, which reads them from `cdk.json`.
 *
 * @throws SettingsError
 */
export const serviceApp = (options: ServiceAppOptions = {}): App => {
  const {
    context = {},
    kept,
    region,
    outdir,
    validated = true,
    bundleFolder = defaultBundleFolder,
    operations = operationRegistry,
    workers = workerRegistry,
    socketRoutes = socketRouteRegistry,
    version,
  } = options
  const app = new App({
    context: { ...recommendedFlags, ...context },
    // CloudFormation refuses to replace or to delete a table that the service uses.
    postCliContext: { '@aws-cdk/core:defaultCrossStackReferences': 'strong' },
    analyticsReporting: false,
    builtinCloudFormationValidation: validated,
    ...(outdir !== undefined && { outdir }),
  })
  const all = app.node.getAllContext()
  const deployment = deploymentSettings(all, kept, region)
  const { settings } = deployment
  const data = new DataStack(app, settings)
  const served = operations.filter(({ id }) => pageSettings[id]?.(settings) ?? true)
  const stack = new ServiceStack(app, {
    data,
    operations: served,
    workers,
    socketRoutes,
    settings,
    bundleFolder,
    version,
  })
  if (kept !== undefined)
    for (const name of forgettable(deployment))
      Annotations.of(stack).addWarningV2(
        `streaming-support:${name}`,
        `${name} is set only on this command line: the next deployment without it undoes it. Keep it in cdk.context.json.`,
      )
  return app
}
