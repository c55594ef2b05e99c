import type { TableResource } from '../deployment.ts'
import type { EngineResponse } from './engineHandler.ts'
import { type AttributeValue, depthOf, itemSize, valueSize, type WireItem } from './itemSize.ts'
import { dynamoDbError, transactionCancelled } from './serviceErrors.ts'

/** The properties of a table that decide how large its items may be. */
export type LimitedTable = Pick<TableResource, 'name' | 'partitionKey' | 'sortKey' | 'indexes'>

/** Reads an item as it is stored now. */
export type ReadItem = (table: string, key: WireItem) => Promise<WireItem | undefined>

/** An operation on one item: a whole request, or a part of a transaction. */
interface ItemOperation {
  readonly TableName?: string
  readonly Item?: WireItem
  readonly Key?: WireItem
  readonly UpdateExpression?: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: WireItem
}
interface BatchedWrite {
  readonly PutRequest?: Pick<ItemOperation, 'Item'>
}
interface Input extends ItemOperation {
  readonly TransactItems?: readonly Readonly<Record<string, ItemOperation>>[]
  readonly RequestItems?: Readonly<Record<string, readonly BatchedWrite[]>>
}

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const mostItemBytes = 400 * 1024
const mostTransactionBytes = 4 * 1024 * 1024
const mostTransactionItems = 100
const mostExpressionBytes = 4096
const mostOperands = 100
const [mostPartitionKeyBytes, mostSortKeyBytes] = [2048, 1024]
const deepest = 32
const mostBounds = 10_000

const expressions = /^(?:Key)?(?:Condition|Filter|Update|Projection)Expression$/

const refusal = (message: string): EngineResponse =>
  dynamoDbError('com.amazon.coral.validate#ValidationException', { message })

/** Refuses a transaction as DynamoDB does for one of its items. */
const cancelled = (messages: readonly (string | undefined)[]): EngineResponse =>
  transactionCancelled(
    messages.map((Message) => (Message === undefined ? { Code: 'None' } : { Code: 'ValidationError', Message })),
  )

const expressionProblem = (operation: ItemOperation): string | undefined => {
  for (const [name, text] of Object.entries(operation)) {
    if (!expressions.test(name) || typeof text !== 'string') continue
    const size = Buffer.byteLength(text)
    if (size > mostExpressionBytes)
      return `Invalid ${name}: Expression size has exceeded the maximum allowed size; expression size: ${size}`
    for (const [, operands = ''] of text.matchAll(/\bIN\s*\(([^)]*)\)/gi)) {
      const count = operands.split(',').length
      if (count > mostOperands)
        return `Invalid ${name}: Incorrect number of operands for operator or function; operator or function: IN, number of operands: ${count}`
    }
  }
  return undefined
}

const keyProblem = ({ partitionKey, sortKey, indexes }: LimitedTable, item: WireItem): string | undefined => {
  const tooLong = (name: string | undefined, most: number): boolean => {
    const value = name === undefined ? undefined : item[name]
    return value !== undefined && valueSize(value) > most
  }
  if (tooLong(partitionKey, mostPartitionKeyBytes))
    return `One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of${mostPartitionKeyBytes} bytes`
  if (tooLong(sortKey, mostSortKeyBytes))
    return `One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of ${mostSortKeyBytes} bytes`
  const index = indexes.find(
    (each) => tooLong(each.partitionKey, mostPartitionKeyBytes) || tooLong(each.sortKey, mostSortKeyBytes),
  )
  return (
    index && `One or more parameter values were invalid: Size of a key of index ${index.name} has exceeded its limit`
  )
}

/** Bytes of an item together with its entries in local indexes, which share its limit. */
const storedSize = ({ indexes }: LimitedTable, item: WireItem, size = itemSize(item)): number => {
  const entries = indexes.filter(
    ({ kind, sortKey = '', projection }) => kind === 'local' && sortKey in item && projection.type === 'ALL',
  )
  return size * (1 + entries.length)
}

