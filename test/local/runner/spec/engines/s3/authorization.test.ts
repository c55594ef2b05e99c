import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterEach, expect, test } from 'vitest'
import { Bucket, startS3 } from './startS3.ts'

let s3: Awaited<ReturnType<typeof startS3>>
afterEach(() => s3.stop())

const object = { Bucket, Key: 'prints/a.csv' }
const objectArn = `arn:aws:s3:::${Bucket}/prints/a.csv`

test('each operation asks for its own action on the object', async () => {
  s3 = await startS3()
  const { client } = s3

  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object))
  await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber: 1, Body: 'x' }))
  await client.send(new ListPartsCommand({ ...object, UploadId }))
  await client.send(new ListMultipartUploadsCommand({ Bucket }))
  await client.send(new AbortMultipartUploadCommand({ ...object, UploadId }))
  await client.send(new PutObjectCommand({ ...object, Body: 'x' }))
  await client.send(new GetObjectCommand(object)).then(({ Body }) => Body?.transformToString())
  await client.send(new HeadObjectCommand(object))
  await client.send(new DeleteObjectCommand(object))

  expect(s3.authorized).toEqual([
    `s3:PutObject ${objectArn}`,
    `s3:PutObject ${objectArn}`,
    `s3:ListMultipartUploadParts ${objectArn}`,
    `s3:ListBucketMultipartUploads arn:aws:s3:::${Bucket}`,
    `s3:AbortMultipartUpload ${objectArn}`,
    `s3:PutObject ${objectArn}`,
    `s3:GetObject ${objectArn}`,
    `s3:GetObject ${objectArn}`,
    `s3:DeleteObject ${objectArn}`,
  ])
})

test('a refused write leaves nothing', async () => {
  s3 = await startS3({ refuse: (action) => action === 's3:PutObject' })

  const write = s3.client.send(new PutObjectCommand({ ...object, Body: 'x' }))

  await expect(write).rejects.toMatchObject({ name: 'AccessDenied' })
  await expect(s3.client.send(new GetObjectCommand(object))).rejects.toMatchObject({ name: 'NoSuchKey' })
})

test('without ListBucket, a missing key is AccessDenied rather than NoSuchKey', async () => {
  s3 = await startS3({ refuse: (action) => action === 's3:ListBucket' })

  const read = s3.client.send(new GetObjectCommand(object))

  await expect(read).rejects.toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } })
})
