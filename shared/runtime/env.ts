import {
  bucketVariable,
  clientIdVariable,
  connectionsUrlVariable,
  issuerVariable,
  keyVariable,
  messengerAliasVariable,
  openChatsVariable,
  ownSystemVariable,
  parameterPrefixVariable,
  privateChatsVariable,
  publicUrlVariable,
  queueVariable,
  selfSignUpVariable,
  signInUrlVariable,
  streamEndDelayVariable,
  tableVariable,
  tokenScopeVariable,
  urlVariable,
  versionVariable,
  webSocketUrlVariable,
} from '../contract/environmentNames.ts'
import type { ProviderName, providers } from '../contract/providers.ts'
import type { BucketName, KeyName, QueueName, TableName } from '../contract/resources.ts'

/** Reads an environment variable that the template declares. Without it, the function fails to start. */
export const env = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`the environment variable ${name} is not set`)
  return value
}

/** Reads an environment variable that a deployment may leave out. */
export const optionalEnv = (name: string): string | undefined => process.env[name] || undefined

export const tableName = (table: TableName): string => env(tableVariable(table))

/** The names of several tables, by the tables: `tableNames('recipients', 'deliveries')`. */
export const tableNames = <Table extends TableName>(...tables: readonly Table[]) =>
  Object.fromEntries(tables.map((table) => [table, tableName(table)])) as Readonly<Record<Table, string>>

export const bucketName = (bucket: BucketName): string => env(bucketVariable(bucket))

/** The credentials of the function's role, as Lambda gives them. */
export const roleCredentials = () => ({
  accessKeyId: env('AWS_ACCESS_KEY_ID'),
  secretAccessKey: env('AWS_SECRET_ACCESS_KEY'),
  sessionToken: optionalEnv('AWS_SESSION_TOKEN'),
})

export const awsRegion = (): string => env('AWS_REGION')

/** Address of a bucket, at the endpoint that the environment names or at that of the region. */
export const bucketUrl = (bucket: BucketName): string => {
  const endpoint = optionalEnv('AWS_ENDPOINT_URL_S3') ?? optionalEnv('AWS_ENDPOINT_URL')
  const domain = awsRegion().startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return endpoint === undefined
    ? `https://${bucketName(bucket)}.s3.${awsRegion()}.${domain}`
    : `${endpoint.replace(/\/$/, '')}/${bucketName(bucket)}`
}

export const queueUrl = (queue: QueueName): string => env(queueVariable(queue))

export const keyArn = (key: KeyName): string => env(keyVariable(key))

/** Base URL of a provider, without a trailing slash. */
export const providerUrl = <Provider extends ProviderName>(
  provider: Provider,
  url: keyof (typeof providers)[Provider]['urls'] & string,
): string => env(urlVariable(provider, url)).replace(/\/$/, '')

/** Full name of an SSM parameter of a provider. */
export const parameterName = <Provider extends ProviderName>(
  _provider: Provider,
  parameter: (typeof providers)[Provider]['parameters'][number],
): string => `${env(parameterPrefixVariable)}/${parameter}`

/** Whether announcements go to chats that nobody has linked. */
export const areChatsOpen = (): boolean => optionalEnv(openChatsVariable) === 'true'

/** Whether chats of a bot with a single user may be linked. */
export const arePrivateChatsAllowed = (): boolean => optionalEnv(privateChatsVariable) === 'true'

/** The time after which the end of a stream is final. */
export const streamEndDelayMs = (): number => Number(env(streamEndDelayVariable)) * 1000

/** The system name that stands for the payments of all gateways in filters. */
export const ownSystem = (): string => env(ownSystemVariable)

/** The second name of the messenger in paths. */
export const messengerAlias = (): string | undefined => optionalEnv(messengerAliasVariable)

/** Base URL of the HTTP API, without a trailing slash. */
export const publicUrl = (): string => env(publicUrlVariable).replace(/\/$/, '')

/** Address at which WebSocket connections are opened. */
export const webSocketUrl = (): string => env(webSocketUrlVariable)

/** The issuer by which the panel signs people in. */
export const signIn = () => ({
  issuer: env(issuerVariable),
  signInUrl: env(signInUrlVariable),
  clientId: env(clientIdVariable),
  scope: optionalEnv(tokenScopeVariable) ?? '',
})

/** Whether people sign up by themselves. */
export const isSignUpOpen = (): boolean => optionalEnv(selfSignUpVariable) === 'true'

/** The version that is deployed, with the commit of its sources: `1.1.0+0a1b2c3d`. A local test has none. */
export const deployedVersion = (): string | undefined => optionalEnv(versionVariable)

/** Address to which messages for WebSocket connections are posted. */
export const connectionsUrl = (): string => env(connectionsUrlVariable)
