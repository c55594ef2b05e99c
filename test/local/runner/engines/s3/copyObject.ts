import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { EngineResponse } from '../../aws/engineHandler.ts'
import { orUndefined } from '../../orUndefined.ts'
import { checksumAlgorithm, checksumElement, checksumOf } from './checksum.ts'
import { xmlResponse } from './multipartUpload.ts'
import { matches } from './readObject.ts'
import { notImplemented, S3Error } from './s3Error.ts'
import { objectArn, refuseUnknown, type S3Request } from './s3Request.ts'
import { storedHeaders } from './writeObject.ts'
import { document, element } from './xml.ts'

const copiesToItself =
  "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes."

/** The bucket and the key that the header names, encoded or not. */
const sourceOf = (header: string): readonly [bucketName: string, key: string] => {
  if (header.includes('?')) throw notImplemented('a version of the source')
  const decoded = orUndefined(() => decodeURIComponent(header)) ?? header
  const [, bucketName, key] = /^\/?([^/]+)\/(.+)$/s.exec(decoded) ?? []
  if (bucketName !== undefined && key !== undefined) return [bucketName, key]
  throw new S3Error(400, 'InvalidArgument', 'Invalid copy source object key', { ArgumentName: 'x-amz-copy-source' })
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html */
export const copyObject = async (request: S3Request): Promise<EngineResponse> => {
  const { headers, store, key } = request
  const { 'x-amz-copy-source': source = '', 'x-amz-metadata-directive': directive = 'COPY' } = headers
  const { 'x-amz-copy-source-if-match': ifMatch } = headers
  refuseUnknown(request, [], ['x-amz-copy-source', 'x-amz-copy-source-if-match', 'x-amz-metadata-directive'])
  const [bucketName, sourceKey] = sourceOf(source)
  const from = request.bucketNamed(bucketName)
  request.authorize('s3:GetObject', objectArn({ ...request, ...from, key: sourceKey }))
  request.authorize('s3:PutObject', objectArn(request))
  const original = from.store.object(sourceKey)
  if (original === undefined) {
    request.authorize('s3:ListBucket', from.bucket.arn)
    throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', { Key: sourceKey })
  }
  if (ifMatch !== undefined && !matches(ifMatch, original.etag))
    throw new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
      Condition: 'x-amz-copy-source-If-Match',
    })
  if (from.store === store && sourceKey === key && directive !== 'REPLACE')
    throw new S3Error(400, 'InvalidRequest', copiesToItself)
  const content = await buffer(from.store.blobs.read(original.blobs, { first: 0, last: original.size - 1 }))
  const blob = await store.blobs.write(content)
  const named = headers['x-amz-checksum-algorithm']
  const algorithm = named === undefined ? original.checksum?.algorithm : checksumAlgorithm(named)
  const checksum = algorithm && checksumOf(algorithm, content)
  const [etag, lastModified] = [createHash('md5').update(content).digest('hex'), Date.now()]
  store.putObject({
    key,
    etag,
    checksum,
    blobs: [blob],
    size: blob.size,
    lastModified,
    headers: directive === 'REPLACE' ? storedHeaders(headers) : original.headers,
    uploadId: undefined,
  })
  const body = document(
    'CopyObjectResult',
    element('LastModified', new Date(lastModified).toISOString()),
    element('ETag', `"${etag}"`),
    ...(checksum === undefined ? [] : [element(checksumElement(checksum.algorithm), checksum.value)]),
  )
  return xmlResponse(body)
}
