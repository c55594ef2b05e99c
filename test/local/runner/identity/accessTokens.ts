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
  /** Seconds; not positive for a token that has expired already. */
  readonly expiresIn: number
  /** Seconds since the epoch. */
  readonly issuedAt: number
}

/**
 * The claims of a Cognito user pool's access token.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 */
export const tokenClaims = (request: TokenRequest): Record<string, unknown> => ({
  sub: request.grant.recipient,
  ...(request.grant.groups.length > 0 && { 'cognito:groups': request.grant.groups }),
  iss: request.issuer,
  client_id: request.audience,
  token_use: 'access',
  scope: request.grant.scope,
  username: request.grant.recipient,
  origin_jti: request.grant.originId,
  event_id: randomUUID(),
  auth_time: request.grant.authTime,
  exp: request.issuedAt + request.expiresIn,
  iat: request.issuedAt,
  jti: randomUUID(),
})

/** A signed token: RS256 with `kid`. */
export const signedToken = ({ kid, privateKey }: SigningKey, request: TokenRequest): Promise<string> =>
  new SignJWT(tokenClaims(request)).setProtectedHeader({ alg: algorithm, kid }).sign(privateKey)
