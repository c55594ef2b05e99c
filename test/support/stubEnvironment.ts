import { vi } from 'vitest'
import {
  connectionsUrlVariable,
  publicUrlVariable,
  webSocketUrlVariable,
} from '../../shared/contract/environmentNames.ts'
import { providerVariables, resourceVariables } from './resourceVariables.ts'

const nowhere = 'http://127.0.0.1:1'

/** The environment of a function that is called without an engine: each table, bucket, queue, key and provider has its own name, and no address answers. */
export const stubEnvironment = (): void => {
  const variables = {
    ...resourceVariables({
      table: (name) => name,
      bucket: (name) => `bucket-of-${name}`,
      key: (name) => `key of ${name}`,
      queue: (name) => `https://sqs.test/${name}`,
    }),
    ...providerVariables(() => nowhere),
    [publicUrlVariable]: 'https://api.test',
    [webSocketUrlVariable]: 'wss://live.test',
    [connectionsUrlVariable]: nowhere,
    ISSUER: 'https://issuer.test',
    AUDIENCE: 'streaming',
    SIGN_IN_URL: 'https://sign-in.test',
    CLIENT_ID: 'streaming',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL: nowhere,
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
}
