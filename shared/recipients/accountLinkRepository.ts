import { Problem } from '../contract/problem.ts'
import type { Write } from '../contract/write.ts'
import { subscribedEvents } from '../platforms/triggers.ts'
import type { Platform } from './streamingPlatform.ts'

const alreadyLinked = () =>
  new Problem('account_already_linked', 'This platform account is linked by another recipient of this service.')

/** Which recipient a platform account is linked by, one item an account. */
export const accountLinkRepository = (table: string) => ({
  /** Claims an account for a recipient; refused if another one has it. A worker looks at its subscriptions, unless the platform sends no events. */
  claim: (recipientId: string, platform: Platform, accountId: string): Write => ({
    operation: {
      Update: {
        TableName: table,
        Key: { account: `${platform}#${accountId}` },
        UpdateExpression: 'SET recipientId = :recipientId, due = :due',
        ConditionExpression: 'attribute_not_exists(account) OR recipientId = :recipientId',
        ExpressionAttributeValues: { ':recipientId': recipientId, ':due': platform in subscribedEvents },
      },
    },
    repeatable: true,
    refusal: alreadyLinked,
  }),
})

export type AccountLinkRepository = ReturnType<typeof accountLinkRepository>
