import { resolve } from 'node:path'

/** The replacement of a module of the AWS SDK that functions do not need in full. */
export interface Replacement {
  /** Matches the module's absolute path; a path that the SDK no longer has fails a test. */
  readonly module: RegExp
  readonly reason: string
  /** The module's new source, in TypeScript. */
  readonly source: (path: string, original: string) => string
}

const quoted = (file: string): string => JSON.stringify(resolve(import.meta.dirname, file))

/** Exports of the small replacements, instead of all that the module exports. */
const exporting =
  (...names: readonly string[]) =>
  (): string =>
    `export { ${names.join(', ')} } from ${quoted('sdkReplacements.ts')}`

/** The first label of each service's regional host name, by client. */
const endpointNames: Readonly<Record<string, string>> = {
  dynamodb: 'dynamodb',
  kms: 'kms',
  ssm: 'ssm',
  sqs: 'sqs',
  apigatewaymanagementapi: 'execute-api',
}

/** The errors of used operations, by client; for S3 all. Others become the client's base error, with their names. */
const errors: Readonly<Record<string, readonly string[]>> = {
  dynamodb: [
    'ConditionalCheckFailedException',
    'IdempotentParameterMismatchException',
    'InternalServerError',
    'InvalidEndpointException',
    'ItemCollectionSizeLimitExceededException',
    'ProvisionedThroughputExceededException',
    'ReplicatedWriteConflictException',
    'RequestLimitExceeded',
    'ResourceNotFoundException',
    'ThrottlingException',
    'TransactionCanceledException',
    'TransactionConflictException',
    'TransactionInProgressException',
  ],
  kms: [
    'DependencyTimeoutException',
    'DisabledException',
    'InvalidCiphertextException',
    'KeyUnavailableException',
    'KMSInternalException',
    'KMSInvalidStateException',
    'NotFoundException',
  ],
  ssm: ['InternalServerError', 'ThrottlingException'],
  sqs: ['QueueDoesNotExist', 'RequestThrottled'],
}

const withErrors = (names: readonly string[] | undefined, original: string): string =>
  original.replaceAll(/^n0_registry\.registerError\((\w+)\$, \1\);$/gm, (statement, name: string) =>
    names === undefined || names.includes(name) ? statement : '',
  )

/** `{ [_k]: … }` with `const _k = "key"` becomes `{ "key": … }`. */
const withLiteralKeys = (original: string): string => {
  const constants = new Map(
    [...original.matchAll(/^const (_\w+) = (".*");$/gm)].map(([, name, value]) => [name, value]),
  )
  return original.replaceAll(/\[(_\w+)\]:/g, (computed, name: string) => {
    const literal = constants.get(name)
    return literal === undefined ? computed : `${literal}:`
  })
}

/** Fields and statements of an error class that its base class's constructor makes superfluous. */
const withLeanErrors = (_path: string, original: string): string =>
  original.replaceAll(/^ {4}(?:name|\$fault) = "\w+";\n|^ {8}Object\.setPrototypeOf\(this, \w+\.prototype\);\n/gm, '')

const serviceOf = (path: string): string => /client-([a-z0-9]+)/.exec(path)?.[1] ?? ''

/**
 * The modules that are removed from every bundle, or replaced by smaller ones. All replacements are safe for zip
 * functions on the managed runtime and for the operations that the service calls; S3 keeps its own endpoint rules and
 * XML.
 */
