import type { LeaderKind } from '../../areas/leaders/leaderPeriods.ts'
import type { OverlayLook } from '../../areas/overlays/overlayLook.ts'

export type Language = NonNullable<OverlayLook['language']>

/** Forms of a noun by the categories of `Intl.PluralRules`. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

interface Phrases {
  /** In place of a nickname. */
  readonly anonymous: string
  /** In place of a nickname, above requested videos. */
  readonly requested: string
  /** Above those who have given most, in a day, a month and all time. */
  readonly leaders: Readonly<Record<LeaderKind, string>>
  /** Around the number of alerts that wait. */
  readonly more: readonly [before: string, after: string]
  /** Of one, and of others around their number. */
  readonly follow: readonly [alone: string, before: string, after: string]
  readonly subscription: readonly [alone: string, before: string, months: Forms]
  readonly 'subscription-gift': readonly [before: string, subscriptions: Forms]
  readonly 'kick-gift': readonly [before: string, kicks: Forms]
  readonly raid: readonly [alone: string, before: string, viewers: Forms]
  readonly cheer: readonly [alone: string, before: string, bits: Forms]
}

/** The currencies of Kick and Twitch have one name in all languages. */
const kicks: Forms = { one: 'KICK', other: 'KICKs' }
const bits: Forms = { one: 'Bit', other: 'Bits' }

const languages: Readonly<Record<Language, Phrases>> = {
  en: {
    anonymous: 'Somebody',
    requested: 'Requested video',
    leaders: { day: 'Top donors today', month: 'Top donors this month', all: 'Top donors' },
    more: ['', ' more'],
    follow: ['is now following', 'and', 'more are now following'],
    subscription: ['subscribed', 'subscribed for', { one: 'month', other: 'months' }],
    'subscription-gift': ['gifted', { one: 'subscription', other: 'subscriptions' }],
    'kick-gift': ['sent', kicks],
    raid: ['raids the stream', 'raids with', { one: 'viewer', other: 'viewers' }],
    cheer: ['cheers', 'cheers', bits],
  },
  de: {
    anonymous: 'Jemand',
    requested: 'Videowunsch',
    leaders: { day: 'Beste Spender heute', month: 'Beste Spender des Monats', all: 'Beste Spender' },
    more: ['noch ', ''],
    follow: ['folgt jetzt', 'und', 'weitere folgen jetzt'],
    subscription: ['hat abonniert', 'hat abonniert, seit', { one: 'Monat', other: 'Monaten' }],
    'subscription-gift': ['verschenkt', { one: 'Abo', other: 'Abos' }],
    'kick-gift': ['schickt', kicks],
    raid: ['startet einen Raid', 'startet einen Raid mit', { one: 'Zuschauer', other: 'Zuschauern' }],
    cheer: ['jubelt', 'jubelt mit', bits],
  },
  es: {
    anonymous: 'Alguien',
    requested: 'Vídeo pedido',
    leaders: { day: 'Mayores donantes de hoy', month: 'Mayores donantes del mes', all: 'Mayores donantes' },
    more: ['', ' más'],
    follow: ['ahora sigue el canal', 'y', 'más ahora siguen el canal'],
    subscription: ['tiene una suscripción', 'tiene una suscripción desde hace', { one: 'mes', other: 'meses' }],
    'subscription-gift': ['regala', { one: 'suscripción', other: 'suscripciones' }],
    'kick-gift': ['envía', kicks],
    raid: ['llega con una raid', 'llega con una raid de', { one: 'espectador', other: 'espectadores' }],
    cheer: ['anima', 'anima con', bits],
  },
  ru: {
    anonymous: 'Кто-то',
    requested: 'Заказ видео',
    leaders: { day: 'Топ донатеров за сегодня', month: 'Топ донатеров за месяц', all: 'Топ донатеров' },
    more: ['ещё ', ''],
    follow: ['подписывается на канал', 'и ещё', 'подписываются на канал'],
    subscription: ['оформляет подписку', 'с подпиской уже', { one: 'месяц', few: 'месяца', other: 'месяцев' }],
    'subscription-gift': ['дарит', { one: 'подписку', few: 'подписки', other: 'подписок' }],
    'kick-gift': ['отправляет', kicks],
    raid: ['приходит с рейдом', 'приходит с рейдом:', { one: 'зритель', few: 'зрителя', other: 'зрителей' }],
    cheer: ['поддерживает', 'поддерживает:', bits],
  },
}

const counted = (language: Language, count: number, forms: Forms): string =>
  `${count.toLocaleString(language)} ${forms[new Intl.PluralRules(language).select(count)] ?? forms.other}`

export const anonymousIn = (language: Language): string => languages[language].anonymous

export const requestedIn = (language: Language): string => languages[language].requested

/** The title of the leaders of a kind of period. */
export const leadersIn = (language: Language, kind: LeaderKind): string => languages[language].leaders[kind]

/** That others wait; empty when none does. */
export const moreIn = (language: Language, waiting: number): string =>
  waiting === 0 ? '' : languages[language].more.join(String(waiting))

/** The text after the nickname of the first of several followers. */
export const followersIn = (language: Language, others: number): string => {
  const [, before, after] = languages[language].follow
  return `${before} ${others.toLocaleString(language)} ${after}`
}

/** The text after the nickname, for an event and its count. */
export const phraseOf = (event: string, count: number, language: Language): string => {
  const phrases = languages[language]
  switch (event) {
    case 'follow':
      return phrases.follow[0]
    case 'subscription': {
      const [alone, before, months] = phrases.subscription
      return count > 1 ? `${before} ${counted(language, count, months)}` : alone
    }
    case 'subscription-gift':
    case 'kick-gift': {
      const [before, things] = phrases[event]
      return `${before} ${counted(language, count, things)}`
    }
    case 'raid':
    case 'cheer': {
      const [alone, before, things] = phrases[event]
      return count > 1 ? `${before} ${counted(language, count, things)}` : alone
    }
    default:
      return count > 1 ? `× ${count}` : ''
  }
}
