import { ConfiguredRetryStrategy } from '@smithy/core/retry'
import { backoffMs } from '../../runtime/backoffMs.ts'

const attempts = 6
const firstDelayMs = 25
const longestDelayMs = 400

/**
 * Six attempts with full jitter from 25 ms upwards: at most 1.2 s of waiting. The SDK's default (three attempts, half a
 * second before the first repetition of a throttled call) loses requests that DynamoDB would have taken a few
 * milliseconds later.
 */
export const retryStrategy = new ConfiguredRetryStrategy(attempts, (attempt: number) =>
  backoffMs(attempt, firstDelayMs, longestDelayMs),
)
