import type { DynamoDBDocumentClient, QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Item, Write } from '../../contract/write.ts'
import { batchGet } from '../../mechanisms/store/batchGet.ts'
import { boundedList } from '../../mechanisms/store/boundedList.ts'
import { queryAll, queryFirst } from '../../mechanisms/store/query.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import type { Found, Slice } from '../../mechanisms/store/slice.ts'
import { allOf, type Condition, put, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { type AlertItem, type DecidedAlert, decidedAlertFromItem, type StoredAlert } from './alert.ts'
import { type AlertFilter, filterExpression } from './alertFilter.ts'

export interface PositionedAlert {
  readonly position: number
  readonly alert: DecidedAlert
}

/** Positions from `first` to `last`; none when `last` is smaller. */
export interface Positions {
  readonly first: number
  readonly last: number
}

export const allPositions: Positions = { first: 1, last: Number.MAX_SAFE_INTEGER }

const positionedFromItem = (item: Item): PositionedAlert => ({
  position: Number(item['position']),
  alert: decidedAlertFromItem(item),
})

type Attributes = StoredAlert & Pick<AlertItem, 'stateBefore' | 'heldAt' | 'releasedAs' | 'decidedBy'>

/** Attributes to set; undefined ones are skipped. */
export type AlertChanges = { readonly [Name in keyof Attributes]?: Attributes[Name] | undefined } & {
  /** Whether the alert `leaves` the screen with its item, or `returns` in the state that it had before. */
  readonly move?: 'leaves' | 'returns' | undefined
}

/** A transaction applies each of them once: a second `leaves` would take the hidden state for the one before. */
const moves = {
  leaves: { assign: ['#stateBefore = #state', '#state = :state'], values: { state: 'hidden' } },
  returns: { assign: ['#state = if_not_exists(#stateBefore, :state)'], values: { state: 'visible' } },
}

/** Creates an alert at a position that no alert has taken since the totals were read. */
export const alertCreation = (table: string, alert: AlertItem): Write =>
  put(
    table,
    { ...alert, ...(alert.state === 'held' && { heldAt: alert.createdAt }) },
    { when: { if: 'attribute_not_exists(id)' }, refusal: conflicting },
  )

/**
 * The key in the index of held alerts, where the change names none. No expression says whether an alert was held
 * before it left, so each one that returns is in the index, until the list of held ones has found it in another state.
 */
const heldKey = ({ move, state, heldAt }: AlertChanges, now: Date) => {
  if (state === 'held' || move === 'returns') return { heldAt: heldAt ?? now.toISOString() }
  return move === 'leaves' || state !== undefined ? 'none' : undefined
}

/**
 * Sets attributes of the alert at a position, in the transaction of its history item, whose condition guarantees that
 * the position is the item's.
 */
export const alertChange = (
  table: string,
  recipientId: string,
  position: number,
  changes: AlertChanges,
  now: Date,
): Write => {
  const { move, ...attributes } = changes
  const key = heldKey(changes, now)
  const when = { if: 'attribute_exists(id)' }
  return update(
    table,
    { recipientId, position },
    {
      set: { ...attributes, ...(key !== 'none' && key) },
      ...(move && moves[move]),
      ...(key === 'none' && { remove: ['heldAt'] }),
      when,
    },
  )
}

export const isHeld: Condition = { if: '#state = :held', values: { held: 'held' } }
export const isNotHeld: Condition = { ...isHeld, if: '#state <> :held' }

/** Ends the wait of an alert that is held since `since` at the earliest; refused when it is not held any more. */
export const alertDecision = (
  table: string,
  recipientId: string,
  position: number,
  decision: Pick<AlertChanges, 'state' | 'releasedAs' | 'decidedBy'>,
  since: string,
  refusal: () => Error,
): Write =>
  update(
    table,
    { recipientId, position },
    {
      set: decision,
      remove: ['heldAt'],
      when: allOf(isHeld, { if: 'createdAt >= :since OR #heldAt >= :since', values: { since } }),
      refusal,
    },
  )

/** The query for alerts in a range that pass a filter. */
export const inRange = (
  table: string,
  recipientId: string,
  { first, last }: Positions,
  filter: AlertFilter = {},
): QueryCommandInput => {
  const { names, values, ...expression } = filterExpression(filter)
  return {
    TableName: table,
    KeyConditionExpression: 'recipientId = :recipientId AND #position BETWEEN :first AND :last',
    ...expression,
    ExpressionAttributeNames: { '#position': 'position', ...names },
    ExpressionAttributeValues: { ':recipientId': recipientId, ':first': first, ':last': last, ...values },
    ConsistentRead: true,
  }
}

/** Alerts by recipient, listed by their dense positions: any page of all of them is one range of keys. */
export const alertRepository = (client: DynamoDBDocumentClient, table = tableName('alerts')) => ({
  /** The alerts at these positions, at most a page. */
  list: async (recipientId: string, positions: Positions, ascending: boolean): Promise<readonly PositionedAlert[]> => {
    if (positions.first > positions.last) return []
    const items = await queryAll(client, { ...inRange(table, recipientId, positions), ScanIndexForward: ascending })
    return items.map(positionedFromItem)
  },

  /** The newest alerts, newest first. */
  latest: async (recipientId: string, size: number): Promise<readonly PositionedAlert[]> => {
    const newestFirst = { ...inRange(table, recipientId, allPositions), ScanIndexForward: false }
    return (await queryFirst(client, newestFirst, size)).items.map(positionedFromItem)
  },

  /** Creation times by position, of at most 100 alerts. */
  times: async (recipientId: string, positions: readonly number[]): Promise<ReadonlyMap<number, string>> => {
    const read = await batchGet(client, {
      [table]: {
        Keys: positions.map((position) => ({ recipientId, position })),
        ProjectionExpression: '#position, createdAt',
        ExpressionAttributeNames: { '#position': 'position' },
        ConsistentRead: true,
      },
    })
    return new Map((read[table] ?? []).map((item) => [Number(item['position']), String(item['createdAt'])]))
  },

  /** A slice of the alerts in a range that pass a filter, and their number as far as a request may count. */
  findMatching: (
    recipientId: string,
    positions: Positions,
    filter: AlertFilter,
    ascending: boolean,
    slice: Slice<number>,
  ): Promise<Found<DecidedAlert, number>> =>
    boundedList<DecidedAlert, number>(client, {
      input: { ...inRange(table, recipientId, positions, filter), ScanIndexForward: ascending },
      sortKey: 'position',
      startKey: (position) => ({ recipientId, position }),
      read: decidedAlertFromItem,
    }).matching(slice),
})

export type AlertRepository = ReturnType<typeof alertRepository>
