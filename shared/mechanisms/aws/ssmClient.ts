import { SSMClient } from '@aws-sdk/client-ssm'
import { attemptLimits } from './attemptLimits.ts'
import { retryStrategy } from './retryStrategy.ts'

export const ssmClient = new SSMClient({
  retryStrategy,
  requestHandler: attemptLimits(1500),
})
