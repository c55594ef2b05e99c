import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { transformSync } from 'esbuild'
import { expect, test } from 'vitest'
import { replacements } from '../../../../../infra/build/bundle/replacements.ts'
import * as standIns from '../../../../../infra/build/bundle/standIns.ts'

const standInFolder = resolve('infra/build/bundle')

/** The only replacement of a module, by its path in `node_modules`. */
const replacementOf = (module: string) => {
  const found = replacements.filter((replacement) => replacement.module.test(`/project/node_modules/${module}`))
  const [only = expect.fail(`${module} is not replaced`)] = found
  expect(found).toEqual([only])
  return only
}

const replaced = (module: string, original = ''): string =>
  replacementOf(module).source(`/project/node_modules/${module}`, original)

const core = '@smithy/core/dist-es/submodules'
const awsCore = '@aws-sdk/core/dist-es/submodules'

/** The modules that stand-ins replace, and what these export. */
const stoodFor: readonly (readonly [module: string, ...names: readonly string[]])[] = [
  ['@aws-sdk/credential-provider-node/dist-es/index.js', 'defaultProvider'],
  [`${core}/event-streams/index.js`, 'EventStreamSerde', 'eventStreamSerdeProvider', 'resolveEventStreamSerdeConfig'],
  ['@smithy/signature-v4/dist-es/HeaderFormatter.js', 'HeaderFormatter'],
  [
    '@aws-sdk/middleware-endpoint-discovery/dist-es/index.js',
    'NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS',
    'resolveEndpointDiscoveryConfig',
  ],
  [
    `${core}/config/shared-ini-file-loader/loadSharedConfigFiles.js`,
    'CONFIG_PREFIX_SEPARATOR',
    'loadSharedConfigFiles',
  ],
  [`${core}/config/defaults-mode/resolveDefaultsModeConfig.js`, 'resolveDefaultsModeConfig'],
  [
    `${awsCore}/client/emitWarningIfUnsupportedVersion.js`,
    'state',
    'emitWarningIfUnsupportedVersion',
    'schemaLogFilter',
  ],
  [`${core}/client/smithy-client/schemaLogFilter.js`, 'state', 'emitWarningIfUnsupportedVersion', 'schemaLogFilter'],
  [
    `${awsCore}/account-id-endpoint/index.js`,
    'NODE_ACCOUNT_ID_ENDPOINT_MODE_CONFIG_OPTIONS',
    'resolveAccountIdEndpointModeConfig',
  ],
  [`${awsCore}/client/middleware-user-agent/configurations.js`, 'DEFAULT_UA_APP_ID', 'resolveUserAgentConfig'],
  [`${core}/retry/util-retry/AdaptiveRetryStrategy.js`, 'AdaptiveRetryStrategy'],
  [`${core}/checksum/sha256/Sha256Js.js`, 'Sha256Js'],
  ...[
    `${awsCore}/client/middleware-recursion-detection/getRecursionDetectionPlugin.js`,
    `${awsCore}/client/middleware-logger/loggerMiddleware.js`,
  ].map(
    (module) =>
      [
        module,
        'getRecursionDetectionPlugin',
        'getLoggerPlugin',
        'loggerMiddleware',
        'loggerMiddlewareOptions',
      ] as const,
  ),
  ['@aws-sdk/client-s3/dist-es/runtimeExtensions.js', 'resolveRuntimeExtensions'],
  [
    `${core}/serde/date-utils.js`,
    'parseRfc3339DateTime',
    'parseRfc3339DateTimeWithOffset',
    'parseRfc7231DateTime',
    'parseEpochTimestamp',
    'dateToUtcString',
  ],
  ...[
    `${core}/serde/util-stream/stream-type-check.js`,
    `${core}/retry/middleware-retry/isStreamingPayload/isStreamingPayload.js`,
  ].map((module) => [module, 'isReadableStream', 'isBlob', 'isStreamingPayload'] as const),
  [`${core}/serde/uuid/v4.js`, 'bindV4'],
  ...[
    `${core}/config/config-resolver/regionConfig/checkRegion.js`,
    `${core}/client/smithy-client/defaults-mode.js`,
  ].map((module) => [module, 'checkRegion', 'loadConfigsForDefaultMode'] as const),
  [`${core}/config/config-resolver/regionConfig/getInstanceMetadataRegion.js`, 'getInstanceMetadataRegion'],
]

test.each(stoodFor.map(([module, ...names]) => [module, names] as const))('stand-ins replace %s', (module, names) => {
  expect(existsSync(resolve('node_modules', module))).toBe(true)
  expect(replaced(module)).toBe(`export { ${names.join(', ')} } from "${standInFolder}/standIns.ts"`)
  expect(Object.keys(standIns)).toEqual(expect.arrayContaining([...names]))
})

