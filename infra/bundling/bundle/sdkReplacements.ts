import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

/** Parses the few date formats of the services in use. The SDK's own parsers also check years, leap days and zones. */
const dateFrom = (value: unknown): Date | undefined =>
  value === undefined || value === null ? undefined : new Date(String(value))

export const parseRfc3339DateTime = dateFrom
export const parseRfc3339DateTimeWithOffset = dateFrom
export const parseRfc7231DateTime = dateFrom

/** @param value seconds since the epoch, as a number or a text */
export const parseEpochTimestamp = (value: unknown): Date | undefined =>
  value === undefined || value === null ? undefined : new Date(Math.round(Number(value) * 1000))

export const dateToUtcString = (date: Date): string => date.toUTCString()

const notSet = (): undefined => undefined

/** DynamoDB's regional endpoints need no discovery; it is off unless an environment variable asks for it. */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: notSet,
  configFileSelector: notSet,
  default: undefined,
}

export const resolveEndpointDiscoveryConfig = <Config>(config: Config): Config => config

/**
 * The role's credentials, from the environment of every zip function on a managed runtime. They outlive the execution
 * environment, so they are read once by the SDK and never refreshed.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
export const defaultProvider = () => async () => {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = process.env
  if (!accessKeyId || !secretAccessKey) throw new Error('the environment holds no AWS credentials')
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
}

/** Formats the headers of signed events; requests without event streams never ask for it. */
export class HeaderFormatter {
  format(): never {
    throw new Error('event streams are not part of this bundle')
  }
}

/** No operation that the service calls streams events (those of Kinesis, Transcribe or S3 Select do). */
export class EventStreamSerde {
  constructor() {
    throw new Error('event streams are not part of this bundle')
  }
}

export const eventStreamSerdeProvider = (): undefined => undefined

export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config

/** Timeouts and attempts are set by the clients themselves; the other modes derive them from where the code runs. */
export const resolveDefaultsModeConfig = () => async () => 'legacy'

/** Endpoints by account need an account id among the credentials, which a function's environment does not hold. */
export const NODE_ACCOUNT_ID_ENDPOINT_MODE_CONFIG_OPTIONS = {
  environmentVariableSelector: notSet,
  configFileSelector: notSet,
  default: 'disabled',
}

export const resolveAccountIdEndpointModeConfig = <Config>(config: Config): Config => config

/** Every client has its own retry strategy, so the adaptive one, which slows all callers down, is never created. */
export class AdaptiveRetryStrategy {
  constructor() {
    throw new Error('the adaptive retry mode is not part of this bundle')
  }
}

/** The name of the application in the user agent, which the service does not set. */
export const DEFAULT_UA_APP_ID = undefined
export const resolveUserAgentConfig = <Config>(config: Config): Config => config

export const CONFIG_PREFIX_SEPARATOR = '.'

/** There is no `~/.aws` in a function; not looking for it saves file accesses at every start. */
export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} })

/** Warns of a Node version that the SDK will drop; the runtime is pinned. */
export const state = { warningEmitted: true }
export const emitWarningIfUnsupportedVersion = (): void => {}

/** Masks secrets for a logger. No client has a logger. */
export const schemaLogFilter = (): undefined => undefined

/** Without a region in the environment, the client reports the missing region. */
export const getInstanceMetadataRegion = async (): Promise<undefined> => undefined

/** Refuses a region that is no label of a host name. */
export const checkRegion = (): void => {}

/** Sets the options that the mode `legacy` leaves unset. */
export const loadConfigsForDefaultMode = () => ({})

/** The fallback for a Node built without cryptography. */
export const Sha256Js: undefined = undefined

const none = { applyToStack: (): void => {} }

/** Adds `X-Amzn-Trace-Id`, by which Lambda finds loops through queues and topics; tables and workers have none. */
export const getRecursionDetectionPlugin = () => none

/** Passes whole inputs and outputs to a logger. No client has a logger, because they hold users' data. */
export const getLoggerPlugin = () => none
export const loggerMiddleware = undefined
export const loggerMiddlewareOptions = undefined

/** No client has extensions. */
export const resolveRuntimeExtensions = <Config>(config: Config): Config => config

/** Bodies are texts, bytes and Node's own streams. */
export const isReadableStream = () => false
export const isBlob = () => false
export const isStreamingPayload = (request?: { readonly body?: unknown }): boolean => request?.body instanceof Readable

/** The ids of calls and of their idempotency tokens. */
export const bindV4 = () => (): string => randomUUID()
