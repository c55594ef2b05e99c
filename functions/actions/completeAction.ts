import { completeAction } from '../../shared/areas/actions/contract.ts'
import { completionWrite, deliveredAction, unknownDelivery } from '../../shared/areas/history/actionCompletion.ts'
import {
  eventFromItem,
  type HistoryRepository,
  historyRepository,
} from '../../shared/areas/history/historyRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { tableName } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

const otherOutcome = (state: string): Problem =>
  new Problem('action_completed', `The outcome of this action is already \`${state}\`.`, {
    errors: [{ in: 'body', pointer: '/outcome', code: 'not_allowed', detail: `the outcome is ${state}` }],
  })

/** Two round trips: all actions of a history item are in one attribute, which the write requires to be unchanged. */
export const handle =
  (items: Pick<HistoryRepository, 'find'>, table: string, clock = systemClock): Handle<typeof completeAction> =>
  ({ recipientId, body: { deliveryId, outcome, reason } }, commit) =>
    retryOnConflict(async () => {
      const delivered = deliveredAction(deliveryId)
      const item = delivered && (await items.find(recipientId, delivered.historyItemId))
      if (delivered === undefined || item === undefined) throw unknownDelivery()
      const { actions = [] } = eventFromItem(item)
      const completion = actions[delivered.index]?.completion
      if (completion === undefined) throw unknownDelivery()
      if (completion.state === 'open') {
        const at = new Date(clock()).toISOString()
        const write = completionWrite(table, item, actions, delivered.index, { state: outcome, at, reason })
        return commit([write], { deliveryId, outcome, completedAt: at, reason: reason ?? null })
      }
      if (completion.state !== outcome) throw otherOutcome(completion.state)
      const { at = item['timestamp'], reason: known = null } = completion
      return commit([], { deliveryId, outcome, completedAt: String(at), reason: known })
    })

export const handler = memberHandler(
  completeAction,
  handle(historyRepository(documentClient), tableName('history')),
  commitTo(documentClient),
)
