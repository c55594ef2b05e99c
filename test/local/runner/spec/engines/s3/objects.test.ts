import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type ChecksumAlgorithm,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Bucket, startS3 } from './startS3.ts'

let s3: Awaited<ReturnType<typeof startS3>>
let client: S3Client

beforeAll(async () => {
  s3 = await startS3()
  client = s3.client
})
afterAll(() => s3.stop())

const put = (Key: string, Body: string | Buffer | Readable, more: object = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }))

const text = async (Key: string, more: object = {}) => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...more }))
  return Body?.transformToString()
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it succeeded'),
    (error) => error,
  )

describe('an object', () => {
  test('is read back with its headers, metadata, MD5 as ETag, and checksum', async () => {
    const written = await put('a b/ü+1.csv', 'hello', { ContentType: 'text/csv', Metadata: { rows: '1' } })

    const read = await client.send(new GetObjectCommand({ Bucket, Key: 'a b/ü+1.csv' }))

    const etag = `"${createHash('md5').update('hello').digest('hex')}"`
    expect(written).toMatchObject({ ETag: etag, ChecksumCRC32: 'NhCmhg==' })
    expect(read).toMatchObject({
      ContentType: 'text/csv',
      ContentLength: 5,
      Metadata: { rows: '1' },
      ETag: etag,
      ChecksumCRC32: 'NhCmhg==',
      ChecksumType: 'FULL_OBJECT',
    })
    expect(await read.Body?.transformToString()).toBe('hello')
  })

  test('may be streamed up: the framing and the trailer are not its content', async () => {
    const chunks = ['first,', 'second,', 'third'].map((chunk) => Buffer.from(chunk))

    await put('streamed', Readable.from(chunks), { ContentLength: 18 })

    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'streamed', ChecksumMode: 'ENABLED' }))
    expect(await text('streamed')).toBe('first,second,third')
    expect(head).toMatchObject({ ContentLength: 18, ChecksumCRC32: expect.stringMatching(/^[\w+/]{6}==$/) })
    expect(head.ContentEncoding).toBeUndefined()
  })

  test('may be streamed up with signatures of chunks, sizes in capitals and a trailer in capitals', async () => {
    const headers = {
      'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      'x-amz-decoded-content-length': '10',
    }
    const body = 'A;chunk-signature=0\r\n0123456789\r\n0\r\nX-Amz-Checksum-Crc32: poTHxg==\r\n\r\n'

    const written = await fetch(`${s3.endpoint}/${Bucket}/chunked`, { method: 'PUT', headers, body })

    expect([written.status, written.headers.get('x-amz-checksum-crc32')]).toEqual([200, 'poTHxg=='])
    expect(await text('chunked')).toBe('0123456789')
  })

  test.each<ChecksumAlgorithm>(['CRC32', 'CRC32C', 'SHA1', 'SHA256'])('keeps a %s', async (ChecksumAlgorithm) => {
    await put('digested', '123456789', { ChecksumAlgorithm })

    expect(await text('digested', { ChecksumMode: 'ENABLED' })).toBe('123456789')
  })

  test('has the type of bytes where none is named, and says that it has ranges', async () => {
    await fetch(`${s3.endpoint}/${Bucket}/untyped`, { method: 'PUT', body: Buffer.from('x') })

    const { headers } = await fetch(`${s3.endpoint}/${Bucket}/untyped`)

    expect([headers.get('content-type'), headers.get('accept-ranges')]).toEqual(['binary/octet-stream', 'bytes'])
  })

  test('may be empty', async () => {
    await put('empty', '')

    expect(await text('empty')).toBe('')
  })

  test('is replaced by the next of its key', async () => {
    await put('twice', 'one')
    await put('twice', 'two')

    expect(await text('twice')).toBe('two')
  })

  test('is gone after a delete, and deleting what is not there succeeds', async () => {
    await put('gone', 'x')

    const object = { Bucket, Key: 'gone' }
    const deletes = [
      await client.send(new DeleteObjectCommand(object)),
      await client.send(new DeleteObjectCommand(object)),
    ]

    expect(deletes.map(({ $metadata }) => $metadata.httpStatusCode)).toEqual([204, 204])
    expect(await failure(text('gone'))).toBeInstanceOf(NoSuchKey)
    expect(await failure(client.send(new HeadObjectCommand({ Bucket, Key: 'gone' })))).toBeInstanceOf(NotFound)
  })
})

