import { S3Client } from '@aws-sdk/client-s3'
import { createS3 } from '../../../engines/s3/createS3.ts'
import { type Refuse, type ServedEngine, serveEngine } from '../serveEngine.ts'

export const Bucket = 'prints'

export const megabyte = 1024 * 1024

/** An S3 engine with one bucket, and the unmodified client. */
export const startS3 = async (
  options: { readonly dataFolder?: string; readonly refuse?: Refuse } = {},
): Promise<ServedEngine & { readonly client: S3Client }> => {
  const { dataFolder = 'memory', refuse } = options
  const engine = createS3({
    buckets: [{ logicalId: 'Prints', name: Bucket, arn: `arn:aws:s3:::${Bucket}` }],
    dataFolder,
  })
  const served = await serveEngine(engine.handle, refuse)
  const client = new S3Client({
    endpoint: served.endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
    maxAttempts: 1,
  })
  const stop = async () => {
    client.destroy()
    await served.stop()
    engine.stop()
  }
  return { ...served, stop, client }
}
