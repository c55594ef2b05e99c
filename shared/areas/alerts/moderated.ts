import { comparableUnits } from '../../runtime/money/decimal.ts'
import type { Money } from '../../runtime/money/money.ts'
import { hasLink, hasWord, withoutLinks } from './foundTexts.ts'
import type { Moderation } from './moderationSetting.ts'

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
