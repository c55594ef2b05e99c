import { Problem } from '../contract/problem.ts'
import type { BotFailure } from '../messenger/messengerBot.ts'
import { neverLeft } from './http.ts'

/** What a call to a messenger that ended without an answer amounts to. What is no problem of a provider passes through. */
export const failureFromError = (error: unknown): BotFailure => {
  if (!(error instanceof Problem)) throw error
  return { kind: neverLeft(error) ? 'unavailable' : 'unknown' }
}

/** Characters of a messenger's own words that are kept as the reason. */
const longestReason = 200

/** A messenger's words as a reason to keep: one line, bounded. */
export const reasonFrom = (description: string): string => description.replaceAll(/\s+/g, ' ').slice(0, longestReason)
