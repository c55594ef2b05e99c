import { expect, test } from 'vitest'
import { replacements } from '../../../../../../infra/bundling/bundle/replacements.ts'

/** The only replacement of a module, by its path in `node_modules`. */
const replacementOf = (module: string) => {
  const found = replacements.filter((replacement) => replacement.module.test(`/project/node_modules/${module}`))
  const [only = expect.fail(`${module} is not replaced`)] = found
  expect(found).toEqual([only])
  return only
}

const replaced = (module: string, original = ''): string =>
  replacementOf(module).source(`/project/node_modules/${module}`, original)

const edited = [
  '@smithy/signature-v4/dist-es/SignatureV4.js',
  '@aws-sdk/client-kms/dist-es/endpoint/endpointResolver.js',
  '@aws-sdk/client-kms/dist-es/schemas/schemas_0.js',
  '@aws-sdk/client-kms/dist-es/models/errors.js',
  '@aws-sdk/lib-dynamodb/dist-es/pagination/index.js',
  'uuid/dist-node/rng.js',
]

test.each(edited)('%s is replaced, and no module of a longer name', (module) => {
  replacementOf(module)
  const longer = replacements.filter((replacement) => replacement.module.test(`/project/node_modules/${module}x`))
  expect(longer).toEqual([])
})

test('S3 keeps its endpoint rules', () => {
  const path = '/node_modules/@aws-sdk/client-s3/dist-es/endpoint/endpointResolver.js'

  expect(replacements.filter(({ module }) => module.test(path))).toEqual([])
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
  ['s3', ['NoSuchBucket', 'NoSuchKey']],
  ['apigatewaymanagementapi', ['ForbiddenException', 'GoneException']],
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
