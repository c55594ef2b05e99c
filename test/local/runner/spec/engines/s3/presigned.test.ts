import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AwsEndpoint, startAwsEndpoint } from '../../../aws/awsEndpoint.ts'
import { createS3, type S3Engine } from '../../../engines/s3/createS3.ts'
import { allow, deploymentAllowing } from '../../aws/exampleDeployment.ts'
import { Bucket } from './startS3.ts'

const credentials = { accessKeyId: 'PRINTWORKER', secretAccessKey: 'its own secret' }
const object = { Bucket, Key: 'prints/alice/ü (1)+2.csv' }

let engine: S3Engine
let endpoint: AwsEndpoint
let client: S3Client

beforeAll(async () => {
  const bucket = { logicalId: 'Prints', name: Bucket, arn: `arn:aws:s3:::${Bucket}` }
  engine = createS3({ buckets: [bucket], dataFolder: 'memory' })
  endpoint = await startAwsEndpoint({
    deployment: deploymentAllowing(allow(['s3:PutObject', 's3:GetObject'], [`${bucket.arn}/prints/*`])),
    credentials: new Map([
      [
        credentials.accessKeyId,
        { secretAccessKey: credentials.secretAccessKey, functionLogicalId: 'addAnnouncerFunction' },
      ],
    ]),
    engines: { dynamodb: { endpoint: 'http://127.0.0.1:1', accessKeyId: 'none' }, s3: engine.handle },
    log: () => undefined,
  })
  client = new S3Client({ endpoint: endpoint.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 })
  await client.send(new PutObjectCommand({ ...object, Body: 'id,event\r\n', ContentType: 'text/csv' }))
})

afterAll(async () => {
  client.destroy()
  await endpoint.stop()
  engine.stop()
})

const link = (options: Parameters<typeof getSignedUrl>[2] = {}, more: object = {}) =>
  getSignedUrl(client, new GetObjectCommand({ ...object, ...more }), options)

test('a presigned link downloads with a plain fetch, under the name that it carries', async () => {
  const address = await link({}, { ResponseContentDisposition: 'attachment; filename="print 1.csv"' })

  const answer = await fetch(address)

  expect(await answer.text()).toBe('id,event\r\n')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="print 1.csv"')
  expect(answer.headers.get('content-type')).toBe('text/csv')
  expect(answer.headers.get('content-length')).toBe('10')
  expect(answer.headers.get('x-amz-checksum-type')).toBe('FULL_OBJECT')
})

test('a presigned link downloads ranges', async () => {
  const answer = await fetch(await link(), { headers: { range: 'bytes=3-7' } })

  expect([answer.status, await answer.text()]).toEqual([206, 'event'])
})

test.each([
  ['another key', (address: string) => address.replace('alice', 'bobby')],
  ['a longer life', (address: string) => address.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000')],
  ['another download name', (address: string) => `${address}&response-content-disposition=inline`],
  ['another signature', (address: string) => address.replace(/(X-Amz-Signature=)[\da-f]{4}/, '$10000')],
])('with %s it is refused', async (_, change) => {
  const answer = await fetch(change(await link()))

  expect([answer.status, await answer.text()]).toEqual([
    403,
    expect.stringContaining('<Code>SignatureDoesNotMatch</Code>'),
  ])
})

test('an expired link is refused', async () => {
  const answer = await fetch(await link({ signingDate: new Date(Date.now() - 3_600_000), expiresIn: 900 }))

  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('Request has expired')])
})

test('a key that the role does not allow is refused in the shape of S3', async () => {
  const refused = client.send(new PutObjectCommand({ ...object, Key: 'print/a', Body: 'x' }))

  await expect(refused).rejects.toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } })
})

test('a link for one method does not serve another', async () => {
  const answer = await fetch(await link(), { method: 'PUT', body: 'replaced' })

  expect(answer.status).toBe(403)
})

test('an unsigned read is refused', async () => {
  const { origin, pathname } = new URL(await link())

  const answer = await fetch(`${origin}${pathname}`)

  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('<Code>AccessDenied</Code>')])
})
