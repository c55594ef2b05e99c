import { type ProviderName, providers } from '../../../shared/contract/providers.ts'
import {
  type BucketName,
  buckets,
  type KeyName,
  keys,
  type TableName,
  tables,
} from '../../../shared/contract/resources.ts'
import {
  bucketVariable,
  connectionsUrlVariable,
  keyVariable,
  parameterPrefixVariable,
  publicUrlVariable,
  tableVariable,
  urlVariable,
  webSocketUrlVariable,
} from '../../../shared/contract/variables.ts'

const named = (names: readonly string[], variable: (name: string) => string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [variable(name), name]))

const providerUrls = Object.entries(providers).flatMap(([provider, { urls }]) =>
  Object.entries(urls).map(([url, address]) => [urlVariable(provider as ProviderName, url), address] as const),
)

/** What any function needs to load: a name for every resource, and credentials of nobody. */
export const functionEnvironment: Readonly<Record<string, string>> = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  AWS_SESSION_TOKEN: 'bench',
  [parameterPrefixVariable]: '/bench',
  [publicUrlVariable]: 'https://api.example',
  [webSocketUrlVariable]: 'wss://live.example',
  [connectionsUrlVariable]: 'https://live.example',
  ISSUER: 'https://issuer.example',
  AUDIENCE: 'bench',
  ...named(Object.keys(tables), (name) => tableVariable(name as TableName)),
  ...named(Object.keys(buckets), (name) => bucketVariable(name as BucketName)),
  ...named(Object.keys(keys), (name) => keyVariable(name as KeyName)),
  ...Object.fromEntries(providerUrls),
}
