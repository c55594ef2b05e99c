import type { Write } from '../contract/write.ts'

/**
 * Hides an alert or shows it again, for the transaction of its history item, which holds the position to be the item's.
 *
 * @param table the table `alerts`
 */
export const alertVisibility = (table: string, recipientId: string, position: number, hidden: boolean): Write => ({
  operation: {
    Update: {
      TableName: table,
      Key: { recipientId, position },
      UpdateExpression: 'SET #hidden = :hidden',
      ConditionExpression: 'attribute_exists(id)',
      ExpressionAttributeNames: { '#hidden': 'hidden' },
      ExpressionAttributeValues: { ':hidden': hidden },
    },
  },
  repeatable: true,
})
