import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JwtAlgorithm, type JwtPayload, sign } from '@tsndr/cloudflare-worker-jwt'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { admitConnection } from '../../../../shared/areas/realtime/admitConnection.ts'
import { type TokenVerifier, tokenVerifier } from '../../../../shared/areas/realtime/tokenVerifier.ts'

const newKeyPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
type KeyPair = ReturnType<typeof newKeyPair>

let keyPair: KeyPair
let otherKeyPair: KeyPair
/** The issuer's key and status, and the number of requests for its keys. */
let served: { kid: string; pair: KeyPair; requests: number; status: number }
let verifier: TokenVerifier

;[keyPair, otherKeyPair] = [newKeyPair(), newKeyPair()]
const server = createServer((request, response) => {
  if (request.url === '/keys') served.requests += 1
  const body =
    request.url === '/keys'
      ? {
          keys: [
            {
              ...createPublicKey(served.pair.publicKey).export({ format: 'jwk' }),
              kid: served.kid,
              alg: 'RS256',
              use: 'sig',
            },
          ],
        }
      : { issuer, jwks_uri: `${issuer}/keys` }
  const isKnown = request.url === '/keys' || request.url === '/.well-known/openid-configuration'
  response.writeHead(isKnown ? served.status : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
beforeEach(() => {
  served = { kid: 'one', pair: keyPair, requests: 0, status: 200 }
  verifier = tokenVerifier(issuer, ['client'])
})
afterEach(() => server.closeAllConnections())
afterAll(() => server.close())

const seconds = () => Math.floor(Date.now() / 1000)

const claims = (): JwtPayload => ({
  sub: 'alice',
  iss: issuer,
  client_id: 'client',
  token_use: 'access',
  iat: seconds() - 10,
  exp: seconds() + 3600,
})

interface Signing {
  readonly pair?: KeyPair
  readonly kid?: string | undefined
}

/** A token of a library that knows nothing of the one that verifies. */
const token = (payload: JwtPayload, key: string | undefined, algorithm: JwtAlgorithm, kid = 'one') =>
  sign(payload, key, { algorithm, header: { typ: 'JWT', ...(kid !== '' && { kid }) } })

const signed = (payload: JwtPayload, { pair = keyPair, kid }: Signing = {}) =>
  token(payload, pair.privateKey, 'RS256', kid)

const without = (name: string): JwtPayload =>
  Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name))

const tampered = async () => {
  const [head, , signature] = (await signed(claims())).split('.')
  return [head, Buffer.from(JSON.stringify({ ...claims(), sub: 'mallory' })).toString('base64url'), signature].join('.')
}

/** The library takes a text that looks like a public key for one, so the key's octets come as a symmetric one. */
const byPublicKey = () => {
  const octets = { kty: 'oct', k: Buffer.from(keyPair.publicKey).toString('base64url') }
  return sign(claims(), octets as never, { algorithm: 'HS256', header: { typ: 'JWT', kid: 'one' } })
}

const bad: Readonly<Record<string, () => string | Promise<string>>> = {
  'is empty': () => '',
  'is no token': () => 'x',
  'has two parts': () => 'a.b',
  'has alg none': async () => `${await token(claims(), undefined, 'none')}.`,
  'is signed by HS256 with the public key': byPublicKey,
  'is signed by another key': () => signed(claims(), { pair: otherKeyPair }),
  'names an unknown key': () => signed(claims(), { kid: 'two' }),
  'names no key': () => signed(claims(), { kid: '' }),
  'was changed after it was signed': tampered,
  'has another issuer': () => signed({ ...claims(), iss: 'https://issuer.example.com' }),
  'has no issuer': () => signed(without('iss')),
  'is for another client': () => signed({ ...claims(), client_id: 'other' }),
  'is for nobody': () => signed(without('client_id')),
  'has an audience besides its client': () => signed({ ...claims(), aud: 'other' }),
  'has expired': () => signed({ ...claims(), exp: seconds() - 1 }),
  'never expires': () => signed(without('exp')),
  'is not valid yet': () => signed({ ...claims(), nbf: seconds() + 60 }),
  'was issued in the future': () => signed({ ...claims(), iat: seconds() + 60 }),
}

test.each([
  ['by its client', {}],
  ['by its audience', { client_id: undefined, aud: 'client' }],
  ['by one of its audiences', { client_id: undefined, aud: ['other', 'client'] }],
])('a token is accepted %s', async (_how, changes) => {
  expect(await verifier.verify(await signed({ ...claims(), ...changes }))).toMatchObject({ sub: 'alice' })
})

test.each(Object.keys(bad))('a token that %s is refused', async (name) => {
  await expect(verifier.verify(await (bad[name]?.() ?? ''))).rejects.toMatchObject({
    code: 'unauthorized',
    message: 'The access token is not valid.',
  })
})

test('a token needs the scope of the deployment', async () => {
  const strict = tokenVerifier(issuer, ['client'], 'tools')
  const verify = async (changes: JwtPayload) => strict.verify(await signed({ ...claims(), ...changes }))

  for (const changes of [{ scope: 'openid tools' }, { scp: ['tools'] }, { scp: ['openid', 'tools'] }])
    expect(await verify(changes)).toMatchObject({ sub: 'alice' })

  for (const changes of [{}, { scope: 'openid' }, { scope: 'toolset' }, { scope: 'tools-admin' }])
    await expect(verify(changes)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'The access token does not permit tools.',
    })
})

