import { createHash } from 'node:crypto'
import { isLoopbackOrigin } from '../loopback.ts'
import { type Grant, grantFrom, isScope } from './grant.ts'

/** A sign-in that waits for the exchange of its code. */
export interface SignIn {
  readonly client: string
  readonly grant: Grant
  readonly redirectUri: string
  readonly challenge: string
}

/** The result of an authorization request: a page that asks for the recipient, a sign-in, or a refusal. */
export type AuthorizationOrder =
  | { readonly kind: 'ask'; readonly parameters: ReadonlyMap<string, string> }
  | { readonly kind: 'sign in'; readonly signIn: SignIn; readonly state: string | undefined }
  | { readonly kind: 'refused'; readonly description: string }

const refused = (description: string): AuthorizationOrder => ({ kind: 'refused', description })

/** Whether a browser may be sent to an address: to a page of this machine. */
export const isReturnAddress = (address: string): boolean =>
  /^https?:/.test(address) && !address.includes('#') && isLoopbackOrigin(address)

/**
 * Reads an authorization request (RFC 6749, 4.1.1) with PKCE (RFC 7636), which Cognito accepts and this issuer requires.
 * The form of the page that asks for a recipient sends the same request once more.
 */
export const authorizationOrder = (query: string, clients: readonly string[], now: number): AuthorizationOrder => {
  const parameters = new Map([...new URLSearchParams(query)].filter(([, value]) => value !== ''))
  const redirectUri = parameters.get('redirect_uri') ?? ''
  const challenge = parameters.get('code_challenge') ?? ''
  const scope = parameters.get('scope') ?? 'openid'
  const client = parameters.get('client_id') ?? ''
  if (!clients.includes(client)) return refused('client_id is unknown')
  if (!isReturnAddress(redirectUri)) return refused('redirect_uri must be a page of this machine, without a fragment')
  if (parameters.get('response_type') !== 'code') return refused('response_type must be code')
  if (parameters.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    return refused('code_challenge must be a SHA-256 digest in base64url, and code_challenge_method S256')
  if (!isScope(scope)) return refused('scope must be words, separated by one blank')
  if (!parameters.has('recipient')) return { kind: 'ask', parameters }
  const grant = grantFrom(parameters, scope, now)
  if (typeof grant === 'string') return refused(grant)
  return { kind: 'sign in', signIn: { client, grant, redirectUri, challenge }, state: parameters.get('state') }
}

/** Whether the verifier is the one whose digest began the sign-in. */
export const isVerifierOf = ({ challenge }: SignIn, verifier: string): boolean =>
  createHash('sha256').update(verifier).digest('base64url') === challenge
