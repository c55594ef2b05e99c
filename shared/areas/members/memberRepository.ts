import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../../contract/problem.ts'
import type { GrantedRole } from '../../contract/roles.ts'
import type { Item, Write } from '../../contract/write.ts'
import { memberKey } from '../../mechanisms/http/memberKey.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { type Condition, check, put, remove, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { isWithOwner, type Membership, membershipKey } from './membership.ts'

const keysOf = (ownerId: string, memberId: string) => [memberKey(ownerId, memberId), membershipKey(ownerId, memberId)]

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

  /** Holds a transaction to a membership, which may have ended since it was read. */
  presence: (recipientId: string, memberId: string): Write =>
    check(table, memberKey(recipientId, memberId), exists, () => new Problem('forbidden', 'The membership has ended.')),

  change: (recipientId: string, memberId: string, role: GrantedRole): readonly Write[] =>
    keysOf(recipientId, memberId).map((key) =>
      update(table, key, { set: { role }, when: exists, repeatable: true, refusal: unknownMember }),
    ),

  /** Refused where the side that ends the membership, owner or member, has none; half of one ends as well. */
  removal: (recipientId: string, memberId: string, endedBy: string): readonly Write[] =>
    keysOf(recipientId, memberId).map((key) =>
      remove(table, key, key.recipientId === endedBy ? { when: exists, refusal: unknownMember } : {}),
    ),
})

export type MemberRepository = ReturnType<typeof memberRepository>
