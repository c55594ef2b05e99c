import { KMSClient } from '@aws-sdk/client-kms'
import { retryStrategy } from './retryStrategy.ts'

/** The function's only KMS client. */
export const kmsClient = new KMSClient({
  retryStrategy,
  requestHandler: { connectionTimeout: 500, requestTimeout: 1500, throwOnRequestTimeout: true },
})
