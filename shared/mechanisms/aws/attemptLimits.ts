/**
 * The limits of one attempt, after which it is repeated.
 *
 * @param milliseconds until the headers of an answer; also the longest silence while its body comes, which
 *   `requestTimeout` does not see
 */
export const attemptLimits = (milliseconds: number) =>
  ({
    connectionTimeout: 500,
    requestTimeout: milliseconds,
    socketTimeout: milliseconds,
    throwOnRequestTimeout: true,
  }) as const
