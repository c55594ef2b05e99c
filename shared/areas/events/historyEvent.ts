import * as z from 'zod/mini'
import { arrayOf, FreeObject, Identifier, text, url, withinFreeObject } from '../../contract/values.ts'
import { Money } from '../../runtime/money/money.ts'
import { DateTime } from '../../runtime/time/dateTime.ts'

/** Why a bought action was not delivered. */
export const UndeliveredReason = z.enum([
  'unknown_action',
  'action_disabled',
  'invalid_parameters',
  'too_large',
  'other_currency',
  'amount_too_low',
  'held',
])
export type Undelivered = z.output<typeof UndeliveredReason>

/** The outcome of an action that was delivered: `open` until the game reports one. */
const Completion = z.object({
  state: z.enum(['open', 'done', 'failed']),
  at: z.optional(DateTime),
  reason: z.optional(text(0, 200)),
})
export type Completion = z.output<typeof Completion>

/** An action that was bought: `parameters` are returned as they came. */
const BoughtAction = z.object({
  id: z.optional(Identifier),
  actionId: Identifier,
  name: z.optional(text(1, 128)),
  parameters: z._default(FreeObject, {}),
  undelivered: z.optional(UndeliveredReason),
  completion: z.optional(Completion),
})

/** The donor's choices, which alone count towards the limit: the item of every payment can be imported. */
const purchasesOf = (actions: readonly z.output<typeof BoughtAction>[]) =>
  actions.map(({ id, actionId, parameters }) => ({ id, actionId, parameters }))

const Attachment = url('http', 'https')

/** Names that mean something to toolsets. */
export const knownNames =
  'Known events are `payment`, `follow`, `subscription`, `subscription-gift`, `raid`, `cheer`, `kick-gift` and `ban`, known systems `Manual`, `Stripe`, `Ko-fi`, `YooKassa`, `DonationAlerts`, `Twitch`, `Kick` and `VKLive`; any other name is accepted too.'

export const eventDetails = {
  nickname: z.optional(text(0, 64)),
  message: z.optional(text(0, 1000)),
  amount: z.optional(Money),
  attachments: z._default(arrayOf(Attachment, 20), []),
  actions: z._default(arrayOf(BoughtAction, 50, withinFreeObject(purchasesOf)), []),
  levelName: z.optional(text(0, 128)),
  count: z.optional(z.int().check(z.minimum(0))),
}

/** One event of a recipient's history, to be stored. Imports, payments and tests all make it in this form. */
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
  /** The part of the amount that refunds and disputes have taken back. */
  readonly refunded?: Money | undefined
  readonly attachments?: readonly string[]
  readonly goals?: readonly string[]
  readonly actions?: readonly z.output<typeof BoughtAction>[]
  readonly levelName?: string | undefined
  readonly count?: number | undefined
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Where its alert is; absent while it has none, and for tests. Once it is there it stays. */
  readonly alertPosition?: number
  /** Since when it is held; absent where it is not, and after a decision that shows it. */
  readonly heldAt?: string
  /** Its nickname has a link, which the owner does not want to see: nothing outside the panel names its donor. */
  readonly anonymous?: true
  readonly deleted?: boolean
  /** A test is shown as an alert, and is in no list, total or print. */
  readonly test?: true
}
