import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { listGoals } from '../../shared/history/goalContract.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { listedGoal, storedGoals } from '../../shared/totals/goal.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/totals/totalsRepository.ts'

export const handle =
  (totals: Pick<TotalsRepository, 'read'>): Handle<typeof listGoals> =>
  async ({ recipientId }) => ({ goals: storedGoals((await totals.read(recipientId)).goals).map(listedGoal) })

export const handler = httpHandler(listGoals, handle(totalsRepository(documentClient, tableName('recipients'))))
