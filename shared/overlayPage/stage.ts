import type { ServerMessage } from '../realtime/serverMessages.ts'
import { amountText, type Money } from './amount.ts'
import { emblemOf } from './look.ts'
import { type Look, markOf } from './mark.ts'
import { anonymousIn, phraseOf } from './phrases.ts'

export type AlertMessage = Extract<ServerMessage, { readonly type: 'alert' }>

const leavingMs = 450
/** Messages with at least this many characters are set smaller. */
const longMessage = 180

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const amountOf = (money: Money | null, language: Look['language']): string => {
  try {
    return money === null ? '' : amountText(money, language)
  } catch {
    // The browser does not know this currency.
    return money === null ? '' : `${money.major}.${money.minor} ${money.currency}`
  }
}

/** The texts of an alert by the class of their element. Viewers' texts are only inserted as text, never as markup. */
export const textsOf = ({ alert }: AlertMessage, { language }: Look) => ({
  nickname: alert.nickname.trim() === '' ? anonymousIn(language ?? 'en') : alert.nickname,
  phrase: phraseOf(alert.event, alert.count, language ?? 'en'),
  message: alert.message,
  amount: amountOf(alert.amount, language),
  level: alert.levelName,
})

/** Puts the image in the place of the emblem, once it has arrived. */
const showImage = (card: HTMLElement, url: string): void => {
  const image = new Image()
  image.className = 'emblem'
  image.alt = ''
  image.referrerPolicy = 'no-referrer'
  image.addEventListener('load', () => card.querySelector('.emblem')?.replaceWith(image))
  image.src = url
}

const builtFrom = (template: HTMLTemplateElement, message: AlertMessage, look: Look): HTMLElement => {
  const { alert, test } = message
  const card = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement
  for (const [name, text] of Object.entries(textsOf(message, look))) {
    const place = card.querySelector(`.${name}`)
    if (place !== null) place.textContent = text
  }
  if (!test) card.querySelector('.test')?.remove()
  card.querySelector('path')?.setAttribute('d', emblemOf(alert.event))
  card.querySelector<HTMLElement>('.message')?.toggleAttribute('data-long', alert.message.length > longMessage)
  card.dataset['level'] = alert.levelName
  card.dataset['event'] = alert.event
  card.dataset['sequence'] = String(message.sequence)
  const { colours, image } = markOf(look, alert.levelName)
  for (const [name, value] of Object.entries(colours)) card.style.setProperty(name, value)
  if (image !== undefined) showImage(card, image)
  return card
}

/** Shows alerts in an element, one at a time. */
export const stageIn = (place: HTMLElement, template: HTMLTemplateElement) => ({
  /** Shows an alert, and resolves when it has left the screen. */
  show: async (message: AlertMessage, look: Look, seconds: number): Promise<void> => {
    const card = builtFrom(template, message, look)
    card.style.setProperty('--duration', `${seconds}s`)
    place.replaceChildren(card)
    await pause(seconds * 1000)
    card.classList.add('leaving')
    await pause(leavingMs)
    card.remove()
  },
  /** Shows an alert that stays and does not move, until another one takes its place. */
  preview: (message: AlertMessage, look: Look): void => {
    const card = builtFrom(template, message, look)
    card.classList.add('still')
    place.replaceChildren(card)
  },
})
