import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  NoSuchUpload,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createS3 } from '../../../engines/s3/createS3.ts'
import { Bucket, megabyte, startS3 } from './startS3.ts'

let s3: Awaited<ReturnType<typeof startS3>>
let client: S3Client

beforeAll(async () => {
  s3 = await startS3()
  client = s3.client
})
afterAll(() => s3.stop())

const create = async (Key: string, more: object = {}) => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }))
  return { Bucket, Key, UploadId }
}

type Upload = Awaited<ReturnType<typeof create>>

const uploadPart = async (
  upload: Upload,
  PartNumber: number,
  Body: Buffer,
  more: object = {},
): Promise<CompletedPart> => {
  const { ETag, ChecksumCRC32, ChecksumSHA256 } = await client.send(
    new UploadPartCommand({ ...upload, PartNumber, Body, ...more }),
  )
  return { PartNumber, ETag, ChecksumCRC32, ChecksumSHA256 }
}

const complete = (upload: Upload, Parts: readonly CompletedPart[], more: object = {}) =>
  client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: [...Parts] }, ...more }))

const md5 = (content: Buffer) => createHash('md5').update(content).digest()

test('parts become one object, whose ETag is the MD5 of their MD5s', async () => {
  const contents = [randomBytes(5 * megabyte), randomBytes(6 * megabyte), Buffer.from('the rest')]
  const upload = await create('whole', { ContentType: 'text/csv', Metadata: { rows: '3' } })
  const parts = await Promise.all(contents.map((content, index) => uploadPart(upload, index + 1, content)))

  const completed = await complete(upload, parts)

  const read = await client.send(new GetObjectCommand({ Bucket, Key: 'whole' }))
  const bytes = await read.Body?.transformToByteArray()
  expect(Buffer.concat(contents).equals(bytes ?? Buffer.alloc(0))).toBe(true)
  expect(completed.ETag).toBe(`"${md5(Buffer.concat(contents.map(md5))).toString('hex')}-3"`)
  expect(read).toMatchObject({ ContentType: 'text/csv', Metadata: { rows: '3' }, ETag: completed.ETag })
})

test('a range may reach over parts', async () => {
  const contents = [Buffer.alloc(5 * megabyte, 'a'), Buffer.alloc(5 * megabyte, 'b'), Buffer.from('ccc')]
  const upload = await create('ranged')
  await complete(upload, await Promise.all(contents.map((content, index) => uploadPart(upload, index + 1, content))))
  const edge = 10 * megabyte

  const read = await client.send(
    new GetObjectCommand({ Bucket, Key: 'ranged', Range: `bytes=${edge - 2}-${edge + 1}` }),
  )

  expect(await read.Body?.transformToString()).toBe('bbcc')
})

test('with an algorithm named, the object keeps the checksum of checksums', async () => {
  const object = { Bucket, Key: 'com posite' }
  const created = await client.send(new CreateMultipartUploadCommand({ ...object, ChecksumAlgorithm: 'SHA256' }))
  const upload = { ...object, UploadId: created.UploadId }
  const parts = [await uploadPart(upload, 1, Buffer.from('hello'), { ChecksumAlgorithm: 'SHA256' })]
  const listed = await client.send(new ListPartsCommand(upload))

  const completed = await complete(upload, parts)

  const head = await client.send(new HeadObjectCommand({ ...object, ChecksumMode: 'ENABLED' }))
  const inner = createHash('sha256').update('hello').digest()
  const ChecksumSHA256 = `${createHash('sha256').update(inner).digest('base64')}-1`
  expect(created).toMatchObject({ ChecksumAlgorithm: 'SHA256', ChecksumType: 'COMPOSITE' })
  expect(listed).toMatchObject({ ChecksumAlgorithm: 'SHA256', Parts: [{ ChecksumSHA256: inner.toString('base64') }] })
  expect(completed).toMatchObject({ ...object, ChecksumSHA256, ChecksumType: 'COMPOSITE' })
  expect(head).toMatchObject({ ChecksumSHA256, ChecksumType: 'COMPOSITE' })
  const read = await client.send(new GetObjectCommand(object))
  expect(await read.Body?.transformToString()).toBe('hello')
})

