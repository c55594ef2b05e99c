import * as z from 'zod/mini'
import type { BotFailure } from '../areas/messenger/messengerBot.ts'
import { Problem } from '../contract/problem.ts'
import { neverLeft, type ProviderAnswer } from '../mechanisms/outbound/http.ts'

/** A messenger call without a usable answer. An error that is not a provider's problem is raised again. */
export const failureFromError = (error: unknown): BotFailure => {
  if (!(error instanceof Problem)) throw error
  return { kind: neverLeft(error) ? 'unavailable' : 'unknown' }
}

/** Whole seconds to wait, at least one; undefined for a ban that names no time. */
export const waitFrom = (given: string | number | undefined): number | undefined =>
  Number(given) > 0 ? Math.max(1, Math.ceil(Number(given))) : undefined

/** The most characters of a messenger's description that are kept as the reason. */
const longestReason = 200

/** A messenger's description as a stored reason: one line of limited length. */
export const reasonFrom = (description: string): string => description.replaceAll(/\s+/g, ' ').slice(0, longestReason)

/** A refusal by its schema; undefined for another body, such as that of a proxy. */
export const refusalFrom = <Refusal>(schema: z.ZodMiniType<Refusal>, { body }: ProviderAnswer): Refusal | undefined => {
  try {
    return z.safeParse(schema, JSON.parse(body)).data
  } catch {
    return undefined
  }
}
