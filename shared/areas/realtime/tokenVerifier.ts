import { createLocalJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { Problem } from '../../contract/problem.ts'
import { type ProviderHttp, providerHttp } from '../../mechanisms/outbound/http.ts'
import { cached } from '../../runtime/cached.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'

/** The issuer's keys are cached; for an unknown key id they are fetched again if the last fetch is old enough. */
const keysCachedMs = 2 * 60 * 60 * 1000
const betweenFetchesMs = 30 * 1000
/** A failed fetch is not repeated for this time: strangers send tokens too. */
const afterFailureMs = 5 * 1000

const Discovery = z.object({ jwks_uri: z.string() })
const KeySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })

interface Keys {
  readonly find: JWTVerifyGetKey
  readonly fetchedAt: number
}

/** Verifies access tokens in the function, because API Gateway has no JWT authorizer for WebSocket APIs. */
export interface TokenVerifier {
  /**
   * The claims of a token that fulfils the conditions of the HTTP API's authorizer: RS256 by a named key, `iss`, `aud`
   * or `client_id`, `exp`, `nbf`. Raises `unauthorized`, `forbidden` when the scope is missing, or a provider's problem
   * when the issuer's keys cannot be fetched.
   */
  verify(token: string): Promise<JWTPayload>
}

const rejected = (): Problem => new Problem('unauthorized', 'The access token is not valid.')

const hasAudience = (claims: JWTPayload, audiences: readonly string[]): boolean =>
  [claims.aud ?? claims['client_id']]
    .flat()
    .some((audience) => typeof audience === 'string' && audiences.includes(audience))

const hasScope = (claims: JWTPayload, scope: string): boolean =>
  [claims['scope'] ?? claims['scp'] ?? ''].flat().join(' ').split(' ').includes(scope)

const fetchKeys = async (http: ProviderHttp, issuer: string, clock: Clock): Promise<Keys> => {
  const read = async <Schema extends z.ZodMiniType>(url: string, schema: Schema): Promise<z.output<Schema>> => {
    const answer = await http.read({ url })
    if (answer.status !== 200) throw http.problemFrom(answer)
    return http.parse(answer, schema)
  }
  const { jwks_uri: keysUrl } = await read(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, Discovery)
  const { keys } = await read(keysUrl, KeySet)
  return { find: createLocalJWKSet({ keys: keys as never }), fetchedAt: clock() }
}

/**
 * @param issuer exactly as in the tokens
 * @param scope the scope that a token needs; undefined when it needs none
 */
export const tokenVerifier = (
  issuer: string,
  audiences: readonly string[],
  scope?: string,
  clock = systemClock,
): TokenVerifier => {
  const http = providerHttp('The token issuer')
  const fetched = cached(
    betweenFetchesMs,
    () => fetchKeys(http, issuer, clock),
    () => true,
    clock,
    afterFailureMs,
  )
  let known: Keys | undefined

  const keys = async (olderThan: number): Promise<Keys> => {
    if (known === undefined || clock() - known.fetchedAt >= olderThan) known = await fetched()
    return known
  }

  const check = async (token: string, { find }: Keys): Promise<JWTPayload> => {
    const { payload, protectedHeader } = await jwtVerify(token, find, {
      algorithms: ['RS256'],
      issuer,
      requiredClaims: ['exp'],
      currentDate: new Date(clock()),
    })
    if (protectedHeader.kid === undefined || !hasAudience(payload, audiences)) throw rejected()
    if (payload.iat !== undefined && payload.iat > Math.ceil(clock() / 1000)) throw rejected()
    if (scope !== undefined && !hasScope(payload, scope))
      throw new Problem('forbidden', `The access token does not permit ${scope}.`)
    return payload
  }

  const checkWithNewKeys = async (token: string): Promise<JWTPayload> => {
    try {
      return await check(token, await keys(keysCachedMs))
    } catch (error) {
      // The issuer may have changed its keys since they were fetched.
      if (error instanceof errors.JWKSNoMatchingKey) return check(token, await keys(betweenFetchesMs))
      throw error
    }
  }

  return {
    verify: async (token) => {
      try {
        return await checkWithNewKeys(token)
      } catch (error) {
        throw error instanceof errors.JOSEError ? rejected() : error
      }
    },
  }
}
