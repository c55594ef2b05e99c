import * as z from 'zod/mini'
import { arrayOf, text } from '../../contract/values.ts'
import { log } from '../../runtime/log.ts'
import { Money } from '../../runtime/money/money.ts'

/**
 * Which alerts wait for a decision before they are shown: `everything`, those below the amount `least`, of which there
 * may be one a currency, those with one of `words` in the nickname or message, and with `links: 'hold'` those with a
 * link there. By default (`drop`) links are left out of messages, and a nickname with one is not shown; `show` keeps
 * them. Amounts of a currency without a least one follow `otherCurrencies`, by default `hold`.
 */
export const Moderation = z
  .object({
    everything: z.optional(z.boolean()),
    least: z.optional(z.union([Money, arrayOf(Money, 50)])),
    otherCurrencies: z.optional(z.enum(['hold', 'show'])),
    links: z.optional(z.enum(['drop', 'hold', 'show'])),
    words: z.optional(arrayOf(text(1, 64), 200)),
  })
  .register(z.globalRegistry, { id: 'Moderation' })
export type Moderation = z.output<typeof Moderation>

const parsed = (value: unknown) =>
  typeof value === 'object' && value !== null && 'moderation' in value
    ? Moderation.safeParse(value.moderation)
    : undefined

/** Whether a configuration value has no moderation, or one that this version can read. */
export const isModerationReadable = (value: unknown): boolean => parsed(value)?.success !== false

/**
 * The moderation of a configuration value. One that this version cannot read, because another one or an import has
 * stored it, holds everything: its owner wanted some of it.
 */
export const moderationFromConfig = (value: unknown): Moderation | undefined => {
  const read = parsed(value)
  if (read?.success !== false) return read?.data
  log('WARN', 'a moderation that cannot be read holds everything', {})
  return { everything: true }
}
