import { createHmac } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { tableName } from '../../runtime/env.ts'
import { forEachConcurrently } from '../../runtime/forEachConcurrently.ts'
import { applyWrites } from '../store/commit.ts'
import { queryAll } from '../store/query.ts'
import { remove } from '../store/writes.ts'
import type { RateKind } from './limits.ts'

/** The rates of IP addresses, whose entries have a digest of the address in their keys. */
const addressKinds: readonly RateKind[] = ['donorAddresses', 'donorCheckAddresses', 'gatewayQuestionAddresses']
const concurrency = 10

/**
 * An address as it is stored. Without the key nobody finds it again by trying all four milliards of them, and it is
 * another one for each recipient.
 */
export const addressDigest = (key: Uint8Array, recipientId: string, address: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['address', recipientId, address]))
    .digest('base64url')

/** Deletes the entries of a recipient that were made from addresses; those of other rates stay until they expire. */
export const addressErasure =
  (client: DynamoDBDocumentClient, table = tableName('rates')) =>
  async (recipientId: string): Promise<void> => {
    for (const kind of addressKinds) {
      const found = await queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId AND begins_with(#window, :kind)',
        ExpressionAttributeNames: { '#window': 'window' },
        ExpressionAttributeValues: { ':recipientId': recipientId, ':kind': `${kind}#` },
        ProjectionExpression: '#window',
        ConsistentRead: true,
      })
      await forEachConcurrently(found, concurrency, async ({ window }) => {
        await applyWrites(client, [remove(table, { recipientId, window }, { repeatable: true })])
      })
    }
  }
