import type { Write } from '../../contract/write.ts'
import { type StoredGoal, withGoal } from '../totals/goal.ts'
import { type Totals, totalsWrites } from '../totals/totals.ts'
import { goalsDelivery } from './goalsDelivery.ts'

/**
 * Sets or deletes the goal of a currency, with the delivery of the goals. Refused when goals or money in the history
 * have changed since the totals were read.
 */
export const goalChange = (
  tables: { readonly recipients: string; readonly deliveries: string },
  recipientId: string,
  totals: Totals,
  { currency, goal }: { readonly currency: string; readonly goal: StoredGoal | undefined },
  now: Date,
): readonly Write[] => {
  const { goals: from, moneyVersion = 0 } = totals
  const to = withGoal(from, currency, goal)
  const told = goalsDelivery(tables.deliveries, { recipientId, totals, now }, to)
  return [
    ...told.writes,
    ...totalsWrites(tables.recipients, recipientId, { ...told.totals, goals: { from, to, moneyVersion } }),
  ]
}
