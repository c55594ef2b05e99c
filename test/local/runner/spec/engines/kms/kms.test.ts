import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  GenerateMacCommand,
  InvalidCiphertextException,
  KMSClient,
  ListKeysCommand,
  NotFoundException,
} from '@aws-sdk/client-kms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KeyResource } from '../../../deployment.ts'
import { createKms } from '../../../engines/kms.ts'
import { type Refuse, serveEngine } from '../serveEngine.ts'

const key = (keyId: string, alias: string): KeyResource => ({
  logicalId: `Key${keyId}`,
  keyId,
  arn: `arn:aws:kms:eu-central-1:123456789012:key/${keyId}`,
  aliases: [alias],
  spec: 'SYMMETRIC_DEFAULT',
})

const tokens = key('11111111-1111-4111-8111-111111111111', 'alias/tokens')
const other = key('22222222-2222-4222-8222-222222222222', 'alias/other')

const codes: KeyResource = { ...key('44444444-4444-4444-8444-444444444444', 'alias/codes'), spec: 'HMAC_256' }

const start = async (dataFolder: string, refuse?: Refuse) => {
  const served = await serveEngine(createKms({ keys: [tokens, other, codes], dataFolder }), refuse)
  const client = new KMSClient({
    endpoint: served.endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
    maxAttempts: 1,
  })
  return { ...served, client }
}

let kms: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  kms = await start('memory')
})
afterAll(() => kms.stop())

const Plaintext = Buffer.from('a refresh token')
const EncryptionContext = { recipient: 'alice', token: 't1' }

const encrypted = async (KeyId = tokens.keyId) => {
  const { CiphertextBlob } = await kms.client.send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext }))
  return CiphertextBlob ?? new Uint8Array()
}

describe('a ciphertext', () => {
  test('decrypts under its context, whatever the order, without naming the key', async () => {
    const CiphertextBlob = await encrypted()

    const decrypted = await kms.client.send(
      new DecryptCommand({ CiphertextBlob, EncryptionContext: { token: 't1', recipient: 'alice' } }),
    )
    await kms.client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext, KeyId: 'alias/tokens' }))

    expect(Buffer.from(decrypted.Plaintext ?? []).toString()).toBe('a refresh token')
    expect(decrypted).toMatchObject({ KeyId: tokens.arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' })
  })

  test('is another each time', async () => {
    expect(Buffer.from(await encrypted())).not.toEqual(Buffer.from(await encrypted()))
  })

  test.each([
    ['another value', { recipient: 'bob', token: 't1' }],
    ['a member less', { recipient: 'alice' }],
    ['a member more', { ...EncryptionContext, more: 'x' }],
    ['no context', undefined],
  ])('does not decrypt under %s', async (_, context) => {
    const decryption = kms.client.send(
      new DecryptCommand({ CiphertextBlob: await encrypted(), EncryptionContext: context }),
    )

    await expect(decryption).rejects.toBeInstanceOf(InvalidCiphertextException)
  })

  test('does not decrypt with any bit flipped', async () => {
    const ciphertext = await encrypted()

    for (const position of [0, 1, 10, 40, 60, ciphertext.length - 1]) {
      const changed = Uint8Array.from(ciphertext)
      changed[position] = (changed[position] ?? 0) ^ 1
      const decryption = kms.client.send(new DecryptCommand({ CiphertextBlob: changed, EncryptionContext }))
      await expect(decryption, `bit of byte ${position}`).rejects.toBeInstanceOf(InvalidCiphertextException)
    }
  })

  test.each([5, 38, 66])('cut to %i bytes is invalid', async (length) => {
    const CiphertextBlob = (await encrypted()).slice(0, length)

    const decryption = kms.client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }))

    await expect(decryption).rejects.toBeInstanceOf(InvalidCiphertextException)
  })

  test('is refused with another key named', async () => {
    const decryption = kms.client.send(
      new DecryptCommand({ CiphertextBlob: await encrypted(), EncryptionContext, KeyId: other.keyId }),
    )

    await expect(decryption).rejects.toMatchObject({ name: 'IncorrectKeyException' })
  })
})

test('a key goes by its id, its ARN, an alias and the alias’s ARN', async () => {
  const names = [tokens.keyId, tokens.arn, 'alias/tokens', 'arn:aws:kms:eu-central-1:123456789012:alias/tokens']

  const described = await Promise.all(names.map((KeyId) => kms.client.send(new DescribeKeyCommand({ KeyId }))))

  expect(described.map(({ KeyMetadata }) => KeyMetadata?.Arn)).toEqual(names.map(() => tokens.arn))
})

