import { createHash, randomBytes } from 'node:crypto'
import type { SandboxResponse } from './standIn.ts'

/** An access token is valid for this time, unless it expires at once. */
const lifetime = 3600

/** The platform's user behind a name: `good-<name>` is the code of this user. */
export interface PlatformUser {
  readonly id: number
  readonly name: string
}

interface Grant {
  readonly user: PlatformUser
  readonly scopes: readonly string[]
  refreshToken: string
  accessTokens: { readonly token: string; readonly expiresAt: number }[]
  revoked: boolean
}

const oauthError = (error: string, status = 400): SandboxResponse => ({ status, body: { error } })

/** The same name is the same user at every start. An id has six digits or more, so that nobody takes it for a count. */
export const userNamed = (name: string): PlatformUser => {
  const number = createHash('sha256').update(name).digest().readUInt32BE(0)
  return { id: number < 100_000 ? number + 100_000 : number, name }
}

/**
 * The token endpoint of an OAuth server whose users are those of its codes: `good-<name>` is the user `<name>`,
 * `good-expired-<name>` is the same user with an access token that expires at once, `good-all-<name>` is the user
 * `all-<name>`, who has granted every scope, and every other code is rejected. Each code works once.
 *
 * Refresh tokens name their user, so that a restarted server knows them; which of them were rotated or revoked before the restart is
 * forgotten. A refresh rotates both tokens and ends the access tokens before it. A refresh token that was replaced is refused and ends the
 * whole grant, as OAuth 2.1 (section 4.3.1) recommends, so a client that uses one twice is detected.
 */
export const createAuthorizationServer = (platform: string, allScopes: readonly string[] = []) => {
  const usedCodes = new Set<string>()
  const grants: Grant[] = []
  const byRefreshToken = new Map<string, Grant>()

  const token = (kind: string) => `${platform}-${kind}-${randomBytes(24).toString('base64url')}`

  const start = (user: PlatformUser): Grant => {
    const scopes = user.name.startsWith('all-') ? ['user:read', ...allScopes] : ['user:read']
    const grant: Grant = { user, scopes, refreshToken: '', accessTokens: [], revoked: false }
    grants.push(grant)
    return grant
  }

  const nameIn = (refreshToken: string): string | undefined => {
    const [, issuer, name] = /^(\w+)-refresh-[\w-]{32}\.([\w-]+)$/.exec(refreshToken) ?? []
    return issuer === platform && name !== undefined ? Buffer.from(name, 'base64url').toString() : undefined
  }

  /** The grant behind a token that an earlier server has issued. */
  const adopted = (refreshToken: string): Grant | undefined => {
    const name = nameIn(refreshToken)
    if (name === undefined) return undefined
    const grant = Object.assign(start(userNamed(name)), { refreshToken })
    byRefreshToken.set(refreshToken, grant)
    return grant
  }

  const issue = (grant: Grant, expiresIn: number): SandboxResponse => {
    const accessToken = token('access')
    grant.refreshToken = `${token('refresh')}.${Buffer.from(grant.user.name).toString('base64url')}`
    grant.accessTokens = [{ token: accessToken, expiresAt: Date.now() + expiresIn * 1000 }]
    byRefreshToken.set(grant.refreshToken, grant)
    return {
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        access_token: accessToken,
        token_type: 'Bearer',
        refresh_token: grant.refreshToken,
        expires_in: expiresIn,
        scope: grant.scopes.join(' '),
      },
    }
  }

  return {
    redeemCode(code: string): SandboxResponse {
      const [, expired, name] = /^good-(expired-)?(.+)$/.exec(code) ?? []
      if (name === undefined || usedCodes.has(code)) return oauthError('invalid_grant')
      usedCodes.add(code)
      return issue(start(userNamed(name)), expired === undefined ? lifetime : 0)
    },

    refresh(refreshToken: string): SandboxResponse {
      const grant = byRefreshToken.get(refreshToken) ?? adopted(refreshToken)
      if (grant === undefined || grant.revoked) return oauthError('invalid_grant')
      if (grant.refreshToken === refreshToken) return issue(grant, lifetime)
      grant.revoked = true
      return oauthError('invalid_grant')
    },

    /** Ends the grant of a token of either kind, and says whether there was one. */
    revoke(given: string): boolean {
      const grant =
        byRefreshToken.get(given) ??
        grants.find(({ accessTokens }) => accessTokens.some(({ token }) => token === given))
      if (grant === undefined || grant.revoked) return false
      grant.revoked = true
      return true
    },

    /** Whether a user of this account has granted a scope, and takes part still. */
    hasGranted: (accountId: string, scope: string): boolean =>
      grants.some(({ user, scopes, revoked }) => !revoked && String(user.id) === accountId && scopes.includes(scope)),

    /** The user of a `Bearer` header while the token is valid. A token that expires at once still identifies its user for a minute. */
    userOf(authorization: string | undefined): PlatformUser | undefined {
      const given = authorization?.replace(/^Bearer /i, '')
      const now = Date.now() - 60_000
      const isGiven = ({ token, expiresAt }: Grant['accessTokens'][number]) => token === given && expiresAt > now
      return grants.find(({ revoked, accessTokens }) => !revoked && accessTokens.some(isGiven))?.user
    },
  }
}

