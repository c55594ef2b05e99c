import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sign } from '@tsndr/cloudflare-worker-jwt'
import { base64url, CompactSign, type CryptoKey, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openRoute } from './literalDeployment.ts'
import { type ServedApi, servedApi } from './servedApi.ts'

/** A key server whose keys a test can change, and which counts how often it is asked. */
interface KeyServer {
  readonly issuer: string
  keys: object[]
  /** Status of the discovery document. */
  status: number
  readonly asked: string[]
  readonly server: Server
}

const startKeyServer = async (): Promise<KeyServer> => {
  const server = createServer((request, response) => {
    keyServer.asked.push(request.url ?? '')
    const isDiscovery = request.url === '/.well-known/openid-configuration'
    // A discovery document that has moved is at another address.
    response.writeHead(isDiscovery ? keyServer.status : 200, { 'content-type': 'application/json', location: '/moved' })
    response.end(
      JSON.stringify(
        isDiscovery || request.url === '/moved' ? { issuer, jwks_uri: `${issuer}/keys` } : { keys: keyServer.keys },
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keyServer: KeyServer = { issuer, keys: [], status: 200, asked: [], server }
  return keyServer
}

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>

let keyServer: KeyServer
let pair: KeyPair
let otherPair: KeyPair
let ofIssuer: object[]
let api: ServedApi | undefined

const publicJwk = async (key: CryptoKey, kid: string) => ({ ...(await exportJWK(key)), kid, alg: 'RS256', use: 'sig' })

beforeAll(async () => {
  keyServer = await startKeyServer()
  pair = await generateKeyPair('RS256', { extractable: true })
  otherPair = await generateKeyPair('RS256', { extractable: true })
  ofIssuer = [await publicJwk(pair.publicKey, 'key-1')]
})

beforeEach(() => {
  keyServer.keys = ofIssuer
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterAll(() => {
  keyServer.server.close()
  keyServer.server.closeAllConnections()
})

afterEach(async () => {
  vi.useRealTimers()
  await api?.stop()
  api = undefined
})

const served = async ({
  identitySource = '$request.header.Authorization',
  scopes = [] as string[],
  issuer = keyServer.issuer,
} = {}) => {
  const authorizer = { issuer, audiences: ['client'], identitySources: [identitySource] }
  api = await servedApi({ routes: [{ ...openRoute('GET /'), authorizer, scopes }] })
  return api
}

const seconds = Math.floor(Date.now() / 1000)

const fineClaims = () => ({
  sub: 'alice',
  iss: keyServer.issuer,
  client_id: 'client',
  scope: 'read write',
  exp: seconds + 600,
})

/** A token of a library that knows nothing of the one that verifies. */
const signed = (claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}, key = pair.privateKey) =>
  sign({ ...fineClaims(), ...claims }, key, { algorithm: 'RS256', header: { kid: 'key-1', ...header } })

const unsecured = (header: object): string => {
  const part = (value: object) => base64url.encode(JSON.stringify(value))
  return `${part(header)}.${part(fineClaims())}.`
}

const publicKeyAsSecret = async () => new TextEncoder().encode(await exportSPKI(pair.publicKey))

const signedPayload = async (payload: string) => {
  const header = { alg: 'RS256', kid: 'key-1' }
  return new CompactSign(new TextEncoder().encode(payload)).setProtectedHeader(header).sign(pair.privateKey)
}

const hmacSigned = async () =>
  new SignJWT(fineClaims()).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(await publicKeyAsSecret())

const relabelled = async () => {
  const [, payload, signature] = (await hmacSigned()).split('.')
  return [base64url.encode(JSON.stringify({ alg: 'RS256', kid: 'key-1' })), payload, signature].join('.')
}

const signedAs = async (alg: string) => {
  const { privateKey } = await generateKeyPair(alg)
  return new SignJWT(fineClaims()).setProtectedHeader({ alg, kid: 'key-1' }).sign(privateKey)
}

const withOwnKey = async () => signed({}, { jwk: await exportJWK(otherPair.publicKey) }, otherPair.privateKey)

const tampered = async () => {
  const [header, , signature] = (await signed()).split('.')
  return [header, base64url.encode(JSON.stringify({ ...fineClaims(), sub: 'bob' })), signature].join('.')
}

const critical = () =>
  new SignJWT(fineClaims())
    .setProtectedHeader({ alg: 'RS256', kid: 'key-1', crit: ['x'], x: 1 })
    .sign(pair.privateKey, { crit: { x: true } })

const answerTo = async (authorization: string | undefined, { url }: ServedApi) => {
  const response = await fetch(url, { headers: authorization === undefined ? {} : { authorization } })
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    body: await response.text(),
  }
}

const invalidToken = (description: string) => `Bearer scope="" error="invalid_token" error_description="${description}"`

describe('a good token', () => {
  test.each([
    ['with Bearer', (token: string) => `Bearer ${token}`],
    ['with bearer', (token: string) => `bearer ${token}`],
    ['alone', (token: string) => token],
  ])('%s passes, and the function gets its claims', async (_what, written) => {
    const gateway = await served()
    const answer = await answerTo(written(await signed({ 'cognito:groups': ['a', 'b'] })), gateway)
    expect(answer.status).toBe(200)
    expect(gateway.events[0]).toMatchObject({
      requestContext: {
        authorizer: {
          jwt: {
            claims: {
              sub: 'alice',
              iss: keyServer.issuer,
              client_id: 'client',
              scope: 'read write',
              exp: String(seconds + 600),
              'cognito:groups': '[a b]',
            },
            scopes: null,
          },
        },
      },
    })
  })

  test('of an issuer whose address ends in a slash passes', async () => {
    const iss = `${keyServer.issuer}/`
    expect((await answerTo(await signed({ iss }), await served({ issuer: iss }))).status).toBe(200)
  })

  test('is found in the query when the identity source says so', async () => {
    const { url } = await served({ identitySource: '$request.querystring.token' })
    expect((await fetch(`${url}/?token=${await signed()}`)).status).toBe(200)
    expect((await fetch(url, { headers: { authorization: await signed() } })).status).toBe(401)
  })
})

describe('a bad token is 401', () => {
  const undecodable = 'unable to decode the token'

  test.each<[string, () => Promise<string> | string, string]>([
    ['no JWT', () => 'nonsense', undecodable],
    ['Basic', () => 'Basic YTpi', undecodable],
    ['Bearer without a token', () => 'Bearer', undecodable],
    ['a payload that is no object', () => signedPayload('[]'), undecodable],
    ['a payload that is no JSON', () => signedPayload('{'), undecodable],
    ['alg none', () => unsecured({ alg: 'none' }), 'the signing method of the token is invalid'],
    [
      'alg none with a kid',
      () => unsecured({ alg: 'none', kid: 'key-1' }),
      'the signing method of the token is invalid',
    ],
    ['HS256 with the public key', () => hmacSigned(), 'the signing method of the token is invalid'],
    ['RS256 in name, HMAC in fact', () => relabelled(), 'the token has an invalid signature'],
    ['PS256', () => signedAs('PS256'), 'the signing method of the token is invalid'],
    ['RS512', () => signedAs('RS512'), 'the signing method of the token is invalid'],
    ['no kid', () => signed({}, { kid: undefined }), 'the token does not name its signing key'],
    ['an unknown kid', () => signed({}, { kid: 'key-9' }), 'the signing key of the token is unknown'],
    ['another key', () => signed({}, {}, otherPair.privateKey), 'the token has an invalid signature'],
    ['a key that it brings along', () => withOwnKey(), 'the token has an invalid signature'],
    ['changed claims', () => tampered(), 'the token has an invalid signature'],
    ['an unknown critical header', () => critical(), undecodable],
    ['another audience', () => signed({ client_id: 'x' }), 'the token does not have a valid audience'],
  ])('%s', async (_what, token, description) => {
    const gateway = await served()
    const written = await token()
    expect(await answerTo(/^(Ba|Be)/.test(written) ? written : `Bearer ${written}`, gateway)).toEqual({
      status: 401,
      challenge: invalidToken(description),
      body: '{"message":"Unauthorized"}',
    })
    expect(gateway.events).toEqual([])
  })

  test.each([[undefined], ['']])('none at all (%j), without a reason', async (authorization) => {
    expect(await answerTo(authorization, await served())).toEqual({
      status: 401,
      challenge: 'Bearer',
      body: '{"message":"Unauthorized"}',
    })
  })
})

describe('the scopes of a route', () => {
  test.each([
    [['read'], { scope: 'read write' }, ['read', 'write']],
    [['admin', 'write'], { scope: 'write' }, ['write']],
    [['read'], { scope: undefined, scp: ['read'] }, ['read']],
  ])('%j are met by %j', async (scopes, claims, granted) => {
    const gateway = await served({ scopes })
    expect((await answerTo(await signed(claims), gateway)).status).toBe(200)
    expect(gateway.events[0]).toMatchObject({ requestContext: { authorizer: { jwt: { scopes: granted } } } })
  })

  test.each([[{ scope: 'reader' }], [{ scope: undefined }], [{ scope: 'write', token_use: 'id' }]])(
    'are not met by %j: 403',
    async (claims) => {
      expect(await answerTo(await signed(claims), await served({ scopes: ['read', 'admin'] }))).toEqual({
        status: 403,
        challenge:
          'Bearer scope="read admin" error="insufficient_scope" error_description="the token does not have a required scope"',
        body: '{"message":"Forbidden"}',
      })
    },
  )

  test('come after everything else', async () => {
    const answer = await answerTo(await signed({ scope: '', exp: 1 }), await served({ scopes: ['read'] }))
    expect(answer.status).toBe(401)
  })
})

describe('the keys of the issuer', () => {
  test('are asked for once, with 1,500 ms for each of the two requests', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => void limits.mockRestore())
    const gateway = await served()
    const token = await signed()
    keyServer.asked.length = 0
    await Promise.all([answerTo(token, gateway), answerTo(token, gateway)])
    await answerTo(token, gateway)
    expect(keyServer.asked).toEqual(['/.well-known/openid-configuration', '/keys'])
    expect(limits.mock.calls).toEqual([[1500], [1500]])
  })

  /** Later by the clock that the keys are kept by; signatures are of a time that is still to come then. */
  const later = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds)
  const kept = 2 * 60 * 60 * 1000
  const lasting = { exp: seconds + 100_000 }

  test.each([
    [900, 401],
    [1100, 200],
  ])('are asked for again when a new key id comes, %i ms after the last time: %i', async (milliseconds, status) => {
    // Prepare
    const gateway = await served()
    await answerTo(await signed(), gateway)
    keyServer.keys = [...ofIssuer, await publicJwk(otherPair.publicKey, 'key-2')]
    later(milliseconds)

    // Act
    const rotated = await answerTo(await signed({}, { kid: 'key-2' }, otherPair.privateKey), gateway)
    const old = await answerTo(await signed(), gateway)

    // Assess
    expect([rotated.status, old.status]).toEqual([status, 200])
  })

  test('that have gone do not verify what they had verified', async () => {
    // Prepare
    const gateway = await served()
    const token = await signed()
    const known = [await answerTo(token, gateway), await answerTo(token, gateway)]
    keyServer.keys = [await publicJwk(otherPair.publicKey, 'key-2')]
    later(1100)
    await answerTo(await signed({}, { kid: 'key-2' }, otherPair.privateKey), gateway)

    // Act
    const gone = await answerTo(token, gateway)

    // Assess
    expect([...known, gone].map(({ status }) => status)).toEqual([200, 200, 401])
  })

  test('are kept for two hours, and a key that another one has replaced under its id verifies nothing then', async () => {
    // Prepare
    const gateway = await served()
    const token = await signed(lasting)
    await answerTo(token, gateway)
    keyServer.keys = [await publicJwk(otherPair.publicKey, 'key-1')]

    // Act
    later(kept - 60_000)
    const before = await answerTo(token, gateway)
    later(61_000)
    const replaced = await answerTo(token, gateway)
    const renewed = await answerTo(await signed(lasting, {}, otherPair.privateKey), gateway)

    // Assess
    expect([before.status, replaced.status, renewed.status]).toEqual([200, 401, 200])
  })

  test.each([500, 302])('whose discovery answers %i refuse the token, until they can be had', async (status) => {
    const gateway = await served()
    keyServer.status = status
    const without = await answerTo(await signed(), gateway)
    keyServer.status = 200
    const withKeys = await answerTo(await signed(), gateway)
    expect(without).toMatchObject({ status: 401, challenge: invalidToken('unable to get the keys of the issuer') })
    expect(withKeys.status).toBe(200)
  })
})

test('a token that was taken before is refused once it has expired', async () => {
  let now = Date.now()
  const authorizer = {
    issuer: keyServer.issuer,
    audiences: ['client'],
    identitySources: ['$request.header.Authorization'],
  }
  api = await servedApi({ routes: [{ ...openRoute('GET /'), authorizer }] }, { now: () => now })
  const token = await signed()
  const [first, second] = [await answerTo(token, api), await answerTo(token, api)]

  now = (seconds + 600) * 1000
  const expired = await answerTo(token, api)

  expect([first.status, second.status]).toEqual([200, 200])
  expect(expired).toMatchObject({ status: 401, challenge: invalidToken('the token has expired') })
})
