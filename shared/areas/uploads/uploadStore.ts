import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { send } from '../../mechanisms/aws/send.ts'
import { bucketName } from '../../runtime/env.ts'
import { fileKey, pendingKey, uploadKeys } from './uploadKeys.ts'

/** S3 does not tell a role that may not list a bucket that an object is missing. */
const missing: ReadonlySet<string> = new Set(['NoSuchKey', 'AccessDenied'])

/** The files of uploads. Every call can be repeated. */
export const uploadStore = (client: S3Client, bucket = bucketName('uploads')) => {
  return {
    /** The bytes that have arrived; undefined when none have. */
    arrived: async (recipientId: string, id: string): Promise<Uint8Array | undefined> => {
      const command = new GetObjectCommand({ Bucket: bucket, Key: pendingKey(recipientId, id) })
      try {
        const { Body } = await send((options) => client.send(command, options))
        return await Body?.transformToByteArray()
      } catch (error) {
        if (error instanceof Error && missing.has(error.name)) return undefined
        throw error
      }
    },

    /** Keeps the checked bytes, not what may be sent in their place meanwhile. */
    keep: async (recipientId: string, id: string, content: Uint8Array, type: string): Promise<void> => {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: fileKey(recipientId, id),
        Body: content,
        ContentType: type,
        ContentDisposition: 'attachment',
        CacheControl: 'private, max-age=3600',
      })
      await send((options) => client.send(command, options))
    },

    /** Removes the file and what was sent; missing ones are removed already. */
    remove: async (recipientId: string, id: string): Promise<void> => {
      for (const Key of uploadKeys(recipientId, id))
        await send((options) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }), options))
    },
  }
}

export type UploadStore = ReturnType<typeof uploadStore>
