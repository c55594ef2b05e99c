import type { HttpApiResource, Throttle } from '../deployment.ts'

interface Bucket {
  tokens: number
  filledAt: number
}

const taken = (bucket: Bucket, { burst, ratePerSecond }: Throttle, now: number): boolean => {
  const earned = (Math.max(0, now - bucket.filledAt) / 1000) * ratePerSecond
  bucket.tokens = Math.min(burst, bucket.tokens + earned)
  bucket.filledAt = now
  if (bucket.tokens < 1) return false
  bucket.tokens -= 1
  return true
}

/**
 * Creates the function that decides whether a request may pass, by a token bucket for each route that all callers share. The stage's
 * default applies to each route that has no setting of its own.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 */
export const routeThrottle = (
  { throttle, routeThrottles }: Pick<HttpApiResource, 'throttle' | 'routeThrottles'>,
  now: () => number,
): ((routeKey: string) => boolean) => {
  const buckets = new Map<string, Bucket>()
  return (routeKey) => {
    const settings = routeThrottles[routeKey] ?? throttle
    if (!settings) return true
    const bucket = buckets.get(routeKey) ?? { tokens: settings.burst, filledAt: now() }
    buckets.set(routeKey, bucket)
    return taken(bucket, settings, now())
  }
}
