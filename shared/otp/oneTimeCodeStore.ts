import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../contract/write.ts'
import { send } from '../store/send.ts'

/** A refresh token in the keeping of a one-time code. */
export interface Deposit {
  readonly codeHash: string
  readonly recipientId: string
  readonly refreshToken: Uint8Array
  /** Epoch seconds. */
  readonly expiresAt: number
}

/** One-time codes by their hash. A code belongs to whoever knows it, so this is the one store that is not asked by recipient. */
export const oneTimeCodeStore = (client: DynamoDBDocumentClient, table: string) => {
  const update = async (command: UpdateCommand): Promise<Deposit | undefined> => {
    try {
      const { Attributes } = await send((options) => client.send(command, options))
      return Attributes as Deposit | undefined
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined
      throw error
    }
  }

  return {
    deposit: (item: Deposit): Write => ({
      operation: { Put: { TableName: table, Item: { ...item } } },
      repeatable: true,
    }),

    /**
     * Uses a code up and gives what is deposited with it, in one conditional write: of any number of exchanges at once, one gets it.
     *
     * @param exchangeId names this exchange, so that it recognizes its own success when the acknowledgement was lost
     * @param now epoch seconds; DynamoDB deletes expired items days late
     */
    redeem: (codeHash: string, exchangeId: string, now: number): Promise<Deposit | undefined> =>
      update(
        new UpdateCommand({
          TableName: table,
          Key: { codeHash },
          UpdateExpression: 'SET usedBy = :exchange',
          ConditionExpression: 'expiresAt > :now AND (attribute_not_exists(usedBy) OR usedBy = :exchange)',
          ExpressionAttributeValues: { ':exchange': exchangeId, ':now': now },
          ReturnValues: 'ALL_NEW',
        }),
      ),

    /** Takes back an exchange that could not hand out what it redeemed. */
    restore: (codeHash: string, exchangeId: string): Promise<unknown> =>
      update(
        new UpdateCommand({
          TableName: table,
          Key: { codeHash },
          UpdateExpression: 'REMOVE usedBy',
          ConditionExpression: 'usedBy = :exchange',
          ExpressionAttributeValues: { ':exchange': exchangeId },
        }),
      ),
  }
}

export type OneTimeCodeStore = ReturnType<typeof oneTimeCodeStore>
