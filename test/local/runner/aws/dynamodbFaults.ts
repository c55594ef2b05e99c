import type { EngineResponse } from './engineHandler.ts'
import type { Outcome, Send, ServiceCall } from './serviceCall.ts'
import { dynamoDbError, dynamoDbNamespace, refusalOf, throttled, transactionCancelled } from './serviceErrors.ts'

type RequestItems = Readonly<Record<string, readonly unknown[] | KeysAndAttributes>>
interface KeysAndAttributes {
  readonly Keys: readonly unknown[]
}
/** One write or one key of a batch, and the request members that ask for it again. */
interface BatchEntry {
  readonly table: string
  readonly entry: unknown
}

/** DynamoDB's answer when another transaction holds one of the items. */
export const conflictingTransaction = (call: ServiceCall): EngineResponse => {
  if (call.action.startsWith('Transact')) return cancelledTransaction(call, 'TransactionConflict')
  const message = messages.TransactionConflict
  return dynamoDbError(`${dynamoDbNamespace}#TransactionConflictException`, { message })
}

/** A cancelled transaction; the first item is the one at fault. */
export const cancelledTransaction = (
  call: ServiceCall,
  code: 'TransactionConflict' | 'ThrottlingError',
): EngineResponse => {
  const { TransactItems } = JSON.parse(call.body.toString()) as { TransactItems: readonly unknown[] }
  const reasons = TransactItems.map((_, index) =>
    index === 0 ? { Code: code, Message: messages[code] } : { Code: 'None' },
  )
  return transactionCancelled(reasons)
}

const messages = { TransactionConflict: 'Transaction is ongoing for the item', ThrottlingError: throttled }

/** Executes the first half of a batch. A batch of one item is throttled, as DynamoDB does when it can execute no part. */
export const partly = async (call: ServiceCall, send: Send): Promise<Outcome> => {
  const input = JSON.parse(call.body.toString()) as { RequestItems: RequestItems }
  const entries = Object.entries(input.RequestItems).flatMap(([table, batch]) => entriesOf(table, batch))
  const done = Math.floor(entries.length / 2)
  if (done === 0) return refusalOf('dynamodb', 'throttled')
  const part = batchOf(entries.slice(0, done), input.RequestItems)
  const answer = await send(JSON.stringify({ ...input, RequestItems: part }))
  if (answer.status !== 200 || !isText(answer.body)) return answer
  const rest = batchOf(entries.slice(done), input.RequestItems)
  const member = call.action === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems'
  const output = JSON.parse(answer.body.toString()) as Record<string, object>
  const { 'x-amz-crc32': _, ...headers } = answer.headers
  return { ...answer, headers, body: JSON.stringify({ ...output, [member]: { ...output[member], ...rest } }) }
}

const entriesOf = (table: string, batch: readonly unknown[] | KeysAndAttributes): BatchEntry[] => {
  const entries = 'Keys' in batch ? batch.Keys : batch
  return entries.map((entry) => ({ table, entry }))
}

const batchOf = (entries: readonly BatchEntry[], original: RequestItems): Record<string, unknown> => {
  const tables = Object.entries(Object.groupBy(entries, ({ table }) => table))
  return Object.fromEntries(
    tables.map(([table, chosen = []]) => {
      const values = chosen.map(({ entry }) => entry)
      const batch = original[table]
      return [table, batch && 'Keys' in batch ? { ...batch, Keys: values } : values]
    }),
  )
}

const isText = (body: EngineResponse['body']): body is Buffer | string =>
  typeof body === 'string' || Buffer.isBuffer(body)
