import { isInvisible } from '../../contract/isInvisible.ts'
import { formatMoney } from '../client/formatMoney.ts'
import type { AlertMessage, MediaMessage } from '../client/generated/events.ts'
import { type Look, levelStyleOf } from './levelStyle.ts'
import { anonymousIn, followersIn, phraseOf, requestedIn } from './phrases.ts'

/** The contents of the screen for one delivery. */
export interface Card {
  /** By the class of their element. */
  readonly texts: Readonly<Record<'nickname' | 'phrase' | 'message' | 'amount' | 'level', string>>
  readonly event: string
  readonly level: string
  readonly sequence: number
  readonly test: boolean
}

/** Videos that one card names; the others are counted. */
const mostNamed = 3

/** Whole amounts have no decimals on the screen. */
const amountOf = (money: AlertMessage['alert']['amount'], language: Look['language']): string =>
  money === null ? '' : formatMoney(money, language, money.minor === 0 ? { minimumFractionDigits: 0 } : {})

/** A name, or what stands for one that nobody could see. */
export const nameOf = (nickname: string, { language }: Look): string =>
  isInvisible(nickname) ? anonymousIn(language ?? 'en') : nickname

/** The card of an alert, and of others that are shown with it: they are follows. */
export const alertCard = ({ alert, sequence, test }: AlertMessage, look: Look, others = 0): Card => ({
  texts: {
    nickname: nameOf(alert.nickname, look),
    phrase:
      others > 0
        ? followersIn(look.language ?? 'en', others)
        : (levelStyleOf(look, alert.levelName).text ?? phraseOf(alert.event, alert.count, look.language ?? 'en')),
    message: alert.message,
    amount: amountOf(alert.amount, look.language),
    level: alert.levelName,
  },
  event: alert.event,
  level: alert.levelName,
  sequence,
  test,
})

/** Announces requested videos, each by its title and its requester. */
export const mediaCard = ({ media, sequence, test }: MediaMessage, look: Look): Card => {
  const named = media.slice(0, mostNamed).map(({ title, owner }) => `${title} — ${nameOf(owner, look)}`)
  const more = media.length - named.length
  return {
    texts: {
      nickname: requestedIn(look.language ?? 'en'),
      phrase: more === 0 ? '' : `+ ${more}`,
      message: named.join('\n'),
      amount: '',
      level: '',
    },
    event: 'media',
    level: '',
    sequence,
    test,
  }
}
