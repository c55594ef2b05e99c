import type { AnswerOf } from '../../../contract/handle.ts'
import type { Item } from '../../../contract/write.ts'
import { moneyFromItem } from '../../../runtime/money/money.ts'
import { type AlertState, alertId } from '../../alerts/alert.ts'
import { deliveryRetentionSeconds } from '../../alerts/delivery.ts'
import { isDecidable } from '../../alerts/held.ts'
import { alertSequence } from '../../alerts/sequences.ts'
import type { EndpointMessage } from '../../endpoints/endpointMessage.ts'
import type { Completion } from '../../events/historyEvent.ts'
import { deliveryIdOf } from '../../history/actionCompletion.ts'
import { eventFromItem } from '../../history/historyRepository.ts'
import { isUnseen } from '../../history/historyWrites.ts'
import { isConnected, shownName } from '../../overlays/listedOverlay.ts'
import type { Overlay } from '../../overlays/overlay.ts'
import { shownAt } from '../../overlays/shownTimes.ts'
import type { Goal } from '../../totals/goal.ts'
import type { GatewayRepository } from '../gatewayRepository.ts'
import { isOverlayCheck, type StoredPayment } from '../payment.ts'
import { statusOf } from '../paymentStatus.ts'
import type { tracePayment } from '../traceContract.ts'
import { isAwaitingDonorTexts } from '../waitForDonorTexts.ts'

type Step = AnswerOf<typeof tracePayment>['steps'][number]

/** A payment and its stored effects. */
export interface TraceFacts {
  readonly payment: StoredPayment
  /** That of the gateway which told of the payment. */
  readonly credential?: Awaited<ReturnType<GatewayRepository['read']>>
  readonly item: Item | undefined
  readonly videos: readonly Item[]
  /** Absent without an alert, and of tests. */
  readonly alertState?: AlertState | undefined
  /** Since when the alert is held, if it is. */
  readonly heldAt?: string | undefined
  /** The goal that the alert carries. */
  readonly goal?: Goal | undefined
  /** The webhooks of its completion, each with the endpoint's address. */
  readonly informed?: readonly { readonly message: EndpointMessage; readonly url: string }[]
  readonly overlays: readonly Overlay[]
}

type Outcome = Pick<Step, 'state' | 'reason'> & { readonly at?: string | undefined }

const waiting = (reason: string): Outcome => ({ state: 'waiting', reason })
const never = (reason: string): Outcome => ({ state: 'never', reason })
const done = (at: string | undefined, reason: string | null = null): Outcome => ({ state: 'done', at, reason })

const unprojected = (payment: StoredPayment): Outcome => {
  if (isAwaitingDonorTexts(payment)) return waiting('texts_expected')
  return waiting(payment.projection === 'postponed' ? 'postponed' : 'not_projected')
}

/** The time at which the payment appeared: that of a test is stored with the payment. */
const appearedAtOf = ({ payment, item }: TraceFacts): string | undefined =>
  payment.appearedAt ?? (item?.['appearedAt'] as string | undefined)

const historyOutcome = (facts: TraceFacts): Outcome => {
  const { payment, item } = facts
  const status = statusOf(payment)
  if (item !== undefined && !isUnseen(item))
    return done(appearedAtOf(facts), item['deleted'] === true ? (item['withdrawn'] ? status : 'deleted') : null)
  if (payment.projection !== 'done') return unprojected(payment)
  return status === 'completed' ? never('expired') : never(status)
}

/** The sequence of the payment's delivery: its own, or that of the alert with which its item was imported. */
const sequenceOf = ({ payment, item }: TraceFacts): number | undefined => {
  if (payment.sequence !== undefined) return payment.sequence
  const position = item?.['alertPosition']
  return position === undefined ? undefined : alertSequence(Number(position))
}

const alertOutcome = (facts: TraceFacts, history: Outcome, sequence: number | undefined, now: Date): Outcome => {
  if (history.state !== 'done') return history
  if (sequence === undefined) return never('imported_without_alert')
  const { alertState, heldAt } = facts
  if (alertState === 'held' && (heldAt === undefined || isDecidable(heldAt, now))) return waiting('held')
  return done(
    appearedAtOf(facts),
    history.reason !== null || (alertState !== undefined && alertState !== 'visible') ? 'hidden' : null,
  )
}

const overlayOutcome = (overlay: Overlay, sequence: number, alertedAt: string | undefined, now: Date): Outcome => {
  const { acknowledged = 0, startsAfter = 0, lastSeenAt } = overlay
  if (acknowledged >= sequence) return done(shownAt(overlay, sequence))
  if (lastSeenAt !== undefined && startsAfter >= sequence) return never('connected_later')
  if (alertedAt !== undefined && Date.parse(alertedAt) + deliveryRetentionSeconds * 1000 < now.getTime())
    return never('too_late')
  if (lastSeenAt === undefined) return waiting('never_connected')
  return waiting(isConnected(overlay, now) ? 'not_acknowledged' : 'disconnected')
}

type KnownStep = Pick<Step, 'step'> & Outcome & Partial<Pick<Step, 'id' | 'name' | 'sequence'>>

