import type { Write } from '../contract/write.ts'
import { RepeatedEvent } from '../webhooks/repeatedEvent.ts'
import type { StreamEvent } from './streamEvent.ts'

/** Events that had an effect, one item each; a worker behind the table's stream announces them. */
export const streamEventRepository = (table: string) => ({
  /** Stores an event; refused with `RepeatedEvent` when its message has come before. */
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
