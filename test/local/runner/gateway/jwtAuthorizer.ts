import { compactVerify, decodeProtectedHeader, errors } from 'jose'
import type { JwtAuthorizerResource } from '../deployment.ts'
import { orUndefined } from '../orUndefined.ts'
import type { GatewayRequest } from './gatewayRequest.ts'
import { type GatewayResponse, gatewayError } from './gatewayResponse.ts'
import { identityAt } from './identitySource.ts'
import { issuerKeys, type KeyOfToken } from './issuerKeys.ts'
import { claimsRefusal, claimTexts, grantedScopes } from './jwtClaims.ts'

/** What a function learns about the caller: `requestContext.authorizer.jwt`. */
export interface JwtAuthorization {
  readonly claims: Readonly<Record<string, string>>
  /** The token's scopes; null where the route asks for none. */
  readonly scopes: readonly string[] | null
}

/** The authorization for the function's event, or the response that refuses the request. */
export type JwtOutcome =
  | { readonly kind: 'allowed'; readonly authorization: { readonly jwt: JwtAuthorization } }
  | { readonly kind: 'refused'; readonly response: GatewayResponse }

type Claims = Readonly<Record<string, unknown>>

/** A refused token; the message becomes the `error_description`. */
class InvalidToken extends Error {}

/** The only algorithm of the imitation; AWS accepts RSA signatures only. */
const algorithm = 'RS256'

/** The token at an identity source, without its optional `Bearer ` prefix. */
const tokenAt = (identitySource = '', request: GatewayRequest): string | undefined => {
  const token = identityAt(identitySource, request)
    ?.trim()
    .replace(/^Bearer\s+/i, '')
  return token === '' ? undefined : token
}

const headerOf = (token: string) => {
  try {
    return decodeProtectedHeader(token)
  } catch {
    throw new InvalidToken('unable to decode the token')
  }
}

const signatureRefusal = (error: unknown): InvalidToken => {
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return new InvalidToken('the token has an invalid signature')
  if (error instanceof errors.JWKSNoMatchingKey) return new InvalidToken('the signing key of the token is unknown')
  if (error instanceof errors.JWSInvalid || error instanceof errors.JOSENotSupported) {
    return new InvalidToken('unable to decode the token')
  }
  return new InvalidToken('unable to get the keys of the issuer')
}

/** A token whose signature was verified by a key. */
interface VerifiedToken {
  readonly key: Awaited<ReturnType<KeyOfToken>>
  readonly claims: Claims
}

/** Tokens that are remembered at most. */
const mostTokens = 1000

/** Finds the claims of signed tokens. A signature is verified again only if the issuer has another key now, as each time takes 0.15 ms. */
const signedClaims = () => {
  const verified = new Map<string, VerifiedToken>()
  return async (token: string, keyOfToken: KeyOfToken): Promise<Claims> => {
    const header = headerOf(token)
    if (header.alg !== algorithm) throw new InvalidToken('the signing method of the token is invalid')
    if (!header.kid) throw new InvalidToken('the token does not name its signing key')
    try {
      const key = await keyOfToken({ ...header, alg: algorithm })
      const known = verified.get(token)
      if (known?.key === key) return known.claims
      const claims = claimsFrom((await compactVerify(token, key, { algorithms: [algorithm] })).payload)
      if (verified.size >= mostTokens) verified.clear()
      verified.set(token, { key, claims })
      return claims
    } catch (error) {
      throw error instanceof InvalidToken ? error : signatureRefusal(error)
    }
  }
}

const claimsFrom = (payload: Uint8Array): Claims => {
  const text = new TextDecoder().decode(payload)
  const claims: unknown = text.startsWith('{') ? orUndefined(() => JSON.parse(text)) : undefined
  if (typeof claims !== 'object' || claims === null) throw new InvalidToken('unable to decode the token')
  return claims as Claims
}

const refused = (status: 401 | 403, challenge: string): JwtOutcome => ({
  kind: 'refused',
  response: gatewayError(status, [['www-authenticate', challenge]]),
})

const missingScope = 'error="insufficient_scope" error_description="the token does not have a required scope"'

/**
 * The function that judges a request by the route's JWT authorizer: the token's signature, `kid`, `iss`, `aud` or `client_id`,
 * `exp`, `nbf`, `iat`, then the scopes of the route, of which one suffices. Keys are kept for each issuer.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export const jwtAuthorizer = (
  now: () => number,
): ((authorizer: JwtAuthorizerResource, scopes: readonly string[], request: GatewayRequest) => Promise<JwtOutcome>) => {
  const keysByIssuer = new Map<string, KeyOfToken>()
  const claimsOf = signedClaims()

  const keysOf = (issuer: string): KeyOfToken => {
    const keys = keysByIssuer.get(issuer) ?? issuerKeys(issuer)
    keysByIssuer.set(issuer, keys)
    return keys
  }

  return async (authorizer, scopes, request) => {
    const token = tokenAt(authorizer.identitySources[0], request)
    if (token === undefined) return refused(401, 'Bearer')
    try {
      const claims = await claimsOf(token, keysOf(authorizer.issuer))
      const refusal = claimsRefusal(claims, { ...authorizer, now: now() })
      if (refusal !== undefined) throw new InvalidToken(refusal)
      const granted = grantedScopes(claims)
      const isAsked = scopes.length > 0
      if (isAsked && !scopes.some((scope) => granted.includes(scope)))
        return refused(403, `Bearer scope="${scopes.join(' ')}" ${missingScope}`)
      const jwt = { claims: claimTexts(claims), scopes: isAsked ? granted : null }
      return { kind: 'allowed', authorization: { jwt } }
    } catch (error) {
      if (!(error instanceof InvalidToken)) throw error
      return refused(401, `Bearer scope="" error="invalid_token" error_description="${error.message}"`)
    }
  }
}
