import { Duration } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { type QueueName, queues } from '../shared/contract/resources.ts'

/** The stack's queues, by the names that an operation's `access` uses after `queue:`. */
export type Queues = Readonly<Record<QueueName, Queue>>

const secured = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true } as const

/** The queue of the records, messages and invocations that were given up. */
export const addDeadLetters = (scope: Construct): Queue =>
  new Queue(scope, 'DeadLetters', { ...secured, retentionPeriod: Duration.days(14) })

export const addQueues = (scope: Construct, deadLetters: Queue): Queues => {
  const created = Object.entries(queues).map(([name, { visibilityTimeoutSeconds, maxReceiveCount }]) => [
    name,
    new Queue(scope, `${name}Queue`, {
      ...secured,
      visibilityTimeout: Duration.seconds(visibilityTimeoutSeconds),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount },
    }),
  ])
  return Object.fromEntries(created) as Queues
}
