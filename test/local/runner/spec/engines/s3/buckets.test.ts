import { createHash } from 'node:crypto'
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Bucket, startS3 } from './startS3.ts'

let s3: Awaited<ReturnType<typeof startS3>>
beforeEach(async () => {
  s3 = await startS3({ refuse: (_, resource) => resource.endsWith('/secret') })
})
afterEach(() => s3.stop())

const put = (Key: string, Body = Key, more: object = {}) =>
  s3.client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }))
const list = (more: object = {}) => s3.client.send(new ListObjectsV2Command({ Bucket, ...more }))
const keysOf = ({ Contents = [] }: Awaited<ReturnType<typeof list>>) => Contents.map(({ Key }) => Key)

test('objects are listed in the order of their bytes, with size and ETag', async () => {
  for (const key of ['b', '\u{1F600}', 'a/1', '\uFF5E', 'a & <b>']) await put(key)

  const listed = await list()

  expect(keysOf(listed)).toEqual(['a & <b>', 'a/1', 'b', '\uFF5E', '\u{1F600}'])
  expect(listed).toMatchObject({ Name: Bucket, KeyCount: 5, MaxKeys: 1000, IsTruncated: false, Prefix: '' })
  expect(listed.Contents?.[2]).toMatchObject({
    Size: 1,
    ETag: `"${createHash('md5').update('b').digest('hex')}"`,
  })
})

test('a delimiter joins keys to prefixes, and pages count both', async () => {
  for (const key of ['x/a/1', 'x/a/2', 'x/b', 'x/c/1', 'y']) await put(key)

  const first = await list({ Prefix: 'x/', Delimiter: '/', MaxKeys: 2 })
  const second = await list({
    Prefix: 'x/',
    Delimiter: '/',
    MaxKeys: 2,
    ContinuationToken: first.NextContinuationToken,
  })

  expect([first.CommonPrefixes, keysOf(first), first.IsTruncated]).toEqual([[{ Prefix: 'x/a/' }], ['x/b'], true])
  expect([second.CommonPrefixes, keysOf(second), second.IsTruncated]).toEqual([[{ Prefix: 'x/c/' }], [], false])
  expect(keysOf(await list({ StartAfter: 'x/b' }))).toEqual(['x/c/1', 'y'])
  expect(new Set(s3.authorized.filter((each) => each.startsWith('s3:List')))).toEqual(
    new Set([`s3:ListBucket arn:aws:s3:::${Bucket}`]),
  )
})

test('an empty bucket has an empty list, and is there', async () => {
  expect(await list()).toMatchObject({ KeyCount: 0, IsTruncated: false })
  expect((await s3.client.send(new HeadBucketCommand({ Bucket }))).$metadata.httpStatusCode).toBe(200)
  await expect(s3.client.send(new HeadBucketCommand({ Bucket: 'other' }))).rejects.toMatchObject({ name: 'NotFound' })
})

test('several objects are deleted at once, each by its own permission, and one that is missing too', async () => {
  for (const key of ['a', 'b&c', 'secret']) await put(key === 'secret' ? 'kept' : key)

  const { Deleted, Errors } = await s3.client.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: ['a', 'b&c', 'gone', 'secret'].map((Key) => ({ Key })) } }),
  )
  const quiet = await s3.client.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'a' }], Quiet: true } }),
  )

  expect(Deleted).toEqual([{ Key: 'a' }, { Key: 'b&c' }, { Key: 'gone' }])
  expect(Errors).toEqual([{ Key: 'secret', Code: 'AccessDenied', Message: 'Access Denied' }])
  expect([keysOf(await list()), quiet.Deleted]).toEqual([['kept'], undefined])
})

test('a copy may want the content of which its caller knows the ETag', async () => {
  const { ETag } = await put('from', 'one')
  const copy = (condition: string | undefined) =>
    s3.client.send(
      new CopyObjectCommand({ Bucket, Key: 'to', CopySource: `${Bucket}/from`, CopySourceIfMatch: condition }),
    )

  await copy(ETag)
  await put('from', 'two')

  await expect(copy(ETag)).rejects.toMatchObject({ name: 'PreconditionFailed' })
  const { Body } = await s3.client.send(new GetObjectCommand({ Bucket, Key: 'to' }))
  expect(await Body?.transformToString()).toBe('one')
})

test('a copy has the content and the metadata of its source, or metadata of its own', async () => {
  await put('from ü', 'hello', { ContentType: 'text/csv', Metadata: { rows: '1' } })
  const CopySource = `${Bucket}/${encodeURIComponent('from ü')}`
  const copy = (Key: string, more: object = {}) =>
    s3.client.send(new CopyObjectCommand({ Bucket, Key, CopySource, ...more }))
  const read = async (Key: string) => {
    const { Body, ContentType, Metadata } = await s3.client.send(new GetObjectCommand({ Bucket, Key }))
    return [await Body?.transformToString(), ContentType, Metadata]
  }

  const { CopyObjectResult } = await copy('to')
  await copy('other', { MetadataDirective: 'REPLACE', ContentType: 'text/plain', Metadata: { rows: '2' } })

  expect(CopyObjectResult?.ETag).toBe(`"${createHash('md5').update('hello').digest('hex')}"`)
  expect(await read('to')).toEqual(['hello', 'text/csv', { rows: '1' }])
  expect(await read('other')).toEqual(['hello', 'text/plain', { rows: '2' }])
  expect(s3.authorized).toContain(`s3:GetObject arn:aws:s3:::${Bucket}/from ü`)
  await expect(copy('from ü')).rejects.toMatchObject({ name: 'InvalidRequest' })
  await expect(copy('x', { CopySource: `${Bucket}/none` })).rejects.toMatchObject({ name: 'NoSuchKey' })
  await expect(copy('x', { CopySource: 'none/none' })).rejects.toMatchObject({ name: 'NoSuchBucket' })
})
