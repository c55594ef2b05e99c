import { S3Client } from '@aws-sdk/client-s3'
import { retryStrategy } from './retryStrategy.ts'

/**
 * The one S3 client of a function. A part of some megabytes may take seconds. Bodies are signed with their SHA-256, which S3 holds them
 * to: a checksum beside it would say the same again.
 */
export const s3Client = new S3Client({
  retryStrategy,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  requestHandler: { connectionTimeout: 1000, requestTimeout: 20_000, throwOnRequestTimeout: true },
})
