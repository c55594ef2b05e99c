import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { expect, test } from 'vitest'
import { signedUrl } from '../../../../shared/mechanisms/aws/signedUrl.ts'

const region = 'eu-central-1'
const credentials = { accessKeyId: 'AKID', secretAccessKey: 'its secret', sessionToken: 'a+token/with=signs' }
const client = new S3Client({ region, credentials, requestChecksumCalculation: 'WHEN_REQUIRED' })
const signingDate = new Date('2026-03-01T18:30:05.123Z')
const url = 'https://files.s3.eu-central-1.amazonaws.com/uploads/files/~w7w/1'
const object = { Bucket: 'files', Key: 'uploads/files/~w7w/1' }

/** What a link says, without the SDK's own mark and what its signature covers. */
const partsOf = (link: string) => {
  const { origin, pathname, searchParams } = new URL(link)
  return { address: origin + pathname, query: Object.fromEntries(searchParams) }
}

test('a link to read is the one that the SDK makes', async () => {
  const command = new GetObjectCommand({
    ...object,
    ResponseContentDisposition: "attachment; filename*=UTF-8''(1).gif",
  })
  const expected = await getSignedUrl(client, command, { expiresIn: 3600, signingDate })
  const disposition = { 'response-content-disposition': "attachment; filename*=UTF-8''(1).gif", 'x-id': 'GetObject' }
  // The SDK adds marks of its own, which it signs like all else.
  const marks = Object.fromEntries(
    Object.entries(partsOf(expected).query).filter(([name]) => /^x-(id|amz-checksum)/.test(name)),
  )

  const made = signedUrl(
    { method: 'GET', url, region, expiresIn: 3600, query: { ...disposition, ...marks } },
    credentials,
    signingDate,
  )

  expect(partsOf(made)).toEqual(partsOf(expected))
})

test('a link to send is the one that the SDK makes, with the number of bytes signed', async () => {
  const command = new PutObjectCommand({ ...object, ContentLength: 48_213 })
  const expected = await getSignedUrl(client, command, { expiresIn: 600, signingDate })
  const headers = { 'content-length': '48213' }

  const made = signedUrl(
    { method: 'PUT', url, region, expiresIn: 600, query: { 'x-id': 'PutObject' }, headers },
    credentials,
    signingDate,
  )

  expect(partsOf(made)).toEqual(partsOf(expected))
})
