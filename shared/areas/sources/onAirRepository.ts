import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../contract/write.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { tableNames } from '../../runtime/env.ts'

/** Whether a recipient is on air, as far as the service knows. */
export const onAirRepository = (
  client: DynamoDBDocumentClient,
  { overlays, streams } = tableNames('overlays', 'streams'),
) => {
  const hasItem = async (
    TableName: string,
    recipientId: string,
    FilterExpression: string,
    values: Item = {},
  ): Promise<boolean> => {
    const items = await queryAll(client, {
      TableName,
      KeyConditionExpression: 'recipientId = :recipientId',
      FilterExpression,
      ExpressionAttributeValues: { ':recipientId': recipientId, ...values },
      ConsistentRead: true,
    })
    return items.length > 0
  }

  return {
    /** One of its overlays is connected, or a stream of one of its channels has begun and not ended. */
    isOnAir: async (recipientId: string): Promise<boolean> =>
      (await hasItem(overlays, recipientId, 'attribute_exists(connectionId)')) ||
      (await hasItem(streams, recipientId, 'isOnline = :true', { ':true': true })),
  }
}
