import type { Caller } from '../contract/handle.ts'
import { Problem } from '../contract/problem.ts'
import { optionalEnv } from '../env.ts'
import { member, textMember } from '../unknown.ts'
import type { HttpEvent } from './event.ts'

const recipientClaim = optionalEnv('RECIPIENT_CLAIM') ?? 'sub'
/** Bytes of a recipient's id, which is a part of keys: OpenID Connect Core 1.0, section 2, lets `sub` have 255 ASCII characters. */
export const longestRecipientId = 255

/** Values of the claim `typ` for access tokens; a token with any other value is refused. */
const accessTypes: ReadonlySet<string> = new Set(['bearer', 'at+jwt', 'access'])
/** Claims of ID tokens (OpenID Connect Core 1.0, sections 2 and 3.3.2.11) and of logout and other security event tokens (RFC 8417). */
const foreignClaims = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events']

const isAccessToken = (claims: object): boolean => {
  const type = member(claims, 'typ')
  const use = member(claims, 'token_use')
  if (use !== undefined && use !== 'access') return false
  if (type !== undefined && !accessTypes.has(String(type).toLowerCase())) return false
  return foreignClaims.every((name) => member(claims, name) === undefined)
}

/**
 * The groups of the claim. The gateway flattens the claim's array to `[admin editors]`, in which a group's name with a space
 * cannot be distinguished from two names. Any other text is one group.
 */
const groupsFromClaim = (claim: unknown): readonly string[] => {
  if (Array.isArray(claim)) return claim.filter((group) => typeof group === 'string')
  if (typeof claim !== 'string' || claim === '') return []
  return claim.startsWith('[') && claim.endsWith(']') ? claim.slice(1, -1).split(' ').filter(Boolean) : [claim]
}

/**
 * The caller, from the claims of a verified access token of any issuer. It fails closed: no claims, or those of an ID, refresh or logout
 * token, are 401; a token without the recipient's claim is 403.
 */
export const callerFromClaims = (claims: unknown): Caller => {
  if (typeof claims !== 'object' || claims === null)
    throw new Problem('unauthorized', 'The request carries no verified token.')
  if (!isAccessToken(claims)) throw new Problem('unauthorized', 'The token is not an access token.')
  const recipientId = textMember(claims, recipientClaim)
  if (recipientId === undefined || recipientId.trim() === '')
    throw new Problem('forbidden', `The token has no claim ${recipientClaim}.`)
  if (Buffer.byteLength(recipientId) > longestRecipientId)
    throw new Problem('forbidden', `The claim ${recipientClaim} is longer than ${longestRecipientId} bytes.`)
  return { recipientId, groups: groupsFromClaim(member(claims, 'cognito:groups') ?? member(claims, 'groups')) }
}

/** The caller, from the claims that the gateway verified. */
export const callerFromEvent = (event: HttpEvent): Caller =>
  callerFromClaims(member(member(member(event.requestContext, 'authorizer'), 'jwt'), 'claims'))