export const replacements: readonly Replacement[] = [
  {
    module: /@aws-sdk\/credential-provider-node\/dist-es\/index\.js$/,
    reason: 'functions have environment credentials; SSO, INI, STS and the other providers are 135 KB',
    source: exporting('defaultProvider'),
  },
  {
    module: /@smithy\/core\/dist-es\/submodules\/event-streams\/index\.js$/,
    reason: 'no operation of the service streams events',
    source: exporting('EventStreamSerde', 'eventStreamSerdeProvider', 'resolveEventStreamSerdeConfig'),
  },
  {
    module: /@smithy\/signature-v4\/dist-es\/HeaderFormatter\.js$/,
    reason: 'only signed events have typed headers',
    source: exporting('HeaderFormatter'),
  },
  {
    module: /@smithy\/signature-v4\/dist-es\/SignatureV4\.js$/,
    reason: 'as above: no events are signed',
    source: (_path, original) => original.replaceAll(/ {4}async sign(?:Event|Message)\([\s\S]*?\n {4}\}\n/g, ''),
  },
  {
    module: /@aws-sdk\/client-(dynamodb|kms|ssm|sqs|apigatewaymanagementapi)\/dist-es\/endpoint\/endpointResolver\.js$/,
    reason: 'regional endpoints follow one pattern',
    source: (path) =>
      `import { regionalEndpointResolver } from ${quoted('regionalEndpoint.ts')}
       export const defaultEndpointResolver = regionalEndpointResolver(${JSON.stringify(endpointNames[serviceOf(path)])})`,
  },
  {
    module: /@aws-sdk\/middleware-endpoint-discovery\/dist-es\/index\.js$/,
    reason: 'endpoint discovery is off by default; it brings an LRU cache',
    source: exporting('NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS', 'resolveEndpointDiscoveryConfig'),
  },
  {
    module: /@aws-sdk\/core\/dist-es\/submodules\/client\/middleware-user-agent\/user-agent-middleware\.js$/,
    reason: 'it gathers statistics about SDK features and knows every partition',
    source: () => `export * from ${quoted('userAgent.ts')}`,
  },
  {
    module: /@smithy\/core\/dist-es\/submodules\/config\/shared-ini-file-loader\/loadSharedConfigFiles\.js$/,
    reason: 'functions have no ~/.aws files',
    source: exporting('CONFIG_PREFIX_SEPARATOR', 'loadSharedConfigFiles'),
  },
  {
    module: /@smithy\/core\/dist-es\/submodules\/config\/defaults-mode\/resolveDefaultsModeConfig\.js$/,
    reason: 'timeouts are set by the clients; guessing them asks the instance metadata that functions do not have',
    source: exporting('resolveDefaultsModeConfig'),
  },
  {
    module:
      /(@aws-sdk\/core\/dist-es\/submodules\/client\/emitWarningIfUnsupportedVersion|@smithy\/core\/dist-es\/submodules\/client\/smithy-client\/schemaLogFilter)\.js$/,
    reason: 'it has warnings for developers, and masks for a logger, which no client has',
    source: exporting('state', 'emitWarningIfUnsupportedVersion', 'schemaLogFilter'),
  },
  {
    module: /@aws-sdk\/core\/dist-es\/submodules\/account-id-endpoint\/index\.js$/,
    reason: 'functions do not know their account',
    source: exporting('NODE_ACCOUNT_ID_ENDPOINT_MODE_CONFIG_OPTIONS', 'resolveAccountIdEndpointModeConfig'),
  },
  {
    module: /@aws-sdk\/core\/dist-es\/submodules\/client\/middleware-user-agent\/configurations\.js$/,
    reason: 'the application has no name in the user agent',
    source: exporting('DEFAULT_UA_APP_ID', 'resolveUserAgentConfig'),
  },
  {
    module: /@smithy\/core\/dist-es\/submodules\/retry\/util-retry\/AdaptiveRetryStrategy\.js$/,
    reason: 'every client is given its retry strategy',
    source: exporting('AdaptiveRetryStrategy'),
  },
  {
    module: /@smithy\/core\/dist-es\/submodules\/checksum\/sha256\/Sha256Js\.js$/,
    reason: 'Node has native SHA-256',
    source: exporting('Sha256Js'),
  },
  {
    module:
      /@aws-sdk\/core\/dist-es\/submodules\/client\/(middleware-recursion-detection\/getRecursionDetectionPlugin|middleware-logger\/loggerMiddleware)\.js$/,
    reason: 'there are no loops through queues to detect, and no logger to hand inputs to',
    source: exporting('getRecursionDetectionPlugin', 'getLoggerPlugin', 'loggerMiddleware', 'loggerMiddlewareOptions'),
  },
  {
    module: /@aws-sdk\/client-[a-z0-9]+\/dist-es\/runtimeExtensions\.js$/,
    reason: 'no client is given extensions',
    source: exporting('resolveRuntimeExtensions'),
  },
  {
    module: /@aws-sdk\/lib-dynamodb\/dist-es\/pagination\/index\.js$/,
    reason: 'paginators are made at import, used or not',
    source: () => 'export {}',
  },
  {
    module: /@smithy\/core\/dist-es\/submodules\/serde\/date-utils\.js$/,
    reason: 'JSON services answer in epoch seconds; XML has parsers of its own',
    source: exporting(
      'parseRfc3339DateTime',
      'parseRfc3339DateTimeWithOffset',
      'parseRfc7231DateTime',
      'parseEpochTimestamp',
      'dateToUtcString',
    ),
  },
  {
    module: /@smithy\/core\/dist-es\/submodules\/protocols\/HttpProtocol\.js$/,
    reason: 'no operation in use streams events or has a host prefix, and working one out needs the bindings of REST',
    source: (_path, original) =>
      original
        .replace(/setHostPrefix\([\s\S]*?\n {4}\}\n/, 'setHostPrefix() {}\n')
        .replaceAll(/ {4}(?:async )?\w+EventStream\w*\([\s\S]*?\n {4}\}\n/g, ''),
  },
  {
    module: /@aws-sdk\/core\/dist-es\/submodules\/client\/util-endpoints\/aws\.js$/,
    reason: 'it registers every partition for endpoint rules; the clients that have such rules do that themselves',
    source: (_path, original) => original.replace(/^customEndpointFunctions\.aws = .*$/m, ''),
  },
  {
    module: /@aws-sdk\/client-(dynamodb|s3|kms|ssm|apigatewaymanagementapi)\/dist-es\/schemas\/schemas_0\.js$/,
    reason:
      'only errors of the operations in use can be answered; computed keys keep esbuild from leaving out unused schemas',
    source: (path, original) => withLiteralKeys(withErrors(errors[serviceOf(path)], original)),
  },
  {
    module:
      /@aws-sdk\/client-(dynamodb|s3|kms|ssm|apigatewaymanagementapi)\/dist-es\/models\/(errors|\w+ServiceException)\.js$/,
    reason: 'the base of all error classes sets name, fault and prototype once more',
    source: withLeanErrors,
  },
  {
    module: /@smithy\/core\/dist-es\/submodules\/protocols\/json\/codec-v2\/JsonCodec2\.js$/,
    reason: "the SDK's first JSON codec does the same in 7 KB less, 15 µs a call slower",
    source: () => "export { JsonCodec as JsonCodec2 } from '../codec-v1/JsonCodec'",
  },
  {
    module: /@aws-sdk\/dynamodb-codec\/dist-es\/codec-v2\/DynamoDBJsonCodec2\.js$/,
    reason: 'it builds on that codec',
    source: () => "export { DynamoDBJsonCodec as DynamoDBJsonCodec2 } from '../codec-v1/DynamoDBJsonCodec'",
  },
  {
    module:
      /@smithy\/core\/dist-es\/submodules\/(serde\/util-stream\/stream-type-check|retry\/middleware-retry\/isStreamingPayload\/isStreamingPayload)\.js$/,
    reason:
      'functions give the SDK no web streams, and asking for the global loads them: 2 ms and 1 MB at a first call',
    source: exporting('isReadableStream', 'isBlob', 'isStreamingPayload'),
  },
  {
    module: /@smithy\/core\/dist-es\/submodules\/serde\/uuid\/v4\.js$/,
    reason: 'the global `crypto` loads the whole Web Crypto API: 1 ms and 1 MB at a start',
    source: exporting('bindV4'),
  },
  {
    module: /\/uuid\/dist-node\/rng\.js$/,
    reason: 'as above, at a first write',
    source: (_path, original) =>
      `import { randomFillSync } from 'node:crypto'\n${original.replace('crypto.getRandomValues', 'randomFillSync')}`,
  },
  {
    module: /@aws-sdk\/core\/dist-es\/submodules\/httpAuthSchemes\/aws_sdk\/resolveAwsSdkSigV4Config\.js$/,
    reason: 'no client has the region information of the SDK before its endpoint rules',
    source: (_path, original) =>
      original.replace(/ {4}else if \(config\.regionInfoProvider\) \{[\s\S]*?\n {4}\}\n/, ''),
  },
  {
    module:
      /@smithy\/core\/dist-es\/submodules\/(config\/config-resolver\/regionConfig\/checkRegion|client\/smithy-client\/defaults-mode)\.js$/,
    reason: 'Lambda itself sets the region, and clients set what a mode would set',
    source: exporting('checkRegion', 'loadConfigsForDefaultMode'),
  },
  {
    module: /@smithy\/core\/dist-es\/submodules\/config\/config-resolver\/regionConfig\/getInstanceMetadataRegion\.js$/,
    reason: 'functions have their region in the environment, and no instance metadata',
    source: exporting('getInstanceMetadataRegion'),
  },
  {
    module: /@aws-sdk\/[a-z0-9-]+\/package\.json$/,
    reason: 'clients read only their version',
    source: (_path, original) => JSON.stringify({ version: (JSON.parse(original) as { version: string }).version }),
  },
]
