import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineHandler, EngineRequest, EngineResponse } from '../../aws/engineHandler.ts'
import type { BucketResource } from '../../deployment.ts'
import { openBucketStore } from './bucketStore.ts'
import { completeMultipartUpload } from './completeMultipartUpload.ts'
import {
  abortMultipartUpload,
  createMultipartUpload,
  listMultipartUploads,
  listParts,
  uploadPart,
} from './multipartUpload.ts'
import { readObject } from './readObject.ts'
import { errorResponse, notImplemented, S3Error } from './s3Error.ts'
import { bucketAndKey, type S3Request } from './s3Request.ts'
import { deleteObject, putObject } from './writeObject.ts'

export interface S3Options {
  readonly buckets: readonly BucketResource[]
  /** The folder of the objects; `memory` is a temporary folder that is deleted when the engine stops. */
  readonly dataFolder: string | 'memory'
}

export interface S3Engine {
  readonly handle: EngineHandler
  stop(): void
}

type Operation = (request: S3Request) => Promise<EngineResponse>

/** The operation on an object, which S3 chooses by the method and by query members. */
const objectOperation = (method: string, query: Readonly<Record<string, string>>): Operation | undefined => {
  const ofUpload = 'uploadId' in query
  switch (method) {
    case 'PUT':
      return ofUpload ? uploadPart : putObject
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

const operationOf = ({ method, key, query }: S3Request): Operation => {
  const ofBucket = method === 'GET' && 'uploads' in query ? listMultipartUploads : undefined
  const operation = key === '' ? ofBucket : objectOperation(method, query)
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

  const located = (request: EngineRequest): S3Request => {
    if (request.accessKeyId === undefined) throw new S3Error(403, 'AccessDenied', 'Access Denied')
    const { bucketName, key } = bucketAndKey(request.url)
    const found = opened.get(bucketName)
    if (found === undefined) {
      throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', { BucketName: bucketName })
    }
    return { ...request, ...found, key, query: Object.fromEntries(request.url.searchParams) }
  }

  return {
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
