import { randomUUID } from 'node:crypto'
import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWK, SignJWT } from 'jose'
import type { Grant } from './grant.ts'

/** A signing key and the name under which its public half is published. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly publicJwk: JWK
}

const algorithm = 'RS256'

/** The signing key of a private RSA key, named by its thumbprint (RFC 7638). */
export const signingKeyFrom = async (jwk: JWK): Promise<SigningKey> => {
  const { kty, n, e } = jwk as { kty: 'RSA'; n: string; e: string }
  const kid = await calculateJwkThumbprint({ kty, n, e })
  const privateKey = (await importJWK(jwk, algorithm)) as CryptoKey
  return { kid, privateKey, publicJwk: { kty, n, e, kid, alg: algorithm, use: 'sig' } }
}

/** The content of a token and its lifetime. */
export interface TokenRequest {
  readonly issuer: string
  readonly audience: string
  readonly grant: Grant
  /** Access tokens name the client in `client_id`, ID tokens in `aud`. */
  readonly use: 'access' | 'id'
  /** Seconds; not positive for a token that has expired already. */
  readonly expiresIn: number
  /** Seconds since the epoch. */
  readonly issuedAt: number
  /** Override or, when undefined, remove claims. */
  readonly claims: Readonly<Record<string, unknown>>
}

const claimsOfUse = ({ use, audience, grant }: TokenRequest): Record<string, unknown> =>
  use === 'access'
    ? { client_id: audience, token_use: 'access', scope: grant.scope, username: grant.recipient }
    : { aud: audience, token_use: 'id', 'cognito:username': grant.recipient }

/**
 * The claims of a Cognito user pool's token.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 */
export const tokenClaims = (request: TokenRequest): Record<string, unknown> => ({
  sub: request.grant.recipient,
  ...(request.grant.groups.length > 0 && { 'cognito:groups': request.grant.groups }),
  iss: request.issuer,
  ...claimsOfUse(request),
  origin_jti: request.grant.originId,
  event_id: randomUUID(),
  auth_time: request.grant.authTime,
  exp: request.issuedAt + request.expiresIn,
  iat: request.issuedAt,
  jti: randomUUID(),
  ...request.claims,
})

/** A signed token: RS256 with `kid`. */
export const signedToken = ({ kid, privateKey }: SigningKey, request: TokenRequest): Promise<string> =>
  new SignJWT(tokenClaims(request)).setProtectedHeader({ alg: algorithm, kid }).sign(privateKey)
