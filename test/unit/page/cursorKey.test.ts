import type { GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms'
import { expect, test, vi } from 'vitest'
import { cursorKeyFrom } from '../../../shared/page/cursorKey.ts'

const mac = Buffer.alloc(32, 7)
const answering = (...answers: (() => Promise<object>)[]) => {
  const send = vi.fn(
    (_command: GenerateMacCommand) => answers.shift()?.() ?? Promise.reject(new Error('asked too often')),
  )
  return { send, key: cursorKeyFrom({ send } as unknown as KMSClient, 'arn:key') }
}

test('the key is asked for once, however many need it', async () => {
  const { send, key } = answering(async () => ({ Mac: mac }))

  expect(await Promise.all([key(), key()])).toEqual([mac, mac])
  expect(await key()).toBe(mac)
  expect(send).toHaveBeenCalledOnce()
  expect(send.mock.calls[0]?.[0].input).toEqual({
    KeyId: 'arn:key',
    Message: Buffer.from('streaming-support/cursor/v1'),
    MacAlgorithm: 'HMAC_SHA_256',
  })
})

test('a failure is not kept', async () => {
  const { key } = answering(
    () => Promise.reject(new Error('away')),
    async () => ({}),
    async () => ({ Mac: mac }),
  )

  await expect(key()).rejects.toThrow('away')
  await expect(key()).rejects.toThrow('KMS answered without a MAC')
  expect(await key()).toBe(mac)
})
