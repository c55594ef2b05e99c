import * as z from 'zod/mini'
import { AccessDenied, type EngineResponse } from '../../aws/engineHandler.ts'
import { orUndefined } from '../../orUndefined.ts'
import type { StoredObject } from './bucketStore.ts'
import { xmlResponse } from './multipartUpload.ts'
import { readPayload } from './payload.ts'
import { identifyingHeaders, S3Error } from './s3Error.ts'
import { refuseUnknown, type S3Request } from './s3Request.ts'
import { document, element, parseXml, type Xml } from './xml.ts'

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html */
export const headBucket = async (request: S3Request): Promise<EngineResponse> => {
  refuseUnknown(request, [])
  request.authorize('s3:ListBucket', request.bucket.arn)
  return { status: 200, headers: identifyingHeaders(), body: '' }
}

const mostKeys = 1000

const limitOf = (text = String(mostKeys)): number => {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 0) return Math.min(limit, mostKeys)
  throw new S3Error(400, 'InvalidArgument', 'Provided max-keys not an integer or within integer range', {
    ArgumentName: 'max-keys',
    ArgumentValue: text,
  })
}

const byBytes = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right))

/** An object, or the beginning that several keys share up to a delimiter. */
type Entry = { readonly name: string; readonly object: StoredObject | undefined }

const entriesOf = (objects: readonly StoredObject[], prefix: string, delimiter: string): readonly Entry[] => {
  const entries = new Map<string, Entry>()
  for (const object of objects) {
    const at = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length)
    const name = at === -1 ? object.key : object.key.slice(0, at + delimiter.length)
    entries.set(name, { name, object: at === -1 ? object : undefined })
  }
  return [...entries.values()].sort((left, right) => byBytes(left.name, right.name))
}

const contentsOf = ({ key, lastModified, etag, size }: StoredObject): Xml =>
  element('Contents', [
    element('Key', key),
    element('LastModified', new Date(lastModified).toISOString()),
    element('ETag', `"${etag}"`),
    element('Size', size),
    element('StorageClass', 'STANDARD'),
  ])

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
export const listObjectsV2 = async (request: S3Request): Promise<EngineResponse> => {
  const { bucket, store, query } = request
  const { prefix = '', delimiter = '', 'start-after': startAfter = '', 'continuation-token': token } = query
  refuseUnknown(request, ['list-type', 'prefix', 'delimiter', 'max-keys', 'start-after', 'continuation-token'])
  const limit = limitOf(query['max-keys'])
  request.authorize('s3:ListBucket', bucket.arn, {
    ...(query['prefix'] !== undefined && { 's3:prefix': [prefix] }),
    ...(query['delimiter'] !== undefined && { 's3:delimiter': [delimiter] }),
    ...(query['max-keys'] !== undefined && { 's3:max-keys': [query['max-keys']] }),
  })
  // A token is the name after which the next page begins.
  const after = token === undefined ? startAfter : Buffer.from(token, 'base64url').toString()
  const objects = store.objects().filter(({ key }) => key.startsWith(prefix))
  const following = entriesOf(objects, prefix, delimiter).filter(({ name }) => after === '' || byBytes(name, after) > 0)
  const page = following.slice(0, limit)
  const isTruncated = limit > 0 && following.length > page.length
  const next = Buffer.from(page.at(-1)?.name ?? '').toString('base64url')
  const body = document(
    'ListBucketResult',
    element('Name', bucket.name),
    element('Prefix', prefix),
    ...(delimiter === '' ? [] : [element('Delimiter', delimiter)]),
    ...(startAfter === '' ? [] : [element('StartAfter', startAfter)]),
    ...(token === undefined ? [] : [element('ContinuationToken', token)]),
    ...(isTruncated ? [element('NextContinuationToken', next)] : []),
    element('KeyCount', page.length),
    element('MaxKeys', limit),
    element('IsTruncated', String(isTruncated)),
    ...page.map(({ name, object }) =>
      object === undefined ? element('CommonPrefixes', [element('Prefix', name)]) : contentsOf(object),
    ),
  )
  return xmlResponse(body)
}

const Delete = z.object({
  Delete: z.object({
    Object: z.array(z.strictObject({ Key: z.string() })).check(z.maxLength(mostKeys)),
    Quiet: z.optional(z.enum(['true', 'false'])),
  }),
})

const malformed = 'The XML you provided was not well-formed or did not validate against our published schema'

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html: each key succeeds or fails by itself. */
export const deleteObjects = async (request: S3Request): Promise<EngineResponse> => {
  const { bucket, store } = request
  refuseUnknown(request, ['delete'])
  const { content } = readPayload(request)
  const parsed = orUndefined(() => Delete.parse(parseXml(content.toString(), ['Object'])).Delete)
  if (parsed === undefined) throw new S3Error(400, 'MalformedXML', malformed)
  const results = parsed.Object.map(({ Key: key }): Xml | undefined => {
    try {
      request.authorize('s3:DeleteObject', `${bucket.arn}/${key}`)
    } catch (error) {
      if (!(error instanceof AccessDenied)) throw error
      const members = [element('Code', 'AccessDenied'), element('Message', 'Access Denied')]
      return element('Error', [element('Key', key), ...members])
    }
    store.deleteObject(key)
    return parsed.Quiet === 'true' ? undefined : element('Deleted', [element('Key', key)])
  })
  return xmlResponse(document('DeleteResult', ...results.filter((result) => result !== undefined)))
}
