import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { goalChange } from '../../shared/history/goalChange.ts'
import { deleteGoal } from '../../shared/history/goalContract.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { retryOnConflict } from '../../shared/store/retryOnConflict.ts'
import { systemClock } from '../../shared/time/clock.ts'
import { storedGoals } from '../../shared/totals/goal.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/totals/totalsRepository.ts'

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

const tables = { recipients: tableName('recipients'), deliveries: tableName('deliveries') }

export const handler = httpHandler(
  deleteGoal,
  handle(totalsRepository(documentClient, tables.recipients), tables),
  commitTo(documentClient),
)
