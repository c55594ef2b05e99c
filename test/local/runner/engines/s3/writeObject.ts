import type { EngineResponse } from '../../aws/engineHandler.ts'
import { type Checksum, checksumHeader } from './checksum.ts'
import { readPayload } from './payload.ts'
import { identifyingHeaders, notImplemented, S3Error } from './s3Error.ts'
import { objectArn, refuseUnknown, type S3Request } from './s3Request.ts'

const storedHeader = /^(content-type|content-disposition|content-language|cache-control|expires|x-amz-meta-.+)$/

/** The headers that S3 stores and repeats on a read; `aws-chunked` concerns the transport and is not stored. */
export const storedHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => storedHeader.test(name)))
  const encoding = (headers['content-encoding'] ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'aws-chunked')
    .join(',')
  return {
    'content-type': 'binary/octet-stream',
    ...kept,
    ...(encoding === '' ? {} : { 'content-encoding': encoding }),
  }
}

/** The headers that carry an object's checksum. */
export const checksumHeaders = (checksum: Checksum | undefined): Readonly<Record<string, string>> =>
  checksum === undefined
    ? {}
    : {
        [checksumHeader(checksum.algorithm)]: checksum.value,
        'x-amz-checksum-type': checksum.value.includes('-') ? 'COMPOSITE' : 'FULL_OBJECT',
      }

/** Checks `If-None-Match: *`, the only condition on writes that is imitated. */
export const verifyAbsent = ({ headers, store, key }: S3Request): void => {
  const condition = headers['if-none-match']
  if (headers['if-match'] !== undefined) throw notImplemented('if-match on a write')
  if (condition === undefined) return
  if (condition !== '*') throw notImplemented(`if-none-match: ${condition} on a write`)
  if (store.object(key) === undefined) return
  throw new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition: 'If-None-Match',
  })
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
export const putObject = async (request: S3Request): Promise<EngineResponse> => {
  const { key, store } = request
  refuseUnknown(request, [])
  request.authorize('s3:PutObject', objectArn(request))
  const { content, md5, checksum } = readPayload(request)
  verifyAbsent(request)
  const blob = await store.blobs.write(content)
  const etag = md5.toString('hex')
  try {
    verifyAbsent(request)
  } catch (error) {
    store.blobs.remove([blob])
    throw error
  }
  store.putObject({
    key,
    etag,
    checksum,
    blobs: [blob],
    size: blob.size,
    lastModified: Date.now(),
    headers: storedHeaders(request.headers),
    uploadId: undefined,
  })
  return {
    status: 200,
    headers: { ...identifyingHeaders(), etag: `"${etag}"`, ...checksumHeaders(checksum) },
    body: '',
  }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html: deleting a missing object succeeds. */
export const deleteObject = async (request: S3Request): Promise<EngineResponse> => {
  refuseUnknown(request, [])
  if (request.headers['if-match'] !== undefined) throw notImplemented('if-match on a delete')
  request.authorize('s3:DeleteObject', objectArn(request))
  request.store.deleteObject(request.key)
  return { status: 204, headers: identifyingHeaders(), body: '' }
}
