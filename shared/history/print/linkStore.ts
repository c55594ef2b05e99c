import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { fileKey, fileName, type PrintJob } from './job.ts'

/** Seconds that a link is valid. */
const lifetime = 15 * 60

/** Links to the files of prints. */
export const linkStore = (client: S3Client, bucket: string) => ({
  /** A link that anybody can download the file by, under its download name. Made without a call. */
  to: (job: PrintJob): Promise<string> =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: bucket,
        Key: fileKey(job),
        ResponseContentDisposition: `attachment; filename="${fileName(job)}"`,
      }),
      { expiresIn: lifetime },
    ),
})

export type LinkStore = ReturnType<typeof linkStore>
