import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms'
import { expect, test, vi } from 'vitest'
import { keepingOpen, kmsCipher } from '../../../../shared/mechanisms/secrets/cipher.ts'
import type { EncryptionContext } from '../../../../shared/mechanisms/secrets/encryptionContexts.ts'

const context = { recipientId: 'alice', tokenId: 't', field: 'tokens.accessToken' } as const
const keyId = 'arn:aws:kms:us-east-1:000000000000:key/secrets'

/** A KMS that notes what it is asked for, and answers it. */
const kmsAnswering = (answer: object | Error) => {
  const commands: (EncryptCommand | DecryptCommand)[] = []
  const send = async (command: EncryptCommand | DecryptCommand) => {
    commands.push(command)
    if (answer instanceof Error) throw answer
    return answer
  }
  return { commands, cipher: kmsCipher({ send } as unknown as KMSClient, keyId) }
}

const named = (name: string): Error => Object.assign(new Error('of KMS'), { name })

test('a secret is encrypted by the key, bound to its item and field', async () => {
  const { cipher, commands } = kmsAnswering({ CiphertextBlob: new Uint8Array([1, 2]) })

  expect(await cipher.encrypt('sécret', context)).toEqual(new Uint8Array([1, 2]))

  expect(commands).toEqual([expect.any(EncryptCommand)])
  expect(commands[0]?.input).toEqual({
    KeyId: keyId,
    Plaintext: Buffer.from('sécret'),
    EncryptionContext: { recipientId: 'alice', tokenId: 't', field: 'tokens.accessToken' },
  })
})

test('a secret is decrypted by the same key for the same item and field', async () => {
  const { cipher, commands } = kmsAnswering({ Plaintext: Buffer.from('sécret') })

  expect(await cipher.decrypt(new Uint8Array([1, 2]), context)).toBe('sécret')

  expect(commands).toEqual([expect.any(DecryptCommand)])
  expect(commands[0]?.input).toEqual({
    KeyId: keyId,
    CiphertextBlob: new Uint8Array([1, 2]),
    EncryptionContext: { recipientId: 'alice', tokenId: 't', field: 'tokens.accessToken' },
  })
})

test('a secret is never undefined, even if KMS says nothing', async () => {
  const { cipher } = kmsAnswering({})

  await expect(cipher.encrypt('a', context)).rejects.toThrow('KMS answered with nothing')
  await expect(cipher.decrypt(new Uint8Array(), context)).rejects.toThrow('KMS answered with nothing')
})

test.each(['InvalidCiphertextException', 'IncorrectKeyException', 'DisabledException', 'KMSInvalidStateException'])(
  'a secret that KMS refuses with %s is told to the operator, and to the client without a detail',
  async (name) => {
    const lines: unknown[] = []
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0)
    const cause = named(name)

    await expect(kmsAnswering(cause).cipher.decrypt(new Uint8Array(), context)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: 'The service cannot read a stored secret.',
      retryAfter: 60,
      cause,
    })

    const line = { level: 'ERROR', message: 'unreadable secret', recipientId: 'alice', code: 'tokens.accessToken' }
    expect(lines).toMatchObject([{ ...line, error: { name } }])
  },
)

test.each([named('AccessDeniedException'), { name: 'DisabledException' }])(
  'a secret that cannot be read for another reason (%s) fails as that does',
  async (cause) => {
    const send = () => Promise.reject(cause)
    const cipher = kmsCipher({ send } as unknown as KMSClient, keyId)

    await expect(cipher.decrypt(new Uint8Array(), context)).rejects.toBe(cause)
  },
)

const sealed = new Uint8Array([1, 2])
const former = { recipientId: 'alice', field: 'tokens.accessToken' }
const earlier = {
  'tokens.accessToken': [
    () => ({ field: 'tokens' }),
    ({ recipientId, field }: EncryptionContext) => ({ recipientId, field }),
  ],
}

/** A KMS with one ciphertext, which has the former context. */
const kmsOf = (failure?: Error) => {
  const contexts: unknown[] = []
  const send = async ({ input }: EncryptCommand | DecryptCommand) => {
    if ('Plaintext' in input) return { CiphertextBlob: new Uint8Array([3]) }
    contexts.push(input.EncryptionContext)
    if (JSON.stringify(input.EncryptionContext) === JSON.stringify(former)) return { Plaintext: Buffer.from('secret') }
    throw failure ?? named('InvalidCiphertextException')
  }
  return { contexts, client: { send } as unknown as KMSClient }
}

test('a secret of a former release opens with the context of its time, and is stored with the present one', async () => {
  const { client, contexts } = kmsOf()
  const renew = vi.fn(async () => undefined)

  expect(await kmsCipher(client, keyId, renew, earlier).decrypt(sealed, context)).toBe('secret')

  expect(contexts).toEqual([context, { field: 'tokens' }, former])
  expect(renew).toHaveBeenCalledExactlyOnceWith(context, sealed, new Uint8Array([3]))
})

test('a secret of a former release is open where it cannot be stored again', async () => {
  const lines: unknown[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0)
  const { client } = kmsOf()
  const renew = () => Promise.reject(named('AccessDeniedException'))

  expect(await kmsCipher(client, keyId, renew, earlier).decrypt(sealed, context)).toBe('secret')

  expect(lines).toMatchObject([{ level: 'WARN', message: 'secret not renewed', code: 'tokens.accessToken' }])
})

test('a secret of a former release is not looked for behind a disabled key', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const { client, contexts } = kmsOf(named('DisabledException'))

  await expect(kmsCipher(client, keyId, undefined, earlier).decrypt(sealed, context)).rejects.toMatchObject({
    code: 'store_unavailable',
  })
  expect(contexts).toEqual([context])
})

const opening = () => {
  const decrypt = vi.fn(
    async (ciphertext: Uint8Array, { field }: EncryptionContext) => `${[...ciphertext]} of ${field}`,
  )
  return { decrypt, cipher: keepingOpen({ decrypt }) }
}
const one = new Uint8Array([250, 1])

test('a cipher that keeps secrets open opens each once, as it was sealed', async () => {
  const { decrypt, cipher } = opening()

  const texts = [await cipher.decrypt(one, context), await cipher.decrypt(new Uint8Array(one), { ...context })]

  expect(texts).toEqual(['250,1 of tokens.accessToken', '250,1 of tokens.accessToken'])
  expect(decrypt).toHaveBeenCalledExactlyOnceWith(Buffer.from(one), context)
})

test('a cipher’s cache tells ciphertexts and places apart, so that a replaced secret is not used', async () => {
  const { decrypt, cipher } = opening()

  await cipher.decrypt(one, context)
  await cipher.decrypt(new Uint8Array([250, 2]), context)
  await cipher.decrypt(one, { ...context, recipientId: 'bob' })

  expect(decrypt.mock.calls.map(([ciphertext, { recipientId }]) => [...ciphertext, recipientId])).toEqual([
    [250, 1, 'alice'],
    [250, 2, 'alice'],
    [250, 1, 'bob'],
  ])
})

test('a cipher that keeps secrets open opens one again after ten minutes, so that a disabled key is in force then', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000)
  const { decrypt, cipher } = opening()

  await cipher.decrypt(one, context)
  now.mockReturnValue(1_000 + 10 * 60 * 1000 - 1)
  await cipher.decrypt(one, context)
  expect(decrypt).toHaveBeenCalledTimes(1)
  now.mockReturnValue(1_000 + 10 * 60 * 1000)
  await cipher.decrypt(one, context)
  expect(decrypt).toHaveBeenCalledTimes(2)
})
