import { DeleteCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { TracedApi } from './tracedApi.ts'

/** The totals of a recipient as they are stored. */
export const totalsOf = async ({ client, table }: TracedApi, recipientId: string): Promise<unknown> => {
  const { Item } = await client.send(
    new GetCommand({ TableName: table('recipients'), Key: { recipientId }, ConsistentRead: true }),
  )
  return Item
}

/** As if a window of time had passed: the rate of imports is the only thing that a faster clock would change. */
export const forgetRates = async ({ client, table }: TracedApi, recipient: string): Promise<void> => {
  const TableName = table('rates')
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'recipientId = :recipient',
      ExpressionAttributeValues: { ':recipient': recipient },
    }),
  )
  for (const { recipientId, window } of Items)
    await client.send(new DeleteCommand({ TableName, Key: { recipientId, window } }))
}
