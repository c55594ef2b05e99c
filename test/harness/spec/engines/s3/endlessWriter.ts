import { createS3 } from '../../../engines/s3/createS3.ts'
import { Bucket } from './startS3.ts'

/** Overwrites ten objects, simple and multipart, until it is killed; prints `key content` once a write was answered. */
const [dataFolder = ''] = process.argv.slice(2)
const { handle } = createS3({ buckets: [{ logicalId: 'B', name: Bucket, arn: `arn:aws:s3:::${Bucket}` }], dataFolder })

const send = async (method: string, path: string, content = '') => {
  const url = new URL(`http://127.0.0.1/${Bucket}/${path}`)
  const body = Buffer.from(content)
  return handle({ method, url, headers: {}, body, accessKeyId: 'AKIATEST', authorize: () => undefined })
}

const multipart = async (key: string, content: string) => {
  const created = await send('POST', `${key}?uploads`)
  const uploadId = /<UploadId>(.*)<\/UploadId>/.exec(String(created.body))?.[1]
  const { headers } = await send('PUT', `${key}?partNumber=1&uploadId=${uploadId}`, content)
  const part = `<Part><PartNumber>1</PartNumber><ETag>${headers['etag']}</ETag></Part>`
  await send('POST', `${key}?uploadId=${uploadId}`, `<CompleteMultipartUpload>${part}</CompleteMultipartUpload>`)
}

for (let n = 0; ; n++) {
  const key = `key${n % 10}`
  const content = `${n} `.repeat(5_000)
  await (n % 2 === 0 ? send('PUT', key, content) : multipart(key, content))
  process.stdout.write(`${key} ${n}\n`)
}
