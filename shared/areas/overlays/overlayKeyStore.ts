import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../../contract/problem.ts'
import type { Write } from '../../contract/write.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { put, remove, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { ticketRejected } from './ticketStore.ts'

/** An overlay and its key expire this time after its last connection. */
export const overlaySeconds = 90 * 24 * 60 * 60

export interface OverlayKey {
  readonly keyHash: string
  readonly recipientId: string
  readonly overlayId: string
  /** Epoch second. */
  readonly expiresAt: number
}

/** Whether a text has the form of a hash. Other texts are not stored. */
export const isHashLike = (text: string): boolean => /^[\w-]{43}$/.test(text)

export const overlayKeyRejected = (): Problem =>
  new Problem('overlay_key_rejected', 'The key is unknown or has expired.')

/** Keys of overlays by their hash. The key itself identifies the recipient, so these methods take no recipient. */
export const overlayKeyStore = (client: DynamoDBDocumentClient, table = tableName('overlayKeys')) => ({
  /** Registers a new key: every page makes its own, and a copied one must not take over an overlay. */
  creation: (key: OverlayKey): Write =>
    put(table, { ...key }, { when: { if: 'attribute_not_exists(#keyHash)' }, refusal: ticketRejected }),

  /** @param now epoch seconds; DynamoDB deletes expired items days late */
  find: async (keyHash: string, now: number): Promise<OverlayKey | undefined> => {
    const key = (await getItem(client, { TableName: table, Key: { keyHash } })) as OverlayKey | undefined
    return key !== undefined && key.expiresAt > now ? key : undefined
  },

  change: ({ keyHash }: OverlayKey, expiresAt: number): Write =>
    update(
      table,
      { keyHash },
      {
        set: { expiresAt },
        when: { if: 'attribute_exists(#keyHash)' },
        repeatable: true,
        refusal: overlayKeyRejected,
      },
    ),

  removal: (keyHash: string): Write => remove(table, { keyHash }, { repeatable: true }),
})

export type OverlayKeyStore = ReturnType<typeof overlayKeyStore>
