import type { ConsumedUnits } from './consumedCapacity.ts'
import type { DynamoDbInput } from './dynamodbActions.ts'
import type { EngineResponse } from './engineHandler.ts'
import { itemSize, type WireItem } from './itemSize.ts'

const unitsOf = (item: WireItem | undefined): number =>
  item === undefined ? 1 : Math.max(1, Math.ceil(itemSize(item) / 1024))

/**
 * Write units of a write whose condition was refused: DynamoDB charges it, by the size of the stored item, and the engine does not. That size is
 * not known here, so it is that of the new item, or one unit; a transaction costs twice its writes.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithItems.html#WorkingWithItems.ConditionalUpdate
 */
export const refusedWriteUnits = (
  input: DynamoDbInput & { readonly Item?: WireItem },
  { body }: Pick<EngineResponse, 'body'>,
): ConsumedUnits => {
  const type = /"__type"\s*:\s*"[^"]*?(\w+)"/.exec(body.toString())?.[1]
  if (type === 'ConditionalCheckFailedException') return { readUnits: 0, writeUnits: unitsOf(input.Item) }
  if (type !== 'TransactionCanceledException') return { readUnits: 0, writeUnits: 0 }
  const writes = (input.TransactItems ?? []).map(({ Put }) => unitsOf((Put as { Item?: WireItem } | undefined)?.Item))
  return { readUnits: 0, writeUnits: writes.reduce((total, units) => total + 2 * units, 0) }
}