describe('a range', () => {
  beforeAll(() => put('digits', '0123456789'))

  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=9-', '9', 'bytes 9-9/10'],
    ['bytes=0-9', '0123456789', 'bytes 0-9/10'],
  ])('%s is %s', async (Range, content, ContentRange) => {
    const read = await client.send(new GetObjectCommand({ Bucket, Key: 'digits', Range }))

    expect(read).toMatchObject({ ContentRange, ContentLength: content.length, $metadata: { httpStatusCode: 206 } })
    expect(read.ChecksumCRC32).toBeUndefined()
    expect(await read.Body?.transformToString()).toBe(content)
  })

  test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('%s is InvalidRange', async (Range) => {
    const error = await failure(text('digits', { Range }))

    expect(error).toMatchObject({ name: 'InvalidRange', $metadata: { httpStatusCode: 416 } })
  })

  test.each(['bytes=-', 'Bytes=0-1', 'bytes=a-b', 'bytes=4-2', 'lines=1-2', 'bytes=0-1,3-4'])(
    '%s is ignored',
    async (Range) => {
      expect(await text('digits', { Range })).toBe('0123456789')
    },
  )
})

describe('a condition', () => {
  // Written at a fraction of a second, which dates of HTTP do not have.
  const writtenAt = Date.UTC(2030, 0, 1, 12, 0, 0, 678)
  const second = (seconds: number) => new Date(Date.UTC(2030, 0, 1, 12, 0, seconds))
  let ETag: string | undefined

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: writtenAt })
    ETag = (await put('conditional', 'x')).ETag
    vi.useRealTimers()
  })

  test.each([
    ['a matching If-Match', () => ({ IfMatch: ETag }), 200],
    ['one matching If-Match of several', () => ({ IfMatch: `"other", ${ETag}` }), 200],
    ['If-Match of anything', () => ({ IfMatch: '*' }), 200],
    ['another If-Match', () => ({ IfMatch: '"other"' }), 412],
    ['the beginning of an If-Match', () => ({ IfMatch: `${ETag?.slice(0, -2)}"` }), 412],
    ['a matching If-None-Match', () => ({ IfNoneMatch: ETag }), 304],
    ['If-None-Match of anything', () => ({ IfNoneMatch: '*' }), 304],
    ['another If-None-Match', () => ({ IfNoneMatch: '"other"' }), 200],
    ['If-Modified-Since its own second', () => ({ IfModifiedSince: second(0) }), 304],
    ['If-Modified-Since the second before', () => ({ IfModifiedSince: second(-1) }), 200],
    ['If-Modified-Since a later time', () => ({ IfModifiedSince: second(3600) }), 304],
    ['If-Unmodified-Since its own second', () => ({ IfUnmodifiedSince: second(0) }), 200],
    ['If-Unmodified-Since the second before', () => ({ IfUnmodifiedSince: second(-1) }), 412],
    ['If-Match over If-Unmodified-Since', () => ({ IfMatch: ETag, IfUnmodifiedSince: second(-1) }), 200],
    ['If-None-Match over If-Modified-Since', () => ({ IfNoneMatch: '"o"', IfModifiedSince: second(0) }), 200],
    [
      'a matching If-None-Match over If-Modified-Since',
      () => ({ IfNoneMatch: ETag, IfModifiedSince: second(-1) }),
      304,
    ],
    ['If-Match before If-None-Match', () => ({ IfMatch: '"other"', IfNoneMatch: ETag }), 412],
  ])('%s', async (_, condition, status) => {
    const outcome = await client
      .send(new GetObjectCommand({ Bucket, Key: 'conditional', ...condition() }))
      .then(({ $metadata }) => $metadata)
      .catch((error) => error.$metadata)

    expect(outcome).toMatchObject({ httpStatusCode: status })
  })

  test.each(['if-modified-since', 'if-unmodified-since'])('%s no date is ignored', async (name) => {
    const answer = await fetch(`${s3.endpoint}/${Bucket}/conditional`, { headers: { [name]: 'yesterday' } })

    expect(answer.status).toBe(200)
    expect(answer.headers.get('last-modified')).toBe('Tue, 01 Jan 2030 12:00:00 GMT')
  })

  test('If-None-Match: * writes once, concurrently too', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => put('once', `${n}`, { IfNoneMatch: '*' })),
    )

    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toHaveLength(7)
    for (const error of refused) {
      expect(error).toMatchObject({ name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } })
    }
  })
})

