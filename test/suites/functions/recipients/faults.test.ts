import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { startPlatforms } from './platforms.ts'

type Send = (args: unknown) => Promise<unknown>
type Wrap = (next: Send) => Send

/** A client, as far as a fault is put between it and its service. */
interface FaultyClient {
  readonly middlewareStack: {
    add(middleware: Wrap, options: { readonly step: 'deserialize'; readonly name: string }): void
    remove(name: string): void
  }
}

const platforms = await sharedByTests(startPlatforms())
const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
const { kmsClient } = await import('../../../../shared/mechanisms/aws/kmsClient.ts')
const clients = { store: documentClient as unknown as FaultyClient, keys: kmsClient as unknown as FaultyClient }
afterEach(() => mend())

const reset = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })

/** Puts a fault on the wire: it sees each attempt at a call, repetitions included, with its number (1, 2, 3 …). */
const onTheWire = (
  client: FaultyClient,
  answer: (send: () => Promise<unknown>, attempt: number) => Promise<unknown>,
) => {
  let attempts = 0
  client.middlewareStack.add((next) => (args) => answer(() => next(args), ++attempts), {
    step: 'deserialize',
    name: 'fault',
  })
}

/** The service is down from one attempt to another, or until it is mended. */
const fail = (client: FaultyClient, from = 1, to = Number.POSITIVE_INFINITY) =>
  onTheWire(client, (send, current) => (current >= from && current <= to ? Promise.reject(reset()) : send()))
const mend = () => {
  for (const { middlewareStack } of Object.values(clients)) middlewareStack.remove('fault')
}

const refreshOnce = async (prepare: () => void) => {
  const { someone, linkExpired, getAccessToken, tokenRequests, sandbox } = platforms
  const recipient = someone()
  const id = await linkExpired(recipient)
  const before = sandbox.log.length
  prepare()
  const answer = await getAccessToken(recipient, id)
  expect(answer).toMatchObject({ status: 200 })
  expect(await getAccessToken(recipient, id)).toEqual(answer)
  expect(tokenRequests('refresh_token', before)).toBe(1)
}

test('a rotated refresh token is not given up while the keys cannot be reached for longer than a client tries', () =>
  refreshOnce(() => fail(clients.keys, 2, 20)))

test('a rotated refresh token is not given up while the store cannot be reached for longer than a client tries', () =>
  refreshOnce(() => fail(clients.store, 3, 15)))

test('a refresh whose lease could not be taken asks nobody', async () => {
  const { someone, linkExpired, getAccessToken, tokenRequests, sandbox } = platforms
  const recipient = someone()
  const id = await linkExpired(recipient)
  const before = sandbox.log.length
  fail(clients.store, 2)

  expect(await getAccessToken(recipient, id)).toMatchObject({ status: 503, body: { code: 'store_unavailable' } })
  mend()
  expect(tokenRequests('refresh_token', before)).toBe(0)
  expect(await getAccessToken(recipient, id)).toMatchObject({ status: 200 })
})

test('a refresh token that the keys cannot open is asked for again a moment later', async () => {
  const { someone, linkExpired, getAccessToken } = platforms
  const recipient = someone()
  const id = await linkExpired(recipient)
  fail(clients.keys)

  expect(await getAccessToken(recipient, id)).toMatchObject({ status: 503, body: { code: 'store_unavailable' } })
  mend()
  await sleep(1100)
  expect(await getAccessToken(recipient, id)).toMatchObject({ status: 200 })
})

test('a one-time code whose token cannot be decrypted is not used up', async () => {
  const { call } = platforms
  const { otp } = (await call('createOneTimeCode', { body: { refreshToken: 'refresh' } })).body
  fail(clients.keys)

  expect(await call('exchangeOneTimeCode', { body: { otp } })).toMatchObject({ status: 503 })
  mend()
  expect(await call('exchangeOneTimeCode', { body: { otp } })).toMatchObject({ body: { refreshToken: 'refresh' } })
})

test('tokens that cannot be encrypted are revoked', async () => {
  const { someone, linkKick, sandbox } = platforms
  const before = sandbox.log.length
  fail(clients.keys)

  expect(await linkKick(someone(), `good-${someone()}`)).toMatchObject({ status: 503 })
  expect(sandbox.log.slice(before).filter(({ path }) => path === '/oauth/revoke')).toHaveLength(2)
})

test('tokens that the store may have taken are not revoked', async () => {
  const { someone, linkKick, sandbox } = platforms
  const before = sandbox.log.length
  fail(clients.store)

  expect(await linkKick(someone(), `good-${someone()}`)).toMatchObject({ status: 503 })
  expect(sandbox.log.slice(before).filter(({ path }) => path === '/oauth/revoke')).toEqual([])
})
