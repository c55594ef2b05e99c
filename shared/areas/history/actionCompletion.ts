import { type Problem, unknownId } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { anyOf, update } from '../../mechanisms/store/writes.ts'
import type { Completion, HistoryEvent } from '../events/historyEvent.ts'

type BoughtAction = NonNullable<HistoryEvent['actions']>[number]

/** The id of an action's delivery: its history item and its index there, so that no other item is needed to find it. */
export const deliveryIdOf = (historyItemId: string, index: number): string => `${historyItemId}.${index}`

/** The history item of a delivered action and its index there; undefined when the id is malformed. */
export const deliveredAction = (
  deliveryId: string,
): { readonly historyItemId: string; readonly index: number } | undefined => {
  const [, historyItemId, index] = /^(.+)\.(\d{1,2})$/su.exec(deliveryId) ?? []
  return historyItemId === undefined ? undefined : { historyItemId, index: Number(index) }
}

export const unknownDelivery = (): Problem => unknownId('delivery', 'deliveryId')

/** An action in an answer of the history; without a delivery it has neither a delivery's id nor an outcome. */
export const withDeliveryId = (action: BoughtAction, historyItemId: string, index: number) => {
  const { completion, ...plain } = action
  if (completion === undefined) return plain
  const { state, at = null, reason = null } = completion
  return { ...plain, deliveryId: deliveryIdOf(historyItemId, index), completion: { state, at, reason } }
}

/** Stores an action's outcome in its history item. Raises `Conflict` when an action of it has changed. */
export const completionWrite = (
  table: string,
  item: Item,
  actions: readonly BoughtAction[],
  index: number,
  completion: Completion,
): Write =>
  update(
    table,
    { recipientId: item['recipientId'], id: item['id'] },
    {
      set: { actions: JSON.stringify(actions.with(index, { ...(actions[index] as BoughtAction), completion })) },
      when: anyOf({ if: 'actions = :before', values: { before: item['actions'] } }, { if: 'actions = :actions' }),
      repeatable: true,
      refusal: conflicting,
    },
  )
