import { listGoals } from '../../shared/areas/goals/goalContract.ts'
import { listedGoal, storedGoals } from '../../shared/areas/totals/goal.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'

export const handle =
  (totals: Pick<TotalsRepository, 'read'>): Handle<typeof listGoals> =>
  async ({ recipientId }) => ({ goals: storedGoals((await totals.read(recipientId)).goals).map(listedGoal) })

export const handler = memberHandler(listGoals, handle(totalsRepository(documentClient)))
