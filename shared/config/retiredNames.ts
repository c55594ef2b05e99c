import type { Item, Write } from '../contract/write.ts'
import { derivedId } from '../ids.ts'
import type { Condition } from '../store/precondition.ts'
import { Conflict } from '../store/retryOnConflict.ts'

/**
 * The id of the first record of a name. A renamed record keeps it, and that name is retired for as long as the record lives: a later
 * record there gets another id.
 */
export const configId = (recipientId: string, name: string): string => derivedId('config', recipientId, name)

/**
 * Whether the id that follows from a name belongs to a record that has left it. A trace says so, and so does a record that was put
 * in its place.
 */
export const isRetired = (found: Item | undefined): boolean => found?.['retired'] === true

export const isFirstName = (recipientId: string, id: unknown, name: unknown): boolean =>
  id === configId(recipientId, String(name))

/** What stored items have reserved. */
export const reservedBy = (found: Item | undefined): number => Number(found?.['reserved'] ?? 0)

/** A write of what holds a name, and by how many names the collection grows. */
interface NameWrite {
  readonly write: Write
  readonly items: number
}

/** A record leaves its name, as it was seen, and may leave a trace there. */
export const departure = (
  table: string,
  recipientId: string,
  own: Item,
  leavesTrace: boolean,
  refusal: NonNullable<Write['refusal']>,
  still?: Condition,
): NameWrite => {
  const Key = { recipientId, name: own['name'] }
  const conditions = ['id = :id', 'reserved = :reserved', `attribute${isRetired(own) ? '' : '_not'}_exists(retired)`]
  const condition = {
    TableName: table,
    ConditionExpression: [...conditions, ...(still ? [still.ConditionExpression] : [])].join(' AND '),
    ExpressionAttributeValues: {
      ':id': own['id'],
      ':reserved': reservedBy(own),
      ...still?.ExpressionAttributeValues,
    },
  }
  const operation = leavesTrace
    ? { Put: { ...condition, Item: { ...Key, retired: true } } }
    : { Delete: { ...condition, Key } }
  return { write: { operation, repeatable: false, refusal }, items: leavesTrace ? 0 : -1 }
}

/** The first name of a record that is deleted under another one: free again, or no longer retired for the record that has got it. */
export const release = (table: string, recipientId: string, first: Item): NameWrite => {
  const key = { TableName: table, Key: { recipientId, name: first['name'] } }
  const isTrace = first['id'] === undefined
  const operation = isTrace
    ? { Delete: { ...key, ConditionExpression: 'attribute_exists(retired) AND attribute_not_exists(id)' } }
    : {
        Update: {
          ...key,
          UpdateExpression: 'REMOVE retired',
          ConditionExpression: 'attribute_exists(retired) AND attribute_exists(id)',
        },
      }
  return {
    write: { operation, repeatable: false, refusal: (found) => new Conflict(found) },
    items: isTrace ? -1 : 0,
  }
}
