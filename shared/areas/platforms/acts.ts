import type { WaitingEvent } from './audienceOutbox.ts'

/** The messages of an act that have come, as they are remembered beside the events that wait. */
export interface StoredAct {
  readonly recipientId: string
  readonly id: string
  readonly state: 'done'
  /** The message that came last. */
  readonly part: NonNullable<WaitingEvent['part']>
  /** UTC: when that message was sent. */
  readonly timestamp: string
  /** How many messages of this part have no counterpart yet. */
  readonly open: number
  /** The history item of the message. */
  readonly historyItemId?: string
  /** Epoch second. */
  readonly expiresAt: number
}

/** A message that is one of two of its act. */
export type PartOfAct = WaitingEvent & Required<Pick<WaitingEvent, 'act' | 'part'>>

export const isPartOfAct = (event: WaitingEvent): event is PartOfAct =>
  event.act !== undefined && event.part !== undefined

/** What a message means for the history, and its act as it is stored from then on. */
export type Outcome = {
  readonly act: Omit<StoredAct, 'recipientId' | 'id' | 'state' | 'historyItemId'> & { readonly historyItemId?: string }
} & (
  | { readonly kind: 'adds' }
  /** Another message has told of it. */
  | { readonly kind: 'repeats' }
  /** It says more about an item that is there. */
  | { readonly kind: 'corrects'; readonly historyItemId: string }
)

const [secondMs, dayMs] = [1000, 24 * 60 * 60 * 1000]

/** A subscription is shown without the words of its subscriber after this time. */
export const subscriptionWaitMs = 10 * secondMs
/** A subscriber may share a subscription, with some words, for this time. */
const shareableMs = 60 * dayMs
/** A message this long after a subscription that says "months in a row" is about a renewal. */
const renewalMs = 28 * dayMs
/** Clocks of a platform's servers differ by less. */
const skewMs = 60 * secondMs
/** The two messages about a cheer come within this time. */
const cheerMs = 60 * 60 * secondMs

const actOf = ({ part, timestamp }: PartOfAct, keptMs: number, open = 1) => ({
  part,
  timestamp,
  open,
  expiresAt: Math.ceil((Date.parse(timestamp) + keptMs) / secondMs),
})

/** A start and its message, in any order. */
const subscriptionOutcome = (known: StoredAct | undefined, event: PartOfAct): Outcome => {
  const act = actOf(event, shareableMs + dayMs)
  const age = known === undefined ? 0 : Date.parse(event.timestamp) - Date.parse(known.timestamp)
  if (event.part === 'start')
    return known?.part === 'message' && age <= skewMs ? { kind: 'repeats', act: known } : { kind: 'adds', act }
  const isRenewal = age > renewalMs && (event.streak ?? 0) > 1
  return known?.part === 'start' && known.historyItemId !== undefined && age <= shareableMs && !isRenewal
    ? { kind: 'corrects', historyItemId: known.historyItemId, act: { ...act, historyItemId: known.historyItemId } }
    : { kind: 'adds', act }
}

/** Two events tell of each cheer: one of each pair counts, whichever comes first. */
const cheerOutcome = (known: StoredAct | undefined, event: PartOfAct): Outcome => {
  const isNear = known !== undefined && Math.abs(Date.parse(event.timestamp) - Date.parse(known.timestamp)) <= cheerMs
  const open = isNear ? known.open : 0
  if (isNear && open > 0 && known.part !== event.part) return { kind: 'repeats', act: { ...known, open: open - 1 } }
  return { kind: 'adds', act: actOf(event, cheerMs + dayMs, known?.part === event.part ? open + 1 : 1) }
}

/** Decides what one of two messages of an act means, by what has come before. */
export const outcomeOf = (known: StoredAct | undefined, event: PartOfAct): Outcome =>
  event.event === 'cheer' ? cheerOutcome(known, event) : subscriptionOutcome(known, event)

/** Epoch milliseconds until which a subscription waits for its message; undefined where it does not. */
export const waitsForMessageUntil = ({ part, takenAt = 0 }: PartOfAct, now: number): number | undefined => {
  const until = takenAt + subscriptionWaitMs
  return part === 'start' && until > now ? until : undefined
}
