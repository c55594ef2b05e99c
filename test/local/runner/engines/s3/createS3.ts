import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineHandler, EngineRequest, EngineResponse } from '../../aws/engineHandler.ts'
import type { BucketResource } from '../../deployment.ts'
import { deleteObjects, headBucket, listObjectsV2 } from './bucketOperations.ts'
import { openBucketStore } from './bucketStore.ts'
import { completeMultipartUpload } from './completeMultipartUpload.ts'
import { copyObject } from './copyObject.ts'
import { bucketCors } from './cors.ts'
import {
  abortMultipartUpload,
  createMultipartUpload,
  listMultipartUploads,
  listParts,
  uploadPart,
} from './multipartUpload.ts'
import { readObject } from './readObject.ts'
import { errorResponse, notImplemented, S3Error } from './s3Error.ts'
import { bucketAndKey, hoistedMetadata, type S3Request } from './s3Request.ts'
import { deleteObject, putObject } from './writeObject.ts'

export interface S3Options {
  readonly buckets: readonly BucketResource[]
  /** The folder of the objects; `memory` is a temporary folder that is deleted when the engine stops. */
  readonly dataFolder: string | 'memory'
}

export interface S3Engine {
  readonly handle: EngineHandler
  readonly cors: ReturnType<typeof bucketCors>
  stop(): void
}

type Operation = (request: S3Request) => Promise<EngineResponse>

const bucketOperation = (method: string, query: Readonly<Record<string, string>>): Operation | undefined => {
  if (method === 'HEAD') return headBucket
  if (method === 'POST') return 'delete' in query ? deleteObjects : undefined
  if (method !== 'GET') return undefined
  if ('uploads' in query) return listMultipartUploads
  return query['list-type'] === '2' ? listObjectsV2 : undefined
}

/** The operation on an object, which S3 chooses by the method and by query members. */
const objectOperation = ({ method, headers, query }: S3Request): Operation | undefined => {
  const ofUpload = 'uploadId' in query
  switch (method) {
    case 'PUT':
      if (ofUpload) return uploadPart
      return headers['x-amz-copy-source'] === undefined ? putObject : copyObject
    case 'POST':
      if (ofUpload) return completeMultipartUpload
      return 'uploads' in query ? createMultipartUpload : undefined
    case 'GET':
      return ofUpload ? listParts : readObject
    case 'HEAD':
      return readObject
    case 'DELETE':
      return ofUpload ? abortMultipartUpload : deleteObject
    default:
      return undefined
  }
}

const operationOf = (request: S3Request): Operation => {
  const { method, key, query } = request
  const operation = key === '' ? bucketOperation(method, query) : objectOperation(request)
  if (operation !== undefined) return operation
  throw notImplemented(`${method} on ${key === '' ? 'a bucket' : 'an object'}`)
}

/**
 * Imitates the operations of S3 that this folder implements, on the buckets of the template; all others answer `NotImplemented`.
 *
 * Objects are files, streamed out in constant memory, and survive a kill at any moment.
 */
export const createS3 = ({ buckets, dataFolder }: S3Options): S3Engine => {
  const temporary = dataFolder === 'memory' ? mkdtempSync(join(tmpdir(), 's3-')) : undefined
  const folder = temporary ?? dataFolder
  const opened = new Map(
    buckets.map((bucket) => [bucket.name, { bucket, store: openBucketStore(join(folder, bucket.name)) }]),
  )

  const named = (bucketName: string) => {
    const found = opened.get(bucketName)
    if (found !== undefined) return found
    throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', { BucketName: bucketName })
  }

  const located = (request: EngineRequest): S3Request => {
    if (request.accessKeyId === undefined) throw new S3Error(403, 'AccessDenied', 'Access Denied')
    const { bucketName, key } = bucketAndKey(request.url)
    const { searchParams } = request.url
    const headers = { ...hoistedMetadata(searchParams), ...request.headers }
    return {
      ...request,
      ...named(bucketName),
      headers,
      key,
      query: Object.fromEntries(searchParams),
      bucketNamed: named,
    }
  }

  return {
    cors: bucketCors(buckets),
    async handle(request) {
      try {
        const s3Request = located(request)
        return await operationOf(s3Request)(s3Request)
      } catch (error) {
        if (error instanceof S3Error) return errorResponse(error, request.method)
        throw error
      }
    },
    stop() {
      if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true })
    },
  }
}
