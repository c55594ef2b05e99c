import * as z from 'zod/mini'
import { arrayOf, text } from '../../contract/values.ts'
import { log } from '../../runtime/log.ts'
import { comparableUnits } from '../../runtime/money/decimal.ts'
import { Money } from '../../runtime/money/money.ts'
import { hasLink, hasWord, withoutLinks } from './foundTexts.ts'

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

/**
 * The moderation of a configuration value. One that this version cannot read, because another one or an import has
 * stored it, holds everything: its owner wanted some of it.
 */
export const moderationFromConfig = (value: unknown): Moderation | undefined => {
  if (typeof value !== 'object' || value === null || !('moderation' in value)) return undefined
  const { data } = Moderation.safeParse(value.moderation)
  if (data === undefined) log('WARN', 'a moderation that cannot be read holds everything', {})
  return data ?? { everything: true }
}

interface Texts {
  readonly nickname?: string | undefined
  readonly message?: string | undefined
  readonly amount?: Money | undefined
}

const isBelow = (amount: Money | undefined, { least, otherCurrencies = 'hold' }: Moderation): boolean => {
  if (amount === undefined || least === undefined) return false
  const own = [least].flat().find(({ currency }) => currency === amount.currency)
  return own === undefined ? otherCurrencies === 'hold' : comparableUnits(amount) < comparableUnits(own)
}

/** The texts of an alert under moderation, and whether the alert waits for a decision. */
export const moderated = (
  { nickname, message, amount }: Texts,
  moderation: Moderation | undefined,
): Pick<Texts, 'nickname' | 'message'> & { readonly isHeld: boolean } => {
  if (moderation === undefined) return { nickname, message, isHeld: false }
  const { everything = false, links = 'drop', words = [] } = moderation
  const isNameLink = links !== 'show' && nickname !== undefined && hasLink(nickname)
  const isLink = links === 'hold' && (isNameLink || (message !== undefined && hasLink(message)))
  const isDropped = links === 'drop'
  return {
    nickname: isDropped && isNameLink ? '' : nickname,
    message: isDropped && message !== undefined ? withoutLinks(message) : message,
    isHeld:
      everything || isBelow(amount, moderation) || isLink || hasWord(`${nickname ?? ''}\n${message ?? ''}`, words),
  }
}
