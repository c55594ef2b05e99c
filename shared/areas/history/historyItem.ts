import * as z from 'zod/mini'
import { arrayOf, FreeObjectAnswer, Label, SafeInteger, text } from '../../contract/values.ts'
import { Money, MoneyAnswer } from '../../runtime/money/money.ts'
import { DateTime, DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { eventDetails, UndeliveredReason } from '../events/historyEvent.ts'

/** An event that a call adds to the history, such as an item in an answer of another history. */
export const NewHistoryItem = z.object({
  system: Label,
  event: Label,
  originId: text(1, 256),
  timestamp: DateTime,
  ...eventDetails,
  refunded: z.optional(Money),
  goals: z._default(arrayOf(text(1, 128), 20), []),
  deleted: z._default(z.boolean(), false),
  triggerAlert: z._default(z.boolean(), false),
})

/** Details of the payment behind an item; other items have none. */
const Metadata = z.looseObject({
  paymentId: z.optional(z.string()),
  gateway: z.optional(z.string()),
  status: z.optional(z.string()),
  /** Items bought in a shop: the gateway's code, the chosen variation, and their number. */
  items: z.optional(z.array(z.object({ code: z.string(), variation: z.optional(z.string()), quantity: SafeInteger }))),
  /** Requested videos, in the order of the attachments. */
  videoIds: z.optional(z.array(z.string())),
  /** Names of the payment's members that were cut or left out; `videos` where more were asked for than allowed. */
  omitted: z.optional(z.array(z.string())),
})

/** A history item in an answer: unknown members are null. */
export const HistoryItemAnswer = z
  .object({
    id: z.string(),
    recipientId: z.string(),
    system: z.string(),
    event: z.string(),
    originId: z.string(),
    timestamp: DateTimeAnswer,
    nickname: z.nullable(z.string()),
    message: z.nullable(z.string()),
    amount: z.nullable(MoneyAnswer),
    /** The part of the amount that refunds and disputes have taken back; null where they took nothing. */
    refunded: z.nullable(MoneyAnswer),
    attachments: z.array(z.string()),
    goals: z.array(z.string()),
    actions: z.array(
      z.object({
        id: z.optional(z.string()),
        actionId: z.string(),
        name: z.optional(z.string()),
        parameters: FreeObjectAnswer,
        /** Why it was not delivered to programs that perform actions; absent when it was, and for imported items. */
        undelivered: z.optional(UndeliveredReason),
        /** What `complete-action` takes; absent when it was not delivered. */
        deliveryId: z.optional(z.string()),
        /** The outcome that the game has reported, `open` until then; absent when it was not delivered. */
        completion: z.optional(
          z.object({
            state: z.enum(['open', 'done', 'failed']),
            at: z.nullable(DateTimeAnswer),
            reason: z.nullable(z.string()),
          }),
        ),
      }),
    ),
    levelName: z.nullable(z.string()),
    count: z.nullable(SafeInteger),
    deleted: z.boolean(),
    /** No money was moved, and nothing happened. */
    test: z.boolean(),
    metadata: Metadata,
  })
  .register(z.globalRegistry, { id: 'HistoryItem' })