test('with an algorithm named, completion without the parts’ checksums is refused', async () => {
  const upload = await create('unchecked', { ChecksumAlgorithm: 'CRC32' })
  const { PartNumber, ETag } = await uploadPart(upload, 1, Buffer.from('x'))

  await expect(complete(upload, [{ PartNumber, ETag }])).rejects.toMatchObject({
    name: 'InvalidRequest',
    message: expect.stringContaining('must include the checksum for each part. It was missing for part 1'),
  })
})

test('with an algorithm named, a part of another is refused, and so is a checksum of the whole object', async () => {
  const upload = await create('mixed', { ChecksumAlgorithm: 'SHA256' })

  await expect(uploadPart(upload, 1, Buffer.from('x'), { ChecksumAlgorithm: 'CRC32' })).rejects.toMatchObject({
    name: 'InvalidRequest',
    message: 'Checksum Type mismatch occurred, expected checksum Type: sha256, actual checksum Type: crc32',
  })
  const whole = create('mixed', { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' })
  await expect(whole).rejects.toMatchObject({ name: 'NotImplemented' })
})

test('an object is not visible before completion', async () => {
  const upload = await create('pending')
  await uploadPart(upload, 1, Buffer.from('x'))

  await expect(client.send(new HeadObjectCommand({ Bucket, Key: 'pending' }))).rejects.toMatchObject({
    name: 'NotFound',
  })
})

test('parts are listed by number, page by page, a repeated one once', async () => {
  const began = Date.now()
  const upload = await create('listed')
  for (const number of [10, 1, 2, 2]) await uploadPart(upload, number, Buffer.from(`part ${number}`))

  const first = await client.send(new ListPartsCommand({ ...upload, MaxParts: 2 }))
  const second = await client.send(
    new ListPartsCommand({ ...upload, MaxParts: 5000, PartNumberMarker: first.NextPartNumberMarker }),
  )

  expect(first.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([1, 2])
  expect(first.IsTruncated).toBe(true)
  expect(first.Parts?.[0]?.LastModified?.getTime()).toBeGreaterThanOrEqual(began)
  expect(second).toMatchObject({
    IsTruncated: false,
    MaxParts: 1000,
    Parts: [{ PartNumber: 10, Size: 7, ETag: `"${md5(Buffer.from('part 10')).toString('hex')}"` }],
  })
})

test('an aborted upload is gone: no part, completion or second abort', async () => {
  const upload = await create('aborted')
  const part = await uploadPart(upload, 1, Buffer.from('x'))

  const { $metadata } = await client.send(new AbortMultipartUploadCommand(upload))

  expect($metadata.httpStatusCode).toBe(204)
  await expect(uploadPart(upload, 2, Buffer.from('x'))).rejects.toBeInstanceOf(NoSuchUpload)
  await expect(complete(upload, [part])).rejects.toBeInstanceOf(NoSuchUpload)
  await expect(client.send(new AbortMultipartUploadCommand(upload))).rejects.toMatchObject({ name: 'NoSuchUpload' })
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'aborted' }))
  expect(Uploads).toEqual([])
})

test('an unfinished upload is listed', async () => {
  const began = Date.now()
  const { UploadId } = await create('unfinished')

  const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'unfin' }))

  expect(Uploads).toMatchObject([{ Key: 'unfinished', UploadId }])
  expect(Uploads?.[0]?.Initiated?.getTime()).toBeGreaterThanOrEqual(began)
})

test('unfinished uploads are listed by their keys, the older one of a key first', async () => {
  const made = [await create('order/b'), await create('order/a'), await create('order/b'), await create('orders')]

  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'order/' }))

  expect(Uploads.map(({ UploadId }) => made.findIndex((each) => each.UploadId === UploadId))).toEqual([1, 0, 2])
})

test('an aborted upload leaves no part, and none that is written meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 's3-spec-'))
  const { handle } = createS3({ buckets: [{ logicalId: 'B', name: 'b', arn: 'arn' }], dataFolder: folder })
  const call = (method: string, query: string) => {
    const url = new URL(`http://h/b/key?${query}`)
    return handle({ method, url, headers: {}, body: Buffer.from('x'), accessKeyId: 'A', authorize: () => undefined })
  }
  const id = /<UploadId>(.*)<\/UploadId>/.exec(String((await call('POST', 'uploads')).body))?.[1]

  await call('PUT', `partNumber=2&uploadId=${id}`)

  const part = call('PUT', `partNumber=1&uploadId=${id}`)
  await call('DELETE', `uploadId=${id}`)

  expect((await part).status).toBe(404)
  expect(readdirSync(join(folder, 'b', 'blobs'))).toEqual([])
  rmSync(folder, { recursive: true })
})

