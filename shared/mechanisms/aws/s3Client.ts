import { Readable } from 'node:stream'
import { S3Client } from '@aws-sdk/client-s3'
import { attemptLimits } from './attemptLimits.ts'
import { retryStrategy } from './retryStrategy.ts'

/**
 * The function's only S3 client. A part of some megabytes may take seconds. Requests are signed with the SHA-256 of
 * their body, which S3 verifies, so a second checksum adds nothing. An object is read within the attempt, so that one
 * that stops is asked for again.
 */
export const s3Client = new S3Client({
  retryStrategy,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  requestHandler: { ...attemptLimits(20_000), connectionTimeout: 1000, socketTimeout: 5000 },
})

s3Client.middlewareStack.add(
  (next) => async (args) => {
    const result = await next(args)
    const { response } = result as { response: { body?: unknown } }
    if (response.body instanceof Readable) response.body = Readable.from(await response.body.toArray())
    return result
  },
  { name: 'wholeBody', step: 'deserialize', priority: 'low' },
)
