import { randomBytes } from 'node:crypto'
import type { EngineResponse } from '../../aws/engineHandler.ts'
import type { StoredUpload } from './bucketStore.ts'
import { type Checksum, checksumAlgorithm, checksumElement, checksumHeader } from './checksum.ts'
import { readPayload } from './payload.ts'
import { identifyingHeaders, notImplemented, S3Error } from './s3Error.ts'
import { objectArn, refuseUnknown, type S3Request } from './s3Request.ts'
import { storedHeaders } from './writeObject.ts'
import { document, element, type Xml } from './xml.ts'

export const xmlResponse = (body: string, headers: Readonly<Record<string, string>> = {}): EngineResponse => ({
  status: 200,
  headers: { ...identifyingHeaders(), 'content-type': 'application/xml', ...headers },
  body,
})

export const noSuchUpload = (uploadId: string) =>
  new S3Error(
    404,
    'NoSuchUpload',
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
    { UploadId: uploadId },
  )

/** The upload that the request names. A malformed id is answered like an unknown one, and is never used as a path. */
export const existingUpload = ({ store, key, query }: S3Request): StoredUpload => {
  const uploadId = query['uploadId'] ?? ''
  const upload = /^[\w-]+$/.test(uploadId) ? store.upload(uploadId) : undefined
  if (upload === undefined || upload.key !== key) throw noSuchUpload(uploadId)
  return upload
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateMultipartUpload.html */
export const createMultipartUpload = async (request: S3Request): Promise<EngineResponse> => {
  const { bucket, headers, key, store } = request
  refuseUnknown(request, ['uploads'])
  request.authorize('s3:PutObject', objectArn(request))
  if (headers['x-amz-checksum-type'] === 'FULL_OBJECT') throw notImplemented('x-amz-checksum-type: FULL_OBJECT')
  const named = headers['x-amz-checksum-algorithm']
  const algorithm = named === undefined ? undefined : checksumAlgorithm(named)
  const uploadId = randomBytes(48).toString('base64url')
  store.createUpload({
    uploadId,
    key,
    initiated: Date.now(),
    headers: storedHeaders(headers),
    checksumAlgorithm: algorithm,
  })
  const body = document(
    'InitiateMultipartUploadResult',
    element('Bucket', bucket.name),
    element('Key', key),
    element('UploadId', uploadId),
  )
  return xmlResponse(
    body,
    algorithm === undefined ? {} : { 'x-amz-checksum-algorithm': algorithm, 'x-amz-checksum-type': 'COMPOSITE' },
  )
}

const partNumberOf = (text: string | undefined): number => {
  const partNumber = Number(text)
  if (Number.isInteger(partNumber) && partNumber >= 1 && partNumber <= 10_000) return partNumber
  throw new S3Error(400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive', {
    ArgumentName: 'partNumber',
    ArgumentValue: text ?? '',
  })
}

/** S3 keeps the checksums of parts only for an upload that was created with an algorithm, and then requires that algorithm. */
const keptChecksum = ({ checksumAlgorithm: expected }: StoredUpload, sent: Checksum | undefined) => {
  if (expected === undefined || expected === sent?.algorithm) return expected && sent
  const actual = sent?.algorithm.toLowerCase() ?? 'null'
  throw new S3Error(
    400,
    'InvalidRequest',
    `Checksum Type mismatch occurred, expected checksum Type: ${expected.toLowerCase()}, actual checksum Type: ${actual}`,
  )
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html */
export const uploadPart = async (request: S3Request): Promise<EngineResponse> => {
  const { query, store } = request
  refuseUnknown(request, ['uploadId', 'partNumber'])
  request.authorize('s3:PutObject', objectArn(request))
  const partNumber = partNumberOf(query['partNumber'])
  const { uploadId } = existingUpload(request)
  const { content, md5, checksum } = readPayload(request)
  const blob = await store.blobs.write(content)
  const etag = md5.toString('hex')
  try {
    // The upload is looked up again, because it may have been aborted or completed while the part was written.
    const kept = keptChecksum(existingUpload(request), checksum)
    store.putPart(uploadId, { partNumber, blob, etag, lastModified: Date.now(), checksum: kept })
  } catch (error) {
    store.blobs.remove([blob])
    throw error
  }
  const echoed = checksum === undefined ? {} : { [checksumHeader(checksum.algorithm)]: checksum.value }
  return { status: 200, headers: { ...identifyingHeaders(), etag: `"${etag}"`, ...echoed }, body: '' }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html */
export const abortMultipartUpload = async (request: S3Request): Promise<EngineResponse> => {
  refuseUnknown(request, ['uploadId'])
  request.authorize('s3:AbortMultipartUpload', objectArn(request))
  request.store.abortUpload(existingUpload(request).uploadId)
  return { status: 204, headers: identifyingHeaders(), body: '' }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html */
export const listParts = async (request: S3Request): Promise<EngineResponse> => {
  const { bucket, key, query, store } = request
  refuseUnknown(request, ['uploadId', 'max-parts', 'part-number-marker'])
  request.authorize('s3:ListMultipartUploadParts', objectArn(request))
  const { uploadId, checksumAlgorithm: algorithm } = existingUpload(request)
  const marker = Number(query['part-number-marker'] ?? 0)
  const limit = Math.min(Number(query['max-parts'] ?? 1000), 1000)
  const following = store.parts(uploadId).filter(({ partNumber }) => partNumber > marker)
  const page = following.slice(0, limit)
  const members: Xml[] = page.map(({ partNumber, etag, blob, lastModified, checksum }) =>
    element('Part', [
      element('PartNumber', partNumber),
      element('LastModified', new Date(lastModified).toISOString()),
      element('ETag', `"${etag}"`),
      element('Size', blob.size),
      ...(checksum === undefined ? [] : [element(checksumElement(checksum.algorithm), checksum.value)]),
    ]),
  )
  const body = document(
    'ListPartsResult',
    element('Bucket', bucket.name),
    element('Key', key),
    element('UploadId', uploadId),
    element('PartNumberMarker', marker),
    element('NextPartNumberMarker', page.at(-1)?.partNumber ?? marker),
    element('MaxParts', limit),
    element('IsTruncated', String(following.length > page.length)),
    ...(algorithm === undefined ? [] : [element('ChecksumAlgorithm', algorithm)]),
    ...members,
  )
  return xmlResponse(body)
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html, without pages. */
export const listMultipartUploads = async (request: S3Request): Promise<EngineResponse> => {
  const { bucket, query, store } = request
  refuseUnknown(request, ['uploads', 'prefix'])
  request.authorize('s3:ListBucketMultipartUploads', bucket.arn)
  const uploads = store
    .uploads()
    .filter(({ key }) => key.startsWith(query['prefix'] ?? ''))
    .sort(
      (left, right) =>
        Buffer.compare(Buffer.from(left.key), Buffer.from(right.key)) || left.initiated - right.initiated,
    )
  if (uploads.length > 1000) throw notImplemented('more than 1000 uploads in one list')
  const members = uploads.map(({ key, uploadId, initiated }) =>
    element('Upload', [
      element('Key', key),
      element('UploadId', uploadId),
      element('Initiated', new Date(initiated).toISOString()),
    ]),
  )
  const body = document(
    'ListMultipartUploadsResult',
    element('Bucket', bucket.name),
    element('Prefix', query['prefix'] ?? ''),
    element('MaxUploads', 1000),
    element('IsTruncated', 'false'),
    ...members,
  )
  return xmlResponse(body)
}
