import type { Write } from '../contract/write.ts'
import { RepeatedEvent } from '../webhooks/webhook.ts'
import type { StreamEvent } from './streamEvent.ts'

/** Events with an effect, one item each; a worker behind the table's stream announces them. */
export const streamEventRepository = (table: string) => ({
  /** The write that stores an event; refused with `RepeatedEvent` when its message was received before. */
  record: (recipientId: string, event: StreamEvent): Write => ({
    operation: {
      Put: {
        TableName: table,
        Item: { ...event, recipientId },
        ConditionExpression: 'attribute_not_exists(id)',
      },
    },
    repeatable: true,
    refusal: () => new RepeatedEvent('the message has come before'),
  }),
})

export type StreamEventRepository = ReturnType<typeof streamEventRepository>
