import type { Write } from '../contract/write.ts'
import { setExpression } from '../store/setExpression.ts'
import type { StoredAlert } from './alert.ts'

/** Attributes to set; undefined ones are skipped. */
export type AlertChanges = { readonly [Name in keyof StoredAlert]?: StoredAlert[Name] | undefined }

/**
 * Sets attributes of the alert at a position, for the transaction of its history item, which holds the position to be the item's.
 *
 * @param table the table `alerts`
 */
export const alertChange = (table: string, recipientId: string, position: number, attributes: AlertChanges): Write => ({
  operation: {
    Update: {
      TableName: table,
      Key: { recipientId, position },
      UpdateExpression: '',
      ...setExpression(attributes),
      ConditionExpression: 'attribute_exists(id)',
    },
  },
  repeatable: true,
})
