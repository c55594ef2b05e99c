import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../../contract/problem.ts'
import type { GrantedRole } from '../../contract/roles.ts'
import type { Write } from '../../contract/write.ts'
import { ownerOf, type SecretKey, secretKeyOf } from '../../mechanisms/secrets/ownedSecret.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { put, remove } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'

/** An invitation to act for a recipient. Its id is the hash of its secret. */
export interface Invitation extends SecretKey {
  readonly recipientId: string
  readonly role: GrantedRole
  readonly ownerName: string
  readonly createdAt: string
  /** Epoch second. */
  readonly expiresAt: number
}

export const invitationFromItem = ({ secretHash, role, createdAt, expiresAt }: Invitation) => ({
  invitationId: secretHash,
  role,
  createdAt,
  expiresAt: new Date(expiresAt * 1000).toISOString(),
})

export const unknownInvitation = (): Problem => new Problem('not_found', 'The invitation is not valid any more.')

/** Invitations by owner and hash. Whoever has the secret may read and accept one. */
export const invitationStore = (client: DynamoDBDocumentClient, table = tableName('invitations')) => ({
  creation: (invitation: Invitation): Write => put(table, { ...invitation }, { repeatable: true }),

  /**
   * The invitation of a secret.
   *
   * @param now epoch seconds; DynamoDB deletes expired items days late
   * @throws Problem `not_found` for an unknown, used or expired one
   */
  find: async (secret: string, now: number): Promise<Invitation> => {
    const key = secretKeyOf(secret)
    if (key === undefined) throw unknownInvitation()
    const found = (await getItem(client, { TableName: table, Key: { ...key } })) as Invitation | undefined
    if (found === undefined || found.expiresAt <= now) throw unknownInvitation()
    return found
  },

  /** The invitations of a recipient that can still be accepted. */
  list: async (recipientId: string, now: number): Promise<readonly Invitation[]> => {
    const items = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: '#owner = :owner',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':owner': ownerOf(recipientId) },
      ConsistentRead: true,
    })
    return (items as unknown as readonly Invitation[]).filter(({ expiresAt }) => expiresAt > now)
  },

  /** Uses an invitation up, or withdraws it; only one of several concurrent attempts succeeds. */
  removal: (recipientId: string, secretHash: string): Write =>
    remove(
      table,
      { owner: ownerOf(recipientId), secretHash },
      { when: { if: 'attribute_exists(#secretHash)' }, refusal: unknownInvitation },
    ),
})

export type InvitationStore = ReturnType<typeof invitationStore>
