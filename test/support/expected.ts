import { expect } from 'vitest'

/** What `toEqual` asks of a value that is not known before it is there. */
const matching = (description: string, asymmetricMatch: (value: unknown) => boolean): unknown => ({
  asymmetricMatch,
  toAsymmetricMatcher: () => description,
})

/** A UUID of version 7 or 8, as the service makes them. */
export const anId = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)

export const between = (least: number, most: number): unknown =>
  matching(`between ${least} and ${most}`, (value) => typeof value === 'number' && value >= least && value <= most)

/** An RFC 3339 time in UTC with milliseconds or microseconds, of the last ten minutes. */
export const justNow = matching('a time of the last ten minutes', (value) => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/.test(value)) return false
  const ageMs = Date.now() - Date.parse(value)
  return ageMs > -1 && ageMs < 600_000
})

/** Milliseconds that something may have taken within a test. */
export const someMilliseconds = between(0, 600_000)
