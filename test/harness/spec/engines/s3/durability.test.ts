import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

const blobs = () => readdirSync(join(dataFolder, Bucket, 'blobs'))

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

test('an object that is deleted while two read it stays for both, and leaves no file behind', async () => {
  const content = Buffer.alloc(3_000_000, 'x')
  await running.client.send(new PutObjectCommand({ Bucket, Key: 'busy', Body: content }))
  const open = () => running.client.send(new GetObjectCommand({ Bucket, Key: 'busy' }))
  const [first, second] = [await open(), await open()]

  await running.client.send(new PutObjectCommand({ Bucket, Key: 'busy', Body: 'new' }))
  await first.Body?.transformToByteArray()
  const left = await second.Body?.transformToByteArray()

  expect(left?.length).toBe(content.length)
  await expect.poll(() => blobs().length).toBe(1)
})
