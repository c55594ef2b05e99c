import type { GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms'
import { expect, test } from 'vitest'
import { donorKeyFrom } from '../../../../shared/areas/donors/donorToken.ts'
import { cursorKeyFrom } from '../../../../shared/mechanisms/page/cursor.ts'
import { derivedKey } from '../../../../shared/mechanisms/secrets/derivedKey.ts'

const keyId = 'arn:aws:kms:us-east-1:000000000000:key/cursors'

/** A KMS that gives these answers one after another, and notes what it is asked for. */
const kmsAnswering = (...answers: readonly object[]) => {
  const inputs: GenerateMacCommand['input'][] = []
  const send = async ({ input }: GenerateMacCommand) => {
    inputs.push(input)
    return answers[inputs.length - 1]
  }
  return { inputs, client: { send } as unknown as KMSClient }
}

test('a key is the code of its label, and asked for once', async () => {
  const { client, inputs } = kmsAnswering({ Mac: new Uint8Array([7]) })
  const key = derivedKey(client, keyId, 'cursor/v1')

  expect([await key(), await key()]).toEqual([new Uint8Array([7]), new Uint8Array([7])])
  expect(inputs).toEqual([{ KeyId: keyId, Message: Buffer.from('cursor/v1'), MacAlgorithm: 'HMAC_SHA_256' }])
})

test('a key that could not be had is asked for again', async () => {
  const { client } = kmsAnswering({}, { Mac: new Uint8Array([7]) })
  const key = derivedKey(client, keyId, 'cursor/v1')

  await expect(key()).rejects.toThrow('KMS answered without a MAC')
  expect(await key()).toEqual(new Uint8Array([7]))
})

test('donors’ tokens and cursors are signed by keys of their own, so that none passes as the other', async () => {
  const { client, inputs } = kmsAnswering({ Mac: new Uint8Array([7]) }, { Mac: new Uint8Array([8]) })
  await donorKeyFrom(client, keyId)()
  await cursorKeyFrom(client, keyId)()

  expect(inputs.map(({ Message }) => String(Message))).toEqual([
    'streaming-support/donor/v1',
    'streaming-support/cursor/v1',
  ])
})