/** Attributes that an update sets to a given value or removes, so that their old values no longer count. */
const replacedBy = ({ UpdateExpression = '', ExpressionAttributeNames = {} }: ItemOperation): string[] => {
  const set = Array.from(
    UpdateExpression.matchAll(/([#\w]+)\s*=\s*:\w+(?=\s*(?:,|$|\b(?:REMOVE|ADD|DELETE)\b))/g),
    ([, name = '']) => name,
  )
  const removed = /\bREMOVE\s+((?:[#\w]+\s*,?\s*)+?)(?=$|\b(?:SET|ADD|DELETE)\b)/.exec(UpdateExpression)?.[1] ?? ''
  return [...set, ...removed.split(',').map((name) => name.trim())].map(
    (name) => ExpressionAttributeNames[name] ?? name,
  )
}

/** Bytes that an updated item has at most: what it keeps, and every value that the update names. */
const updatedSize = (table: LimitedTable, before: WireItem, operation: ItemOperation): number => {
  const { ExpressionAttributeValues = {}, ExpressionAttributeNames = {}, UpdateExpression = '' } = operation
  const replaced = new Set(replacedBy(operation))
  const kept = Object.fromEntries(Object.entries(before).filter(([name]) => !replaced.has(name)))
  const used = Object.entries(ExpressionAttributeValues).filter(([name]) => UpdateExpression.includes(name))
  const names = Object.values(ExpressionAttributeNames).join('')
  const size = itemSize(kept) + Buffer.byteLength(names) + itemSize(Object.fromEntries(used))
  const named = Object.fromEntries(Object.values(ExpressionAttributeNames).map((name) => [name, { NULL: true }]))
  return storedSize(table, { ...before, ...named }, size)
}

const putsOf = (batch: NonNullable<Input['RequestItems']>): readonly ItemOperation[] =>
  Object.entries(batch).flatMap(([TableName, writes]) => writes.map(({ PutRequest }) => ({ ...PutRequest, TableName })))

const itemKey = ({ name, partitionKey, sortKey = '' }: LimitedTable, item: WireItem): string =>
  JSON.stringify([name, item[partitionKey], item[sortKey]])

/**
 * Holds requests to the limits of DynamoDB that the embedded engine does not know: bytes of an item together with its local index
 * entries, of a transaction, of keys and expressions, operands of `IN`, and depth.
 */
export const createDynamoDbLimits = (tables: readonly LimitedTable[], read: ReadItem) => {
  const byName = new Map(tables.map((table) => [table.name, table]))
  /** Upper bounds of the bytes of updated items. They spare most updates a read of the stored item. */
  const bounds = new Map<string, number>()

  /** Returns the problem of one operation, and the bytes that it makes DynamoDB store. */
  const examine = async (operation: ItemOperation): Promise<{ problem?: string | undefined; size: number }> => {
    const { TableName = '', Item, Key, UpdateExpression, ExpressionAttributeValues = {} } = operation
    const table = byName.get(TableName)
    const problem = expressionProblem(operation)
    if (table === undefined || problem !== undefined) return { problem, size: 0 }
    const values = Object.values({ ...Item, ...ExpressionAttributeValues }) as readonly AttributeValue[]
    if (values.some((value) => depthOf(value) > deepest))
      return { problem: 'Nesting Levels have exceeded supported limits', size: 0 }
    const wrongKey = keyProblem(table, Item ?? Key ?? {})
    if (wrongKey !== undefined) return { problem: wrongKey, size: 0 }
    if (Item !== undefined) {
      const size = itemSize(Item)
      const stored = storedSize(table, Item, size)
      const key = itemKey(table, Item)
      if (bounds.has(key)) bounds.set(key, Math.max(stored, bounds.get(key) ?? 0))
      const isTooLarge = stored > mostItemBytes
      return { problem: isTooLarge ? 'Item size has exceeded the maximum allowed size' : undefined, size }
    }
    if (UpdateExpression === undefined || Key === undefined) return { size: 0 }
    const given = itemSize(ExpressionAttributeValues)
    const key = itemKey(table, Key)
    const known = bounds.get(key)
    // An item grows at most by the operation's attribute names and values, in the table and in each index.
    const growth = (given + Buffer.byteLength(JSON.stringify(operation))) * (1 + table.indexes.length)
    if (known !== undefined && known + growth <= mostItemBytes) {
      bounds.set(key, known + growth)
      return { size: given }
    }
    const size = updatedSize(table, (await read(TableName, Key)) ?? Key, operation)
    if (bounds.size >= mostBounds) bounds.clear()
    bounds.set(key, size)
    return {
      problem: size > mostItemBytes ? 'Item size to update has exceeded the maximum allowed size' : undefined,
      size: given,
    }
  }

  const examineTransaction = async (
    items: NonNullable<Input['TransactItems']>,
  ): Promise<EngineResponse | undefined> => {
    if (items.length > mostTransactionItems)
      return refusal(
        "1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length less than or equal to 100",
      )
    const found = await Promise.all(items.map((item) => examine(Object.values(item)[0] ?? {})))
    if (found.some(({ problem }) => problem !== undefined)) return cancelled(found.map(({ problem }) => problem))
    const size = found.reduce((total, each) => total + each.size, 0)
    return size > mostTransactionBytes
      ? refusal('The aggregate size of the items in the transaction exceeds the limit of 4 MB')
      : undefined
  }

  /** Returns DynamoDB's refusal of a request that exceeds a limit; undefined when all limits hold. */
  return async (action: string, input: object): Promise<EngineResponse | undefined> => {
    const { TransactItems, RequestItems = {}, ...operation } = input as Input
    if (action === 'TransactWriteItems' && TransactItems !== undefined) return examineTransaction(TransactItems)
    const operations = action === 'BatchWriteItem' ? putsOf(RequestItems) : [operation]
    const found = await Promise.all(operations.map(examine))
    const problem = found.find((each) => each.problem !== undefined)?.problem
    return problem === undefined ? undefined : refusal(problem)
  }
}
