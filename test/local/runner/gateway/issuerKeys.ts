import { type CryptoKey, createRemoteJWKSet, type JWSHeaderParameters } from 'jose'

/** Finds the public key that a token's header names; rejects when there is none or the issuer cannot be asked. */
export type KeyOfToken = (header: JWSHeaderParameters) => Promise<CryptoKey>

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html and …/http-api-jwt-authorizer.html */
const discoveryTimeoutMilliseconds = 1500
const keysTimeoutMilliseconds = 1500
const keysLifetimeMilliseconds = 2 * 60 * 60 * 1000

/** The shortest time between two fetches for unknown key ids; AWS does not publish its own value. */
const refetchPauseMilliseconds = 1000

const keysUrlOf = async (issuer: string): Promise<URL> => {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(discoveryTimeoutMilliseconds),
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`the discovery document answered ${response.status}`)
  const document: unknown = await response.json()
  const { jwks_uri: keysUri } = document as { jwks_uri?: unknown }
  if (typeof keysUri !== 'string') throw new Error('the discovery document has no jwks_uri')
  return new URL(keysUri)
}

/** The keys of one issuer, found through its discovery document, kept, and asked for again when a key id is unknown. */
export const issuerKeys = (issuer: string): KeyOfToken => {
  let known: Promise<KeyOfToken> | undefined

  const discovered = async (): Promise<KeyOfToken> =>
    createRemoteJWKSet(await keysUrlOf(issuer), {
      timeoutDuration: keysTimeoutMilliseconds,
      cacheMaxAge: keysLifetimeMilliseconds,
      cooldownDuration: refetchPauseMilliseconds,
    })

  return async (header) => {
    known ??= discovered()
    const attempt = known
    try {
      return await (await attempt)(header)
    } catch (error) {
      // A failed discovery is not kept; a failed look-up of one key leaves the discovered set in place.
      await attempt.catch(() => {
        known = undefined
      })
      throw error
    }
  }
}
