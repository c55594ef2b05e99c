import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../../contract/problem.ts'
import type { Write } from '../../contract/write.ts'
import type { SecretKey } from '../../mechanisms/secrets/ownedSecret.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { put, remove } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'

/** The item of a session's listener is kept for this time after its end, in which its connection is closed. */
export const sessionGraceSeconds = 60 * 60

/** The permission to connect once. */
export interface Ticket extends SecretKey {
  readonly recipientId: string
  readonly overlayId: string
  /** Set for the first connection of an overlay, which may register its key. */
  readonly isFirst?: true
  /** The epoch second at which the session ends that the ticket is for; absent for overlays. */
  readonly endsAt?: number
  /** Epoch second. */
  readonly expiresAt: number
}

export const ticketRejected = (): Problem => new Problem('unauthorized', 'The ticket is not valid.')

/** One-time tickets by owner and hash. The ticket identifies the recipient, so these methods take none. */
export const ticketStore = (client: DynamoDBDocumentClient, table = tableName('tickets')) => ({
  creation: (ticket: Ticket): Write => put(table, { ...ticket }, { repeatable: true }),

  /** @param now epoch seconds; DynamoDB deletes expired items days late */
  find: async ({ owner, secretHash }: SecretKey, now: number): Promise<Ticket | undefined> => {
    const ticket = (await getItem(client, { TableName: table, Key: { owner, secretHash } })) as Ticket | undefined
    return ticket !== undefined && ticket.expiresAt > now ? ticket : undefined
  },

  /** Uses a ticket up; only one of several concurrent connections succeeds. */
  removal: ({ owner, secretHash }: SecretKey): Write =>
    remove(table, { owner, secretHash }, { when: { if: 'attribute_exists(#secretHash)' }, refusal: ticketRejected }),
})

export type TicketStore = ReturnType<typeof ticketStore>
