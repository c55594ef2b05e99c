import { setTimeout as sleep } from 'node:timers/promises'
import { type CancellationReason, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { Problem } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { backoffMs } from '../../runtime/backoffMs.ts'
import { randomId } from '../../runtime/ids.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { send, storeUnavailable } from '../aws/send.ts'

/**
 * Attempts at a transaction that conflicts with others. With 200 concurrent writers of one item, the slowest needed 15.
 */
const attempts = 24
const firstDelayMs = 10
const longestDelayMs = 250

/** Reasons for a cancelled transaction other than its conditions. The same transaction may succeed a moment later. */
const transient: ReadonlySet<string> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'InternalServerError',
])

/** A write whose condition failed: its index, and the item that it found. */
export interface Refusal {
  readonly index: number
  readonly item: Item | undefined
}

const ReturnValuesOnConditionCheckFailure = 'ALL_OLD'

const sendSingle = async (client: DynamoDBDocumentClient, { operation }: Write): Promise<unknown> => {
  if ('Put' in operation) {
    const command = new PutCommand({ ...operation.Put, ReturnValuesOnConditionCheckFailure })
    return send((options) => client.send(command, options))
  }
  if ('Update' in operation) {
    const command = new UpdateCommand({ ...operation.Update, ReturnValuesOnConditionCheckFailure })
    return send((options) => client.send(command, options))
  }
  if ('Delete' in operation) {
    const command = new DeleteCommand({ ...operation.Delete, ReturnValuesOnConditionCheckFailure })
    return send((options) => client.send(command, options))
  }
  throw new Error('a condition check cannot be written alone')
}

const isSingle = (writes: readonly Write[]): boolean => {
  const [only] = writes
  return only !== undefined && writes.length === 1 && only.repeatable && !('ConditionCheck' in only.operation)
}

const named = (error: unknown, name: string): error is Error => error instanceof Error && error.name === name

const writeOne = async (client: DynamoDBDocumentClient, write: Write): Promise<Refusal | undefined> => {
  try {
    await sendSingle(client, write)
    return undefined
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException)
      return { index: 0, item: error.Item && unmarshall(error.Item) }
    throw error
  }
}

const cancellationReasons = (error: unknown): readonly CancellationReason[] | undefined =>
  named(error, 'TransactionCanceledException')
    ? ((error as { CancellationReasons?: CancellationReason[] }).CancellationReasons ?? [])
    : undefined

const refusalsFromReasons = (reasons: readonly CancellationReason[]): Refusal[] =>
  // The document client leaves the items inside an error as attribute values.
  reasons.flatMap(({ Code, Item: item }, index) =>
    Code === 'ConditionalCheckFailed' ? [{ index, item: item && unmarshall(item) }] : [],
  )

const withOldItem = ({ operation }: Write): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(operation).map(([kind, value]) => [kind, { ...value, ReturnValuesOnConditionCheckFailure }]),
  )

const writeAll = async (client: DynamoDBDocumentClient, writes: readonly Write[]): Promise<readonly Refusal[]> => {
  const command = new TransactWriteCommand({ TransactItems: writes.map(withOldItem), ClientRequestToken: randomId() })
  for (let attempt = 1; ; attempt++) {
    try {
      await send((options) => client.send(command, options))
      return []
    } catch (error) {
      const reasons = cancellationReasons(error)
      if (reasons === undefined) throw error
      const refusals = refusalsFromReasons(reasons)
      if (refusals.length > 0) return refusals
      if (!reasons.some(({ Code }) => Code !== undefined && transient.has(Code))) throw error
      const delay = backoffMs(attempt, firstDelayMs, longestDelayMs)
      if (attempt === attempts || remainingMs() <= delay) throw storeUnavailable(error)
      await sleep(delay)
    }
  }
}

/**
 * Applies all writes or none, and resolves to the refused ones, which are none when all were applied.
 * A single repeatable write costs one write unit. Anything else is a transaction, which costs two for each item.
 */
export const applyWrites = async (
  client: DynamoDBDocumentClient,
  writes: readonly Write[],
): Promise<readonly Refusal[]> => {
  const [first] = writes
  if (first === undefined) return []
  if (!isSingle(writes)) return writeAll(client, writes)
  const refusal = await writeOne(client, first)
  return refusal === undefined ? [] : [refusal]
}

/** The error for refused writes: that of the first one, with the violations of all that raise the same problem. */
export const errorFromRefusals = (writes: readonly Write[], refusals: readonly Refusal[]): Error => {
  const found = refusals.flatMap(({ index, item }) => writes[index]?.refusal?.(item) ?? [])
  const [first] = found
  if (first === undefined) return new Error(`write ${refusals[0]?.index} failed, and declares no refusal`)
  if (!(first instanceof Problem)) return first
  const alike = found.filter((error) => error instanceof Problem).filter(({ code }) => code === first.code)
  const errors = alike.flatMap((problem) => problem.errors ?? [])
  return errors.length === 0 ? first : new Problem(first.code, first.message, { errors })
}

/**
 * Applies all writes or none, outside of a request.
 *
 * @throws the error of the first refused write
 */
export const applyOrThrow =
  (client: DynamoDBDocumentClient) =>
  async (writes: readonly Write[]): Promise<void> => {
    const refusals = await applyWrites(client, writes)
    if (refusals.length > 0) throw errorFromRefusals(writes, refusals)
  }
