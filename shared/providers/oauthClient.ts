import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  type ClientAuth,
  customFetch,
  genericTokenEndpointRequest,
  processGenericTokenEndpointResponse,
  ResponseBodyError,
  revocationRequest,
  type TokenEndpointResponse,
} from 'oauth4webapi'
import type { PlatformTokens, StreamingPlatform } from '../areas/recipients/streamingPlatform.ts'
import { Problem } from '../contract/problem.ts'
import { longestSecret } from '../contract/values.ts'
import type { ProviderHttp } from '../mechanisms/outbound/http.ts'
import { systemClock } from '../runtime/time/clock.ts'
import { revokeBoth } from './revokeBoth.ts'

/** An access token that is said to live longer counts as one of this lifetime. */
const longestTokenSeconds = 365 * 24 * 60 * 60

/** The most scopes that are kept, and the longest; no platform has as many or as long ones. */
const [mostScopes, longestScope] = [100, 128]

/** The scopes of a token answer (RFC 6749, section 3.3); VK Video Live separates them by commas. */
const scopesFrom = (scope = ''): string[] =>
  [...new Set(scope.split(/[\s,]+/))]
    .filter((each) => each !== '' && each.length <= longestScope)
    .toSorted()
    .slice(0, mostScopes)

/** The client registration at a platform's token endpoint. */
export interface OAuthSettings {
  readonly platform: string
  readonly tokenEndpoint: string
  readonly clientId: string
  readonly authentication: ClientAuth
  readonly redirectUri: string
  /** The scope that the platform wants repeated in a refresh, which RFC 6749 leaves out. */
  readonly refreshScope?: string
  /** The lifetime of access tokens by the platform's documentation, whatever its answers name. */
  readonly lifetimeSeconds?: number
  /** The revocation endpoint of RFC 7009, where the platform has one. */
  readonly revocationEndpoint?: string
}

/** Errors (RFC 6749, section 5.2) that mean that the caller's code or token is not valid. */
const codeErrors: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_request'])
const refreshErrors: ReadonlySet<string> = new Set(['invalid_grant'])

/** Errors of the deployment's client settings. They hold no input, so the operator's log may name them. */
const ownErrors: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
])

const errorCodeOf = (error: unknown): string => (error instanceof ResponseBodyError ? error.error : '')

/** Calls a platform's token endpoint (RFC 6749): `oauth4webapi` speaks, and `providerHttp` sends. */
export const oauthClient = (http: ProviderHttp, settings: OAuthSettings, clock = systemClock) => {
  const { platform, tokenEndpoint, clientId, authentication, redirectUri, revocationEndpoint = '' } = settings
  const { refreshScope, lifetimeSeconds } = settings
  const server: AuthorizationServer = {
    issuer: new URL(tokenEndpoint).origin,
    token_endpoint: tokenEndpoint,
    revocation_endpoint: revocationEndpoint,
  }
  const client: Client = { client_id: clientId }

  const badAnswer = (errorCode = '') =>
    new Problem(
      'provider_bad_answer',
      ownErrors.has(errorCode)
        ? `${platform} refused a token request with ${errorCode}.`
        : `${platform} sent an unusable answer to a token request.`,
    )

  const options = {
    // `providerHttp` decides whether a connection may do without TLS.
    [allowInsecureRequests]: true,
    [customFetch]: async (
      url: string,
      { headers, body }: { headers: Record<string, string>; body: URLSearchParams },
    ) => {
      const answer = await http.send({ method: 'POST', url, headers, body: body.toString() })
      if (answer.status === 429 || answer.status >= 500) throw http.problemFrom(answer)
      return new Response(answer.body || null, { status: answer.status, headers: answer.headers })
    },
  }

  /** The library's functions for a single grant also validate callbacks and ID tokens, unused here, and add 4 KB. */
  const tokenRequest = async (grant: string, parameters: Record<string, string>): Promise<TokenEndpointResponse> => {
    const response = await genericTokenEndpointRequest(server, client, authentication, grant, parameters, options)
    return processGenericTokenEndpointResponse(server, client, response)
  }

  const tokensFrom = (response: TokenEndpointResponse, previousRefreshToken?: string): PlatformTokens => {
    const {
      access_token: accessToken,
      refresh_token: refreshToken = previousRefreshToken,
      expires_in,
      scope,
    } = response
    const lifetime = lifetimeSeconds ?? expires_in
    if (refreshToken === undefined || lifetime === undefined) throw badAnswer()
    if (accessToken.length > longestSecret || refreshToken.length > longestSecret) throw badAnswer()
    const expiresAt = clock() + Math.min(lifetime, longestTokenSeconds) * 1000
    return { accessToken, refreshToken, expiresAt, scopes: scopesFrom(scope) }
  }

  const revokeOne = async (token: string, hint: string): Promise<void> => {
    const additionalParameters = { token_type_hint: hint }
    const { ok } = await revocationRequest(server, client, authentication, token, { ...options, additionalParameters })
    if (!ok) throw badAnswer()
  }

  /** Turns a failure into a problem. The library's own errors contain the answer, so they are not passed on. */
  const problemFrom = (error: unknown, codes: ReadonlySet<string>, rejection: () => Problem): unknown => {
    if (error instanceof Problem) return error
    const errorCode = errorCodeOf(error)
    return codes.has(errorCode) ? rejection() : badAnswer(errorCode)
  }

  return {
    /** @throws Problem `authorization_code_rejected`, or that of a provider */
    redeemCode: async (code: string, codeVerifier?: string): Promise<PlatformTokens> => {
      try {
        const answer = await tokenRequest('authorization_code', {
          code,
          redirect_uri: redirectUri,
          ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
        })
        return tokensFrom(answer)
      } catch (error) {
        throw problemFrom(
          error,
          codeErrors,
          () => new Problem('authorization_code_rejected', `${platform} rejected the authorization code.`),
        )
      }
    },

    /** @throws Problem `relink_required`, or that of a provider */
    refresh: async (refreshToken: string): Promise<PlatformTokens> => {
      try {
        // VK Video Live needs the redirect URI here too; RFC 6749 lets other platforms ignore it.
        const answer = await tokenRequest('refresh_token', {
          refresh_token: refreshToken,
          redirect_uri: redirectUri,
          ...(refreshScope !== undefined && { scope: refreshScope }),
        })
        return tokensFrom(answer, refreshToken)
      } catch (error) {
        throw problemFrom(
          error,
          refreshErrors,
          () => new Problem('relink_required', `${platform} no longer accepts this link; link the account again.`),
        )
      }
    },

    revoke: (tokens: Parameters<StreamingPlatform['revoke']>[0]): Promise<void> => revokeBoth(tokens, revokeOne),
  }
}

export type OAuthClient = ReturnType<typeof oauthClient>
