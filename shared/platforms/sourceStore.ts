import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { send } from '../aws/send.ts'
import { Problem } from '../contract/problem.ts'
import type { Item, Write } from '../contract/write.ts'
import { getItem } from '../store/getItem.ts'
import { systemClock } from '../time/clock.ts'

/** The reason why events of an account do not arrive. It contains no secret. */
export interface SourceError {
  /** ISO 8601. */
  readonly at: string
  readonly code: string
  readonly detail: string
}

/** A linked account as a source of events. */
export interface EventSource {
  /** `<platform>#<account id>` */
  readonly account: string
  readonly recipientId: string
  /** The events that arrive, by the platform's names. */
  readonly activeEvents?: ReadonlySet<string>
  /** Present until a later attempt succeeds. */
  readonly lastError?: SourceError
}

/** The code of the error after the platform has ended a subscription. */
export const revokedCode = 'subscription_revoked'

const notLinked = () => new Problem('not_found', 'No recipient has linked this account.')

/** The writes that change the state of a linked account's subscriptions. An account that is not linked is refused. */
export const sourceWrites = (table: string, clock = systemClock) => {
  const change = (account: string, UpdateExpression: string, values?: Record<string, unknown>): Write => ({
    operation: {
      Update: {
        TableName: table,
        Key: { account },
        UpdateExpression,
        ConditionExpression: 'attribute_exists(account)',
        ...(values && { ExpressionAttributeValues: values }),
      },
    },
    repeatable: true,
    refusal: notLinked,
  })

  return {
    /** The events arrive from now on. */
    activation: (account: string, events: readonly string[]): Write =>
      change(account, 'ADD activeEvents :events', { ':events': new Set(events) }),

    /** The account is subscribed to as far as this deployment can do it; these events arrive. */
    settlement: (account: string, events: readonly string[]): Write =>
      events.length === 0
        ? change(account, 'REMOVE due, lastError')
        : change(account, 'ADD activeEvents :events REMOVE due, lastError', { ':events': new Set(events) }),

    /** The events do not arrive any more. */
    loss: (account: string, events: readonly string[]): Write =>
      change(account, 'DELETE activeEvents :events', { ':events': new Set(events) }),

    failure: (account: string, error: SourceError): Write =>
      change(account, 'SET lastError = :error REMOVE due', { ':error': error }),

    /** The platform has ended the subscription to the event, for a reason of its own. */
    revocation: (account: string, event: string, reason: string): Write => {
      const detail = `The platform has ended the subscription (${reason}).`
      const error: SourceError = { at: new Date(clock()).toISOString(), code: revokedCode, detail }
      return change(account, 'SET lastError = :error DELETE activeEvents :events', {
        ':error': error,
        ':events': new Set([event]),
      })
    },
  }
}

/** Linked accounts as sources of events, for those that find them by the platform's account. */
export const sourceStore = (client: DynamoDBDocumentClient, table: string, clock = systemClock) => ({
  ...sourceWrites(table, clock),

  find: async (account: string): Promise<EventSource | undefined> =>
    (await getItem(client, { TableName: table, Key: { account } })) as EventSource | undefined,

  /** All linked accounts of all recipients, a megabyte after another. */
  async *all(): AsyncGenerator<EventSource> {
    let ExclusiveStartKey: Item | undefined
    do {
      const command = new ScanCommand({
        TableName: table,
        ConsistentRead: true,
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      })
      const { Items = [], LastEvaluatedKey } = await send((options) => client.send(command, options))
      yield* Items as EventSource[]
      ExclusiveStartKey = LastEvaluatedKey
    } while (ExclusiveStartKey !== undefined)
  },
})

export type SourceStore = ReturnType<typeof sourceStore>
