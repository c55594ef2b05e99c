import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type LocalQueues, openQueues } from '../../../engines/queues.ts'
import { createSqs } from '../../../engines/sqs.ts'
import { queueRecord } from '../../../events/queueMapping.ts'
import { queueNamed } from '../../events/eventSourcesOnEngine.ts'
import { serveEngine } from '../serveEngine.ts'

const QueueUrl = 'https://sqs.eu-central-1.amazonaws.com/123456789012/Jobs'
let client: SQSClient
let queues: LocalQueues
let endpoint: string

beforeEach(async () => {
  const redrive = { queueLogicalId: 'Dead', maxReceiveCount: 3 }
  queues = openQueues({
    queues: [queueNamed('Jobs', { redrive, visibilityTimeoutSeconds: 30 }), queueNamed('Dead')],
    dataFolder: 'memory',
  })
  const served = await serveEngine(createSqs(queues))
  endpoint = served.endpoint
  const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' }
  client = new SQSClient({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1 })
  onTestFinished(served.stop)
})

const send = (MessageBody: string, more: object = {}) =>
  client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more }))
const receive = async (more: object = {}) =>
  (await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, ...more }))).Messages ?? []
const numbers = async () => {
  const AttributeNames = ['All' as const]
  const { Attributes = {} } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }))
  const { ApproximateNumberOfMessages: visible, ApproximateNumberOfMessagesNotVisible: hidden } = Attributes
  return [visible, hidden, Attributes.ApproximateNumberOfMessagesDelayed].map(Number)
}

test('a message is received with its attributes, is hidden, and is gone once it is deleted', async () => {
  const MessageAttributes = {
    kind: { DataType: 'String', StringValue: 'ü' },
    'size.of': { DataType: 'Number.int', StringValue: '7' },
    raw: { DataType: 'Binary', BinaryValue: Buffer.from('bytes') },
  }

  const sent = await send('one', { MessageAttributes })
  const [message] = await receive({ MessageAttributeNames: ['All'], MessageSystemAttributeNames: ['All'] })

  // Computed with Python's hashlib by the algorithm of AWS's developer guide.
  expect(sent.MD5OfMessageAttributes).toBe('bc7d141186ae6964461142a9525a3dcc')
  expect(message).toMatchObject({
    MessageId: sent.MessageId,
    Body: 'one',
    MD5OfMessageAttributes: sent.MD5OfMessageAttributes,
    Attributes: { ApproximateReceiveCount: '1', SenderId: 'AKIATEST' },
  })
  expect(message?.MessageAttributes).toMatchObject({ kind: { StringValue: 'ü' }, 'size.of': { StringValue: '7' } })
  expect(Buffer.from(message?.MessageAttributes?.['raw']?.BinaryValue ?? []).toString()).toBe('bytes')
  expect([await receive(), await numbers()]).toEqual([[], [0, 1, 0]])

  await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message?.ReceiptHandle }))

  expect(await numbers()).toEqual([0, 0, 0])
})

test('only the attributes that are asked for are received', async () => {
  const text = { DataType: 'String', StringValue: 'x' }
  await send('one', { MessageAttributes: { a: text, 'b.1': text, 'b.2': text, c: text } })

  const [message] = await receive({ MessageAttributeNames: ['a', 'b.*'] })

  expect(Object.keys(message?.MessageAttributes ?? {})).toEqual(['a', 'b.1', 'b.2'])
  expect(message?.Attributes).toBe(undefined)
})

test('the event of a function has the attributes of a message in their own spelling', async () => {
  await send('one', { MessageAttributes: { kind: { DataType: 'String', StringValue: 'x' } } })

  const records = queues
    .named('Jobs')
    .receive(1)
    .map((message) => queueRecord(message, 'eu-central-1', 'arn'))

  expect(records[0]?.messageAttributes).toEqual({
    kind: { stringValue: 'x', stringListValues: [], binaryListValues: [], dataType: 'String' },
  })
})

test('a batch is sent, of which each message succeeds or fails by itself, and deleted', async () => {
  const Entries = [
    { Id: 'a', MessageBody: 'one' },
    { Id: 'b', MessageBody: 'one\u0000' },
    { Id: 'c', MessageBody: 'two', DelaySeconds: 60 },
  ]

  const sent = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
  const received = await receive()
  const deleted = await client.send(
    new DeleteMessageBatchCommand({
      QueueUrl,
      Entries: [
        { Id: 'x', ReceiptHandle: received[0]?.ReceiptHandle },
        { Id: 'y', ReceiptHandle: 'no handle' },
      ],
    }),
  )

  expect(sent.Successful?.map(({ Id }) => Id)).toEqual(['a', 'c'])
  expect(sent.Failed).toMatchObject([{ Id: 'b', SenderFault: true, Code: 'InvalidMessageContents' }])
  expect(received.map(({ Body }) => Body)).toEqual(['one'])
  expect([deleted.Successful?.map(({ Id }) => Id), deleted.Failed?.map(({ Id }) => Id)]).toEqual([['x'], ['y']])
  expect(await numbers()).toEqual([0, 0, 1])
})

test.each([
  [[], 'EmptyBatchRequest'],
  [Array.from({ length: 11 }, (_, index) => ({ Id: String(index), MessageBody: 'x' })), 'TooManyEntriesInBatchRequest'],
  [
    [
      { Id: 'a', MessageBody: 'x' },
      { Id: 'a', MessageBody: 'y' },
    ],
    'BatchEntryIdsNotDistinct',
  ],
  [[{ Id: 'a b', MessageBody: 'x' }], 'InvalidBatchEntryId'],
])('a batch of %j is refused', async (Entries, name) => {
  await expect(client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))).rejects.toMatchObject({ name })
})

test('a receiver waits for a message', async () => {
  const waiting = receive({ WaitTimeSeconds: 20 })
  await send('one')

  expect((await waiting).map(({ Body }) => Body)).toEqual(['one'])
})

test('a message comes again when its receiver gives it back, and goes to the dead letters when it was received too often', async () => {
  await send('one')
  const giveBack = async () => {
    const [message] = await receive()
    const change = { QueueUrl, ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 0 }
    await client.send(new ChangeMessageVisibilityCommand(change))
    await expect(client.send(new ChangeMessageVisibilityCommand(change))).rejects.toMatchObject({
      name: 'MessageNotInflight',
    })
  }
  for (let time = 0; time < 3; time++) await giveBack()

  expect(await receive()).toEqual([])
  expect([...queues.named('Dead').messages.values()].map(({ body }) => body)).toEqual(['one'])
})

test('a queue is found by its name, and tells its settings', async () => {
  const found = await client.send(new GetQueueUrlCommand({ QueueName: 'Jobs' }))
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn', 'VisibilityTimeout', 'RedrivePolicy'] }),
  )

  expect(found.QueueUrl).toBe(`${endpoint}/123456789012/Jobs`)
  expect(Attributes).toEqual({
    QueueArn: 'arn:aws:sqs:eu-central-1:123456789012:Jobs',
    VisibilityTimeout: '30',
    RedrivePolicy: '{"deadLetterTargetArn":"arn:aws:sqs:eu-central-1:123456789012:Dead","maxReceiveCount":3}',
  })
})
