import type { Caller } from '../../contract/handle.ts'
import type { Operation } from '../../contract/operation.ts'
import { idFromSegment } from '../../contract/pathSegment.ts'
import { includesRole } from '../../contract/roles.ts'
import { longestRecipientId } from './caller.ts'
import type { MemberLookup } from './memberLookup.ts'

/** Finds the caller as which the token's recipient acts for another one; undefined where it may not. */
export type ActingCaller = (operation: Operation, caller: Caller, named: string) => Promise<Caller | undefined>

/**
 * The caller for the recipient that it names, by its id or as paths have it: as its member, in a role that includes the
 * operation's. A member publishes to nobody else.
 */
export const actingCaller =
  (find: MemberLookup): ActingCaller =>
  async ({ role = 'owner' }, caller, named) => {
    const recipientId = idFromSegment(named)
    if (recipientId === caller.recipientId) return caller
    if (recipientId === '' || Buffer.byteLength(recipientId) > longestRecipientId) return undefined
    const member = await find(recipientId, caller.recipientId)
    if (member === undefined || !includesRole(member.role, role)) return undefined
    const { memberId, name, actorId } = member
    return { ...caller, recipientId, isAdmin: false, member: { memberId, name, role: member.role, actorId } }
  }
