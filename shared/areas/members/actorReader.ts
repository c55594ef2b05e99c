import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { actorIdFromItem } from '../../mechanisms/http/actorIdFromItem.ts'
import { memberKey } from '../../mechanisms/http/memberKey.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { tableName } from '../../runtime/env.ts'
import type { Actor } from './actor.ts'

/** Reads a recipient's members by the ids that its data have. Who is none any more is missing. */
export const actorReader =
  (client: DynamoDBDocumentClient, table = tableName('members')) =>
  async (recipientId: string): Promise<ReadonlyMap<unknown, z.input<typeof Actor>>> => {
    const { id } = memberKey(recipientId, '')
    const items = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId AND begins_with(id, :id)',
      ExpressionAttributeValues: { ':recipientId': recipientId, ':id': id },
      ConsistentRead: true,
    })
    return new Map(
      items.map((item) => [actorIdFromItem(item), { memberId: String(item['memberId']), name: String(item['name']) }]),
    )
  }

export type ActorReader = ReturnType<typeof actorReader>
