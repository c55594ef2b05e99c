import { SSMClient } from '@aws-sdk/client-ssm'
import { attemptLimits } from './attemptLimits.ts'
import { retryStrategy } from './retryStrategy.ts'

/** The function's only Parameter Store client. */
export const ssmClient = new SSMClient({
  retryStrategy,
  requestHandler: attemptLimits(1500),
})
