import { Problem, unknownId } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { allOf, type Condition, put, update } from '../../mechanisms/store/writes.ts'
import { sortableDateTime } from '../../runtime/time/utc.ts'
import type { HistoryEvent } from '../events/historyEvent.ts'
import { deletedKey, orderKeyFrom } from '../events/historyFilter.ts'
import { testExpiry } from '../events/testExpiry.ts'

/** An item's position in the order of time: nanoseconds, then the id. */
const orderKeyOf = ({ id, timestamp }: HistoryEvent): string => `${sortableDateTime(timestamp)}#${id}`

/**
 * An event as it is stored. Free-form members are JSON texts, so that they return unchanged. `listedAt`, the key of the
 * index, says in which list the item is, that of present or that of deleted items. Tests are in none.
 */
const itemFromEvent = (recipientId: string, event: HistoryEvent, now: Date): Item => {
  const { actions = [], metadata, attachments = [], goals = [], deleted = false, ...plain } = event
  const orderKey = orderKeyOf(event)
  return {
    ...plain,
    recipientId,
    deleted,
    ...(attachments.length > 0 && { attachments }),
    ...(goals.length > 0 && { goals }),
    ...(actions.length > 0 && { actions: JSON.stringify(actions) }),
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
    ...(event.test ? { expiresAt: testExpiry(now) } : { listedAt: deleted ? deletedKey(orderKey) : orderKey }),
  }
}

/** Alert, deletion, withdrawal, hold and payment version are unchanged since the read. */
const unchanged = ({ deleted, alertPosition, withdrawn, heldAt, heldAs, paymentVersion }: Item): Condition =>
  allOf(
    ...Object.entries({ deleted, alertPosition, withdrawn, heldAt, heldAs, paymentVersion }).map(([name, value]) =>
      value === undefined
        ? { if: `attribute_not_exists(${name})` }
        : { if: `${name} = :${name}Before`, values: { [`${name}Before`]: value } },
    ),
  )

/** An item, new or in the place of `unseen`. Raises `Conflict` when another one is there. */
const itemPut = (table: string, item: Item, unseen: Item | undefined): Write =>
  put(table, item, {
    when: unseen ? unchanged(unseen) : { if: 'attribute_not_exists(id)' },
    refusal: conflicting,
  })

/** A new item. Raises `Conflict` when it exists and is not the `unseen` one that it replaces. */
export const historyAddition = (
  table: string,
  recipientId: string,
  event: HistoryEvent,
  now: Date,
  unseen?: Item,
): Write => itemPut(table, itemFromEvent(recipientId, event, now), unseen)

/**
 * Reserves the id of a payment that was refunded or disputed before it was shown, so that importing it adds nothing. It
 * is not listed, not counted and not shown, and is replaced when the payment appears after all.
 */
export const unseenAddition = (
  table: string,
  recipientId: string,
  event: HistoryEvent,
  now: Date,
  unseen?: Item,
): Write => {
  const item = itemFromEvent(recipientId, { ...event, deleted: true }, now)
  return itemPut(table, { ...item, withdrawn: 'unseen' }, unseen)
}

export const isUnseen = (item: Item): boolean => item['withdrawn'] === 'unseen'

export const unknownHistoryItem = (): Problem => unknownId('history item', 'historyItemId')

export const withdrawnItem = (): Problem =>
  new Problem('payment_withdrawn', 'The payment of this history item was refunded or is disputed.', {
    errors: [{ in: 'body', pointer: '/historyItemId', code: 'not_allowed', detail: 'refunded or disputed' }],
  })

/**
 * Changes a stored item: sets the attributes given, skips undefined ones, and removes the named ones. Raises `Conflict`
 * when it was deleted, restored, withdrawn or shown as an alert since it was read.
 */
export const itemChange = (
  table: string,
  item: Item,
  set: Readonly<Record<string, unknown>>,
  remove: readonly string[] = [],
): Write =>
  update(
    table,
    { recipientId: item['recipientId'], id: item['id'] },
    { set, remove, when: unchanged(item), refusal: conflicting },
  )

/** All but tests are listed and counted, while they are not deleted. */
export const isListable = (item: Item): boolean => item['listedAt'] !== undefined

/** Moves an item to the list of deleted items, or back. */
export const listing = ({ listedAt }: Item, deleted: boolean): { readonly listedAt?: string } => {
  if (listedAt === undefined) return {}
  const orderKey = orderKeyFrom(String(listedAt))
  return { listedAt: deleted ? deletedKey(orderKey) : orderKey }
}

/** Deletes an item softly, or restores it. */
export const deletionChange = (table: string, item: Item, deleted: boolean): Write =>
  itemChange(table, item, { deleted, ...listing(item, deleted) })

/** Deletes a withdrawn item, so that it does not return when the dispute is won. */
export const withdrawnDeletion = (table: string, item: Item): Write => itemChange(table, item, { withdrawn: 'deleted' })

/** Stores the position and level of the first alert of an item. */
export const alertPositionChange = (
  table: string,
  item: Item,
  { levelName, alertPosition }: Pick<HistoryEvent, 'levelName' | 'alertPosition'>,
): Write => itemChange(table, item, { alertPosition, levelName })
