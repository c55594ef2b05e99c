import * as z from 'zod/mini'
import { MoneyAnswer } from '../../runtime/money/money.ts'
import { PaidAction } from '../actions/paidAction.ts'
import { Alert } from '../alerts/contract.ts'
import { Show } from '../alerts/showContract.ts'
import { Goals, ShownGoal } from '../goals/goals.ts'
import { ShownLeaders } from '../leaders/leaderSchemas.ts'
import { VideoProvider } from '../media/contract.ts'
import { mostVideosInMessage } from '../media/rules.ts'
import { OverlayLook } from '../overlays/overlayLook.ts'
import { messageVersion } from './messageVersion.ts'

const version = z.literal(messageVersion)
const Sequence = z.int().check(z.nonnegative())

/**
 * The answer to `resume`: the deliveries after `after`, up to and including `through`, follow in order (none when the
 * two are equal). With `more`, there are further ones; ask for them when these have arrived. `after` is that of the
 * `resume`, or later where more was acknowledged. `unknown` is the `after` of a `resume` of which there is no delivery:
 * the recipient's data were erased and sequences began again, so a client that is still there goes on from `after`.
 * `look` is the value of the recipient's configuration record `overlay`, if there is one. `show` is the state of the
 * show, once it was controlled; after an erasure there is none. `goals` are the present goals, once one was set.
 * `leaders` come to an overlay whose `part` they are; it sends `resume` for newer ones.
 */
export const WelcomeMessage = z.object({
  version,
  type: z.literal('welcome'),
  overlayId: z.string(),
  after: Sequence,
  through: Sequence,
  more: z.boolean(),
  unknown: z.optional(Sequence),
  look: z.optional(OverlayLook),
  show: z.optional(Show),
  goals: z.optional(Goals),
  leaders: z.optional(ShownLeaders),
})

/**
 * The members of every delivery. `after` is the sequence of the previous delivery: a client that does not have that one
 * has missed something, and resumes. A client ignores deliveries that are not after the last one that it has, and
 * acknowledges and skips those whose `type` it does not know: new types may come at any time. With `force`, a hidden
 * alert is shown too.
 */
const delivery = {
  version,
  sequence: Sequence,
  after: Sequence,
  force: z.boolean(),
  test: z.boolean(),
}

export const AlertMessage = z.object({
  ...delivery,
  type: z.literal('alert'),
  alert: Alert,
  /** The goal that its amount counts for, with the amount; absent without one, and where the alert is repeated. */
  goal: z.optional(ShownGoal),
})

/** A requested video; `owner` is the viewer who requested it. */
const MediaContents = z
  .object({
    id: z.string(),
    provider: VideoProvider,
    originId: z.string(),
    url: z.string(),
    title: z.string(),
    thumbnail: z.string(),
    system: z.string(),
    owner: z.string(),
    paymentId: z.string(),
  })
  .register(z.globalRegistry, { id: 'MediaRequest' })
export type MediaContents = z.output<typeof MediaContents>

/** A paid action, for the game or program that performs it. */
export const ActionMessage = z.object({ ...delivery, type: z.literal('action'), action: PaidAction })

/** Media requests that became ready together, in their order. */
export const MediaMessage = z.object({
  ...delivery,
  type: z.literal('media'),
  media: z.array(MediaContents).check(z.minLength(1), z.maxLength(mostVideosInMessage)),
})

/** A video that is not to be played, by the id that its media request had. */
const SkipContents = z.object({ id: z.string() }).register(z.globalRegistry, { id: 'Skip' })
export type SkipContents = z.output<typeof SkipContents>

/** The recipient has skipped a video: a player that plays it ends it, and one that has it waiting drops it. */
export const SkipMessage = z.object({ ...delivery, type: z.literal('skip'), skip: SkipContents })

/** The check that `check-overlays` has begun, by its payment. */
const CheckContents = z.object({ paymentId: z.string() }).register(z.globalRegistry, { id: 'Check' })
export type CheckContents = z.output<typeof CheckContents>

/** Checks the way to the overlays: a client acknowledges it in its turn and shows nothing. */
export const CheckMessage = z.object({ ...delivery, type: z.literal('check'), check: CheckContents })

/**
 * An alert as it is now, by its id and that of its history item: every member of it that can change, with the name that
 * it has in an alert, and the part of the amount that was taken back (null where nothing was).
 */
const ChangeContents = z
  .extend(
    z.pick(Alert, {
      id: true,
      historyItemId: true,
      hidden: true,
      nickname: true,
      message: true,
      amount: true,
      media: true,
      levelName: true,
      count: true,
    }),
    { refunded: z.nullable(MoneyAnswer) },
  )
  .register(z.globalRegistry, { id: 'Change' })
export type ChangeContents = z.output<typeof ChangeContents>

/**
 * An alert that was delivered is hidden, is visible again, or has other texts: its item was deleted or restored, or its
 * payment was refunded, disputed, won back or completed by later reports. All members are always there and have their
 * present values, so a change may be taken twice or late. It concerns the alert's deliveries of lower sequences: with
 * `hidden`, those that wait are dropped, also with `force`, and one on the screen is taken away; otherwise they get the
 * new texts. A change shows nothing by itself.
 */
export const ChangeMessage = z.object({ ...delivery, type: z.literal('change'), change: ChangeContents })

/**
 * The recipient has controlled the show: the present state, which holds before the message's turn. Older states, and
 * those that a `welcome` with a higher sequence has brought, mean nothing.
 */
export const ShowMessage = z.object({ ...delivery, type: z.literal('show'), show: Show })

/**
 * Goals have changed in another way than by a new alert: the present state of all, which holds before the message's
 * turn. At most one a second is sent; the last state always is. Older states, and those that a `welcome` with a higher
 * sequence has brought, mean nothing.
 */
export const GoalsMessage = z.object({ ...delivery, type: z.literal('goals'), goals: Goals })

/**
 * The recipient has saved another look of overlays: all of it, which holds before the message's turn. A look without
 * members is the usual one.
 */
export const LookMessage = z.object({ ...delivery, type: z.literal('look'), look: OverlayLook })

export const PongMessage = z.object({ version, type: z.literal('pong') })

/** A push to this connection failed, and no later one may come: the client sends `resume`. */
export const MissedMessage = z.object({ version, type: z.literal('missed') })

/**
 * Reports a malformed message of the client (`malformed_message`), a `resume` that has to wait for `retryAfter` seconds
 * (`rate_limited`), or a connection whose overlay has a newer one (`superseded`) or was revoked (`revoked`).
 * Connections of the last two kinds get no more deliveries and are closed. A superseded client does not connect again
 * while the other is connected, and a revoked overlay cannot.
 */
export const ErrorMessage = z.object({
  version,
  type: z.literal('error'),
  code: z.enum(['malformed_message', 'rate_limited', 'superseded', 'revoked']),
  detail: z.string(),
  retryAfter: z.optional(z.int()),
})
export type ErrorMessage = z.output<typeof ErrorMessage>

export const ServerMessage = z.discriminatedUnion('type', [
  WelcomeMessage,
  AlertMessage,
  ActionMessage,
  MediaMessage,
  SkipMessage,
  CheckMessage,
  ChangeMessage,
  ShowMessage,
  GoalsMessage,
  LookMessage,
  PongMessage,
  MissedMessage,
  ErrorMessage,
])

export type ServerMessage = z.output<typeof ServerMessage>
export type DeliveryMessage = Extract<ServerMessage, { readonly sequence: number }>