describe('refuses', () => {
  const raw = (path: string, init: RequestInit) => fetch(`${s3.endpoint}/${Bucket}/${path}`, init)

  test.each([
    ['a CRC32 that does not fit', { ChecksumCRC32: 'AAAAAA==' }, 'BadDigest'],
    ['a SHA-256 that does not fit', { ChecksumSHA256: Buffer.alloc(32).toString('base64') }, 'BadDigest'],
    ['a checksum of the wrong length', { ChecksumCRC32: 'AAAA' }, 'InvalidRequest'],
    ['a Content-MD5 that does not fit', { ContentMD5: Buffer.alloc(16).toString('base64') }, 'BadDigest'],
    ['a Content-MD5 of the wrong length', { ContentMD5: 'AAAA' }, 'InvalidDigest'],
    ['encryption settings', { ServerSideEncryption: 'AES256' }, 'NotImplemented'],
    ['tags', { Tagging: 'a=b' }, 'NotImplemented'],
    ['If-Match on a write', { IfMatch: '"x"' }, 'NotImplemented'],
    ['a key over 1024 bytes', { Key: 'k'.repeat(1025) }, 'KeyTooLongError'],
    ['a key of 513 characters of two bytes', { Key: 'é'.repeat(513) }, 'KeyTooLongError'],
    ['an access list', { ACL: 'public-read' }, 'NotImplemented'],
    ['another If-None-Match on a write', { IfNoneMatch: '"x"' }, 'NotImplemented'],
    ['an unknown bucket', { Bucket: 'other' }, 'NoSuchBucket'],
  ])('%s', async (_, more, code) => {
    const error = await failure(put('refused', 'content', more))

    expect(error.name).toBe(code)
    expect(await failure(text('refused'))).toBeInstanceOf(NoSuchKey)
  })

  test.each([
    ['a chunk cut short', '5\r\nhel'],
    ['a chunk without its line end', '5\r\nhello0\r\n\r\n'],
    ['a missing last chunk', '5\r\nhello\r\n'],
    ['another length than declared', '4\r\nhell\r\n0\r\n\r\n'],
    ['no framing', 'hello'],
  ])('%s', async (_, body) => {
    const headers = {
      'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      'x-amz-decoded-content-length': '5',
    }

    const answer = await raw('framed', { method: 'PUT', headers, body })

    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('<Code>IncompleteBody</Code>')])
  })

  test.each([
    ['a trailer that does not come', '5\r\nhello\r\n0\r\n\r\n', 'x-amz-checksum-crc32', 'MalformedTrailerError'],
    ['a trailer that does not fit', '5\r\nhello\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n', '', 'BadDigest'],
  ])('%s', async (_, body, trailer, code) => {
    const headers = {
      'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      'x-amz-decoded-content-length': '5',
      ...(trailer !== '' && { 'x-amz-trailer': trailer }),
    }

    const answer = await raw('framed', { method: 'PUT', headers, body })

    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(`<Code>${code}</Code>`)])
  })

  test.each([
    ['two checksums', { 'x-amz-checksum-crc32': 'NhCmhg==', 'x-amz-checksum-sha1': 'x' }, 400, 'InvalidRequest'],
    ['an unknown checksum', { 'x-amz-checksum-crc64nvme': 'AAAAAAAAAAA=' }, 501, 'NotImplemented'],
    ['a copy of metadata', { 'x-amz-metadata-directive': 'COPY' }, 501, 'NotImplemented'],
    ['a condition of a delete', { 'if-match': '"x"' }, 501, 'NotImplemented', 'DELETE'],
  ])('%s', async (_, headers, status, code, method = 'PUT') => {
    const answer = await raw('digested', { method, headers: headers as Record<string, string>, body: 'hello' })

    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(`<Code>${code}</Code>`)])
  })

  test.each([
    ['PUT', '?acl'],
    ['GET', '?tagging'],
    ['GET', '?partNumber=1'],
    ['POST', '?restore'],
    ['PATCH', ''],
    ['GET', '%E0%A4%A', 400, 'InvalidURI'],
  ])('%s %s', async (method, query, status = 501, code = 'NotImplemented') => {
    const answer = await raw(`refused${query}`, { method })

    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(`<Code>${code}</Code>`)])
  })

  test('an unknown caller', async () => {
    const answer = await raw('digits', { headers: { 'x-anonymous': 'true' } })

    expect(answer.status).toBe(403)
    expect(answer.headers.get('content-type')).toBe('application/xml')
    expect(await answer.text()).toContain('<Code>AccessDenied</Code>')
  })
})