test('a key with signs of XML and of addresses comes back as it was, and an ETag may have numeric references', async () => {
  const key = 'a&b <"\r>/ü'
  const upload = await create(key)
  const { ETag } = await uploadPart(upload, 1, Buffer.from('x'))
  const url = `${s3.endpoint}/${Bucket}/${encodeURIComponent(key)}`
  const etag = ETag?.replaceAll('"', '&#34;')
  const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${etag}</ETag></Part></CompleteMultipartUpload>`

  const listed = await client.send(new ListPartsCommand(upload))
  const answer = await fetch(`${url}?uploadId=${upload.UploadId}`, { method: 'POST', body })

  expect(listed.Key).toBe(key)
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('<Key>a&amp;b &lt;&quot;&#13;&gt;/ü</Key>'),
  ])
  expect((await complete(upload, [{ PartNumber: 1, ETag }])).Location).toBe(url)
})

test('a repeated completion is answered as the first, until the object is another', async () => {
  const upload = await create('repeated')
  const parts = [await uploadPart(upload, 1, Buffer.from('x'))]
  const first = await complete(upload, parts)

  const second = await complete(upload, parts)
  const later = await create('repeated')
  await complete(later, [await uploadPart(later, 1, Buffer.from('y'))])

  expect(second.ETag).toBe(first.ETag)
  await expect(complete(upload, parts)).rejects.toBeInstanceOf(NoSuchUpload)
})

test('completion that must not replace does not', async () => {
  const [first, second] = [await create('exclusive'), await create('exclusive')]
  await complete(first, [await uploadPart(first, 1, Buffer.from('first'))])
  const part = await uploadPart(second, 1, Buffer.from('second'))

  await expect(complete(second, [part], { IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
})

test.each<[string, (parts: readonly CompletedPart[]) => readonly CompletedPart[], string]>([
  ['parts out of order', (parts) => parts.toReversed(), 'InvalidPartOrder'],
  ['a part twice', ([part]) => (part === undefined ? [] : [part, part]), 'InvalidPartOrder'],
  ['a part that was never sent', (parts) => [...parts, { PartNumber: 3, ETag: '"x"' }], 'InvalidPart'],
  ['another ETag', ([part]) => [{ ...part, ETag: `"${'0'.repeat(32)}"` }], 'InvalidPart'],
  ['a small part before the last', (parts) => parts, 'EntityTooSmall'],
  ['no parts', () => [], 'MalformedXML'],
])('completion with %s is refused and the upload kept', async (_, change, code) => {
  const upload = await create('refused')
  const parts = [await uploadPart(upload, 1, Buffer.from('one')), await uploadPart(upload, 2, Buffer.from('two'))]

  await expect(complete(upload, change(parts))).rejects.toMatchObject({ name: code })

  const { Parts } = await client.send(new ListPartsCommand(upload))
  expect(Parts).toHaveLength(2)
})

test('a part before the last may not be a byte under 5 MB, and part number 10000 is the last', async () => {
  const upload = await create('small')
  const parts = [
    await uploadPart(upload, 1, Buffer.alloc(5 * megabyte - 1)),
    await uploadPart(upload, 10_000, Buffer.from('x')),
  ]

  await expect(complete(upload, parts)).rejects.toMatchObject({ name: 'EntityTooSmall' })
})

test.each([0, 10_001])('part number %i is refused', async (PartNumber) => {
  const upload = await create('numbered')

  await expect(uploadPart(upload, PartNumber, Buffer.from('x'))).rejects.toMatchObject({ name: 'InvalidArgument' })
})

test.each(['unknown', '../objects', '..', ''])('upload id "%s" is unknown', async (UploadId) => {
  const answer = await fetch(`${s3.endpoint}/${Bucket}/key?uploadId=${encodeURIComponent(UploadId)}`)

  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('<Code>NoSuchUpload</Code>')])
})

test('another key’s upload is unknown', async () => {
  const upload = await create('mine')

  await expect(uploadPart({ ...upload, Key: 'yours' }, 1, Buffer.from('x'))).rejects.toBeInstanceOf(NoSuchUpload)
})
