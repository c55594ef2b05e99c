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
import { Problem } from '../contract/problem.ts'
import { longestSecret } from '../contract/values.ts'
import type { ProviderHttp } from './http.ts'
import type { PlatformTokens } from './streamingPlatform.ts'

/** Seconds: an access token is not believed to live longer. */
const longestLifetime = 365 * 24 * 60 * 60

/** A client of a platform's token endpoint. */
export interface OAuthSettings {
  readonly platform: string
  readonly tokenEndpoint: string
  readonly clientId: string
  readonly authentication: ClientAuth
  readonly redirectUri: string
  /** Of RFC 7009, where the platform has one. */
  readonly revocationEndpoint?: string
}

/** Errors (RFC 6749, section 5.2) that say that what the caller brought is not valid, rather than our side of the request. */
const codeErrors: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_request'])
const refreshErrors: ReadonlySet<string> = new Set(['invalid_grant'])

/** Errors that say that our side of the request is at fault: worth telling the operator, and no input. */
const ownErrors: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
])

const errorCodeOf = (error: unknown): string => (error instanceof ResponseBodyError ? error.error : '')

/**
 * The token endpoint of a platform (RFC 6749). The protocol is oauth4webapi's; its requests go through the one bounded way out.
 */
export const oauthClient = (http: ProviderHttp, settings: OAuthSettings) => {
  const { platform, tokenEndpoint, clientId, authentication, redirectUri, revocationEndpoint = '' } = settings
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
        : `${platform} gave an unusable answer to a token request.`,
    )

  const options = {
    // Whether a connection may go without TLS is decided by the way out.
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

  /** The library's requests of one grant each also validate callbacks and ID tokens, which the platforms do not have: 4 KB. */
  const tokenRequest = async (grant: string, parameters: Record<string, string>): Promise<TokenEndpointResponse> => {
    const response = await genericTokenEndpointRequest(server, client, authentication, grant, parameters, options)
    return processGenericTokenEndpointResponse(server, client, response)
  }

  const tokensFrom = (response: TokenEndpointResponse, previousRefreshToken?: string): PlatformTokens => {
    const { access_token: accessToken, refresh_token: refreshToken = previousRefreshToken, expires_in } = response
    if (refreshToken === undefined || expires_in === undefined) throw badAnswer()
    if (accessToken.length > longestSecret || refreshToken.length > longestSecret) throw badAnswer()
    return { accessToken, refreshToken, expiresAt: Date.now() + Math.min(expires_in, longestLifetime) * 1000 }
  }

  const revokeOne = async (token: string, hint: string): Promise<void> => {
    const additionalParameters = { token_type_hint: hint }
    await revocationRequest(server, client, authentication, token, { ...options, additionalParameters })
  }

  /** Any failure of a token request as a problem; the library's own errors carry the answer, so they go no further. */
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
        // One platform wants the redirect URI here too; RFC 6749 lets the others ignore it.
        const answer = await tokenRequest('refresh_token', { refresh_token: refreshToken, redirect_uri: redirectUri })
        return tokensFrom(answer, refreshToken)
      } catch (error) {
        throw problemFrom(
          error,
          refreshErrors,
          () => new Problem('relink_required', `${platform} no longer accepts this link; link the account again.`),
        )
      }
    },

    revoke: async ({ accessToken, refreshToken }: PlatformTokens): Promise<void> => {
      await Promise.all([revokeOne(refreshToken, 'refresh_token'), revokeOne(accessToken, 'access_token')])
    },
  }
}

export type OAuthClient = ReturnType<typeof oauthClient>
