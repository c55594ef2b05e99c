import type { Caller } from '../../contract/handle.ts'
import { Problem } from '../../contract/problem.ts'
import { optionalEnv } from '../../runtime/env.ts'
import { member } from '../../runtime/readMember.ts'
import type { HttpEvent } from './event.ts'

const recipientClaim = optionalEnv('RECIPIENT_CLAIM') ?? 'sub'
const adminClaim = optionalEnv('ADMIN_CLAIM')
const adminScope = optionalEnv('ADMIN_SCOPE')

/** Bytes of a recipient's id, a part of keys: OpenID Connect Core 1.0, section 2, lets `sub` have 255 characters. */
export const longestRecipientId = 255

/** Values of the claim `typ` for access tokens; a token with any other value is refused. */
const accessTypes: ReadonlySet<string> = new Set(['bearer', 'at+jwt', 'access'])
/** Claims of ID tokens (OpenID Connect Core 1.0, 2 and 3.3.2.11) and of security event tokens (RFC 8417). */
const foreignClaims = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events']

const isAccessToken = (claims: object): boolean => {
  const type = member(claims, 'typ')
  const use = member(claims, 'token_use')
  if (use !== undefined && use !== 'access') return false
  if (type !== undefined && !accessTypes.has(String(type).toLowerCase())) return false
  return foreignClaims.every((name) => member(claims, name) === undefined)
}

/** The group, or the value of the claim `ADMIN_CLAIM`, of callers who may publish to everyone. */
const admins = 'admin'

/** The words of a list that the gateway has flattened to `[admin editors]`; undefined for any other claim. */
const listed = (claim: unknown): string | undefined => /^\[(.*)\]$/.exec(String(claim ?? ''))?.[1]

/**
 * Whether the caller is an administrator. Names of groups of the stack's own user pool have no blanks, so its list is
 * split. With another issuer a list of several words cannot be distinguished from one name with blanks, so the claim is
 * the word alone, or the deployment names a scope, which has no blanks either (RFC 6749, section 3.3).
 */
const isAdministrator = (claims: object): boolean => {
  if (adminScope !== undefined) {
    const scopes = member(claims, 'scope') ?? member(claims, 'scp') ?? ''
    return (listed(scopes) ?? String(scopes)).split(' ').includes(adminScope)
  }
  const claim = member(claims, adminClaim ?? 'cognito:groups')
  if (claim === admins || listed(claim) === admins) return true
  return adminClaim === undefined && listed(claim)?.split(' ').includes(admins) === true
}

/** Lists (`[a b]`), objects (`map[a:b]`) and booleans, flattened by the HTTP API; the WebSocket API sees them whole. */
const flattened = /^(?:\[|\{|map\[|(?:true|false)$)/

/**
 * The recipient's id: a text, or a number that has one spelling. Any other claim names nobody, so that
 * the same token is the same recipient over HTTP, where all claims are texts, and over the WebSocket API, where they
 * are as in the token.
 */
const recipientText = (claim: unknown): string | undefined => {
  const text = Number.isSafeInteger(claim) ? String(claim) : claim
  return typeof text === 'string' && text.trim() !== '' && !flattened.test(text) ? text : undefined
}

/**
 * The recipient, from the claims of a verified access token of any issuer. It fails closed: no claims, or those of an
 * ID, refresh or logout token, are 401; a token without the recipient's claim is 403.
 */
export const recipientFromClaims = (claims: unknown): string => {
  if (typeof claims !== 'object' || claims === null)
    throw new Problem('unauthorized', 'The request carries no verified token.')
  if (!isAccessToken(claims)) throw new Problem('unauthorized', 'The token is not an access token.')
  // Such a token is bound to a key (RFC 9449, section 6; RFC 8705, section 3.1), and nothing here asks for the proof,
  // so a thief could use it.
  if (member(claims, 'cnf') !== undefined)
    throw new Problem('unauthorized', 'The claim cnf binds the token to a key; send a bearer token.')
  const recipientId = recipientText(member(claims, recipientClaim))
  if (recipientId === undefined)
    throw new Problem('forbidden', `The token has no claim ${recipientClaim} with a text or an integer.`)
  if (Buffer.byteLength(recipientId) > longestRecipientId)
    throw new Problem('forbidden', `The claim ${recipientClaim} is longer than ${longestRecipientId} bytes.`)
  return recipientId
}

export const callerFromEvent = (event: HttpEvent): Caller => {
  const claims = member(member(member(event.requestContext, 'authorizer'), 'jwt'), 'claims')
  return {
    recipientId: recipientFromClaims(claims),
    isAdmin: isAdministrator(Object(claims)),
    // The authorizer refuses tokens without it.
    tokenEndsAt: Number(member(claims, 'exp') ?? 0),
  }
}
