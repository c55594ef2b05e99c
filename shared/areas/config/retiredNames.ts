import type { Item, Write } from '../../contract/write.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { allOf, type Condition, put, remove, update } from '../../mechanisms/store/writes.ts'
import { derivedId } from '../../runtime/ids.ts'

/**
 * The id of the first record of a name. A renamed record keeps it, and that name is retired for as long as the record
 * lives: a later record there gets another id.
 */
export const configId = (recipientId: string, name: string): string => derivedId('config', recipientId, name)

/** Nothing holds the name. */
export const isFree: Condition = { if: 'attribute_not_exists(id) AND attribute_not_exists(retired)' }

/** The name is held by the trace of a renamed record, which has no id of its own. */
export const isTrace: Condition = { if: 'attribute_exists(retired) AND attribute_not_exists(id)' }

/** The name is held by a later record than the one to which its id belongs. */
const isSuccessor: Condition = { if: 'attribute_exists(retired) AND attribute_exists(id)' }

/**
 * Whether the id that follows from a name belongs to a record that has left the name. The trace of that record is
 * marked so, and so is a record in its place.
 */
export const isRetired = (found: Item | undefined): boolean => found?.['retired'] === true

export const isFirstName = (recipientId: string, id: unknown, name: unknown): boolean =>
  id === configId(recipientId, String(name))

/** The bytes that a stored record has reserved. */
export const reservedBy = (found: Item | undefined): number => Number(found?.['reserved'] ?? 0)

/** A write under one name, and the number of names by which the collection grows. */
interface NameWrite {
  readonly write: Write
  readonly items: number
}

/** The record and the flag of its name are as they were read. */
const isAsRead = (own: Item): Condition =>
  allOf(
    { if: 'id = :id AND reserved = :reserved', values: { id: own['id'], reserved: reservedBy(own) } },
    { if: isRetired(own) ? 'attribute_exists(retired)' : 'attribute_not_exists(retired)' },
  )

interface Departure {
  readonly leavesTrace: boolean
  /** A condition on the record besides that it is as it was read. */
  readonly when?: Condition | undefined
  readonly refusal: NonNullable<Write['refusal']>
}

/** A record, as it was read, leaves its name. */
export const departure = (
  table: string,
  recipientId: string,
  own: Item,
  { leavesTrace, when, refusal }: Departure,
): NameWrite => {
  const key = { recipientId, name: own['name'] }
  const options = { when: allOf(isAsRead(own), when), refusal }
  return leavesTrace
    ? { write: put(table, { ...key, retired: true }, options), items: 0 }
    : { write: remove(table, key, options), items: -1 }
}

/** Frees the first name of a record that is deleted under another, or ends its flag on the record that has it now. */
export const release = (table: string, recipientId: string, first: Item): NameWrite => {
  const key = { recipientId, name: first['name'] }
  const refusal = conflicting
  return first['id'] === undefined
    ? { write: remove(table, key, { when: isTrace, refusal }), items: -1 }
    : { write: update(table, key, { remove: ['retired'], when: isSuccessor, refusal }), items: 0 }
}
