import * as z from 'zod/mini'
import { arrayOf, text } from '../../contract/values.ts'
import { comparableUnits } from '../../runtime/money/decimal.ts'
import { Money } from '../../runtime/money/money.ts'

/**
 * Which alerts wait for a decision before they are shown: `everything`, those below the amount `least` in its currency,
 * those with one of `words` in the nickname or message, and with `links: 'hold'` those with a link in the message.
 * Links are left out of messages by default (`drop`); `show` keeps them.
 */
export const Moderation = z
  .object({
    everything: z.optional(z.boolean()),
    least: z.optional(Money),
    links: z.optional(z.enum(['drop', 'hold', 'show'])),
    words: z.optional(arrayOf(text(1, 64), 200)),
  })
  .register(z.globalRegistry, { id: 'Moderation' })
export type Moderation = z.output<typeof Moderation>

/** The moderation of a configuration value, which a version before this one may have stored unchecked. */
export const moderationFromConfig = (value: unknown): Moderation | undefined =>
  typeof value === 'object' && value !== null && 'moderation' in value
    ? Moderation.safeParse(value.moderation).data
    : undefined

/** A scheme, `www.`, or a name below one of the usual top-level domains. */
const link =
  /(?:https?:\/\/|www\.)\S+|\b(?:[\p{L}\p{N}-]+\.)+(?:app|biz|cc|co|com|dev|gg|info|io|link|live|me|net|online|org|ru|shop|site|su|to|top|tv|ua|xyz)\b(?:[/:?#]\S*)?/giu

/** Letters of other forms, such as 𝐬𝐩𝐚𝐦 or ｓｐａｍ, are those of the word; signs that cannot be seen are left out. */
const comparable = (words: string): string =>
  words
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()

const containsWord = (texts: string, words: readonly string[]): boolean =>
  words.some((word) => {
    const escaped = comparable(word).replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(texts)
  })

interface Texts {
  readonly nickname?: string | undefined
  readonly message?: string | undefined
  readonly amount?: Money | undefined
}

const isBelow = (amount: Money | undefined, least: Money | undefined): boolean =>
  amount !== undefined &&
  least !== undefined &&
  amount.currency === least.currency &&
  comparableUnits(amount) < comparableUnits(least)

/** The message of an alert under moderation, and whether the alert waits for a decision. */
export const moderated = (
  { nickname = '', message, amount }: Texts,
  moderation: Moderation | undefined,
): { readonly message: string | undefined; readonly isHeld: boolean } => {
  if (moderation === undefined) return { message, isHeld: false }
  const { everything = false, least, links = 'drop', words = [] } = moderation
  const hasLink = message !== undefined && message.search(link) >= 0
  return {
    message:
      links === 'drop' && hasLink
        ? message
            .replaceAll(link, '')
            .replaceAll(/\s{2,}/g, ' ')
            .trim()
        : message,
    isHeld:
      everything ||
      isBelow(amount, least) ||
      (links === 'hold' && hasLink) ||
      containsWord(comparable(`${nickname}\n${message ?? ''}`), words),
  }
}
