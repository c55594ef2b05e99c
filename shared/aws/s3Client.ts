import { S3Client } from '@aws-sdk/client-s3'
import { retryStrategy } from './retryStrategy.ts'

/**
 * The function's only S3 client. A part of some megabytes may take seconds. Requests are signed with the SHA-256 of their body, which S3
 * verifies, so a second checksum adds nothing.
 */
export const s3Client = new S3Client({
  retryStrategy,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  requestHandler: { connectionTimeout: 1000, requestTimeout: 20_000, throwOnRequestTimeout: true },
})
