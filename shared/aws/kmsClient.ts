import { KMSClient } from '@aws-sdk/client-kms'
import { attemptLimits } from './attemptLimits.ts'
import { retryStrategy } from './retryStrategy.ts'

/** The function's only KMS client. */
export const kmsClient = new KMSClient({
  retryStrategy,
  requestHandler: attemptLimits(1500),
})
