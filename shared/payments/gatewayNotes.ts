import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../contract/write.ts'
import { applyWrites } from '../store/commit.ts'
import { setExpression } from '../store/setExpression.ts'
import type { SealedGateway } from './sealedGateways.ts'

/** Milliseconds within which a second note of the same kind is left out, so that a flood of webhooks costs no more than one write a minute. */
const shortestPauseMs = 60_000

/** What a credential notes of its webhooks: the type of one that was accepted, or the reason for which one was refused. */
export type GatewayNote = { readonly lastEventType: string } | { readonly lastRefusalReason: string }

const noteWrite = (table: string, recipientId: string, id: string, note: GatewayNote, now: Date): Write => {
  const time = 'lastEventType' in note ? 'lastEventAt' : 'lastRefusalAt'
  const set = setExpression({ ...note, [time]: now.toISOString() })
  const before = new Date(now.getTime() - shortestPauseMs).toISOString()
  return {
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, id },
        UpdateExpression: set?.UpdateExpression ?? '',
        ConditionExpression: `attribute_exists(gateway) AND (attribute_not_exists(#${time}) OR #${time} < :before)`,
        ExpressionAttributeNames: { ...set?.ExpressionAttributeNames },
        ExpressionAttributeValues: { ...set?.ExpressionAttributeValues, ':before': before },
      },
    },
    repeatable: true,
  }
}

/** Notes of credentials about their webhooks. They are exact to a minute. */
export const gatewayNotes = (client: DynamoDBDocumentClient, table: string) => ({
  /** Stores a note, unless the credential has one of the last minute or was deleted. */
  add: async (recipientId: string, { id, notedAt }: SealedGateway, note: GatewayNote, now: Date): Promise<void> => {
    const last = 'lastEventType' in note ? notedAt.event : notedAt.refusal
    if (last !== undefined && Date.parse(last) > now.getTime() - shortestPauseMs) return
    await applyWrites(client, [noteWrite(table, recipientId, id, note, now)])
  },
})

export type GatewayNotes = ReturnType<typeof gatewayNotes>
