import { exponentOf } from '../../money/currency.ts'
import type { Money } from '../../money/money.ts'
import type { PaidAction } from '../paymentReport.ts'

/** What is needed of a registered action. */
export interface RegisteredAction {
  readonly id: string
  readonly name: string
  readonly game: string
  readonly category: string
  readonly price: Money
  readonly enabled: boolean
  readonly parameters: readonly { readonly name: string; readonly type: string }[]
}

/** An action that was bought as it was registered, and paid for. */
export interface DeliverableAction extends PaidAction {
  readonly registered: RegisteredAction
}

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

const unitsOf = ({ major, minor, currency }: Money): bigint =>
  BigInt(major) * 10n ** BigInt(exponentOf(currency)) + BigInt(minor)

/**
 * The bought actions that are to be performed: those that are registered and enabled, with parameters of the registered types, in their
 * order and as far as the amount goes. Prices of another currency are the payment page's to convert, and count nothing here.
 */
export const deliverableActions = (
  amount: Money,
  bought: readonly PaidAction[],
  registered: ReadonlyMap<string, RegisteredAction>,
): readonly DeliverableAction[] => {
  let left = unitsOf(amount)
  return bought.flatMap((action) => {
    const known = registered.get(action.actionId)
    if (!known?.enabled || !areAsRegistered(action, known)) return []
    const price = known.price.currency === amount.currency ? unitsOf(known.price) : 0n
    if (price > left) return []
    left -= price
    return [{ ...action, registered: known }]
  })
}