const overlaySteps = (
  facts: TraceFacts,
  alert: Outcome,
  sequence: number | undefined,
  now: Date,
): readonly KnownStep[] => {
  const { overlays } = facts
  if (alert.state !== 'done' || sequence === undefined) return []
  if (overlays.length === 0) return [{ step: 'overlay', ...waiting('no_overlay') }]
  return overlays.map((overlay) => ({
    step: 'overlay',
    ...overlayOutcome(overlay, sequence, appearedAtOf(facts), now),
    id: overlay.overlayId,
    name: shownName(overlay) ?? null,
  }))
}

const completionOutcome = ({ state, at, reason }: Completion): Outcome => {
  if (state === 'open') return waiting('not_completed')
  if (state === 'done') return done(at)
  return { state: 'never', at, reason: reason === undefined || reason === '' ? 'failed' : `failed: ${reason}` }
}

const actionSteps = (facts: TraceFacts, history: Outcome): readonly KnownStep[] => {
  const { payment, item } = facts
  const known = item === undefined ? [] : (eventFromItem(item).actions ?? [])
  return (payment.actions ?? []).flatMap(({ id, actionId }): readonly KnownStep[] => {
    const index = known.findIndex((each) => each.id === id)
    const { completion, undelivered = 'not_delivered' } = known[index] ?? {}
    if (item !== undefined && completion !== undefined)
      return [
        { step: 'action', ...done(appearedAtOf(facts)), id: actionId },
        { step: 'completion', ...completionOutcome(completion), id: deliveryIdOf(String(item['id']), index) },
      ]
    return [{ step: 'action', ...(history.state === 'done' ? never(undelivered) : history), id: actionId }]
  })
}

const videoOutcome = ({ status, readyTimestamp, handledAs }: Item): Outcome => {
  if (readyTimestamp !== undefined) return done(String(readyTimestamp))
  if (status === 'handled') return never(String(handledAs))
  return waiting(status === 'postponed' ? 'postponed' : 'not_ready')
}

/** Of the alert: its id, level and sequence. */
const alertMembers = ({ payment, item }: TraceFacts, sequence: number | undefined) =>
  sequence === undefined || item === undefined
    ? {}
    : { id: alertId(payment.recipientId, String(item['id'])), name: eventFromItem(item).levelName ?? null, sequence }

/** The goal that the payment counts for; a payment that was taken back counts no more. */
const goalSteps = ({ goal, ...facts }: TraceFacts, history: Outcome): readonly KnownStep[] => {
  if (goal === undefined) return []
  const outcome = history.reason === null ? done(appearedAtOf(facts)) : never(history.reason)
  return [{ step: 'goal', ...outcome, name: goal.title }]
}

const endpointSteps = ({ informed = [] }: TraceFacts): readonly KnownStep[] =>
  informed.map(({ message: { endpointId, state, attemptedAt, reason = 'not_sent' }, url }) => {
    const members = { step: 'endpoint', id: endpointId, name: new URL(url).host } as const
    if (state === 'delivered') return { ...members, ...done(attemptedAt) }
    return { ...members, ...(state === 'failed' ? never(reason) : waiting(reason)) }
  })

const donationSteps = (facts: TraceFacts, now: Date): readonly KnownStep[] => {
  const history = historyOutcome(facts)
  const sequence = sequenceOf(facts)
  const alert = alertOutcome(facts, history, sequence, now)
  return [
    {
      step: 'history',
      ...history,
      id: facts.payment.historyItemId ?? (facts.item?.['id'] as string | undefined) ?? null,
    },
    ...goalSteps(facts, history),
    { step: 'alert', ...alert, ...alertMembers(facts, sequence) },
    ...overlaySteps(facts, alert, sequence, now),
    ...actionSteps(facts, history),
    ...endpointSteps(facts),
    ...facts.videos.map((video): KnownStep => ({ step: 'media', ...videoOutcome(video), id: String(video['id']) })),
  ]
}

const checkSteps = (facts: TraceFacts, now: Date): readonly KnownStep[] => {
  const { sequence, appearedAt } = facts.payment
  const check = sequence === undefined ? unprojected(facts.payment) : done(appearedAt)
  return [
    { step: 'check', ...check, ...(sequence !== undefined && { sequence }) },
    ...overlaySteps(facts, check, sequence, now),
  ]
}

/** The timeline of a payment, or of a check, from its webhook on. */
export const timelineOf = (facts: TraceFacts, now: Date): Omit<AnswerOf<typeof tracePayment>, 'notes'> => {
  const { payment } = facts
  const { id: paymentId, receivedAt, test } = payment
  const following = isOverlayCheck(payment) ? checkSteps(facts, now) : donationSteps(facts, now)
  const steps = [{ step: 'webhook', ...done(receivedAt) } as KnownStep, ...following].map(
    ({ step, state, at, reason, id = null, name = null, sequence = null }): Step => {
      const milliseconds = at === undefined ? null : Date.parse(at) - Date.parse(receivedAt)
      return { step, state, at: at ?? null, milliseconds, reason, id, name, sequence }
    },
  )
  const amount = moneyFromItem(payment.amount)
  const refunded = payment.refunded ? moneyFromItem(payment.refunded) : null
  return { paymentId, status: statusOf(payment), amount, refunded, test, steps }
}
