import type { ProviderName } from './providers.ts'
import type { BucketName, KeyName, QueueName, TableName } from './resources.ts'

const upperSnake = (name: string): string =>
  name
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll(/[^A-Za-z0-9]/g, '_')
    .toUpperCase()

/** The environment variable with a table's physical name: `ANNOUNCERS_TABLE`. */
export const tableVariable = (table: TableName): string => `${upperSnake(table)}_TABLE`

/** The environment variable with a bucket's physical name: `PRINTS_BUCKET`. */
export const bucketVariable = (bucket: BucketName): string => `${upperSnake(bucket)}_BUCKET`

/** The environment variable with a queue's URL: `WAKE_UPS_QUEUE`. */
export const queueVariable = (queue: QueueName): string => `${upperSnake(queue)}_QUEUE`

/** The environment variable with a KMS key's ARN: `SECRETS_KEY`. */
export const keyVariable = (key: KeyName): string => `${upperSnake(key)}_KEY`

/** The environment variable with a provider's base URL: `YOUTUBE_API_URL`. */
export const urlVariable = (provider: ProviderName, url: string): string =>
  `${upperSnake(provider)}_${upperSnake(url)}_URL`

/** The environment variable with the prefix of the deployment's SSM parameters: `/streaming-support`. */
export const parameterPrefixVariable = 'PARAMETER_PREFIX'

/** The environment variable that is `true` when announcements may go to chats that no recipient has linked. */
export const openChatsVariable = 'OPEN_CHATS'

/** The environment variable that is `true` when chats of a bot with a single user may be linked. */
export const privateChatsVariable = 'PRIVATE_CHATS'

/** The environment variable with the seconds after which the end of a stream is final. */
export const streamEndDelayVariable = 'STREAM_END_DELAY_SECONDS'

/** The environment variable with the system name that stands for the payments of all gateways in filters. */
export const ownSystemVariable = 'OWN_SYSTEM'

/** The environment variable with the second name of the messenger in paths, if there is one. */
export const messengerAliasVariable = 'MESSENGER_ALIAS'

/** The environment variable with the SHA-256 of the secrets of a distribution in front of the HTTP API. */
export const originDigestsVariable = 'ORIGIN_DIGESTS'

/** The environment variable with the base URL of the HTTP API. */
export const publicUrlVariable = 'PUBLIC_URL'

/** The environment variable with the OpenID Connect issuer of the access tokens. */
export const issuerVariable = 'ISSUER'

/** The environment variable with the address below which the issuer has its sign-in page: `https://….amazoncognito.com`. */
export const signInUrlVariable = 'SIGN_IN_URL'

/** The environment variable with the client id by which the panel signs people in. */
export const clientIdVariable = 'CLIENT_ID'

/** The environment variable that is `true` where people sign up by themselves. */
export const selfSignUpVariable = 'SELF_SIGN_UP'

/** The environment variable with the scope that every access token needs, if one is needed. */
export const tokenScopeVariable = 'SCOPE'

/** The environment variable with the address at which browsers open WebSocket connections: `wss://…/live`. */
export const webSocketUrlVariable = 'WEBSOCKET_URL'

/**
 * The environment variable with the address to which messages for WebSocket connections are posted: `https://…/live`.
 */
export const connectionsUrlVariable = 'CONNECTIONS_URL'

/** The environment variable with the version and commit of the sources: `1.1.0+0a1b2c3d`. */
export const versionVariable = 'DEPLOYED_VERSION'