const clients = ['dynamodb', 's3', 'kms', 'ssm', 'apigatewaymanagementapi']
const edited = [
  '@smithy/signature-v4/dist-es/SignatureV4.js',
  '@aws-sdk/client-kms/dist-es/endpoint/endpointResolver.js',
  `${awsCore}/client/middleware-user-agent/user-agent-middleware.js`,
  '@aws-sdk/lib-dynamodb/dist-es/pagination/index.js',
  `${core}/protocols/HttpProtocol.js`,
  `${awsCore}/client/util-endpoints/aws.js`,
  ...clients.flatMap((client) => [
    `@aws-sdk/client-${client}/dist-es/schemas/schemas_0.js`,
    `@aws-sdk/client-${client}/dist-es/models/errors.js`,
  ]),
  '@aws-sdk/client-kms/dist-es/models/KMSServiceException.js',
  `${core}/protocols/json/codec-v2/JsonCodec2.js`,
  '@aws-sdk/dynamodb-codec/dist-es/codec-v2/DynamoDBJsonCodec2.js',
  'uuid/dist-node/rng.js',
  `${awsCore}/httpAuthSchemes/aws_sdk/resolveAwsSdkSigV4Config.js`,
  '@aws-sdk/client-kms/package.json',
]

test.each([...stoodFor.map(([module]) => module), ...edited])(
  '%s is replaced, and nothing of a longer name',
  (module) => {
    expect(existsSync(resolve('node_modules', module))).toBe(true)
    replacementOf(module)
    const longer = replacements.filter((replacement) => replacement.module.test(`/project/node_modules/${module}x`))
    expect(longer).toEqual([])
  },
)

test('every replacement has one of these modules, and its reason', () => {
  const listed = new Set([...stoodFor.map(([module]) => module), ...edited].map(replacementOf))

  expect(replacements.filter((replacement) => !listed.has(replacement))).toEqual([])
  expect(replacements.filter(({ reason }) => !/\w/.test(reason))).toEqual([])
})

test('signatures of events are left out', () => {
  const original = `class SignatureV4 {
    async sign(toSign) {
        return toSign;
    }
    async signEvent({ payload }) {
        if (payload) {
            return payload;
        }
    }
    async signMessage(message) {
        return message;
    }
    async signString(text) {
        return text;
    }
}`

  expect(replaced('@smithy/signature-v4/dist-es/SignatureV4.js', original)).toBe(`class SignatureV4 {
    async sign(toSign) {
        return toSign;
    }
    async signString(text) {
        return text;
    }
}`)
})

test.each([
  ['dynamodb', 'dynamodb'],
  ['kms', 'kms'],
  ['ssm', 'ssm'],
  ['apigatewaymanagementapi', 'execute-api'],
])('the endpoint of %s is resolved by its pattern', (client, name) => {
  const source = replaced(`@aws-sdk/client-${client}/dist-es/endpoint/endpointResolver.js`)

  expect(source).toBe(
    `import { regionalEndpointResolver } from "${standInFolder}/regionalEndpoint.ts"
       export const defaultEndpointResolver = regionalEndpointResolver("${name}")`,
  )
  expect(existsSync(resolve(standInFolder, 'regionalEndpoint.ts'))).toBe(true)
})

test('S3 keeps its endpoint rules', () => {
  const path = '/node_modules/@aws-sdk/client-s3/dist-es/endpoint/endpointResolver.js'

  expect(replacements.filter(({ module }) => module.test(path))).toEqual([])
})

test.each([
  [`${awsCore}/client/middleware-user-agent/user-agent-middleware.js`, `export * from "${standInFolder}/userAgent.ts"`],
  ['@aws-sdk/lib-dynamodb/dist-es/pagination/index.js', 'export {}'],
  [`${core}/protocols/json/codec-v2/JsonCodec2.js`, "export { JsonCodec as JsonCodec2 } from '../codec-v1/JsonCodec'"],
  [
    '@aws-sdk/dynamodb-codec/dist-es/codec-v2/DynamoDBJsonCodec2.js',
    "export { DynamoDBJsonCodec as DynamoDBJsonCodec2 } from '../codec-v1/DynamoDBJsonCodec'",
  ],
])('%s is replaced whole', (module, source) => {
  expect(replaced(module, 'original')).toBe(source)
})

test('the protocol has no prefix of hosts and no event streams', () => {
  const original = `class HttpProtocol {
    setHostPrefix(request, schema, input) {
        for (const part of input) {
            request.prefix(part);
        }
    }
    resolveError(name) {
        return name;
    }
    async serializeEventStream({ eventStream }) {
        return eventStream;
    }
    async loadEventStreamCapability() {
        return undefined;
    }
    getDefaultContentType() {
        return 'text';
    }
    getEventStreamMarshaller() {
        return this.marshaller;
    }
}`

  expect(replaced(`${core}/protocols/HttpProtocol.js`, original)).toBe(`class HttpProtocol {
    setHostPrefix() {}
    resolveError(name) {
        return name;
    }
    getDefaultContentType() {
        return 'text';
    }
}`)
})

