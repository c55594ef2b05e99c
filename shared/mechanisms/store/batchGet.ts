import { setTimeout as sleep } from 'node:timers/promises'
import { BatchGetCommand, type BatchGetCommandInput, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../contract/write.ts'
import { backoffMs } from '../../runtime/backoffMs.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { send, storeUnavailable } from '../aws/send.ts'

type RequestItems = NonNullable<BatchGetCommandInput['RequestItems']>

const attempts = 10
const firstDelayMs = 20
const longestDelayMs = 400

const isEmpty = (requests: RequestItems): boolean => Object.keys(requests).length === 0

/**
 * Reads items of several tables by up to 100 distinct keys. Missing items are left out, and the order differs from that
 * of the keys. DynamoDB may report success with unprocessed keys (when it throttles, or after 16 MB). Those are read
 * again.
 */
export const batchGet = async (
  client: DynamoDBDocumentClient,
  requests: RequestItems,
): Promise<Readonly<Record<string, readonly Item[]>>> => {
  const found: Record<string, Item[]> = {}
  let RequestItems = requests
  for (let attempt = 1; ; attempt++) {
    const command = new BatchGetCommand({ RequestItems })
    const { Responses = {}, UnprocessedKeys = {} } = await send((options) => client.send(command, options))
    for (const [table, items] of Object.entries(Responses)) found[table] = [...(found[table] ?? []), ...items]
    if (isEmpty(UnprocessedKeys)) return found
    const delay = backoffMs(attempt, firstDelayMs, longestDelayMs)
    if (attempt === attempts || remainingMs() <= delay)
      throw storeUnavailable(new Error('DynamoDB left keys unprocessed'))
    await sleep(delay)
    RequestItems = UnprocessedKeys
  }
}
