import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { send } from '../aws/send.ts'
import type { Item } from '../contract/write.ts'
import { batchGet } from '../store/batchGet.ts'
import { queryAll } from '../store/query.ts'
import { type Alert, alertFromItem } from './alert.ts'
import { type AlertFilter, filterExpression } from './alertFilter.ts'

/** An alert with what orders it. */
export interface PositionedAlert {
  readonly position: number
  readonly alert: Alert
}

/** Properties that alerts can be sorted by. */
export const sortable = ['createdAt', 'nickname', 'levelName', 'count', 'hidden'] as const

/** An alert as far as it is known while it is only counted and sorted: `alert` is there where it was read as a whole. */
export interface MatchingAlert extends Pick<Alert, 'id' | (typeof sortable)[number]> {
  readonly position: number
  readonly alert?: Alert
}

/** Parts of a large list that are read at the same time. */
const segments = 8

const positionedFromItem = (item: Item): PositionedAlert => ({
  position: Number(item['position']),
  alert: alertFromItem(item),
})

const matchingFromItem = (item: Item): MatchingAlert => {
  const { position, alert } = positionedFromItem(item)
  return { ...alert, position, alert }
}

const outlineFromItem = (item: Item): MatchingAlert => {
  const { id, position, createdAt, nickname, levelName, count, hidden } = item as Item & MatchingAlert
  return { id, position, createdAt, nickname, levelName, count, hidden }
}

const inRange = (table: string, recipientId: string, first: number, last: number): QueryCommandInput => ({
  TableName: table,
  KeyConditionExpression: 'recipientId = :recipientId AND #position BETWEEN :first AND :last',
  ExpressionAttributeNames: { '#position': 'position' },
  ExpressionAttributeValues: { ':recipientId': recipientId, ':first': first, ':last': last },
  ConsistentRead: true,
})

const filtered = (input: QueryCommandInput, filter: AlertFilter): QueryCommandInput => {
  const { FilterExpression, names, values } = filterExpression(filter)
  return {
    ...input,
    ...(FilterExpression !== '' && { FilterExpression }),
    ExpressionAttributeNames: { ...input.ExpressionAttributeNames, ...names },
    ExpressionAttributeValues: { ...input.ExpressionAttributeValues, ...values },
    ScanIndexForward: false,
  }
}

/** Leaves out what neither counts nor sorts: most of the time of reading many items is spent on taking them apart. */
const outlined = (input: QueryCommandInput): QueryCommandInput => ({
  ...input,
  ProjectionExpression: ['id', 'position', ...sortable].map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: {
    ...input.ExpressionAttributeNames,
    ...Object.fromEntries(['id', 'position', ...sortable].map((name) => [`#${name}`, name])),
  },
})

/** Positions 1 to `last` in ranges of the same length, highest first. */
const rangesBelow = (last: number): { first: number; last: number }[] => {
  const length = Math.ceil(last / segments)
  const ranges: { first: number; last: number }[] = []
  for (let end = last; end >= 1; end -= length) ranges.push({ first: Math.max(1, end - length + 1), last: end })
  return ranges
}

/** Alerts by recipient, listed by their dense positions: any page of all of them is one range of keys. */
export const alertRepository = (client: DynamoDBDocumentClient, table: string) => ({
  /** The alerts at the positions `first` to `last`, at most a page. */
  range: async (
    recipientId: string,
    first: number,
    last: number,
    ascending: boolean,
  ): Promise<readonly PositionedAlert[]> => {
    if (first > last) return []
    const items = await queryAll(client, { ...inRange(table, recipientId, first, last), ScanIndexForward: ascending })
    return items.map(positionedFromItem)
  },

  /** The newest alerts, newest first. */
  newest: async (recipientId: string, size: number): Promise<readonly PositionedAlert[]> => {
    const command = new QueryCommand({
      ...inRange(table, recipientId, 1, Number.MAX_SAFE_INTEGER),
      ScanIndexForward: false,
      Limit: size,
    })
    const { Items = [] } = await send((options) => client.send(command, options))
    return Items.map(positionedFromItem)
  },

  /**
   * Every alert that passes the filter, newest first. What does not fit the first megabyte is read in outline and in parallel: the
   * position where it ended tells what is left.
   */
  matching: async (recipientId: string, filter: AlertFilter): Promise<readonly MatchingAlert[]> => {
    const query = (first: number, last: number) => filtered(inRange(table, recipientId, first, last), filter)
    const command = new QueryCommand(query(1, Number.MAX_SAFE_INTEGER))
    const { Items = [], LastEvaluatedKey } = await send((options) => client.send(command, options))
    const rest = LastEvaluatedKey === undefined ? 0 : Number(LastEvaluatedKey['position']) - 1
    const parts = await Promise.all(
      rangesBelow(rest).map(({ first, last }) => queryAll(client, outlined(query(first, last)))),
    )
    return [...Items.map(matchingFromItem), ...parts.flat().map(outlineFromItem)]
  },

  /** Alerts as a whole by their ids, at most a page of them; those that are known in outline only are read. */
  complete: async (recipientId: string, found: readonly MatchingAlert[]): Promise<ReadonlyMap<string, Alert>> => {
    const outlines = found.filter(({ alert }) => alert === undefined)
    const keys = outlines.map(({ position }) => ({ recipientId, position }))
    const read = keys.length === 0 ? {} : await batchGet(client, { [table]: { Keys: keys, ConsistentRead: true } })
    const known = found.flatMap(({ alert }) => alert ?? [])
    return new Map([...known, ...(read[table] ?? []).map(alertFromItem)].map((alert) => [alert.id, alert]))
  },
})

export type AlertRepository = ReturnType<typeof alertRepository>
