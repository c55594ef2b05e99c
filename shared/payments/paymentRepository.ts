import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import type { Item } from '../contract/write.ts'
import { getItem } from '../store/getItem.ts'
import type { Payment as PaymentSchema } from './contract.ts'

export type Payment = z.input<typeof PaymentSchema>

/** An action that was paid for, as it is stored: its parameters are JSON text, so that they return unchanged. */
interface StoredAction {
  readonly id: string
  readonly actionId: string
  readonly parameters: string
}

const paymentFromItem = (item: Item): Payment => {
  const stored = item as unknown as Omit<Payment, 'actions'> & { readonly actions: readonly StoredAction[] }
  return {
    id: stored.id,
    gateway: stored.gateway,
    gatewayId: stored.gatewayId,
    method: stored.method ?? null,
    nickname: stored.nickname ?? null,
    message: stored.message ?? null,
    recipientId: stored.recipientId,
    amount: stored.amount,
    gatewayCredentialId: stored.gatewayCredentialId,
    status: stored.status,
    attachments: stored.attachments,
    actions: stored.actions.map(({ id, actionId, parameters }) => ({
      id,
      actionId,
      parameters: JSON.parse(parameters),
    })),
    confirmation: stored.confirmation ?? null,
    goal: stored.goal ?? null,
    authorizationTimestamp: stored.authorizationTimestamp ?? null,
    auction: stored.auction ?? null,
  }
}

/** Payments, one item each, by recipient and an id that is derived from credential and gateway id. */
export const paymentRepository = (client: DynamoDBDocumentClient, table: string) => ({
  get: async (recipientId: string, id: string): Promise<Payment | undefined> => {
    const item = await getItem(client, { TableName: table, Key: { recipientId, id } })
    return item && paymentFromItem(item)
  },
})

export type PaymentRepository = ReturnType<typeof paymentRepository>
