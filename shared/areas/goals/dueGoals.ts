import type { Write } from '../../contract/write.ts'
import type { DueKey } from '../../mechanisms/store/dueStore.ts'
import { retryOnConflict } from '../../mechanisms/store/retryOnConflict.ts'
import { totalsWrites } from '../totals/totals.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import { dueGoalsDelivery } from './goalsDelivery.ts'

/** Sends the goals as they are, once, if the reminder of this id is the last word about them. */
export const dueGoals =
  (
    totals: Pick<TotalsRepository, 'read'>,
    apply: (writes: readonly Write[]) => Promise<void>,
    tables: { readonly recipients: string; readonly deliveries: string },
  ) =>
  ({ recipientId, id }: DueKey, now: Date): Promise<void> =>
    retryOnConflict(async () => {
      const before = await totals.read(recipientId)
      const due = dueGoalsDelivery(tables.deliveries, { recipientId, totals: before, now }, id)
      if (due === undefined) return
      const { goals, moneyVersion = 0 } = before
      const change = { ...due.totals, goals: { from: goals, to: goals, moneyVersion } }
      await apply([...due.writes, ...totalsWrites(tables.recipients, recipientId, change)])
    })
