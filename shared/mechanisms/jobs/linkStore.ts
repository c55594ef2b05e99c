import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { bucketName } from '../../runtime/env.ts'
import { linkSeconds } from './job.ts'

export const linkStore = (client: S3Client, bucket = bucketName('prints')) => ({
  /** A link that anybody can download the file by, under its download name. Made without a call. */
  to: (key: string, name: string): Promise<string> =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentDisposition: `attachment; filename="${name}"`,
      }),
      { expiresIn: linkSeconds },
    ),
})

export type LinkStore = ReturnType<typeof linkStore>
