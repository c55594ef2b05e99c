import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'

interface QueueEvent {
  readonly Records: readonly {
    readonly messageId: string
    readonly body: string
    readonly attributes: { readonly ApproximateReceiveCount: string }
  }[]
}

const queues = new SQSClient()
const tables = new DynamoDBClient()
const { QUEUE: QueueUrl, TABLE: TableName } = process.env

export const submit = async (jobs: readonly string[]) => {
  for (const job of jobs) await queues.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(job) }))
}

/** Reports the jobs that fail, which come again alone. */
export const work = async ({ Records }: QueueEvent) => {
  const batchItemFailures: { itemIdentifier: string }[] = []
  for (const { messageId: itemIdentifier, body, attributes } of Records) {
    const job = JSON.parse(body) as string
    console.log(`job ${job}, time ${attributes.ApproximateReceiveCount}`)
    if (job === 'impossible') batchItemFailures.push({ itemIdentifier })
    else await tables.send(new PutItemCommand({ TableName, Item: { id: { S: job } } }))
  }
  return { batchItemFailures }
}
