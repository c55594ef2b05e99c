import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { EngineResponse } from '../../aws/engineHandler.ts'
import { orUndefined } from '../../orUndefined.ts'
import type { StoredObject, StoredPart, StoredUpload } from './bucketStore.ts'
import { type Checksum, checksumElement, compositeChecksum } from './checksum.ts'
import { existingUpload, xmlResponse } from './multipartUpload.ts'
import { readPayload } from './payload.ts'
import { S3Error } from './s3Error.ts'
import { objectArn, refuseUnknown, type S3Request } from './s3Request.ts'
import { verifyAbsent } from './writeObject.ts'
import { document, element, parseXml } from './xml.ts'

/** A part number is a text in XML: `1` or ` 1 `. */
const partNumber = z.pipe(
  z.string(),
  z.transform((text) => Number(text)),
)

/** Further members are checksums, by the name of their algorithm's element. */
const CompletedUpload = z.object({
  CompleteMultipartUpload: z.object({
    Part: z.array(
      z.catchall(
        z.object({
          PartNumber: z.pipe(partNumber, z.int().check(z.minimum(1))),
          ETag: z.pipe(
            z.string(),
            z.transform((text) => text.replaceAll('"', '')),
          ),
        }),
        z.string(),
      ),
    ),
  }),
})

interface NamedPart {
  readonly partNumber: number
  readonly etag: string
  /** The value of a checksum element. */
  readonly checksum: (element: string) => string | undefined
}

const malformed = 'The XML you provided was not well-formed or did not validate against our published schema'

const completedUpload = (xml: string): z.output<typeof CompletedUpload> => {
  const upload = orUndefined(() => CompletedUpload.parse(parseXml(xml, ['Part'])))
  if (upload === undefined) throw new S3Error(400, 'MalformedXML', malformed)
  return upload
}

const namedParts = (xml: string): readonly NamedPart[] =>
  completedUpload(xml).CompleteMultipartUpload.Part.map(({ PartNumber, ETag, ...checksums }) => ({
    partNumber: PartNumber,
    etag: ETag,
    checksum: (element) => checksums[element],
  }))

const minimumPartSize = 5 * 1024 * 1024

const verifyOrder = (parts: readonly NamedPart[]) => {
  const ascending = parts.every(({ partNumber }, index) => partNumber > (parts[index - 1]?.partNumber ?? 0))
  const message = 'The list of parts was not in ascending order. Parts must be ordered by part number.'
  if (!ascending) throw new S3Error(400, 'InvalidPartOrder', message)
}

const verifyChecksum = ({ checksumAlgorithm }: StoredUpload, named: NamedPart, stored: StoredPart): boolean => {
  if (checksumAlgorithm === undefined) return true
  const sent = named.checksum(checksumElement(checksumAlgorithm))
  if (sent !== undefined) return sent === stored.checksum?.value
  const algorithm = checksumAlgorithm.toLowerCase()
  throw new S3Error(
    400,
    'InvalidRequest',
    `The upload was created using a ${algorithm} checksum. The complete request must include the checksum for each part. It was missing for part ${named.partNumber} in the request.`,
  )
}

/** The stored parts that the request names, each checked for its ETag, checksum and least size. */
const chosenParts = (upload: StoredUpload, named: readonly NamedPart[], stored: readonly StoredPart[]) => {
  const byNumber = new Map(stored.map((part) => [part.partNumber, part]))
  const chosen = named.map((part) => {
    const found = byNumber.get(part.partNumber)
    if (found !== undefined && found.etag === part.etag && verifyChecksum(upload, part, found)) return found
    throw new S3Error(
      400,
      'InvalidPart',
      "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
      { UploadId: upload.uploadId, PartNumber: String(part.partNumber), ETag: part.etag },
    )
  })
  const tooSmall = chosen.slice(0, -1).find(({ blob }) => blob.size < minimumPartSize)
  if (tooSmall === undefined) return chosen
  throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
    ProposedSize: String(tooSmall.blob.size),
    MinSizeAllowed: String(minimumPartSize),
    PartNumber: String(tooSmall.partNumber),
    ETag: tooSmall.etag,
  })
}

/** MD5 of the parts' MD5s, then their number. */
const multipartEtag = (parts: readonly StoredPart[]) => {
  const joined = Buffer.concat(parts.map(({ etag }) => Buffer.from(etag, 'hex')))
  return `${createHash('md5').update(joined).digest('hex')}-${parts.length}`
}

const objectChecksum = ({ checksumAlgorithm }: StoredUpload, parts: readonly StoredPart[]): Checksum | undefined =>
  checksumAlgorithm === undefined
    ? undefined
    : compositeChecksum(
        checksumAlgorithm,
        parts.flatMap(({ checksum }) => checksum?.value ?? []),
      )

const completed = ({ bucket, url, key }: S3Request, { etag, checksum }: StoredObject) =>
  xmlResponse(
    document(
      'CompleteMultipartUploadResult',
      element('Location', `${url.origin}/${bucket.name}/${encodeURIComponent(key)}`),
      element('Bucket', bucket.name),
      element('Key', key),
      element('ETag', `"${etag}"`),
      ...(checksum === undefined
        ? []
        : [element(checksumElement(checksum.algorithm), checksum.value), element('ChecksumType', 'COMPOSITE')]),
    ),
  )

/**
 * Makes the parts one object. The object refers to the parts' files, so this costs the same at any size.
 *
 * A repeated completion gets the first answer, as at S3, as long as the object has not been replaced.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html
 */
export const completeMultipartUpload = async (request: S3Request): Promise<EngineResponse> => {
  const { key, query, store } = request
  refuseUnknown(request, ['uploadId'])
  request.authorize('s3:PutObject', objectArn(request))
  const named = namedParts(readPayload(request).content.toString('utf8'))
  const present = store.object(key)
  if (present?.uploadId !== undefined && present.uploadId === query['uploadId']) return completed(request, present)

  const upload = existingUpload(request)
  verifyOrder(named)
  const parts = chosenParts(upload, named, store.parts(upload.uploadId))
  verifyAbsent(request)
  const object: StoredObject = {
    key,
    blobs: parts.map(({ blob }) => blob),
    size: parts.reduce((size, { blob }) => size + blob.size, 0),
    etag: multipartEtag(parts),
    lastModified: Date.now(),
    headers: upload.headers,
    checksum: objectChecksum(upload, parts),
    uploadId: upload.uploadId,
  }
  store.completeUpload(upload.uploadId, object)
  return completed(request, object)
}
