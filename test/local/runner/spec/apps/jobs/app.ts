import { App, Duration, Stack } from 'aws-cdk-lib'
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb'
import { Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { codeOf } from '../codeOf.ts'

/** A queue with a worker behind it, and no API: jobs that fail twice are among the dead letters. */
const app = new App()
const stack = new Stack(app, 'Jobs')
const code = codeOf(import.meta.dirname)

const done = new Table(stack, 'Done', { partitionKey: { name: 'id', type: AttributeType.STRING } })
const dead = new Queue(stack, 'Dead')
const jobs = new Queue(stack, 'Queue', {
  visibilityTimeout: Duration.seconds(2),
  deadLetterQueue: { queue: dead, maxReceiveCount: 2 },
})
const lambda = (name: string, environment: Record<string, string>) =>
  new Lambda(stack, name, {
    runtime: Runtime.NODEJS_24_X,
    handler: `index.${name}`,
    code,
    timeout: Duration.seconds(2),
    environment,
  })
const submit = lambda('submit', { QUEUE: jobs.queueUrl })
jobs.grantSendMessages(submit)
const work = lambda('work', { TABLE: done.tableName })
done.grantWriteData(work)
work.addEventSource(
  new SqsEventSource(jobs, {
    batchSize: 5,
    maxBatchingWindow: Duration.seconds(1),
    reportBatchItemFailures: true,
  }),
)

app.synth()
