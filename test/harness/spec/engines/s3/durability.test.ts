import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBlobs } from '../../../engines/s3/blobs.ts'
import { Bucket, startS3 } from './startS3.ts'

let dataFolder: string
let running: Awaited<ReturnType<typeof startS3>>

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 's3-spec-'))
  running = await startS3({ dataFolder })
})

afterEach(async () => {
  await running.stop()
  rmSync(dataFolder, { recursive: true, force: true })
})

const restart = async () => {
  await running.stop()
  running = await startS3({ dataFolder })
}

const read = async (Key: string) => {
  const { Body } = await running.client.send(new GetObjectCommand({ Bucket, Key }))
  return Body?.transformToString()
}

test('objects outlive the engine', async () => {
  await running.client.send(new PutObjectCommand({ Bucket, Key: 'kept', Body: 'content' }))

  await restart()

  expect(await read('kept')).toBe('content')
})

test('an upload goes on after a restart', async () => {
  const upload = { Bucket, Key: 'resumed' }
  const { UploadId } = await running.client.send(new CreateMultipartUploadCommand(upload))
  const { ETag } = await running.client.send(
    new UploadPartCommand({ ...upload, UploadId, PartNumber: 1, Body: 'first part' }),
  )

  await restart()
  await running.client.send(
    new CompleteMultipartUploadCommand({ ...upload, UploadId, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } }),
  )

  expect(await read('resumed')).toBe('first part')
})

test('bytes that are removed while two read them stay for both, and leave no file behind', async () => {
  const folder = join(dataFolder, 'blobs')
  const store = openBlobs(folder)
  const blob = await store.write(Buffer.from('content'))
  const [one, other] = [1, 2].map(() => store.read([blob], { first: 0, last: 6 })) as [Readable, Readable]

  store.remove([blob])
  const contents = [await text(one), await text(other)]

  expect(contents).toEqual(['content', 'content'])
  await expect.poll(() => readdirSync(folder)).toEqual([])
})
