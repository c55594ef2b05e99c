import { comparableUnits } from '../../../runtime/money/decimal.ts'
import type { Money } from '../../../runtime/money/money.ts'
import type { Undelivered } from '../../events/historyEvent.ts'
import type { PaidAction } from '../paymentReport.ts'

/** The attributes of a registered action that decide about its delivery. */
export interface RegisteredAction {
  readonly id: string
  readonly name: string
  readonly game: string
  readonly category: string
  readonly price: Money
  readonly enabled: boolean
  /** JSON text. */
  readonly payload: string
  readonly parameters: readonly { readonly name: string; readonly type: string }[]
}

/** A bought action with its registration, and the reason if it is not delivered. */
export interface AssessedAction extends PaidAction {
  readonly registered?: RegisteredAction | undefined
  readonly undelivered?: Undelivered
}

/** Bytes of a registered payload and bought parameters together: a WebSocket message has 128 KB at the most. */
const longestContents = 120 * 1024

const isText = (value: unknown): boolean => typeof value === 'string'

/** The types of parameters that are checked; values of others pass. */
const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isText,
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  color: (value) => typeof value === 'string' && /^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.test(value),
  select: (value) => isText(value) && value !== '',
}

const areAsRegistered = ({ parameters }: PaidAction, registered: RegisteredAction): boolean =>
  registered.parameters.every(({ name, type }) => {
    const accepts = Object.hasOwn(isOfType, type) ? isOfType[type] : undefined
    return accepts === undefined || (Object.hasOwn(parameters, name) && accepts(parameters[name]))
  })

const isTooLarge = ({ parameters }: PaidAction, { payload }: RegisteredAction): boolean =>
  Buffer.byteLength(payload) + Buffer.byteLength(JSON.stringify(parameters)) > longestContents

const objectionTo = (
  action: PaidAction,
  registered: RegisteredAction | undefined,
  { currency }: Money,
  left: bigint,
): Undelivered | undefined => {
  if (registered === undefined) return 'unknown_action'
  if (!registered.enabled) return 'action_disabled'
  if (!areAsRegistered(action, registered)) return 'invalid_parameters'
  if (isTooLarge(action, registered)) return 'too_large'
  if (registered.price.currency !== currency) return 'other_currency'
  return comparableUnits(registered.price) > left ? 'amount_too_low' : undefined
}

/**
 * Decides which of the bought actions are delivered: those that are registered and enabled, with parameters of the
 * registered types, in their order and as far as the amount goes. Prices count only in the currency of the amount, and
 * an amount of nothing buys nothing.
 */
export const assessedActions = (
  amount: Money,
  bought: readonly PaidAction[],
  registered: ReadonlyMap<string, RegisteredAction>,
): readonly AssessedAction[] => {
  // An amount of nothing does not even buy what is free.
  let left = comparableUnits(amount) || -1n
  return bought.map((action) => {
    const known = registered.get(action.actionId)
    const undelivered = objectionTo(action, known, amount, left)
    if (undelivered !== undefined) return { ...action, registered: known, undelivered }
    left -= known === undefined ? 0n : comparableUnits(known.price)
    return { ...action, registered: known }
  })
}
