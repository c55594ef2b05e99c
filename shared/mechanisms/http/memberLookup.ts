import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Member } from '../../contract/handle.ts'
import { tableName } from '../../runtime/env.ts'
import { getItem } from '../store/getItem.ts'
import { actorIdFromItem } from './actorIdFromItem.ts'
import { memberKey } from './memberKey.ts'

/** Finds the membership by which somebody acts for a recipient, strongly consistent: a removal holds at once. */
export const memberLookup =
  (client: DynamoDBDocumentClient, table = tableName('members')) =>
  async (recipientId: string, memberId: string): Promise<Member | undefined> => {
    const item = await getItem(client, { TableName: table, Key: memberKey(recipientId, memberId) })
    return item && ({ ...item, actorId: actorIdFromItem(item) } as unknown as Member)
  }

export type MemberLookup = ReturnType<typeof memberLookup>
