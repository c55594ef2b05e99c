import { systemChance } from './chance.ts'

/**
 * Milliseconds to wait after a failed attempt: a random share of a delay that doubles with each attempt ("full
 * jitter"), so that callers that failed together do not retry together.
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 *
 * @param attempt the number of the failed attempt, from 1
 */
export const backoffMs = (
  attempt: number,
  firstMs: number,
  longestMs = Number.POSITIVE_INFINITY,
  chance = systemChance,
): number => chance() * Math.min(longestMs, firstMs * 2 ** (attempt - 1))
