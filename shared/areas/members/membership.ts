import type { GrantedRole } from '../../contract/roles.ts'
import type { Item } from '../../contract/write.ts'
import { memberKey } from '../../mechanisms/http/memberKey.ts'

/** Who acts for whom. It is stored twice: with the owner, and with the member. */
export interface Membership {
  readonly ownerId: string
  readonly memberId: string
  readonly role: GrantedRole
  /** The name by which the member accepted. */
  readonly name: string
  /** The name by which the owner invited. */
  readonly ownerName: string
  readonly since: string
  /** The id of the invitation, which holds the member's place. */
  readonly place: string
  /** The id by which the owner's data name the member, where it is not `place`: a later invitation was accepted. */
  readonly actorId?: string
}

/** The key of a membership among those of its member. */
export const membershipKey = (ownerId: string, memberId: string) => ({ recipientId: memberId, id: `owner#${ownerId}` })

/** Whether an item is with the owner. The other one is with the member. */
export const isWithOwner = ({ id }: Item): boolean => String(id).startsWith('member#')

/** The key of the other item of a membership. */
export const otherKey = ({ id, ownerId, memberId }: Item) =>
  (isWithOwner({ id }) ? membershipKey : memberKey)(String(ownerId), String(memberId))

export const memberFromItem = ({ memberId, name, role, since }: Membership) => ({ memberId, name, role, since })

export const membershipFromItem = ({ ownerId, ownerName, role, since }: Membership) => ({
  ownerId,
  ownerName,
  role,
  since,
})