test('headers of an object come back, but for the framing, and any of them may be replaced for one read', async () => {
  const own = { CacheControl: 'no-cache', ContentLanguage: 'fi', ContentEncoding: 'gzip', ContentDisposition: 'inline' }
  await put('headed', 'x', { ...own, Expires: new Date(86_400_000) })
  const replaced = {
    ResponseCacheControl: 'private',
    ResponseContentLanguage: 'sv',
    ResponseContentEncoding: 'br',
    ResponseExpires: new Date(0),
  }

  const read = await client.send(new GetObjectCommand({ Bucket, Key: 'headed' }))
  const other = await client.send(new GetObjectCommand({ Bucket, Key: 'headed', ...replaced }))
  const plain = await fetch(`${s3.endpoint}/${Bucket}/headed`)

  expect(read).toMatchObject({ ...own, ContentType: 'application/octet-stream' })
  expect(other).toMatchObject({ CacheControl: 'private', ContentLanguage: 'sv', ContentEncoding: 'br' })
  expect([read.ExpiresString, other.ExpiresString]).toEqual([
    'Fri, 02 Jan 1970 00:00:00 GMT',
    'Thu, 01 Jan 1970 00:00:00 GMT',
  ])
  expect(plain.headers.get('x-amz-checksum-crc32')).toBeNull()
})

test('a key of 1024 bytes with characters of XML is written as it is', async () => {
  const Key = `${'é'.repeat(509)}&<b>"'`
  await put(Key, 'x')

  expect(await text(Key)).toBe('x')
  expect((await failure(text(`${Key.slice(2)}?`))).Key).toBe(`${Key.slice(2)}?`)
})

test('a signed read may name the download', async () => {
  await put('named', 'x', { ContentType: 'text/csv' })

  const read = await client.send(
    new GetObjectCommand({
      Bucket,
      Key: 'named',
      ResponseContentDisposition: 'attachment; filename="a b.csv"',
      ResponseContentType: 'application/octet-stream',
    }),
  )

  expect(read).toMatchObject({
    ContentDisposition: 'attachment; filename="a b.csv"',
    ContentType: 'application/octet-stream',
  })
})
