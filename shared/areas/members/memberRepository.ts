import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../../contract/problem.ts'
import type { GrantedRole } from '../../contract/roles.ts'
import type { Item, Write } from '../../contract/write.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { type Condition, put, remove, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'

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
}

/** The key of a membership among those of its owner: the one item by which a member's request is permitted. */
export const memberKey = (ownerId: string, memberId: string) => ({ recipientId: ownerId, id: `member#${memberId}` })

/** The key of a membership among those of its member. */
export const membershipKey = (ownerId: string, memberId: string) => ({ recipientId: memberId, id: `owner#${ownerId}` })

const keysOf = (ownerId: string, memberId: string) => [memberKey(ownerId, memberId), membershipKey(ownerId, memberId)]

export const memberFromItem = ({ memberId, name, role, since }: Membership) => ({ memberId, name, role, since })

export const membershipFromItem = ({ ownerId, ownerName, role, since }: Membership) => ({
  ownerId,
  ownerName,
  role,
  since,
})

/** Whether an item is with the owner. The other one is with the member. */
export const isWithOwner = ({ id }: Item): boolean => String(id).startsWith('member#')

const exists: Condition = { if: 'attribute_exists(id)' }
const unknownMember = (): Problem => new Problem('not_found', 'There is no such membership.')

/** Members of recipients. Both items of a membership are written together. */
export const memberRepository = (client: DynamoDBDocumentClient, table = tableName('members')) => ({
  /** The memberships in which a recipient is the owner, and those in which it is the member. */
  list: async (recipientId: string) => {
    const items = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipientId },
      ConsistentRead: true,
    })
    const of = (chosen: readonly Item[]) => chosen as unknown as readonly Membership[]
    return {
      members: of(items.filter(isWithOwner)),
      memberships: of(items.filter((item) => !isWithOwner(item))),
    }
  },

  creation: (recipientId: string, membership: Omit<Membership, 'ownerId'>): readonly Write[] =>
    keysOf(recipientId, membership.memberId).map((key) =>
      put(table, { ...key, ...membership, ownerId: recipientId }, { repeatable: true }),
    ),

  change: (recipientId: string, memberId: string, role: GrantedRole): readonly Write[] =>
    keysOf(recipientId, memberId).map((key) =>
      update(table, key, { set: { role }, when: exists, repeatable: true, refusal: unknownMember }),
    ),

  removal: (recipientId: string, memberId: string): readonly Write[] =>
    keysOf(recipientId, memberId).map((key) => remove(table, key, { when: exists, refusal: unknownMember })),
})

export type MemberRepository = ReturnType<typeof memberRepository>
