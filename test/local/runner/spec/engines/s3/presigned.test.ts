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
  const cors = [
    {
      allowedOrigins: ['https://*.example'],
      allowedMethods: ['PUT'],
      allowedHeaders: ['Content-*'],
      exposedHeaders: ['ETag'],
      maxAgeSeconds: 60,
    },
  ]
  const bucket = { logicalId: 'Prints', name: Bucket, arn: `arn:aws:s3:::${Bucket}`, cors }
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
    cors: engine.cors,
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

const uploadLink = (more: object = {}) => getSignedUrl(client, new PutObjectCommand({ ...object, ...more }))

test('a link as the SDK makes it uploads any content, with the type that is sent and the metadata of the link', async () => {
  const address = await uploadLink({ Key: 'prints/alice/photo', Metadata: { owner: 'ada' } })

  const answer = await fetch(address, { method: 'PUT', body: 'content', headers: { 'content-type': 'image/png' } })

  expect([answer.status, await answer.text()]).toEqual([200, ''])
  const { Body, ...read } = await client.send(new GetObjectCommand({ ...object, Key: 'prints/alice/photo' }))
  expect(read).toMatchObject({ ContentType: 'image/png', Metadata: { owner: 'ada' } })
  expect(await Body?.transformToString()).toBe('content')
})

const preflight = async (origin: string, method: string, headers = '') => {
  const asked = { 'access-control-request-method': method, 'access-control-request-headers': headers }
  return fetch(await uploadLink(), { method: 'OPTIONS', headers: { origin, ...asked } })
}

test('a page of an allowed origin may upload by a link', async () => {
  const origin = 'https://app.example'

  const asked = await preflight(origin, 'PUT', 'content-type')
  const sent = await fetch(await uploadLink(), { method: 'PUT', body: 'x', headers: { origin } })
  const refused = await fetch(`${await uploadLink()}0`, { method: 'PUT', body: 'x', headers: { origin } })

  expect([asked.status, Object.fromEntries(asked.headers)]).toMatchObject([
    200,
    {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'content-type',
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '60',
    },
  ])
  expect([sent, refused].map(({ status, headers }) => [status, headers.get('access-control-allow-origin')])).toEqual([
    [200, origin],
    [403, origin],
  ])
  expect(sent.headers.get('access-control-expose-headers')).toBe('ETag')
})

test.each([
  ['another origin', 'https://example.org', 'PUT', ''],
  ['another method', 'https://app.example', 'GET', ''],
  ['another header', 'https://app.example', 'PUT', 'x-amz-acl'],
])('a preflight request of %s is refused', async (_, origin, method, headers) => {
  const answer = await preflight(origin, method, headers)

  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
  expect(await answer.text()).toContain('<Code>AccessForbidden</Code>')
})