test('the rules of partitions are not registered', () => {
  const original =
    'const a = 1;\ncustomEndpointFunctions.aws = functions;\nexport const b = customEndpointFunctions.aws = a;\n'

  expect(replaced(`${awsCore}/client/util-endpoints/aws.js`, original)).toBe(
    'const a = 1;\n\nexport const b = customEndpointFunctions.aws = a;\n',
  )
})

const registration = (name: string): string => `n0_registry.registerError(${name}$, ${name});\n`

/** The errors of these names that a client's bundle can make. */
const keptErrors = (client: string, names: readonly string[]): readonly string[] => {
  const source = replaced(`@aws-sdk/client-${client}/dist-es/schemas/schemas_0.js`, names.map(registration).join(''))
  return [...source.matchAll(/registerError\(\w+\$, (\w+)\);/g)].map(([, name = '']) => name)
}

const databaseErrors = [
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
]
const keyErrors = [
  'DependencyTimeoutException',
  'DisabledException',
  'InvalidCiphertextException',
  'KeyUnavailableException',
  'KMSInternalException',
  'KMSInvalidStateException',
  'NotFoundException',
]

test.each([
  ['dynamodb', databaseErrors],
  ['kms', keyErrors],
  ['ssm', ['InternalServerError', 'ThrottlingException']],
  ['s3', ['Stryker', 'NoSuchKey']],
  ['apigatewaymanagementapi', ['Stryker', 'GoneException']],
])('the errors of %s that its operations answer stay', (client, names) => {
  expect(keptErrors(client, names)).toEqual(names)
})

test.each(['dynamodb', 'kms', 'ssm'])('other errors of %s are left out', (client) => {
  expect(keptErrors(client, ['BackupInUseException', 'TagException'])).toEqual([])
})

test('only whole lines that register an error of their own schema are left out, and keys become literals', () => {
  const original = `const _k = "key";
const _long = "long";
const _n = other;
export const _m = "exported";
_s_registry.registerError(KMSServiceException$, KMSServiceException);
n0_registry.registerError(AException$, BException);
n0_registry.registerError(AException$, AException);
a; n0_registry.registerError(AException$, AException);
n0_registry.registerError(AException$, AException); b;
const schema = { [_k]: 1, [_long]: [_k], [_n]: 2, [_m]: 3, [k]: 4 };
`

  expect(replaced('@aws-sdk/client-kms/dist-es/schemas/schemas_0.js', original)).toBe(`const _k = "key";
const _long = "long";
const _n = other;
export const _m = "exported";
_s_registry.registerError(KMSServiceException$, KMSServiceException);
n0_registry.registerError(AException$, BException);

a; n0_registry.registerError(AException$, AException);
n0_registry.registerError(AException$, AException); b;
const schema = { "key": 1, "long": [_k], [_n]: 2, [_m]: 3, [k]: 4 };
`)
})

test('an error class loses what its base class sets', () => {
  const original = `export class AException extends Base {
    static shapeId = "kms#AException";
    name = "AException";
    $fault = "client";
    constructor(opts) {
        super({
            name: "AException",
        });
        this.name = "AException";
        Object.setPrototypeOf(this, AException.prototype);
        this.more = Object.setPrototypeOf(this, AException.prototype);
    }
}
`

  expect(
    replaced('@aws-sdk/client-kms/dist-es/models/errors.js', original),
  ).toBe(`export class AException extends Base {
    static shapeId = "kms#AException";
    constructor(opts) {
        super({
            name: "AException",
        });
        this.name = "AException";
        this.more = Object.setPrototypeOf(this, AException.prototype);
    }
}
`)
})

test('random numbers come from the module of Node, not from the global', () => {
  const source = replaced('uuid/dist-node/rng.js', 'export default () => crypto.getRandomValues(bytes)')

  expect(source).toBe("import { randomFillSync } from 'node:crypto'\nexport default () => randomFillSync(bytes)")
  expect(() => transformSync(source)).not.toThrow()
})

test('a signer has no region information of older clients', () => {
  const original = `    if (config.signer) {
        a();
    }
    else if (config.regionInfoProvider) {
        if (b) {
            c();
        }
    }
    else {
        d();
    }
`

  expect(
    replaced(`${awsCore}/httpAuthSchemes/aws_sdk/resolveAwsSdkSigV4Config.js`, original),
  ).toBe(`    if (config.signer) {
        a();
    }
    else {
        d();
    }
`)
})

test("of a package's description only the version is left", () => {
  expect(replaced('@aws-sdk/client-kms/package.json', '{"name":"kms","version":"3.1.0"}')).toBe('{"version":"3.1.0"}')
})
