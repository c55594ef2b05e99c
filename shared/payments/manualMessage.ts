import * as z from 'zod/mini'
import { text } from '../contract/values.ts'
import { Money } from '../money/money.ts'
import { DateTime } from '../time/dateTime.ts'
import { BoughtActions } from './metadata.ts'

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))

/** What a message of the gateway `manual` says of a payment. Texts may be empty and longer than what is kept of them: the money was paid. */
export const ManualPaymentData = z.object({
  gatewayId: text(1, 256),
  nickname: optional(z.string()),
  message: optional(z.string()),
  amount: Money,
  method: optional(z.string()),
  goal: optional(z.string()),
  attachments: optional(z.array(z.string())),
  actions: optional(BoughtActions),
  auction: optional(z.object({ isNew: z.boolean(), item: text(1, 256) })),
  system: optional(text(0, 64)),
  test: optional(z.boolean()),
})

/** A message of the gateway `manual`, signed by Standard Webhooks. */
export const ManualPaymentMessage = z.object({
  type: z.enum(['payment.completed', 'payment.failed', 'payment.refunded', 'payment.disputed']),
  timestamp: DateTime,
  data: ManualPaymentData,
})
