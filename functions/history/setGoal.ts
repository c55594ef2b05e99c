import { goalChange } from '../../shared/areas/goals/goalChange.ts'
import { setGoal } from '../../shared/areas/goals/goalContract.ts'
import { mostGoals } from '../../shared/areas/goals/goalLimits.ts'
import { type GoalSum, goalSum } from '../../shared/areas/goals/goalSum.ts'
import { listedGoal, storedGoals } from '../../shared/areas/totals/goal.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { tableNames } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

interface Ports {
  readonly totals: Pick<TotalsRepository, 'read'>
  readonly sumOf: GoalSum
  readonly rates: Pick<RateRepository, 'spend'>
}

interface Tables {
  readonly recipients: string
  readonly deliveries: string
}

/** The totals are read before the history: money that changes meanwhile refuses the goal, which is counted again. */
export const handle =
  ({ totals, sumOf, rates }: Ports, tables: Tables, clock = systemClock): Handle<typeof setGoal> =>
  async ({ recipientId, body }, commit) => {
    const now = new Date(clock())
    const { title, target, start = { ...target, major: 0, minor: 0 }, since = now.toISOString() } = body
    const { currency } = target
    await rates.spend(recipientId, 'goals')
    return retryOnConflict(async () => {
      const before = await totals.read(recipientId)
      const others = storedGoals(before.goals).filter((goal) => goal.target.currency !== currency)
      if (others.length >= mostGoals)
        throw new Problem('limit_reached', `At most ${mostGoals} currencies have a goal; delete one first.`)
      const counted = String(await sumOf(recipientId, currency, since))
      const goal = { title, target, start, since, counted }
      return commit(goalChange(tables, recipientId, before, { currency, goal }, now), listedGoal(goal))
    })
  }

const tables = tableNames('recipients', 'deliveries')

export const handler = memberHandler(
  setGoal,
  handle(
    {
      totals: totalsRepository(documentClient),
      sumOf: goalSum(documentClient),
      rates: rateRepository(documentClient),
    },
    tables,
  ),
  commitTo(documentClient),
)
