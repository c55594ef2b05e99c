import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import type { Item, Write } from '../contract/write.ts'
import { newId } from '../ids.ts'
import { queryAll } from '../store/query.ts'
import { setExpression } from '../store/setExpression.ts'
import type { Announcer } from './contract.ts'
import { type AnnouncerChange, canonicalTrigger, defaultTrigger, type NewAnnouncer } from './rules.ts'

const notFound = (pointer: string) => () =>
  new Problem('not_found', 'There is no such announcer.', {
    errors: [{ in: 'body', pointer, detail: 'unknown announcer' }],
  })

const announcerFromItem = (item: Item): z.input<typeof Announcer> => {
  const { id, recipientId, accountId, chatId, text, buttons, enabled, announcerType } = item as z.input<
    typeof Announcer
  >
  return { id, recipientId, accountId, chatId, text, buttons, enabled, announcerType }
}

/** Announcers, one item each, by recipient and id; ids sort by age. */
export const announcerRepository = (client: DynamoDBDocumentClient, table: string) => ({
  /** A new, enabled announcer. */
  addition: (recipientId: string, { text, accountId, chatId, buttons, trigger }: NewAnnouncer): Write => ({
    operation: {
      Put: {
        TableName: table,
        Item: {
          recipientId,
          id: newId(),
          text,
          accountId,
          chatId,
          buttons,
          trigger: canonicalTrigger(trigger ?? defaultTrigger),
          enabled: true,
          announcerType: 'ANNOUNCE_STREAM_AND_DELETE',
        } satisfies Item & z.input<typeof Announcer>,
      },
    },
    repeatable: true,
  }),

  /** A change of the given fields, which may be none; `pointer` tells a refusal where the id stood. */
  change: (recipientId: string, { id, trigger, ...fields }: AnnouncerChange, pointer: string): Write => {
    const target = { TableName: table, Key: { recipientId, id }, ConditionExpression: 'attribute_exists(id)' }
    const set = setExpression({ ...fields, trigger: trigger === undefined ? undefined : canonicalTrigger(trigger) })
    return {
      operation: set === undefined ? { ConditionCheck: target } : { Update: { ...target, ...set } },
      repeatable: true,
      refusal: notFound(pointer),
    }
  },

  removal: (recipientId: string, id: string, pointer: string): Write => ({
    operation: { Delete: { TableName: table, Key: { recipientId, id }, ConditionExpression: 'attribute_exists(id)' } },
    repeatable: false,
    refusal: notFound(pointer),
  }),

  /** All announcers of a recipient, oldest first. */
  list: async (recipientId: string): Promise<z.input<typeof Announcer>[]> => {
    const items = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipientId },
      ConsistentRead: true,
    })
    return items.map(announcerFromItem)
  },
})

export type AnnouncerRepository = ReturnType<typeof announcerRepository>
