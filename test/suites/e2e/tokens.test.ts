import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { operations } from '../../../shared/operations.ts'
import { request, tokenFor } from '../../support/apiClient.ts'
import { firstOfEach } from '../../support/firstOfEach.ts'

interface Parts {
  readonly header: Record<string, unknown>
  readonly claims: Record<string, unknown>
  readonly signature: string
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part = ''): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString())

/** The bytes with one bit changed: a changed character may stand for the same bits, or for the same character. */
const withFlippedBit = (text: string): string => {
  const bytes = Buffer.from(text, 'base64url')
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1)
  return bytes.toString('base64url')
}

const partsOf = (token: string): Parts => {
  const [header, claims, signature = ''] = token.split('.')
  return { header: decode(header), claims: decode(claims), signature }
}

const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const signedByStranger = (header: object, claims: object): string => {
  const payload = `${encode(header)}.${encode(claims)}`
  return `${payload}.${sign('sha256', Buffer.from(payload), stranger).toString('base64url')}`
}

const goodToken = await tokenFor('tokens')
const good = partsOf(goodToken)
const { jwks_uri } = (await (await fetch(`${inject('localApi').issuer}/.well-known/openid-configuration`)).json()) as {
  jwks_uri: string
}
const { keys } = (await (await fetch(jwks_uri)).json()) as { keys: JsonWebKey[] }
const publicKey = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' })
  .export({ type: 'spki', format: 'pem' })
  .toString()

const withoutAlgorithm = (alg: string): string => `${encode({ ...good.header, alg })}.${encode(good.claims)}.`
const claiming = (claims: object): string => signedByStranger(good.header, { ...good.claims, ...claims })

/** What a bad token is called, and how to make the `Authorization` header that carries it. */
const badTokens: readonly (readonly [string, () => string | undefined | Promise<string>])[] = [
  ['no header', () => undefined],
  ['an empty header', () => ''],
  ['a scheme alone', () => 'Bearer'],
  ['not a token', () => 'Bearer token'],
  ['three empty parts', () => 'Bearer ..'],
  ['alg none', () => `Bearer ${withoutAlgorithm('none')}`],
  ['alg NONE', () => `Bearer ${withoutAlgorithm('NONE')}`],
  [
    'HS256 with the public key',
    () => {
      const payload = `${encode({ ...good.header, alg: 'HS256' })}.${encode(good.claims)}`
      return `Bearer ${payload}.${createHmac('sha256', publicKey).update(payload).digest('base64url')}`
    },
  ],
  ['no signature', () => `Bearer ${encode(good.header)}.${encode(good.claims)}.`],
  [
    'another payload',
    () => `Bearer ${encode(good.header)}.${encode({ ...good.claims, sub: 'admin' })}.${good.signature}`,
  ],
  ['a flipped bit', () => `Bearer ${goodToken.slice(0, -good.signature.length)}${withFlippedBit(good.signature)}`],
  ["a stranger's key", () => `Bearer ${claiming({})}`],
  ["a stranger's key without kid", () => `Bearer ${signedByStranger({ alg: 'RS256' }, good.claims)}`],
  ['an unknown kid', () => `Bearer ${signedByStranger({ ...good.header, kid: 'unknown' }, good.claims)}`],
  ['another issuer', () => `Bearer ${claiming({ iss: 'https://example.com' })}`],
  ['a token of Basic', () => `Basic ${goodToken}`],
  ['expired', async () => `Bearer ${await expiredToken()}`],
]

let expiring: Promise<string> | undefined
const expiredToken = (): Promise<string> => {
  expiring ??= (async () => {
    const token = await tokenFor('tokens', { expires_in: '1' })
    await new Promise((resolve) => setTimeout(resolve, 2100))
    return token
  })()
  return expiring
}

const pathOf = (path: string): string => path.replaceAll(/\{\w+\}/g, 'some-id')

const withToken = operations.filter(({ auth }) => auth !== 'none')
/** One authorizer serves all routes, so an operation of each kind of route shows what it refuses. */
const ofEachKind = firstOfEach(withToken, ({ method, path }) => `${method} ${path.includes('{')}`)

const send = ({ method, path }: (typeof operations)[number], authorization: string | undefined) =>
  request(method, pathOf(path), {
    ...(method !== 'GET' && { body: {} }),
    ...(authorization !== undefined && { headers: { authorization } }),
  })

describe.each(ofEachKind.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  test.each(badTokens)('an operation refuses %s before anything is read', async (_name, authorization) => {
    const { status, headers, body } = await send(operation, await authorization())

    expect({ status, body }).toEqual({ status: 401, body: { message: 'Unauthorized' } })
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
  })
})

test('every operation that is not public refuses a request without a token', async () => {
  const statuses = await Promise.all(
    withToken.map(async (operation) => [operation.id, (await send(operation, undefined)).status]),
  )

  expect(statuses.filter(([, status]) => status !== 401)).toEqual([])
})
