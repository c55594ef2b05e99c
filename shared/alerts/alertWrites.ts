import type { Write } from '../contract/write.ts'

/** There is no such alert, or there is one although there was none. */
export class AlertExistence extends Error {
  override readonly name = 'AlertExistence'
}

const existence = () => new AlertExistence('the alert is not as expected')

/** Writes of alerts that exist, for the transactions of their history items. Each raises `AlertExistence` when its guess was wrong. */
export const alertWrites = (table: string) => ({
  visibility: (recipientId: string, id: string, hidden: boolean): Write => ({
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, id },
        ConditionExpression: 'attribute_exists(id)',
        UpdateExpression: 'SET #hidden = :hidden',
        ExpressionAttributeNames: { '#hidden': 'hidden' },
        ExpressionAttributeValues: { ':hidden': hidden },
      },
    },
    repeatable: true,
    refusal: existence,
  }),

  /** Holds the transaction to there being no such alert. */
  absence: (recipientId: string, id: string): Write => ({
    operation: {
      ConditionCheck: {
        TableName: table,
        Key: { recipientId, id },
        ConditionExpression: 'attribute_not_exists(id)',
      },
    },
    repeatable: true,
    refusal: existence,
  }),

  /** Counts a repeat of the alert. */
  repetition: (recipientId: string, id: string, now: Date): Write => ({
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, id },
        UpdateExpression: 'SET lastRepeatedAt = :now ADD repeats :one',
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeValues: { ':now': now.toISOString(), ':one': 1 },
      },
    },
    repeatable: false,
    refusal: existence,
  }),
})

export type AlertWrites = ReturnType<typeof alertWrites>
