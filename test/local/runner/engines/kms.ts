import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { EngineHandler } from '../aws/engineHandler.ts'
import type { KeyResource } from '../deployment.ts'
import { type Input, type JsonOperation, jsonService, ServiceError } from './jsonProtocol.ts'
import { keyIdOf, type LocalKey, openKey } from './kmsKeys.ts'

export interface KmsOptions {
  readonly keys: readonly KeyResource[]
  /** The folder that keeps the keys' material between runs; `memory` makes new keys. */
  readonly dataFolder: string | 'memory'
}

const algorithm = 'SYMMETRIC_DEFAULT'

const invalidCiphertext = () => new ServiceError('InvalidCiphertextException', '')

const conditionKeys = (context: Readonly<Record<string, string>>) => ({
  ...Object.fromEntries(Object.entries(context).map(([name, value]) => [`kms:EncryptionContext:${name}`, [value]])),
  'kms:EncryptionContextKeys': Object.keys(context),
})

const refuseMacKey = ({ arn, spec }: KeyResource) => {
  if (spec === 'HMAC_256') throw new ServiceError('InvalidKeyUsageException', `${arn} key usage is GENERATE_VERIFY_MAC`)
}

const authorizedContext = (input: Input, action: string, { arn }: KeyResource) => {
  const context = input.textMap('EncryptionContext')
  input.authorize(action, arn, conditionKeys(context))
  return context
}

const refuseOtherAlgorithms = (input: Input) => {
  const named = input.text('EncryptionAlgorithm')
  if (named === undefined || named === algorithm) return
  throw new ServiceError('InvalidKeyUsageException', `${named} does not fit a symmetric key`)
}

const atMost4096 = (input: Input, name: string): Buffer => {
  const bytes = input.bytes(name)
  if (bytes.length <= 4096) return bytes
  const member = name.toLowerCase()
  throw new ServiceError('ValidationException', `Value at '${member}' failed to satisfy constraint: at most 4096 bytes`)
}

const dataKeyLength = (input: Input): number => {
  const spec = input.text('KeySpec')
  const length = input.integer('NumberOfBytes') ?? { AES_128: 16, AES_256: 32 }[spec ?? '']
  if (length !== undefined && length >= 1 && length <= 1024) return length
  throw new ServiceError('ValidationException', 'Please specify either number of bytes or key spec.')
}

/** The ways in which a caller may name a key: its id or ARN, an alias or its ARN. */
const namesOf = ({ keyId, arn, aliases }: KeyResource) => {
  const beforeResource = arn.slice(0, arn.lastIndexOf(':') + 1)
  return [keyId, arn, ...aliases, ...aliases.map((alias) => `${beforeResource}${alias}`)]
}

/**
 * Imitates some calls of KMS: Encrypt, Decrypt, GenerateDataKey and DescribeKey on the template's symmetric keys,
 * GenerateMac on its HMAC keys.
 *
 * https://docs.aws.amazon.com/kms/latest/APIReference/API_Operations.html
 */
export const createKms = ({ keys, dataFolder }: KmsOptions): EngineHandler => {
  const folder = dataFolder === 'memory' ? dataFolder : join(dataFolder, 'kms')
  const opened = keys.map((key) => openKey(key, folder))
  const byName = new Map(opened.flatMap((key) => namesOf(key).map((name) => [name, key] as const)))

  const named = (name: string): LocalKey => {
    const key = byName.get(name)
    if (key !== undefined) return key
    throw new ServiceError(
      'NotFoundException',
      name.includes('alias/') ? `Alias ${name} is not found.` : `Key '${name}' does not exist`,
    )
  }

  const encrypt: JsonOperation = {
    members: ['KeyId', 'Plaintext', 'EncryptionContext', 'EncryptionAlgorithm'],
    run(input) {
      refuseOtherAlgorithms(input)
      const key = named(input.requiredText('KeyId'))
      const context = authorizedContext(input, 'kms:Encrypt', key)
      refuseMacKey(key)
      const plaintext = atMost4096(input, 'Plaintext')
      const ciphertext = key.encrypt(plaintext, context).toString('base64')
      return { CiphertextBlob: ciphertext, KeyId: key.arn, EncryptionAlgorithm: algorithm }
    },
  }

  const decrypt: JsonOperation = {
    members: ['KeyId', 'CiphertextBlob', 'EncryptionContext', 'EncryptionAlgorithm'],
    run(input) {
      refuseOtherAlgorithms(input)
      const ciphertext = input.bytes('CiphertextBlob')
      const key = byName.get(keyIdOf(ciphertext) ?? '')
      if (key === undefined) throw invalidCiphertext()
      const expected = input.text('KeyId')
      if (expected !== undefined && named(expected) !== key) {
        throw new ServiceError(
          'IncorrectKeyException',
          'The key ID in the request does not identify a CMK that can perform this operation.',
        )
      }
      const context = authorizedContext(input, 'kms:Decrypt', key)
      const plaintext = key.decrypt(ciphertext, context)
      if (plaintext === undefined) throw invalidCiphertext()
      return { Plaintext: plaintext.toString('base64'), KeyId: key.arn, EncryptionAlgorithm: algorithm }
    },
  }

  const generateDataKey: JsonOperation = {
    members: ['KeyId', 'KeySpec', 'NumberOfBytes', 'EncryptionContext'],
    run(input) {
      const key = named(input.requiredText('KeyId'))
      const plaintext = randomBytes(dataKeyLength(input))
      const context = authorizedContext(input, 'kms:GenerateDataKey', key)
      refuseMacKey(key)
      const ciphertext = key.encrypt(plaintext, context).toString('base64')
      return { CiphertextBlob: ciphertext, Plaintext: plaintext.toString('base64'), KeyId: key.arn }
    },
  }

  const generateMac: JsonOperation = {
    members: ['KeyId', 'Message', 'MacAlgorithm'],
    run(input) {
      const key = named(input.requiredText('KeyId'))
      const macAlgorithm = input.requiredText('MacAlgorithm')
      if (key.spec !== 'HMAC_256' || macAlgorithm !== 'HMAC_SHA_256') {
        throw new ServiceError('InvalidKeyUsageException', `${macAlgorithm} does not fit a key of ${key.spec}`)
      }
      input.authorize('kms:GenerateMac', key.arn)
      return {
        Mac: key.mac(atMost4096(input, 'Message')).toString('base64'),
        KeyId: key.arn,
        MacAlgorithm: macAlgorithm,
      }
    },
  }

  const describeKey: JsonOperation = {
    members: ['KeyId'],
    run(input) {
      const key = named(input.requiredText('KeyId'))
      input.authorize('kms:DescribeKey', key.arn)
      const described = { KeyId: key.keyId, Arn: key.arn, Enabled: true, KeyState: 'Enabled', KeyManager: 'CUSTOMER' }
      const usage =
        key.spec === 'HMAC_256'
          ? { KeyUsage: 'GENERATE_VERIFY_MAC', MacAlgorithms: ['HMAC_SHA_256'] }
          : { KeyUsage: 'ENCRYPT_DECRYPT', EncryptionAlgorithms: [algorithm] }
      return { KeyMetadata: { ...described, ...usage, KeySpec: key.spec } }
    },
  }

  return jsonService('TrentService', {
    Encrypt: encrypt,
    Decrypt: decrypt,
    GenerateDataKey: generateDataKey,
    GenerateMac: generateMac,
    DescribeKey: describeKey,
  })
}
