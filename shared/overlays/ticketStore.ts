import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../contract/problem.ts'
import type { Write } from '../contract/write.ts'
import { getItem } from '../store/getItem.ts'

/** Leave to connect once. */
export interface Ticket {
  readonly ticketHash: string
  readonly recipientId: string
  readonly overlayId: string
  /** The overlay connects for the first time, and may register its key. */
  readonly isFirst?: true
  /** Epoch second. */
  readonly expiresAt: number
}

export const ticketRejected = (): Problem => new Problem('unauthorized', 'The ticket is not valid.')

/** One-time tickets by their hash: they belong to whoever knows them, so this store is not asked by recipient. */
export const ticketStore = (client: DynamoDBDocumentClient, table: string) => ({
  issuance: (ticket: Ticket): Write => ({
    operation: { Put: { TableName: table, Item: { ...ticket } } },
    repeatable: true,
  }),

  /** @param now epoch seconds; DynamoDB deletes expired items days late */
  find: async (ticketHash: string, now: number): Promise<Ticket | undefined> => {
    const ticket = (await getItem(client, { TableName: table, Key: { ticketHash } })) as Ticket | undefined
    return ticket !== undefined && ticket.expiresAt > now ? ticket : undefined
  },

  /** Uses a ticket up: of any number of connections at once, one gets it. */
  redemption: (ticketHash: string): Write => ({
    operation: {
      Delete: { TableName: table, Key: { ticketHash }, ConditionExpression: 'attribute_exists(ticketHash)' },
    },
    repeatable: false,
    refusal: ticketRejected,
  }),
})

export type TicketStore = ReturnType<typeof ticketStore>
