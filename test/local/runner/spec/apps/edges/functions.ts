import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { sign } from 'aws4'

const { TOPIC = '', BUCKET = '' } = process.env
const objects = new S3Client()

/** Publishes as an SDK does that knows no address but that of AWS. */
export const publish = async () => {
  const body = new URLSearchParams({ Action: 'Publish', TopicArn: TOPIC, Message: 'secret' }).toString()
  const call = sign({ service: 'sns', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  return new Promise((resolve, reject) => {
    const sent = request({ ...call, method: 'POST' }, (answer) => text(answer).then(resolve, reject))
    sent.on('error', reject).end(body)
  })
}

export const callBack = (
  _event: unknown,
  context: { callbackWaitsForEmptyEventLoop: boolean },
  callback: (error: unknown, result: unknown) => void,
) => setTimeout(() => callback(undefined, { waits: context.callbackWaitsForEmptyEventLoop }), 1)

export const link = () => getSignedUrl(objects, new PutObjectCommand({ Bucket: BUCKET, Key: 'photo' }))
