import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { TableName } from '../../contract/resources.ts'
import { queueUrl } from '../../runtime/env.ts'
import { log, loggedError } from '../../runtime/log.ts'
import { textMember } from '../../runtime/readMember.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { send } from '../aws/send.ts'
import type { DueKey } from '../store/dueStore.ts'

/**
 * The tables whose items can be postponed for a short time, with the events of an audience among those of streams. Each
 * has a schedule that takes up what no message woke.
 */
export type WakingTable =
  | Extract<TableName, 'announcements' | 'streamEvents' | 'payments' | 'endpointMessages'>
  | 'audience'

/** Reminders of goals among deliveries have no schedule: their wake-up is sent before their record is done. */
export type WokenTable = WakingTable | 'deliveries'

/** An item whose time has come. */
export interface WakeUp extends DueKey {
  readonly table: string
}

/** SQS delays a message by at most this time. */
const longestDelaySeconds = 15 * 60

export const wakeUpFrom = (body: unknown): WakeUp => {
  const [table, recipientId, id] = ['table', 'recipientId', 'id'].map((name) => textMember(body, name))
  if (table === undefined || recipientId === undefined || id === undefined) throw new Error('not a wake-up')
  return { table, recipientId, id }
}

/** Wakes items within a second after their time, where the schedule of their table would need up to a minute. */
export const wakeUpQueue = (client: SQSClient, url = queueUrl('wakeUps'), clock = systemClock) => {
  const post = async (table: WokenTable, { recipientId, id }: DueKey, DelaySeconds: number): Promise<void> => {
    const MessageBody = JSON.stringify({ table, recipientId, id } satisfies WakeUp)
    const command = new SendMessageCommand({ QueueUrl: url, MessageBody, DelaySeconds })
    await send((options) => client.send(command, options))
  }

  return {
    /** Wakes an item after a number of seconds. */
    post,

    /**
     * Wakes a postponed item at `at`, in epoch milliseconds. It never fails, because the item itself is due at that
     * time: without a message, its schedule takes it up, and so it does with one that is due later than a message can
     * be delayed.
     */
    send: async (table: WakingTable, key: DueKey, at: number): Promise<void> => {
      const delaySeconds = Math.max(0, Math.ceil((at - clock()) / 1000))
      if (delaySeconds > longestDelaySeconds) return
      try {
        await post(table, key, delaySeconds)
      } catch (error) {
        log('WARN', 'wake-up', { recipientId: key.recipientId, error: loggedError(error) })
      }
    },
  }
}

export type WakeUpQueue = ReturnType<typeof wakeUpQueue>
