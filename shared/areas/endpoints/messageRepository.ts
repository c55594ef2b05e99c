import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item, Write } from '../../contract/write.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { queryPage } from '../../mechanisms/store/query.ts'
import { type Condition, put, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { type EndpointMessage, messageId, queuedAgain, resentMessage } from './endpointMessage.ts'

/** Messages that the log of an endpoint shows. */
export const logged = 100

const isNew: Condition = { if: 'attribute_not_exists(id)' }
const exists: Condition = { if: 'attribute_exists(id)' }
const isDueAt = (now: Date): Condition => ({ if: '#dueAt <= :now', values: { now: now.toISOString() } })

/** Messages to endpoints, one item each; a worker behind the table stream sends them. */
export const messageRepository = (client: DynamoDBDocumentClient, table = tableName('endpointMessages')) => ({
  /** Stores messages; one that exists stays as it is, in any state. */
  add: async (recipientId: string, messages: readonly EndpointMessage[]): Promise<void> => {
    await Promise.all(
      messages.map((message) =>
        applyWrites(client, [put(table, { ...message, recipientId }, { when: isNew, repeatable: true })]),
      ),
    )
  },

  /** Sends a message again, whatever became of it. */
  resending: (recipientId: string, endpointId: string, eventId: string, now: number, refusal: () => Error): Write => {
    const id = messageId(endpointId, eventId)
    return update(table, { recipientId, id }, { ...resentMessage(id, now), when: exists, refusal, repeatable: true })
  },

  /** The last messages of an endpoint, newest first. */
  latest: async (recipientId: string, endpointId: string): Promise<readonly EndpointMessage[]> => {
    const { items } = await queryPage(client, {
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId AND begins_with(id, :endpoint)',
      ExpressionAttributeValues: { ':recipientId': recipientId, ':endpoint': messageId(endpointId, '') },
      ScanIndexForward: false,
      Limit: logged,
      ConsistentRead: true,
    })
    return items as unknown as readonly EndpointMessage[]
  },

  /** Changes a message if it is still as `seen`. */
  replace: async (recipientId: string, seen: EndpointMessage, next: EndpointMessage): Promise<boolean> => {
    const when = { if: '#revision IN (:seen, :mine)', values: { seen: seen.revision, mine: next.revision } }
    const item: Item = { ...next, recipientId }
    return (await applyWrites(client, [put(table, item, { when, repeatable: true })])).length === 0
  },

  /** Brings a due message to its worker again: the change is in the table stream. */
  queueAgain: async (recipientId: string, id: string, now: Date): Promise<void> => {
    const set = queuedAgain(id, now.getTime())
    await applyWrites(client, [update(table, { recipientId, id }, { set, when: isDueAt(now), repeatable: true })])
  },
})

export type MessageRepository = ReturnType<typeof messageRepository>
