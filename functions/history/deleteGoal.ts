import { goalChange } from '../../shared/areas/goals/goalChange.ts'
import { deleteGoal } from '../../shared/areas/goals/goalContract.ts'
import { storedGoals } from '../../shared/areas/totals/goal.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { tableNames } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

interface Tables {
  readonly recipients: string
  readonly deliveries: string
}

export const handle =
  (totals: Pick<TotalsRepository, 'read'>, tables: Tables, clock = systemClock): Handle<typeof deleteGoal> =>
  ({ recipientId, body: { currency } }, commit) =>
    retryOnConflict(async () => {
      const before = await totals.read(recipientId)
      if (!storedGoals(before.goals).some(({ target }) => target.currency === currency)) return commit([], {})
      const change = { currency, goal: undefined }
      return commit(goalChange(tables, recipientId, before, change, new Date(clock())), {})
    })

const tables = tableNames('recipients', 'deliveries')

export const handler = memberHandler(
  deleteGoal,
  handle(totalsRepository(documentClient), tables),
  commitTo(documentClient),
)
