import { PurgeQueueCommand, QueueDoesNotExist, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalQueue, openQueues } from '../../../engines/queues.ts'
import { createSqs } from '../../../engines/sqs.ts'
import { queueNamed } from '../../events/eventSourcesOnEngine.ts'
import { type ServedEngine, serveEngine } from '../serveEngine.ts'

let served: ServedEngine
let client: SQSClient
let queue: LocalQueue
const QueueUrl = 'https://sqs.eu-central-1.amazonaws.com/123456789012/Jobs'

beforeAll(async () => {
  const queues = openQueues({ queues: [queueNamed('Jobs')], dataFolder: 'memory' })
  queue = queues.named('Jobs')
  served = await serveEngine(createSqs(queues))
  client = new SQSClient({
    endpoint: served.endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
    maxAttempts: 1,
  })
})
afterAll(() => served.stop())

test('a message is visible after its delay, and the SDK finds its checksum right', async () => {
  const sentAt = Date.now()

  const { MessageId } = await client.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"ü":1}', DelaySeconds: 7 }))

  const message = queue.messages.get(MessageId ?? '')
  expect(message).toMatchObject({ body: '{"ü":1}', senderId: 'AKIATEST', receiveCount: 0 })
  expect((message?.visibleAt ?? 0) - sentAt).toBeGreaterThanOrEqual(7000)
  expect(queue.receive(10)).toEqual([])
})

test.each([
  [{ DelaySeconds: 900 }],
  [{ MessageBody: 'x'.repeat(1_048_576) }],
  [{ MessageBody: '\t\r\n \u{FFFD}\u{1F980}' }],
])('a message with %j is taken', async (more) => {
  const sent = await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x', ...more }))

  expect(queue.messages.has(sent.MessageId ?? '')).toBe(true)
})

test.each([
  [{ MessageBody: 'é'.repeat(524_289) }, 'InvalidParameterValue'],
  [{ MessageBody: 'a\u{FFFE}' }, 'InvalidMessageContents'],
  [{ MessageBody: 'a\u{B}' }, 'InvalidMessageContents'],
  [{ DelaySeconds: 901 }, 'InvalidParameterValue'],
  [{ DelaySeconds: -1 }, 'InvalidParameterValue'],
  [{ MessageBody: '' }, 'MissingParameter'],
  [{ MessageBody: 'x'.repeat(1_048_577) }, 'InvalidParameterValue'],
  [{ MessageBody: 'a\u0000b' }, 'InvalidMessageContents'],
  [{ MessageGroupId: 'g' }, 'ValidationException'],
])('a message with %j is refused', async (more, name) => {
  await expect(client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x', ...more }))).rejects.toThrow(
    expect.objectContaining({ name }),
  )
})

test('a queue that is not there and another call are refused by name, and the role is asked for each message', async () => {
  const to = (name: string) => new SendMessageCommand({ QueueUrl: `${QueueUrl}${name}`, MessageBody: 'x' })

  const answer = await fetch(served.endpoint, { method: 'POST', headers: { 'x-amz-target': 'AmazonSQS.SendMessage' } })

  expect(answer.headers.get('content-type')).toBe('application/x-amz-json-1.0')
  await expect(client.send(to('2'))).rejects.toBeInstanceOf(QueueDoesNotExist)
  await expect(client.send(new PurgeQueueCommand({ QueueUrl }))).rejects.toThrow('is not imitated')
  expect(new Set(served.authorized)).toEqual(new Set([`sqs:SendMessage ${queue.resource.arn}`]))
})
