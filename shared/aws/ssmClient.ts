import { SSMClient } from '@aws-sdk/client-ssm'
import { retryStrategy } from './retryStrategy.ts'

/** The function's only Parameter Store client. */
export const ssmClient = new SSMClient({
  retryStrategy,
  requestHandler: { connectionTimeout: 500, requestTimeout: 1500, throwOnRequestTimeout: true },
})
