import { CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { send } from '../../mechanisms/aws/send.ts'
import { bucketName } from '../../runtime/env.ts'
import { missingFile } from './missingFile.ts'
import { fileKey, pendingKey, uploadKeys } from './uploadKeys.ts'

const missing: ReadonlySet<string> = new Set(Object.values(missingFile))

/** What makes a copy impossible: the file that was looked at is gone, or another one is in its place. */
const replaced: ReadonlySet<string> = new Set([...missing, 'PreconditionFailed'])

/** The result of a call; undefined where it fails for one of the reasons. */
const unless = async <Result>(
  reasons: ReadonlySet<string>,
  call: () => Promise<Result>,
): Promise<Result | undefined> => {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Error && reasons.has(error.name)) return undefined
    throw error
  }
}

/** A file as it was sent, and the text by which S3 knows its content. */
export interface ArrivedFile {
  readonly content: Uint8Array
  readonly etag: string | undefined
}

/** The files of uploads. Every call can be repeated. */
export const uploadStore = (client: S3Client, bucket = bucketName('uploads')) => {
  return {
    /** The file that has arrived; undefined when none has. */
    arrived: (recipientId: string, id: string): Promise<ArrivedFile | undefined> => {
      const command = new GetObjectCommand({ Bucket: bucket, Key: pendingKey(recipientId, id) })
      return unless(missing, async () => {
        const { Body, ETag } = await send((options) => client.send(command, options))
        return Body && { content: await Body.transformToByteArray(), etag: ETag }
      })
    },

    /**
     * Keeps the file that was looked at, and says whether it is there still. Whoever deletes an upload removes what was
     * sent first: from then on a copy fails, also one whose caller ends before it can clean up.
     */
    keep: async (recipientId: string, id: string, { etag }: ArrivedFile, type: string): Promise<boolean> => {
      const command = new CopyObjectCommand({
        Bucket: bucket,
        Key: fileKey(recipientId, id),
        CopySource: `${bucket}/${pendingKey(recipientId, id).split('/').map(encodeURIComponent).join('/')}`,
        CopySourceIfMatch: etag,
        MetadataDirective: 'REPLACE',
        ContentType: type,
        ContentDisposition: 'attachment',
        // What an id means never changes, so a browser that has the file needs no other link to it.
        CacheControl: 'private, max-age=31536000, immutable',
      })
      return (await unless(replaced, () => send((options) => client.send(command, options)))) !== undefined
    },

    /** Removes what was sent, and then the file; missing ones are removed already. */
    remove: async (recipientId: string, id: string): Promise<void> => {
      for (const Key of uploadKeys(recipientId, id))
        await send((options) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }), options))
    },
  }
}

export type UploadStore = ReturnType<typeof uploadStore>
