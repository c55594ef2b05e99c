import * as z from 'zod/mini'
import {
  arrayOf,
  FreeObject,
  FreeObjectAnswer,
  Identifier,
  Label,
  SafeInteger,
  text,
  url,
  withinFreeObject,
} from '../contract/values.ts'
import { derivedId } from '../ids.ts'
import { Money, MoneyAnswer } from '../money/money.ts'
import { DateTime, DateTimeAnswer } from '../time/dateTime.ts'

/** An action that was bought: `parameters` are returned as they came. */
const BoughtAction = z.object({
  id: z.optional(Identifier),
  actionId: Identifier,
  name: z.optional(text(1, 128)),
  parameters: z._default(FreeObject, {}),
})

const Attachment = url('http', 'https')

/** Why a bought action was not delivered. */
const UndeliveredReason = z.enum([
  'unknown_action',
  'action_disabled',
  'invalid_parameters',
  'too_large',
  'other_currency',
  'amount_too_low',
])
export type Undelivered = z.output<typeof UndeliveredReason>

/** Names that mean something to toolsets. */
export const knownNames =
  'Known events are `payment`, `follow`, `subscription`, `subscription-gift`, `raid`, `cheer`, `kick-gift` and `ban`, known systems `Manual`, `Stripe`, `Ko-fi`, `YooKassa`, `DonationAlerts`, `Twitch`, `Kick` and `VKLive`; any other name is taken as well.'

/** What is told of an event, whichever way it came to be known. */
export const eventDetails = {
  nickname: z.optional(text(0, 64)),
  message: z.optional(text(0, 1000)),
  amount: z.optional(Money),
  attachments: z._default(arrayOf(Attachment, 20), []),
  actions: z._default(arrayOf(BoughtAction, 50, withinFreeObject()), []),
  levelName: z.optional(text(0, 128)),
  count: z.optional(z.int().check(z.minimum(0))),
}

const { attachments: _notImported, ...importedDetails } = eventDetails

/** An event that is put into the history from outside. */
export const NewHistoryItem = z.object({
  system: Label,
  event: Label,
  originId: text(1, 256),
  timestamp: DateTime,
  ...importedDetails,
  triggerAlert: z._default(z.boolean(), false),
})

/** What is known of a payment behind an item; of other items nothing is. */
const Metadata = z.looseObject({
  paymentId: z.optional(z.string()),
  gateway: z.optional(z.string()),
  status: z.optional(z.string()),
  /** Requested videos, in the order of the attachments. */
  videoIds: z.optional(z.array(z.string())),
  /** Names of members that came with the payment and were cut or left out; `videos` where more were asked for than a payment may. */
  omitted: z.optional(z.array(z.string())),
})

/** A history item as it is answered: what is not known is null. */
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
      }),
    ),
    levelName: z.nullable(z.string()),
    count: z.nullable(SafeInteger),
    deleted: z.boolean(),
    metadata: Metadata,
  })
  .register(z.globalRegistry, { id: 'HistoryItem' })

/** One event of a recipient's history, to be stored. Whatever makes one (an import, a payment, a test) makes it in this form. */
export interface HistoryEvent {
  readonly id: string
  readonly system: string
  readonly event: string
  readonly originId: string
  /** UTC, as `DateTime` gives it. */
  readonly timestamp: string
  readonly nickname?: string | undefined
  readonly message?: string | undefined
  readonly amount?: Money | undefined
  readonly attachments?: readonly string[]
  readonly goals?: readonly string[]
  readonly actions?: readonly (z.output<typeof BoughtAction> & { readonly undelivered?: Undelivered })[]
  readonly levelName?: string | undefined
  readonly count?: number | undefined
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Where its alert is; absent while it has none, and for tests. Once it is there it stays. */
  readonly alertPosition?: number
  /** A test is shown as an alert, and is in no list, total or print. */
  readonly test?: true
}

/** The id of the event that a system knows by `originId`: the same event comes into the history once, however often it is told. */
export const historyItemId = (recipientId: string, system: string, originId: string): string =>
  derivedId('history', recipientId, system, originId)

/** Epoch second at which a test that is made now may be forgotten. */
export const testExpiry = (now: Date): number => Math.floor(now.getTime() / 1000) + 24 * 60 * 60
