/** A claim as text: arrays as `[a b]`, objects as JSON; undefined for null, which is left out. */
const claimText = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) return `[${value.map((item) => claimText(item) ?? '').join(' ')}]`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * The claims as the function gets them: every value is text. Captured on AWS: https://github.com/floci-io/floci/pull/2011
 */
export const claimTexts = (claims: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(claims).flatMap(([name, value]) => {
      const text = claimText(value)
      return text === undefined ? [] : [[name, text]]
    }),
  )

const words = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
  return typeof value === 'string' ? value.split(' ').filter((word) => word !== '') : []
}

/** The scopes that a token grants, from `scope` or else `scp`. */
export const grantedScopes = (claims: Readonly<Record<string, unknown>>): string[] =>
  words(claims['scope'] ?? claims['scp'])

/** What a token must satisfy, apart from its signature. */
export interface JwtExpectation {
  readonly issuer: string
  readonly audiences: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

const hasAudience = (claims: Readonly<Record<string, unknown>>, audiences: readonly string[]): boolean => {
  const claimed = claims['aud'] ?? claims['client_id']
  return (Array.isArray(claimed) ? claimed : [claimed]).some(
    (candidate) => typeof candidate === 'string' && audiences.includes(candidate),
  )
}

/** Absent times pass; a time that is not a number never does. */
const isPast = (time: unknown, seconds: number): boolean =>
  time === undefined || (typeof time === 'number' && time <= seconds)

/**
 * The `error_description` for refused claims; undefined when they are accepted. Of these descriptions AWS
 * publishes only the one about the audience.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export const claimsRefusal = (
  claims: Readonly<Record<string, unknown>>,
  { issuer, audiences, now }: JwtExpectation,
): string | undefined => {
  const seconds = now / 1000
  if (claims['iss'] !== issuer) return 'the token does not have a valid issuer'
  if (!hasAudience(claims, audiences)) return 'the token does not have a valid audience'
  if (typeof claims['exp'] !== 'number') return 'the token does not have an expiration time'
  if (claims['exp'] <= seconds) return 'the token has expired'
  if (!isPast(claims['nbf'], seconds)) return 'the token is not valid yet'
  if (!isPast(claims['iat'], Math.ceil(seconds))) return 'the token was issued in the future'
  return undefined
}