export type AuthorizationServer = ReturnType<typeof createAuthorizationServer>

/** A revocation by RFC 7009, for which a token that is none is no error (section 2.2). */
export const answerRevocation = (server: AuthorizationServer, token: string | null | undefined): SandboxResponse => {
  server.revoke(token ?? '')
  return { status: 200 }
}

/** The parameters of a form-encoded request, or undefined if it is not one. */
export const formOf = ({
  headers,
  body,
}: {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}) =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
    ? new URLSearchParams(body)
    : undefined

/** Answers a token request whose client is known. */
export const answerTokenRequest = (server: AuthorizationServer, form: URLSearchParams): SandboxResponse => {
  const [code, refreshToken] = [form.get('code'), form.get('refresh_token')]
  if (form.get('grant_type') === 'authorization_code' && code !== null) return server.redeemCode(code)
  if (form.get('grant_type') === 'refresh_token' && refreshToken !== null) return server.refresh(refreshToken)
  return oauthError('unsupported_grant_type')
}

/** Where platforms send people back: the panel of a local API, which is at the usual port if nobody says another. */
export const panelAddress = (port = 3000): string => `http://127.0.0.1:${port}/panel`

/** Whether people may be sent back to an address: a panel at any port (RFC 8252, section 7.3). */
export const isPanelAddress = (address: string | null): boolean =>
  /^http:\/\/127\.0\.0\.1:\d+\/panel$/.test(address ?? '')

interface RegisteredClient {
  readonly id: string
  readonly secret: string
}

/** The parameters of a deployment that is this client of a platform. */
export const clientParameters = (folder: string, { id, secret }: RegisteredClient) => ({
  [`${folder}/client-id`]: id,
  [`${folder}/client-secret`]: secret,
  [`${folder}/redirect-uri`]: panelAddress(),
})

/** The sign-in page of a platform, where a new user agrees at once (RFC 6749, section 4.1). With PKCE it wants a challenge. */
export const answerSignIn = (
  { id }: RegisteredClient,
  query: URLSearchParams,
  { hasPkce = false } = {},
): SandboxResponse => {
  const redirectUri = query.get('redirect_uri')
  const isClient = query.get('client_id') === id && isPanelAddress(redirectUri)
  const hasChallenge =
    /^[\w-]{43}$/.test(query.get('code_challenge') ?? '') && query.get('code_challenge_method') === 'S256'
  if (!isClient || query.get('response_type') !== 'code' || (hasPkce && !hasChallenge)) return invalidRequest
  const location = new URL(String(redirectUri))
  const isAll = /[ +]/.test(query.get('scope') ?? '')
  location.searchParams.set('code', `good-${isAll ? 'all-' : ''}${randomBytes(4).toString('hex')}`)
  location.searchParams.set('state', query.get('state') ?? '')
  return { status: 302, headers: { location: location.href } }
}

export const invalidClient = oauthError('invalid_client', 401)
export const invalidRequest = oauthError('invalid_request')