test('a data key comes in the clear and sealed', async () => {
  const made = await kms.client.send(
    new GenerateDataKeyCommand({ KeyId: 'alias/tokens', KeySpec: 'AES_256', EncryptionContext }),
  )

  const opened = await kms.client.send(new DecryptCommand({ CiphertextBlob: made.CiphertextBlob, EncryptionContext }))
  expect(made).toMatchObject({ KeyId: tokens.arn, Plaintext: { length: 32 } })
  expect(opened.Plaintext).toEqual(made.Plaintext)
})

test.each([
  [{ KeySpec: 'AES_128' as const }, 16],
  [{ NumberOfBytes: 1 }, 1],
  [{ NumberOfBytes: 1024 }, 1024],
  [{ NumberOfBytes: 1025 }, 'ValidationException'],
  [{ NumberOfBytes: 0 }, 'ValidationException'],
  [{}, 'ValidationException'],
])('a data key of %j has so many bytes: %s', async (input, expected) => {
  const made = await kms.client.send(new GenerateDataKeyCommand({ KeyId: tokens.keyId, ...input })).then(
    ({ Plaintext: bytes }) => bytes?.length,
    ({ name }) => name,
  )

  expect(made).toBe(expected)
})

test('a code is that of its message and of a key for codes, each time', async () => {
  const codeOf = async (text: string, client = kms.client) => {
    const input = { KeyId: 'alias/codes', MacAlgorithm: 'HMAC_SHA_256' as const, Message: Buffer.from(text) }
    return Buffer.from((await client.send(new GenerateMacCommand(input))).Mac ?? []).toString('hex')
  }
  const elsewhere = await start('memory')

  const made = [await codeOf('a'), await codeOf('a'), await codeOf('b'), await codeOf('a', elsewhere.client)]
  await elsewhere.stop()

  expect(made[0]).toMatch(/^[\da-f]{64}$/)
  expect(made.map((code) => made.indexOf(code))).toEqual([0, 0, 2, 3])
})

const mac = { KeyId: codes.keyId, MacAlgorithm: 'HMAC_SHA_256', Message: Buffer.from('x') } as const

test.each([
  ['a code by a key for secrets', new GenerateMacCommand({ ...mac, KeyId: tokens.keyId }), 'InvalidKeyUsageException'],
  [
    'another kind of code',
    new GenerateMacCommand({ ...mac, MacAlgorithm: 'HMAC_SHA_512' }),
    'InvalidKeyUsageException',
  ],
  ['a code of 4097 bytes', new GenerateMacCommand({ ...mac, Message: Buffer.alloc(4097) }), 'ValidationException'],
  ['a secret by a key for codes', new EncryptCommand({ KeyId: codes.keyId, Plaintext }), 'InvalidKeyUsageException'],
  [
    'a data key by a key for codes',
    new GenerateDataKeyCommand({ KeyId: codes.keyId, KeySpec: 'AES_256' }),
    'InvalidKeyUsageException',
  ],
])('%s is refused', async (_what, command, name) => {
  await expect(kms.client.send(command as EncryptCommand)).rejects.toMatchObject({ name })
})

