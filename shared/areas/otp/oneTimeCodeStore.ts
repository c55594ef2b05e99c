import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../../contract/write.ts'
import { send } from '../../mechanisms/aws/send.ts'
import type { EncryptionContext } from '../../mechanisms/secrets/encryptionContexts.ts'
import type { SecretKey } from '../../mechanisms/secrets/ownedSecret.ts'
import { put } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'

/** Binds a deposited token to its recipient and its code: moved to another row, it does not decrypt. */
export const depositContext = (recipientId: string, codeHash: string): EncryptionContext => ({
  recipientId,
  codeHash,
  field: 'oneTimeCodes.refreshToken',
})

/** A refresh token that was deposited for a one-time code. */
export interface Deposit extends SecretKey {
  readonly recipientId: string
  readonly refreshToken: Uint8Array
  /** Epoch seconds. */
  readonly expiresAt: number
}

/** One-time codes by owner and hash. A code is the only credential, so these methods take no recipient. */
export const oneTimeCodeStore = (client: DynamoDBDocumentClient, table = tableName('oneTimeCodes')) => {
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
    creation: (item: Deposit): Write => put(table, { ...item }, { repeatable: true }),

    /**
     * Uses a code and returns its deposit in one conditional write. Of any number of concurrent exchanges, one
     * succeeds.
     *
     * @param exchangeId identifies this exchange, so that it recognizes its own success after a lost acknowledgement
     * @param now epoch seconds, because DynamoDB may delete an expired item days later
     */
    redeem: ({ owner, secretHash }: SecretKey, exchangeId: string, now: number): Promise<Deposit | undefined> =>
      update(
        new UpdateCommand({
          TableName: table,
          Key: { owner, secretHash },
          UpdateExpression: 'SET usedBy = :exchange',
          ConditionExpression: 'expiresAt > :now AND (attribute_not_exists(usedBy) OR usedBy = :exchange)',
          ExpressionAttributeValues: { ':exchange': exchangeId, ':now': now },
          ReturnValues: 'ALL_NEW',
        }),
      ),

    /** Undoes an exchange whose answer could not be made. */
    restore: ({ owner, secretHash }: SecretKey, exchangeId: string): Promise<unknown> =>
      update(
        new UpdateCommand({
          TableName: table,
          Key: { owner, secretHash },
          UpdateExpression: 'REMOVE usedBy',
          ConditionExpression: 'usedBy = :exchange',
          ExpressionAttributeValues: { ':exchange': exchangeId },
        }),
      ),
  }
}

export type OneTimeCodeStore = ReturnType<typeof oneTimeCodeStore>
