import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Item, Write } from '../contract/write.ts'
import { queryAll } from '../store/query.ts'
import { send } from '../store/send.ts'
import { type Alert, alertFromItem } from './alert.ts'
import { type AlertFilter, filterExpression } from './alertFilter.ts'

/** An alert with what orders it. */
export interface PositionedAlert {
  readonly position: number
  readonly alert: Alert
}

const index = 'byPosition'
/** Parts of a large list that are read at the same time. */
const segments = 8

const positionedFromItem = (item: Item): PositionedAlert => ({
  position: Number(item['position']),
  alert: alertFromItem(item),
})

const inRange = (table: string, recipientId: string, first: number, last: number): QueryCommandInput => ({
  TableName: table,
  IndexName: index,
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
  }
}

/** Positions 1 to `last` in ranges of the same length, highest first. */
const rangesBelow = (last: number): { first: number; last: number }[] => {
  const length = Math.ceil(last / segments)
  const ranges: { first: number; last: number }[] = []
  for (let end = last; end >= 1; end -= length) ranges.push({ first: Math.max(1, end - length + 1), last: end })
  return ranges
}

/** Alerts by recipient, listed by their dense positions: any page of any list is one range of keys. */
export const alertRepository = (client: DynamoDBDocumentClient, table: string) => ({
  /** The alerts at the positions `first` to `last`, at most a page. */
  range: async (
    recipientId: string,
    first: number,
    last: number,
    ascending: boolean,
  ): Promise<readonly PositionedAlert[]> => {
    if (first > last) return []
    const items = await queryAll(client, {
      ...inRange(table, recipientId, first, last),
      ScanIndexForward: ascending,
    })
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
   * Every alert that passes the filter, newest first. What does not fit the first megabyte is read in parallel: the position where it
   * ended tells what is left.
   */
  matching: async (recipientId: string, filter: AlertFilter): Promise<readonly PositionedAlert[]> => {
    const query = (first: number, last: number) => ({
      ...filtered(inRange(table, recipientId, first, last), filter),
      ScanIndexForward: false,
    })
    const command = new QueryCommand(query(1, Number.MAX_SAFE_INTEGER))
    const { Items = [], LastEvaluatedKey } = await send((options) => client.send(command, options))
    const rest = LastEvaluatedKey === undefined ? 0 : Number(LastEvaluatedKey['position']) - 1
    const parts = await Promise.all(rangesBelow(rest).map(({ first, last }) => queryAll(client, query(first, last))))
    return [...Items, ...parts.flat()].map(positionedFromItem)
  },
})

export type AlertRepository = ReturnType<typeof alertRepository>

/** There is no such alert, or there is one although there was none. */
export class AlertExistence extends Error {
  override readonly name = 'AlertExistence'
}

const existence = () => new AlertExistence('the alert is not as expected')

/** Writes of alerts that exist, for the transactions of their history items. Each raises `AlertExistence` when its guess was wrong. */
export const alertWrites = (table: string) => ({
  visibility: (recipientId: string, id: string, hidden: boolean): Write => ({
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, id },
        ConditionExpression: 'attribute_exists(id)',
        UpdateExpression: 'SET #hidden = :hidden',
        ExpressionAttributeNames: { '#hidden': 'hidden' },
        ExpressionAttributeValues: { ':hidden': hidden },
      },
    },
    repeatable: true,
    refusal: existence,
  }),

  /** Holds the transaction to there being no such alert. */
  absence: (recipientId: string, id: string): Write => ({
    operation: {
      ConditionCheck: {
        TableName: table,
        Key: { recipientId, id },
        ConditionExpression: 'attribute_not_exists(id)',
      },
    },
    repeatable: true,
    refusal: existence,
  }),

  /** Counts a repeat of the alert. */
  repetition: (recipientId: string, id: string, now: Date): Write => ({
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, id },
        UpdateExpression: 'SET lastRepeatedAt = :now ADD repeats :one',
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeValues: { ':now': now.toISOString(), ':one': 1 },
      },
    },
    repeatable: false,
    refusal: existence,
  }),
})

export type AlertWrites = ReturnType<typeof alertWrites>