test('a key says what it is for, and 4096 bytes are encrypted', async () => {
  const described = await Promise.all(
    [tokens, codes].map(({ keyId: KeyId }) => kms.client.send(new DescribeKeyCommand({ KeyId }))),
  )
  const encrypted = await kms.client.send(new EncryptCommand({ KeyId: tokens.keyId, Plaintext: Buffer.alloc(4096) }))

  const common = { Enabled: true, KeyState: 'Enabled', KeyManager: 'CUSTOMER' }
  const ofSecrets = { KeyUsage: 'ENCRYPT_DECRYPT', EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'] }
  const ofCodes = { KeyUsage: 'GENERATE_VERIFY_MAC', MacAlgorithms: ['HMAC_SHA_256'] }
  expect(described.map(({ KeyMetadata }) => KeyMetadata)).toEqual([
    { KeyId: tokens.keyId, Arn: tokens.arn, KeySpec: 'SYMMETRIC_DEFAULT', ...common, ...ofSecrets },
    { KeyId: codes.keyId, Arn: codes.arn, KeySpec: 'HMAC_256', ...common, ...ofCodes },
  ])
  expect(encrypted.CiphertextBlob?.length).toBeGreaterThan(4096)
})

test.each<[string, Record<string, string>, string, number, string]>([
  ['no JSON', {}, '{', 400, 'SerializationException'],
  ['a list', {}, '[]', 400, 'SerializationException'],
  ['a number for a text', {}, '{"KeyId":5}', 400, 'ValidationException'],
  ['an empty text', {}, '{"KeyId":""}', 400, 'ValidationException'],
  ['no text', {}, '{"KeyId":null}', 400, 'ValidationException'],
  ['nothing', {}, '', 400, 'ValidationException'],
  ['numbers in a context', {}, `{"KeyId":"${tokens.keyId}","EncryptionContext":{"a":1}}`, 400, 'ValidationException'],
  [
    'a fraction for a number',
    { 'x-amz-target': 'TrentService.GenerateDataKey' },
    `{"KeyId":"${tokens.keyId}","NumberOfBytes":1.5}`,
    400,
    'ValidationException',
  ],
  ['another service', { 'x-amz-target': 'AmazonSSM.Encrypt' }, '{}', 400, 'UnknownOperationException'],
  ['an inherited name', { 'x-amz-target': 'TrentService.toString' }, '{}', 400, 'UnknownOperationException'],
  ['no caller', { 'x-anonymous': 'true' }, '{}', 403, 'MissingAuthenticationTokenException'],
])('a request with %s is refused', async (_what, headers, body, status, code) => {
  const answer = await fetch(kms.endpoint, {
    method: 'POST',
    headers: { 'x-amz-target': 'TrentService.Encrypt', ...headers },
    body,
  })

  expect([answer.status, await answer.json()]).toMatchObject([status, { __type: code }])
  expect(answer.headers.get('content-type')).toBe('application/x-amz-json-1.1')
})

test.each(['alias/unknown', '33333333-3333-4333-8333-333333333333'])('%s is not found', async (KeyId) => {
  const encryption = kms.client.send(new EncryptCommand({ KeyId, Plaintext }))

  await expect(encryption).rejects.toBeInstanceOf(NotFoundException)
})

test.each([
  [
    'more than 4096 bytes',
    new EncryptCommand({ KeyId: tokens.keyId, Plaintext: Buffer.alloc(4097) }),
    'ValidationException',
  ],
  [
    'a member not imitated',
    new EncryptCommand({ KeyId: tokens.keyId, Plaintext, GrantTokens: ['x'] }),
    'ValidationException',
  ],
  [
    'an asymmetric algorithm',
    new EncryptCommand({ KeyId: tokens.keyId, Plaintext, EncryptionAlgorithm: 'RSAES_OAEP_SHA_256' }),
    'InvalidKeyUsageException',
  ],
  [
    'an asymmetric algorithm of a ciphertext',
    new DecryptCommand({ CiphertextBlob: Plaintext, EncryptionAlgorithm: 'RSAES_OAEP_SHA_256' }),
    'InvalidKeyUsageException',
  ],
])('%s is refused', async (_, command, name) => {
  await expect(kms.client.send(command as EncryptCommand)).rejects.toMatchObject({ name })
})

test('an operation not imitated is refused by name', async () => {
  await expect(kms.client.send(new ListKeysCommand({}))).rejects.toMatchObject({
    name: 'UnknownOperationException',
    message: 'TrentService.ListKeys is not imitated by the local API',
  })
})

test('authorization sees the action, the key and the encryption context', async () => {
  const calls: unknown[] = []
  const limited = await start('memory', (...call) => {
    calls.push(call)
    return call[0] === 'kms:Decrypt'
  })
  const { CiphertextBlob } = await limited.client.send(
    new EncryptCommand({ KeyId: 'alias/tokens', Plaintext, EncryptionContext }),
  )

  const decryption = limited.client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }))

  await expect(decryption).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } })
  const dataKey = { KeyId: 'alias/tokens', KeySpec: 'AES_256', EncryptionContext } as const
  await limited.client.send(new GenerateDataKeyCommand(dataKey))
  await limited.client.send(new GenerateMacCommand(mac))
  await limited.client.send(new DescribeKeyCommand({ KeyId: tokens.keyId }))
  const context = {
    'kms:EncryptionContext:recipient': ['alice'],
    'kms:EncryptionContext:token': ['t1'],
    'kms:EncryptionContextKeys': ['recipient', 'token'],
  }
  expect(calls).toEqual([
    ['kms:Encrypt', tokens.arn, context],
    ['kms:Decrypt', tokens.arn, context],
    ['kms:GenerateDataKey', tokens.arn, context],
    ['kms:GenerateMac', codes.arn, {}],
    ['kms:DescribeKey', tokens.arn, {}],
  ])
  await limited.stop()
})

test('with a data folder, the keys outlive the engine and are the owner’s alone', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kms-spec-'))
  const first = await start(dataFolder)
  const { CiphertextBlob } = await first.client.send(new EncryptCommand({ KeyId: tokens.keyId, Plaintext }))
  await first.stop()

  const second = await start(dataFolder)
  const decrypted = await second.client.send(new DecryptCommand({ CiphertextBlob }))

  expect(Buffer.from(decrypted.Plaintext ?? []).toString()).toBe('a refresh token')
  const files = ['.', ...readdirSync(join(dataFolder, 'kms'))].map((file) => statSync(join(dataFolder, 'kms', file)))
  expect(files.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600', '600', '600'])
  await second.stop()
  rmSync(dataFolder, { recursive: true })
})
