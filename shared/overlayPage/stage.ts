import type { ServerMessage } from '../realtime/serverMessages.ts'
import { amountText, type Money } from './amount.ts'
import { hueOf, occasionOf } from './look.ts'

type AlertMessage = Extract<ServerMessage, { readonly type: 'alert' }>

const leavingMs = 450
/** Messages with at least this many characters are set smaller. */
const longMessage = 180
const anonymous = 'Somebody'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const amountOf = (money: Money | null): string => {
  try {
    return money === null ? '' : amountText(money)
  } catch {
    // The browser does not know this currency.
    return money === null ? '' : `${money.major}.${money.minor} ${money.currency}`
  }
}

/** The texts of an alert by the class of their element. Viewers' texts are only inserted as text, never as markup. */
const textsOf = ({ alert }: AlertMessage): Readonly<Record<string, string>> => ({
  nickname: alert.nickname.trim() === '' ? anonymous : alert.nickname,
  phrase: occasionOf(alert.event).phrase(alert.count),
  message: alert.message,
  amount: amountOf(alert.amount),
  level: alert.levelName,
})

const builtFrom = (template: HTMLTemplateElement, message: AlertMessage): HTMLElement => {
  const { alert, test } = message
  const card = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement
  for (const [name, text] of Object.entries(textsOf(message))) {
    const place = card.querySelector(`.${name}`)
    if (place !== null) place.textContent = text
  }
  if (!test) card.querySelector('.test')?.remove()
  card.querySelector('path')?.setAttribute('d', occasionOf(alert.event).emblem)
  card.querySelector<HTMLElement>('.message')?.toggleAttribute('data-long', alert.message.length > longMessage)
  card.dataset['level'] = alert.levelName
  card.dataset['event'] = alert.event
  card.dataset['sequence'] = String(message.sequence)
  card.style.setProperty('--hue', String(hueOf(alert.levelName)))
  return card
}

/** Shows alerts in an element, one at a time. */
export const stageIn = (place: HTMLElement, template: HTMLTemplateElement) => ({
  /** Shows an alert, and resolves when it has left the screen. */
  show: async (message: AlertMessage, seconds: number): Promise<void> => {
    const card = builtFrom(template, message)
    card.style.setProperty('--duration', `${seconds}s`)
    place.replaceChildren(card)
    await pause(seconds * 1000)
    card.classList.add('leaving')
    await pause(leavingMs)
    card.remove()
  },
})
