import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../contract/problem.ts'
import type { Write } from '../contract/write.ts'
import { getItem } from '../store/getItem.ts'
import { ticketRejected } from './ticketStore.ts'

/** An overlay and its key expire this time after its last connection. */
export const overlaySeconds = 90 * 24 * 60 * 60

/** A key and its overlay. */
export interface OverlayKey {
  readonly keyHash: string
  readonly recipientId: string
  readonly overlayId: string
  /** Epoch second. */
  readonly expiresAt: number
}

export const overlayKeyRejected = (): Problem =>
  new Problem('overlay_key_rejected', 'The key is unknown or has expired.')

/** Keys of overlays by their hash. The key itself identifies the recipient, so these methods take no recipient. */
export const overlayKeyStore = (client: DynamoDBDocumentClient, table: string) => ({
  /** The write that registers a key. It refuses a known key: every page makes its own, and a copied one must not take over an overlay. */
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

  /** The write that removes a key, if it still exists. */
  removal: (keyHash: string): Write => ({
    operation: { Delete: { TableName: table, Key: { keyHash } } },
    repeatable: true,
  }),
})

export type OverlayKeyStore = ReturnType<typeof overlayKeyStore>