test('a token may have no time of issue, or be issued in this second', async () => {
  const now = 1_800_000_000
  const dated = tokenVerifier(issuer, ['client'], undefined, () => now * 1000 - 1)
  const until = { ...without('iat'), exp: now + 10 }

  for (const changes of [{}, { iat: now }])
    expect(await dated.verify(await signed({ ...until, ...changes }))).toMatchObject({ sub: 'alice' })
  await expect(dated.verify(await signed({ ...until, iat: now + 1 }))).rejects.toMatchObject({ code: 'unauthorized' })
})

test('a token is accepted of an issuer whose name ends with a slash', async () => {
  const slashed = tokenVerifier(`${issuer}/`, ['client'])

  expect(await slashed.verify(await signed({ ...claims(), iss: `${issuer}/` }))).toMatchObject({ sub: 'alice' })
})

test('a token that is refused reaches no store', async () => {
  const unreachable = new Proxy({}, { get: () => () => expect.fail('a store was asked') }) as never
  const admit = admitConnection({
    tickets: unreachable,
    keys: unreachable,
    overlays: unreachable,
    totals: unreachable,
    rates: unreachable,
    tokens: verifier,
  })

  for (const [name, token] of Object.entries({
    ...bad,
    'is an ID token': () => signed({ ...claims(), token_use: 'id' }),
    'is an ID token of another issuer': () => signed({ ...without('token_use'), typ: 'ID', nonce: 'n' }),
    'is bound to a key': () => signed({ ...claims(), cnf: { jkt: 'x' } }),
    'is a logout token': () => signed({ ...without('token_use'), events: {} }),
  })) {
    if (name === 'is empty') continue
    const headers = { authorization: `Bearer ${await token()}` }
    await expect(admit(headers, {}, { connectionId: 'c', connectedAt: 1 }, new Date()), name).rejects.toMatchObject({
      code: 'unauthorized',
    })
  }
  const headers = { authorization: `Bearer ${await signed(without('sub'))}` }
  await expect(admit(headers, {}, { connectionId: 'c', connectedAt: 1 }, new Date())).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('the issuer’s keys are fetched once', async () => {
  for (let attempt = 0; attempt < 5; attempt++) await verifier.verify(await signed(claims()))

  expect(served.requests).toBe(1)
})

test('the issuer’s keys are not fetched for each unknown key id', async () => {
  await verifier.verify(await signed(claims()))

  for (let attempt = 0; attempt < 20; attempt++)
    await verifier.verify(await signed(claims(), { kid: `forged-${attempt}` })).catch(() => undefined)

  expect(served.requests).toBe(1)
})

test('the issuer’s keys are fetched again after two hours', async () => {
  let now = Date.now()
  const dated = tokenVerifier(issuer, ['client'], undefined, () => now)
  const verify = async () => dated.verify(await signed({ ...claims(), exp: seconds() + 36_000 }))
  await verify()

  now += 2 * 60 * 60 * 1000 - 1
  await verify()
  expect(served.requests).toBe(1)
  now += 1
  await verify()
  expect(served.requests).toBe(2)
})

test('the issuer’s new keys are fetched half a minute after the others, for a token that needs them and for no other', async () => {
  let now = Date.now()
  const dated = tokenVerifier(issuer, ['client'], undefined, () => now)
  await dated.verify(await signed(claims()))
  Object.assign(served, { kid: 'two', pair: otherKeyPair })
  const withNewKey = () => signed(claims(), { kid: 'two', pair: otherKeyPair })

  now += 29_999
  await expect(dated.verify(await withNewKey())).rejects.toMatchObject({ code: 'unauthorized' })
  now += 1
  await expect(dated.verify(await tampered())).rejects.toMatchObject({ code: 'unauthorized' })
  expect(served.requests).toBe(1)
  expect(await dated.verify(await withNewKey())).toMatchObject({ sub: 'alice' })
  expect(served.requests).toBe(2)
})

test('the issuer’s keys are needed: without them no token is accepted, and they are asked for again after five seconds', async () => {
  let now = Date.now()
  const verifier = tokenVerifier(issuer, ['client'], undefined, () => now)
  served.status = 500

  const verify = async () => verifier.verify(await signed(claims()))
  await expect(verify()).rejects.toMatchObject({
    name: 'Problem',
    message: expect.stringContaining('The token issuer'),
  })
  served.status = 200
  now += 4_000
  await expect(verify()).rejects.toMatchObject({ name: 'Problem' })
  now += 1_000
  expect(await verify()).toMatchObject({ sub: 'alice' })
})
