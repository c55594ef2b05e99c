import { randomUUID } from 'node:crypto'
import { type SigningKey, signedToken, signingKeyFrom } from './accessTokens.ts'
import { authorizationOrder, isReturnAddress } from './authorization.ts'
import { discoveryDocument } from './discovery.ts'
import { defaultScope, type Grant } from './grant.ts'
import type { IssuerAnswer, IssuerEndpoints } from './issuerServer.ts'
import type { IssuerState } from './issuerState.ts'
import { type RefreshTokens, refreshTokens } from './refreshTokens.ts'
import { signInCodes } from './signInCodes.ts'
import { signInPage } from './signInPage.ts'
import { defaultExpiresIn, type TokenErrorCode, tokenOrder } from './tokenEndpoint.ts'

/** The recipient of an access token, and its groups and lifetime. */
export interface RequestedToken {
  readonly recipient: string
  readonly groups?: readonly string[]
  /** Seconds; not positive for a token that has expired already. */
  readonly expiresIn?: number
}

export interface IssuedTokens {
  readonly accessToken: string
  readonly refreshToken: string
  /** Seconds. */
  readonly expiresIn: number
}

export interface TokenService extends IssuerEndpoints {
  /** Issues tokens without HTTP. */
  issue(request: RequestedToken): Promise<IssuedTokens>
}

export interface TokenServiceOptions {
  readonly issuer: string
  readonly audience: string
  /** Another client, whose refresh tokens rotate. */
  readonly rotatingClient?: string | undefined
  /** The state, whose keys may still be being made. */
  readonly state: Promise<IssuerState>
  readonly now: () => number
}

interface Keys {
  readonly signing: SigningKey
  readonly refresh: RefreshTokens
}

const refusal = (error: TokenErrorCode, description: string): IssuerAnswer => ({
  status: 400,
  body: { error, error_description: description },
})

/** Sends the browser to an address, with the parameters that are defined. */
const backTo = (address: string, parameters: Readonly<Record<string, string | undefined>>): IssuerAnswer => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return { status: 302, headers: { location: url.href } }
}

const keysFrom = async ({ state, now }: TokenServiceOptions): Promise<Keys> => {
  const { signingKey, sealingKey } = await state
  return { signing: await signingKeyFrom(signingKey), refresh: refreshTokens(sealingKey, now) }
}

/** The logic of the issuer, without its server and its files. */
export const tokenService = (options: TokenServiceOptions): TokenService => {
  const { issuer, audience, rotatingClient, now } = options
  const clients = [audience, ...(rotatingClient === undefined ? [] : [rotatingClient])] as const
  const keys = keysFrom(options)
  // A failure to make the keys is reported by the first request that needs one, not as an unhandled rejection.
  keys.catch(() => undefined)

  const codes = signInCodes(now)

  const accessToken = async (grant: Grant, client: string, expiresIn: number): Promise<string> => {
    const issuedAt = Math.floor(now() / 1000)
    return signedToken((await keys).signing, { issuer, audience: client, grant, expiresIn, issuedAt })
  }

  const tokenAnswer = async (
    grant: Grant,
    { client, expiresIn }: { readonly client: string; readonly expiresIn: number },
    refreshToken: string,
  ): Promise<IssuerAnswer> => ({
    status: 200,
    body: {
      access_token: await accessToken(grant, client, expiresIn),
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: expiresIn,
    },
  })

  return {
    discovery: () => ({ status: 200, body: discoveryDocument(issuer) }),

    keys: async () => ({ status: 200, body: { keys: [(await keys).signing.publicJwk] } }),

    authorization: (query) => {
      const order = authorizationOrder(query, clients, now())
      if (order.kind === 'refused') return refusal('invalid_request', order.description)
      if (order.kind === 'ask') return { status: 200, html: signInPage(order.parameters) }
      return backTo(order.signIn.redirectUri, { code: codes.add(order.signIn), state: order.state })
    },

    endSession: (query) => {
      const parameters = new URLSearchParams(query)
      // Cognito has a name of its own for this parameter.
      const address = parameters.get('post_logout_redirect_uri') ?? parameters.get('logout_uri') ?? ''
      return isReturnAddress(address)
        ? backTo(address, {})
        : refusal('invalid_request', 'logout_uri must be a page of this machine, without a fragment')
    },

    token: async (form) => {
      const order = tokenOrder(form, { clients, now: now() })
      if (order.kind === 'refused') return refusal(order.error, order.description)
      const { refresh } = await keys
      if (order.kind === 'exchange') {
        const signedIn = codes.take(order)
        if (!signedIn) return refusal('invalid_grant', 'code is unknown, used or has expired')
        return tokenAnswer(signedIn, order, await refresh.seal(signedIn, order.client))
      }
      if (order.kind === 'issue') return tokenAnswer(order.grant, order, await refresh.seal(order.grant, order.client))
      const rotates = order.client === rotatingClient
      const grant = await refresh.open(order.refreshToken, order.client, rotates)
      if (!grant) return refusal('invalid_grant', 'refresh_token is unknown, was rotated or has expired')
      return tokenAnswer(grant, order, rotates ? await refresh.seal(grant, order.client) : order.refreshToken)
    },

    issue: async ({ recipient, groups = [], expiresIn = defaultExpiresIn }) => {
      const authTime = Math.floor(now() / 1000)
      const grant = { recipient, groups, scope: defaultScope, authTime, originId: randomUUID() }
      const refreshToken = await (await keys).refresh.seal(grant, audience)
      return { accessToken: await accessToken(grant, audience, expiresIn), refreshToken, expiresIn }
    },
  }
}
