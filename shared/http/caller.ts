import type { Caller } from '../contract/handle.ts'
import { Problem } from '../contract/problem.ts'
import { optionalEnv } from '../env.ts'
import { type HttpEvent, member, textMember } from './event.ts'

const recipientClaim = optionalEnv('RECIPIENT_CLAIM') ?? 'sub'
/** A recipient's id is a partition key and a part of other keys. */
const longestRecipientId = 128

/** Groups as the gateway hands them over: it flattens the claim's array to `[admin editors]`. */
const groupsFromClaim = (claim: unknown): readonly string[] => {
  if (typeof claim !== 'string') return []
  const list = claim.startsWith('[') && claim.endsWith(']') ? claim.slice(1, -1) : claim
  return list.split(/[\s,]+/).filter((group) => group !== '')
}

/**
 * The caller, from the claims of a verified access token. Fails closed: no claims or an ID token is 401, a token without the
 * recipient's claim is 403.
 */
export const callerFromClaims = (claims: unknown): Caller => {
  if (typeof claims !== 'object' || claims === null)
    throw new Problem('unauthorized', 'The request carries no verified token.')
  if (textMember(claims, 'token_use') === 'id') throw new Problem('unauthorized', 'An ID token is not an access token.')
  const recipientId = textMember(claims, recipientClaim)
  if (recipientId === undefined || recipientId === '')
    throw new Problem('forbidden', `The token has no claim ${recipientClaim}.`)
  if (recipientId.length > longestRecipientId)
    throw new Problem('forbidden', `The claim ${recipientClaim} is longer than ${longestRecipientId}.`)
  return { recipientId, groups: groupsFromClaim(member(claims, 'cognito:groups') ?? member(claims, 'groups')) }
}

/** The caller, from the claims that the gateway verified. */
export const callerFromEvent = (event: HttpEvent): Caller =>
  callerFromClaims(member(member(member(event.requestContext, 'authorizer'), 'jwt'), 'claims'))
