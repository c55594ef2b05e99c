import { rmSync } from 'node:fs'
import { App } from 'aws-cdk-lib'
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import { hasHighRate } from '../../shared/contract/operation.ts'
import { sealedFields } from '../../shared/mechanisms/secrets/encryptionContexts.ts'
import { operations } from '../../shared/operations.ts'
import { DataStack } from '../dataStack.ts'
import { routeKeyOf } from '../httpApi.ts'
import { parseSettings } from '../settings.ts'
import type { StoredPromises } from './breakingChanges.ts'
import { type DataTemplate, type StoredSchema, storedSchemaOf } from './storedSchema.ts'

/** The settings with which the data stack has all that it can have. */
const everything = {
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000',
}

/** The schema of the data stack of these sources. */
export const currentSchema = (): StoredSchema => {
  const app = new App({ context: recommendedFlags, analyticsReporting: false })
  const { artifactId } = new DataStack(app, parseSettings(everything))
  const assembly = app.synth()
  try {
    return storedSchemaOf(assembly.getStackArtifact(artifactId).template as DataTemplate)
  } finally {
    rmSync(assembly.directory, { recursive: true })
  }
}

/** All that the code of these sources has in common with what is stored. */
export const currentPromises = (): StoredPromises => ({
  contexts: Object.fromEntries(
    Object.entries(sealedFields).map(([field, item]) => [field, ['field', 'recipientId', item].toSorted()]),
  ),
  webhookRoutes: operations.filter(hasHighRate).map(routeKeyOf).toSorted(),
})
