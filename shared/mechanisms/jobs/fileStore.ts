import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { bucketName } from '../../runtime/env.ts'
import { send } from '../aws/send.ts'

/** The bytes that earlier invocations stored are gone; the job has to begin again. */
export class ProgressLost extends Error {
  override readonly name = 'ProgressLost'
}

/** The object for bytes that are too few for a part, left by an ended invocation. It expires with the file. */
const carriedKey = (key: string): string => `${key}.part`

const lostNames: ReadonlySet<string> = new Set(['NoSuchUpload', 'NoSuchKey', 'InvalidPart', 'InvalidRange'])

/** Makes one call; a refusal that says that an upload or its parts are gone is `ProgressLost`. */
const callStore = async <Output>(call: Parameters<typeof send<Output>>[0]): Promise<Output> => {
  try {
    return await send(call)
  } catch (error) {
    if (error instanceof Error && lostNames.has(error.name))
      throw new ProgressLost('the upload is gone', { cause: error })
    throw error
  }
}

const withoutQuotes = (etag: string | undefined): string => {
  if (etag === undefined) throw new Error('S3 answered without an ETag')
  return etag.replaceAll('"', '')
}

/** The files that jobs write, uploaded in parts. Every call can be repeated. */
export const fileStore = (client: S3Client, bucket = bucketName('prints')) => ({
  /** Opens an upload; its id. An unfinished one is removed after a day by the bucket's own rule. */
  begin: async (key: string, contentType: string): Promise<string> => {
    const command = new CreateMultipartUploadCommand({ Bucket: bucket, Key: key, ContentType: contentType })
    const { UploadId } = await callStore((options) => client.send(command, options))
    if (UploadId === undefined) throw new Error('S3 answered without an upload id')
    return UploadId
  },

  /** Uploads a part, the first one with number 1; its ETag. */
  upload: async (key: string, uploadId: string, number: number, content: Buffer): Promise<string> => {
    const command = new UploadPartCommand({
      Bucket: bucket,
      Key: key,
      UploadId: uploadId,
      PartNumber: number,
      Body: content,
    })
    const { ETag } = await callStore((options) => client.send(command, options))
    return withoutQuotes(ETag)
  },

  /** Joins the parts into the file. S3 answers a repetition as it did the first time. */
  complete: async (key: string, uploadId: string, etags: readonly string[]): Promise<void> => {
    const command = new CompleteMultipartUploadCommand({
      Bucket: bucket,
      Key: key,
      UploadId: uploadId,
      MultipartUpload: { Parts: etags.map((etag, index) => ({ ETag: `"${etag}"`, PartNumber: index + 1 })) },
    })
    await callStore((options) => client.send(command, options))
  },

  /** Aborts an upload; a missing one is aborted already. */
  abort: async (key: string, uploadId: string): Promise<void> => {
    const command = new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId })
    try {
      await callStore((options) => client.send(command, options))
    } catch (error) {
      if (!(error instanceof ProgressLost)) throw error
    }
  },

  /** Leaves bytes for the next invocation. */
  carry: async (key: string, content: Buffer): Promise<void> => {
    const command = new PutObjectCommand({ Bucket: bucket, Key: carriedKey(key), Body: content })
    await callStore((options) => client.send(command, options))
  },

  /** Removes the file and the carried bytes; missing ones are removed already. */
  remove: async (key: string): Promise<void> => {
    await Promise.all(
      [key, carriedKey(key)].map((each) =>
        callStore((options) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: each }), options)),
      ),
    )
  },

  /** The first `length` carried bytes: a later invocation may have appended more. */
  carried: async (key: string, length: number): Promise<Uint8Array> => {
    const command = new GetObjectCommand({ Bucket: bucket, Key: carriedKey(key), Range: `bytes=0-${length - 1}` })
    const { Body } = await callStore((options) => client.send(command, options))
    const content = await Body?.transformToByteArray()
    if (content?.length !== length) throw new ProgressLost('the carried bytes are incomplete')
    return content
  },
})

export type FileStore = ReturnType<typeof fileStore>
