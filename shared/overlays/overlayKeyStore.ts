import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../contract/problem.ts'
import type { Write } from '../contract/write.ts'
import { getItem } from '../store/getItem.ts'
import { ticketRejected } from './ticketStore.ts'

/** Whose key it is. */
export interface OverlayKey {
  readonly keyHash: string
  readonly recipientId: string
  readonly overlayId: string
  /** Epoch second. */
  readonly expiresAt: number
}

export const overlayKeyRejected = (): Problem => new Problem('overlay_key_rejected', 'The key is not known.')

/** Keys of overlays by their hash: they belong to whoever knows them, so this store is not asked by recipient. */
export const overlayKeyStore = (client: DynamoDBDocumentClient, table: string) => ({
  /** Refused for a key that is known: a page makes its own, and one that was copied is not to be taken over. */
  registration: (key: OverlayKey): Write => ({
    operation: {
      Put: { TableName: table, Item: { ...key }, ConditionExpression: 'attribute_not_exists(keyHash)' },
    },
    repeatable: false,
    refusal: ticketRejected,
  }),

  /** @param now epoch seconds; DynamoDB deletes expired items days late */
  find: async (keyHash: string, now: number): Promise<OverlayKey | undefined> => {
    const key = (await getItem(client, { TableName: table, Key: { keyHash } })) as OverlayKey | undefined
    return key !== undefined && key.expiresAt > now ? key : undefined
  },

  extension: ({ keyHash }: OverlayKey, expiresAt: number): Write => ({
    operation: {
      Update: {
        TableName: table,
        Key: { keyHash },
        UpdateExpression: 'SET expiresAt = :expiresAt',
        ExpressionAttributeValues: { ':expiresAt': expiresAt },
        ConditionExpression: 'attribute_exists(keyHash)',
      },
    },
    repeatable: true,
    refusal: overlayKeyRejected,
  }),

  /** Ends a key, if it is there still. */
  removal: (keyHash: string): Write => ({
    operation: { Delete: { TableName: table, Key: { keyHash } } },
    repeatable: true,
  }),
})

export type OverlayKeyStore = ReturnType<typeof overlayKeyStore>
