import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { leaderProgress } from '../../../shared/areas/leaders/leaders.ts'
import { type Counted, goalsAfter, moneyChanges, storedGoals } from '../../../shared/areas/totals/goal.ts'
import { type Totals, totalsFromItem } from '../../../shared/areas/totals/totals.ts'
import type { Item } from '../../../shared/contract/write.ts'
import { latest } from '../../../shared/mechanisms/store/timeIndex.ts'
import { forEachConcurrently } from '../../../shared/runtime/forEachConcurrently.ts'
import { shownVersions } from '../replayDue.ts'
import type { TableNames } from '../stackTables.ts'
import { wrongLeader } from './wrongLeader.ts'

/** A recipient whose stored total is not the number of items. */
export interface WrongTotal {
  readonly recipientId: string
  readonly list: (typeof lists)[number] | 'goals' | 'leaders'
  /** Of goals, JSON text; of leaders, the first place that differs. */
  readonly stored: number | string
  readonly counted: number | string
}

const lists = ['history', 'payments', 'alerts'] as const

/** The payments that totals count: those whose projection is due are counted with it. */
const projected = async (client: DynamoDBClient, historyTable: string, payments: readonly Item[]) => {
  const versions = await shownVersions(client, historyTable, payments)
  return payments.filter(({ id, counted }) => counted === true || (versions.get(id) ?? 0) > 0)
}

/** The items of a list by recipient; deleted ones and tests stand behind them in the index and are not counted. */
const countsOf = async (
  client: DynamoDBClient,
  tableNameOf: TableNames,
  list: (typeof lists)[number],
): Promise<ReadonlyMap<string, number>> => {
  const [TableName, historyTable] = await Promise.all([tableNameOf(list), tableNameOf('history')])
  const counts = new Map<string, number>()
  const listed =
    list === 'alerts'
      ? {}
      : { FilterExpression: 'listedAt < :latest', ExpressionAttributeValues: { ':latest': { S: latest } } }
  const members = list === 'payments' ? {} : { ProjectionExpression: 'recipientId' }
  const pages = paginateScan({ client }, { TableName, ConsistentRead: true, ...members, ...listed })
  for await (const { Items = [] } of pages) {
    const items: readonly Item[] = Items.map((item) => unmarshall(item))
    for (const { recipientId } of list === 'payments' ? await projected(client, historyTable, items) : items) {
      const id = String(recipientId)
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  }
  return counts
}

/** The goals of recipients, with the sums that their histories have now. */
const goalsOf = async (
  client: DynamoDBClient,
  historyTable: string,
  stored: ReadonlyMap<string, Totals>,
): Promise<ReadonlyMap<string, string>> => {
  const goals = new Map(
    [...stored].flatMap(([recipientId, { goals: text }]) =>
      text === undefined
        ? []
        : [[recipientId, JSON.stringify(storedGoals(text).map((goal) => ({ ...goal, counted: '0' })))] as const],
    ),
  )
  if (goals.size === 0) return goals
  for await (const { Items = [] } of paginateScan({ client }, { TableName: historyTable, ConsistentRead: true }))
    for (const item of Items.map((each) => unmarshall(each))) {
      const recipientId = String(item['recipientId'])
      const text = goalsAfter(goals.get(recipientId), moneyChanges(undefined, item as Counted))
      if (text !== undefined) goals.set(recipientId, text)
    }
  return goals
}

/** Recipients whose leaders are looked at together. */
const recipientsTogether = 10

const wrongLeaders = async (
  client: DynamoDBClient,
  tables: { readonly history: string; readonly leaders: string },
  stored: ReadonlyMap<string, Totals>,
): Promise<readonly WrongTotal[]> => {
  const wrong: WrongTotal[] = []
  await forEachConcurrently([...stored], recipientsTogether, async ([recipientId, { leaders }]) => {
    const found = await wrongLeader(client, tables, recipientId, leaderProgress(leaders))
    if (found !== undefined) wrong.push({ recipientId, list: 'leaders', ...found })
  })
  return wrong
}

/**
 * Compares the totals, goals and leaders of recipients, or of one, with the items of their lists. It reads whole lists
 * while the service is open.
 */
export const checkTotals = async (
  client: DynamoDBClient,
  tableNameOf: TableNames,
  recipient?: string,
): Promise<readonly WrongTotal[]> => {
  const wrong = await wrongTotalsOf(client, tableNameOf)
  return recipient === undefined ? wrong : wrong.filter(({ recipientId }) => recipientId === recipient)
}

const wrongTotalsOf = async (client: DynamoDBClient, tableNameOf: TableNames): Promise<readonly WrongTotal[]> => {
  const counts = await Promise.all(
    lists.map(async (list) => [list, await countsOf(client, tableNameOf, list)] as const),
  )
  const stored = new Map<string, Totals>()
  const pages = paginateScan({ client }, { TableName: await tableNameOf('recipients'), ConsistentRead: true })
  for await (const { Items = [] } of pages)
    for (const item of Items) stored.set(item['recipientId']?.S ?? '', totalsFromItem(unmarshall(item)))
  const [history, leaders] = await Promise.all([tableNameOf('history'), tableNameOf('leaders')])
  const goals = await goalsOf(client, history, stored)
  const wrongGoals = [...goals].flatMap(([recipientId, counted]): readonly WrongTotal[] => {
    const { goals: text = '' } = stored.get(recipientId) ?? {}
    return text === counted ? [] : [{ recipientId, list: 'goals', stored: text, counted }]
  })
  const recipients = new Set([...stored.keys(), ...counts.flatMap(([, ofRecipients]) => [...ofRecipients.keys()])])
  const wrongTotals = [...recipients].flatMap((recipientId) =>
    counts.flatMap(([list, ofRecipients]) => {
      const total = stored.get(recipientId)?.[list] ?? 0
      const counted = ofRecipients.get(recipientId) ?? 0
      return total === counted ? [] : [{ recipientId, list, stored: total, counted }]
    }),
  )
  return [...wrongTotals, ...wrongGoals, ...(await wrongLeaders(client, { history, leaders }, stored))]
}
