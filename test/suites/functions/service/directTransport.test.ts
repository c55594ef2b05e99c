import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, expect, test } from 'vitest'
import { startLocalAws } from '../../../support/localAws.ts'

const aws = await startLocalAws()
const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: aws.endpoints.dynamodb }))
const s3 = new S3Client({ endpoint: aws.endpoints.s3, forcePathStyle: true })
afterAll(async () => {
  dynamodb.destroy()
  s3.destroy()
  await aws.stop()
})

/** What a client makes of a call: its output or its error, without what differs from call to call. */
const outcomeOf = async (call: () => Promise<object>): Promise<unknown> => {
  const outcome = await call().catch((error: Error) => ({ ...error, name: error.name, message: error.message }))
  const {
    $metadata,
    $response: _,
    RequestId: _id,
    HostId: _host,
    ...rest
  } = outcome as { $metadata: { httpStatusCode: number }; $response?: unknown; RequestId?: string; HostId?: string }
  return { status: $metadata.httpStatusCode, ...rest }
}

const item = { recipientId: 'alice', id: 'one', text: 'ключ'.repeat(100) }
const table = () => ({ TableName: aws.table('news') })
const place = () => ({ Bucket: aws.bucket('prints'), Key: 'a folder/ü.csv' })

test.each<readonly [string, () => Promise<object>]>([
  ['a write', () => dynamodb.send(new PutCommand({ ...table(), Item: item }))],
  ['a read', () => dynamodb.send(new GetCommand({ ...table(), Key: { recipientId: 'alice', id: 'one' } }))],
  [
    'a failed condition',
    () =>
      dynamodb.send(new PutCommand({ ...table(), Item: item, ConditionExpression: 'attribute_exists(somethingElse)' })),
  ],
  ['a refused request', () => dynamodb.send(new QueryCommand({ ...table(), KeyConditionExpression: '' }))],
  [
    'an item that is too large',
    () =>
      dynamodb.send(
        new UpdateCommand({
          ...table(),
          Key: { recipientId: 'alice', id: 'one' },
          UpdateExpression: 'SET #large = :large',
          ExpressionAttributeNames: { '#large': 'large' },
          ExpressionAttributeValues: { ':large': 'x'.repeat(410_000) },
        }),
      ),
  ],
  ['an upload', () => s3.send(new PutObjectCommand({ ...place(), Body: 'a,b\n1,2\n' }))],
  ['a look at an object', () => s3.send(new HeadObjectCommand(place()))],
  ['an object that is not there', () => s3.send(new GetObjectCommand({ ...place(), Key: 'none' }))],
  [
    'a download',
    async () => {
      const { Body, LastModified: _, ...rest } = await s3.send(new GetObjectCommand(place()))
      return { ...rest, text: await Body?.transformToString() }
    },
  ],
])('%s comes to the same with and without a socket', async (_name, call) => {
  const direct = await outcomeOf(call)
  const places = [...aws.direct]
  aws.direct.clear()
  const throughSocket = await outcomeOf(call)
  for (const [host, answer] of places) aws.direct.set(host, answer)

  expect(direct).toEqual(throughSocket)
})
