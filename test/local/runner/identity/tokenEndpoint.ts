import { defaultScope, type Grant, grantFrom, isScope } from './grant.ts'

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export type TokenErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_scope'

/** What a token request asks for: a new grant, that of a sign-in, or the one in a refresh token. */
type Order =
  | { readonly kind: 'issue'; readonly grant: Grant; readonly expiresIn: number }
  | {
      readonly kind: 'exchange'
      readonly code: string
      readonly redirectUri: string
      readonly verifier: string
      readonly expiresIn: number
    }
  | { readonly kind: 'refresh'; readonly refreshToken: string; readonly expiresIn: number }
  | { readonly kind: 'refused'; readonly error: TokenErrorCode; readonly description: string }

/** An order with the client that sends it. */
export type TokenOrder = Order & { readonly client: string }

const withClient = (order: Order, client: string): TokenOrder => ({ ...order, client })

/** The default lifetime of an access token of a new Cognito client. */
export const defaultExpiresIn = 3600

/** Cognito's longest lifetime of an access token. */
const longestExpiresIn = 24 * 60 * 60

const refused = (error: TokenErrorCode, description: string) =>
  ({ kind: 'refused', error, description, client: '' }) as const

const expiresInFrom = (text: string | undefined): number | undefined => {
  if (text === undefined) return defaultExpiresIn
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return seconds >= 1 && seconds <= longestExpiresIn ? seconds : undefined
}

const issueOrder = (form: ReadonlyMap<string, string>, expiresIn: number, now: number): Order => {
  const scope = form.get('scope') ?? defaultScope
  const grant = grantFrom(form, scope, now)
  if (typeof grant === 'string') return refused('invalid_request', grant)
  if (!isScope(scope)) return refused('invalid_scope', 'scope must be words, separated by one blank')
  return { kind: 'issue', expiresIn, grant }
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3 */
const exchangeOrder = (form: ReadonlyMap<string, string>, expiresIn: number): Order => {
  const [code, redirectUri, verifier] = ['code', 'redirect_uri', 'code_verifier'].map((name) => form.get(name))
  return code === undefined || redirectUri === undefined || verifier === undefined
    ? refused('invalid_request', 'code, redirect_uri and code_verifier are needed')
    : { kind: 'exchange', code, redirectUri, verifier, expiresIn }
}

const refreshOrder = (form: ReadonlyMap<string, string>, expiresIn: number): Order => {
  const refreshToken = form.get('refresh_token')
  return refreshToken === undefined
    ? refused('invalid_request', 'refresh_token is missing')
    : { kind: 'refresh', refreshToken, expiresIn }
}

/**
 * Reads the form of a token request. With the grant `client_credentials`, a test or a developer names the recipient to act
 * for; there are no passwords here. An empty parameter counts as not sent (RFC 6749, 3.2), and a repeated one is refused.
 */
export const tokenOrder = (
  body: string,
  { clients: [first, ...others], now }: { readonly clients: readonly [string, ...string[]]; readonly now: number },
): TokenOrder => {
  const pairs = [...new URLSearchParams(body)].filter(([, value]) => value !== '')
  const form = new Map(pairs)
  if (form.size < pairs.length) return refused('invalid_request', 'a parameter is repeated')
  const client = form.get('client_id') ?? first
  if (client !== first && !others.includes(client)) return refused('invalid_client', 'client_id is unknown')
  const expiresIn = expiresInFrom(form.get('expires_in'))
  if (expiresIn === undefined) return refused('invalid_request', `expires_in must be 1 to ${longestExpiresIn} seconds`)
  switch (form.get('grant_type')) {
    case 'client_credentials':
      return withClient(issueOrder(form, expiresIn, now), client)
    case 'authorization_code':
      return withClient(exchangeOrder(form, expiresIn), client)
    case 'refresh_token':
      return withClient(refreshOrder(form, expiresIn), client)
    case undefined:
      return refused('invalid_request', 'grant_type is missing')
    default:
      return refused(
        'unsupported_grant_type',
        'grant_type must be authorization_code, client_credentials or refresh_token',
      )
  }
}
