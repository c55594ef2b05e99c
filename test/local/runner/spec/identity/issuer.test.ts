import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Issuer, type IssuerOptions, startIssuer } from '../../identity/issuer.ts'
import { loadIssuerState } from '../../identity/issuerState.ts'

let dataFolder: string
const started: Issuer[] = []

const start = async (options: Partial<IssuerOptions> = {}): Promise<Issuer> => {
  const issuer = await startIssuer({ audience: 'client', dataFolder, ...options })
  started.push(issuer)
  return issuer
}

const stop = async (issuer: Issuer): Promise<void> => {
  started.splice(started.indexOf(issuer), 1)
  await issuer.stop()
}

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'issuer-'))
})

afterEach(async () => {
  await Promise.all(started.splice(0).map((issuer) => issuer.stop()))
  await rm(dataFolder, { recursive: true })
})

const keysOf = ({ issuer }: Issuer) => createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`))

const refreshed = async ({ issuer }: Issuer, refreshToken: string) => {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  return fetch(`${issuer}/oauth2/token`, { method: 'POST', body })
}

describe('tokens', () => {
  test('are access tokens of the shape of Cognito, verifiable from the discovery document', async () => {
    // Prepare
    const now = Date.UTC(2030, 0, 1)
    const issuer = await start({ now: () => now })
    const discovery = await (await fetch(`${issuer.issuer}/.well-known/openid-configuration`)).json()

    // Act
    const { accessToken, expiresIn } = await issuer.token({ recipient: 'alice', groups: ['admin'] })

    // Assess
    const { jwks_uri: keysUri } = discovery as { jwks_uri: string }
    const { payload, protectedHeader } = await jwtVerify(accessToken, createRemoteJWKSet(new URL(keysUri)), {
      issuer: issuer.issuer,
      currentDate: new Date(now),
    })
    const anId = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(expiresIn).toBe(3600)
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: expect.stringMatching(/^[\w-]{43}$/) })
    expect(payload).toEqual({
      sub: 'alice',
      'cognito:groups': ['admin'],
      iss: issuer.issuer,
      client_id: 'client',
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      username: 'alice',
      origin_jti: anId,
      event_id: anId,
      auth_time: now / 1000,
      iat: now / 1000,
      exp: now / 1000 + 3600,
      jti: anId,
    })
  })

  test('without groups, and with a past', async () => {
    const issuer = await start({ now: () => 1_000_999 })
    const claims = decodeJwt((await issuer.token({ recipient: 'alice', expiresIn: -10 })).accessToken)
    expect(claims).not.toHaveProperty('cognito:groups')
    expect(claims).toMatchObject({ iat: 1000, exp: 990 })
  })

  test('differ each time', async () => {
    const issuer = await start()
    const [one, other] = await Promise.all([issuer.token({ recipient: 'a' }), issuer.token({ recipient: 'a' })])
    expect(one.accessToken).not.toBe(other.accessToken)
    expect(one.refreshToken).not.toBe(other.refreshToken)
  })
})

describe('starting', () => {
  test('in memory needs no key to listen, and has one by the time of the first token', async () => {
    const issuer = await start({ dataFolder: 'memory' })
    const { accessToken } = await issuer.token({ recipient: 'alice' })
    expect((await jwtVerify(accessToken, keysOf(issuer))).payload.sub).toBe('alice')
  })

  test('again in the same folder keeps the URL, the key and the tokens', async () => {
    // Prepare
    const first = await start()
    const { accessToken, refreshToken } = await first.token({ recipient: 'alice', groups: ['admin'] })
    await stop(first)

    // Act
    const second = await start()
    const verified = await jwtVerify(accessToken, keysOf(second), { issuer: second.issuer })
    const response = await refreshed(second, refreshToken)

    // Assess
    expect(second.issuer).toBe(first.issuer)
    expect(verified.payload.sub).toBe('alice')
    const { access_token: renewed } = (await response.json()) as { access_token: string }
    expect(decodeJwt(renewed)).toMatchObject({ sub: 'alice', 'cognito:groups': ['admin'] })
  })

  test('while the remembered port is taken moves for this run only', async () => {
    const first = await start()
    const meanwhile = await start()
    await stop(meanwhile)
    await stop(first)
    const later = await start()
    expect(meanwhile.issuer).not.toBe(first.issuer)
    expect(later.issuer).toBe(first.issuer)
  })

  test('writes secrets for the owner only', async () => {
    await start()
    expect((await stat(join(dataFolder, 'issuer.json'))).mode & 0o777).toBe(0o600)
  })

  test('makes the data folder when there is none', async () => {
    const folder = join(dataFolder, 'a', 'b')
    await start({ dataFolder: folder })
    expect(JSON.parse(await readFile(join(folder, 'issuer.json'), 'utf8'))).toHaveProperty('signingKey')
  })

  test.each(['', '{', '{}', '[]', '{"signingKey":{"kty":"EC"},"sealingKey":"x"}'])(
    'with a damaged state (%j) names the file and keeps it',
    async (text) => {
      const file = join(dataFolder, 'issuer.json')
      await writeFile(file, text)
      await expect(start()).rejects.toThrow(`${file} is damaged`)
      expect(await readFile(file, 'utf8')).toBe(text)
    },
  )

  test('with a state that cannot be read does not take it for none', async () => {
    await mkdir(join(dataFolder, 'issuer.json'))
    await expect(loadIssuerState(dataFolder)).rejects.toMatchObject({ code: 'EISDIR', syscall: 'read' })
  })

  test('in memory has other keys each time', async () => {
    const [one, other] = await Promise.all([start({ dataFolder: 'memory' }), start({ dataFolder: 'memory' })])
    const kidOf = async (issuer: Issuer) =>
      decodeProtectedHeader((await issuer.token({ recipient: 'alice' })).accessToken).kid
    expect(await kidOf(one)).not.toBe(await kidOf(other))
  })
})

describe('a refresh token of a client with rotation', () => {
  const rotated = async ({ issuer }: Issuer, refreshToken: string, client = 'rotating') => {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: client }
    const answer = await fetch(`${issuer}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
    return { status: answer.status, ...((await answer.json()) as { refresh_token?: string; error?: string }) }
  }
  const issued = async ({ issuer }: Issuer): Promise<string> => {
    const form = { grant_type: 'client_credentials', recipient: 'alice', client_id: 'rotating' }
    const answer = await fetch(`${issuer}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
    return ((await answer.json()) as { refresh_token: string }).refresh_token
  }

  test('gives another one, works for a minute after that, and is refused then', async () => {
    let now = Date.UTC(2030, 0, 1)
    const issuer = await start({ rotatingClient: 'rotating', now: () => now })
    const first = await issued(issuer)

    const second = await rotated(issuer, first)
    now += 59_999
    const within = await rotated(issuer, first)
    now += 1
    const after = await rotated(issuer, first)

    expect([second.status, within.status]).toEqual([200, 200])
    expect(new Set([first, second.refresh_token, within.refresh_token]).size).toBe(3)
    expect(after).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await rotated(issuer, second.refresh_token ?? '')).toMatchObject({ status: 200 })
  })

  test('is refused for another client', async () => {
    const issuer = await start({ rotatingClient: 'rotating' })

    expect(await rotated(issuer, await issued(issuer), 'client')).toMatchObject({ status: 400, error: 'invalid_grant' })
  })
})

describe('a refresh token', () => {
  const month = 30 * 24 * 60 * 60 * 1000
  const start2030 = Date.UTC(2030, 0, 1)

  test.each([
    [month - 1000, 200],
    [month + 1000, 400],
  ])('after %i ms: %i', async (milliseconds, status) => {
    let now = start2030
    const issuer = await start({ now: () => now })
    const { refreshToken } = await issuer.token({ recipient: 'alice' })
    now += milliseconds
    expect((await refreshed(issuer, refreshToken)).status).toBe(status)
  })

  test('keeps the time of the sign-in', async () => {
    let now = start2030
    const issuer = await start({ now: () => now })
    const { refreshToken, accessToken } = await issuer.token({ recipient: 'alice' })
    now += 5000
    const renewed = (await (await refreshed(issuer, refreshToken)).json()) as { access_token: string }
    expect(decodeJwt(renewed.access_token)).toMatchObject({
      auth_time: start2030 / 1000,
      iat: start2030 / 1000 + 5,
      origin_jti: decodeJwt(accessToken)['origin_jti'],
    })
  })

  test('reveals nothing about its recipient', async () => {
    const issuer = await start()
    const { refreshToken } = await issuer.token({ recipient: 'alice' })
    const parts = refreshToken.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    expect(parts.join()).not.toContain('alice')
  })

  test('of another issuer or for another audience is refused', async () => {
    const issuer = await start()
    const elsewhere = await start({ dataFolder: 'memory' })
    const { refreshToken } = await issuer.token({ recipient: 'alice' })
    await stop(issuer)
    const otherAudience = await start({ audience: 'other' })
    const statuses = [elsewhere, otherAudience].map(async (asked) => (await refreshed(asked, refreshToken)).status)
    expect(await Promise.all(statuses)).toEqual([400, 400])
  })
})
