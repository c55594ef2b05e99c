import type { EngineResponse } from '../../aws/engineHandler.ts'
import type { ByteRange } from './blobs.ts'
import type { StoredObject } from './bucketStore.ts'
import { identifyingHeaders, S3Error } from './s3Error.ts'
import { objectArn, refuseUnknown, type S3Request } from './s3Request.ts'
import { checksumHeaders } from './writeObject.ts'

type Headers = Readonly<Record<string, string>>

/** Query members of a signed read that replace a stored header, such as the download name of a presigned link. */
const overrides: Headers = {
  'response-content-type': 'content-type',
  'response-content-disposition': 'content-disposition',
  'response-content-language': 'content-language',
  'response-content-encoding': 'content-encoding',
  'response-cache-control': 'cache-control',
  'response-expires': 'expires',
}

const overridden = (query: Headers): Headers =>
  Object.fromEntries(
    Object.entries(overrides).flatMap(([member, header]) =>
      query[member] === undefined ? [] : [[header, query[member]]],
    ),
  )

/** Whether an `If-Match` or `If-None-Match` names the ETag. */
export const matches = (condition: string, etag: string): boolean =>
  condition.split(',').some((each) => each.trim() === '*' || each.trim().replaceAll('"', '') === etag)

const wholeSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000) * 1000

/**
 * Checks the conditional headers in the order of RFC 9110, section 13.2.2: a date is ignored beside an ETag condition.
 *
 * @throws S3Error 412 `PreconditionFailed`, or 304
 */
const verifyConditions = (headers: Headers, { etag, lastModified }: StoredObject): void => {
  const changed = (since: string) => wholeSeconds(lastModified) > Date.parse(since)
  const failed = (condition: string) =>
    new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
      Condition: condition,
    })
  const notModified = () => new S3Error(304, 'NotModified', 'Not Modified')
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers
  const { 'if-unmodified-since': ifUnmodifiedSince, 'if-modified-since': ifModifiedSince } = headers

  if (ifMatch !== undefined && !matches(ifMatch, etag)) throw failed('If-Match')
  if (ifMatch === undefined && ifUnmodifiedSince !== undefined && changed(ifUnmodifiedSince)) {
    throw failed('If-Unmodified-Since')
  }
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) throw notModified()
  // A date that does not parse is ignored; the comparison needs its own check, because NaN compares as false.
  if (ifNoneMatch === undefined && ifModifiedSince !== undefined && !Number.isNaN(Date.parse(ifModifiedSince))) {
    if (!changed(ifModifiedSince)) throw notModified()
  }
}

/** The one range that S3 serves; several ranges and malformed ones are ignored, as S3 does. */
const rangeOf = (header: string | undefined, size: number): ByteRange | undefined => {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (first <= last) return { first, last }
  throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', {
    RangeRequested: header ?? '',
    ActualObjectSize: String(size),
  })
}

/** Without `s3:ListBucket`, S3 answers AccessDenied for a missing key, so that existence is not revealed. */
const existing = ({ bucket, store, key, authorize }: S3Request): StoredObject => {
  const object = store.object(key)
  if (object !== undefined) return object
  authorize('s3:ListBucket', bucket.arn)
  throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', { Key: key })
}

const wantsChecksum = ({ headers, query }: S3Request) =>
  (headers['x-amz-checksum-mode'] ?? query['x-amz-checksum-mode']) === 'ENABLED'

/**
 * GetObject and HeadObject, which differ only in the body.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
export const readObject = async (request: S3Request): Promise<EngineResponse> => {
  const { headers, method, query, store } = request
  refuseUnknown(request, Object.keys(overrides))
  request.authorize('s3:GetObject', objectArn(request))
  const object = existing(request)
  verifyConditions(headers, object)
  const range = rangeOf(headers['range'], object.size)
  const { first, last } = range ?? { first: 0, last: object.size - 1 }
  const answered: Headers = {
    ...identifyingHeaders(),
    ...object.headers,
    ...overridden(query),
    etag: `"${object.etag}"`,
    'last-modified': new Date(object.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    'content-length': String(last - first + 1),
    // The checksum belongs to the whole object, so a partial answer has none.
    ...(range === undefined && wantsChecksum(request) ? checksumHeaders(object.checksum) : {}),
    ...(range === undefined ? {} : { 'content-range': `bytes ${first}-${last}/${object.size}` }),
  }
  const body = method === 'HEAD' ? '' : store.blobs.read(object.blobs, { first, last })
  return { status: range === undefined ? 200 : 206, headers: answered, body }
}
