import type { EngineRequest } from '../../aws/engineHandler.ts'
import type { BucketResource } from '../../deployment.ts'
import type { BucketStore } from './bucketStore.ts'
import { notImplemented, S3Error } from './s3Error.ts'

/** A request on a bucket that exists; `key` is empty for a request on the bucket itself. */
export interface S3Request extends EngineRequest {
  readonly bucket: BucketResource
  readonly store: BucketStore
  readonly key: string
  readonly query: Readonly<Record<string, string>>
  /** Another bucket of the template, as the source of a copy. */
  bucketNamed(name: string): Pick<S3Request, 'bucket' | 'store'>
}

/**
 * Query members that every request may carry: the SDK's own mark and a presigned link's. S3 does not compare a link's checksum with what is
 * sent: the SDK makes it of an empty body. https://github.com/aws/aws-sdk-js-v3/issues/4448
 */
const alwaysKnownQueries = new Set([
  'x-id',
  'x-amz-algorithm',
  'x-amz-content-sha256',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-security-token',
  'x-amz-signature',
  'x-amz-signedheaders',
  'x-amz-checksum-crc32',
  'x-amz-checksum-crc32c',
  'x-amz-checksum-mode',
  'x-amz-checksum-sha1',
  'x-amz-checksum-sha256',
  'x-amz-sdk-checksum-algorithm',
])

/** A link has its metadata in the query, and S3 takes them as headers. */
export const hoistedMetadata = (query: URLSearchParams): Readonly<Record<string, string>> =>
  query.has('X-Amz-Signature') ? Object.fromEntries([...query].filter(([name]) => name.startsWith('x-amz-meta-'))) : {}

const knownHeader =
  /^x-amz-(date|content-sha256|security-token|user-agent|decoded-content-length|trailer|sdk-checksum-algorithm|checksum-.+|meta-.+)$/

/** Refuses headers and query members that change the operation in a way that is not imitated. */
export const refuseUnknown = (
  { headers, query }: S3Request,
  knownQueries: readonly string[],
  knownHeaders: readonly string[] = [],
): void => {
  const header = Object.keys(headers).find(
    (name) => name.startsWith('x-amz-') && !knownHeader.test(name) && !knownHeaders.includes(name),
  )
  if (header !== undefined) throw notImplemented(header)
  const member = Object.keys(query).find(
    (name) =>
      !knownQueries.includes(name) && !alwaysKnownQueries.has(name.toLowerCase()) && !name.startsWith('x-amz-meta-'),
  )
  if (member !== undefined) throw notImplemented(`?${member}`)
}

/** The bucket in a virtual host, of clients that call the address at AWS. */
const virtualHost = /^(.+)\.s3(?:[.-][a-z\d-]+)?\.amazonaws\.com$/

/** Splits a path-style address, which is what the SDK uses for an endpoint that is an IP address. */
export const bucketAndKey = (url: URL): { readonly bucketName: string; readonly key: string } => {
  const inHost = virtualHost.exec(url.hostname)?.[1]
  const path = inHost === undefined ? url.pathname : `/${inHost}${url.pathname}`
  const [, bucketName = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? []
  try {
    const decoded = decodeURIComponent(key)
    if (Buffer.byteLength(decoded) <= 1024) return { bucketName: decodeURIComponent(bucketName), key: decoded }
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.", { URI: url.pathname })
  }
  throw new S3Error(400, 'KeyTooLongError', 'Your key is too long', { MaxSizeAllowed: '1024' })
}

export const objectArn = ({ bucket, key }: S3Request) => `${bucket.arn}/${key}`
