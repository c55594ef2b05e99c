import * as z from 'zod/mini'
import { Label, text } from '../contract/values.ts'
import { Money } from '../money/money.ts'
import { DateTime } from '../time/dateTime.ts'
import { longestGoal } from './donorText.ts'
import { Attachment, BoughtActions, longestAttachments } from './metadata.ts'

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))

/** What a message of the gateway `manual` says of a payment. Longer texts of donors are taken and cut. */
export const ManualPaymentData = z.object({
  gatewayId: text(1, 256),
  nickname: optional(z.string()),
  message: optional(z.string()),
  amount: Money,
  method: optional(Label),
  goal: optional(text(1, longestGoal)),
  attachments: optional(z.array(Attachment).check(z.maxLength(longestAttachments))),
  actions: optional(BoughtActions),
  auction: optional(z.object({ isNew: z.boolean(), item: text(1, 256) })),
  system: optional(Label),
  test: optional(z.boolean()),
})

/** A message of the gateway `manual`, signed by Standard Webhooks. */
export const ManualPaymentMessage = z.object({
  type: z.enum(['payment.completed', 'payment.failed', 'payment.refunded', 'payment.disputed']),
  timestamp: DateTime,
  data: ManualPaymentData,
})
