import { KMSClient } from '@aws-sdk/client-kms'
import { attemptLimits } from './attemptLimits.ts'
import { retryStrategy } from './retryStrategy.ts'

export const kmsClient = new KMSClient({
  retryStrategy,
  requestHandler: attemptLimits(1500),
})
