import type { ServerMessage } from '../realtime/serverMessages.ts'
import { amountText, type Money } from './amount.ts'
import { hueOf, occasionOf } from './look.ts'

type AlertMessage = Extract<ServerMessage, { readonly type: 'alert' }>

const leavingMilliseconds = 450
/** From here on a message is set smaller. */
const longMessage = 180
const anonymous = 'Somebody'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const amountOf = (money: Money | null): string => {
  try {
    return money === null ? '' : amountText(money)
  } catch {
    // A currency that this browser does not know.
    return money === null ? '' : `${money.major}.${money.minor} ${money.currency}`
  }
}

/** Texts of an alert by the class of their place. What viewers wrote is only ever text: there is no markup to find in it. */
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

/** Where alerts are shown, one at a time. */
export const stageIn = (place: HTMLElement, template: HTMLTemplateElement) => ({
  /** Shows an alert and resolves when it has left again. */
  show: async (message: AlertMessage, seconds: number): Promise<void> => {
    const card = builtFrom(template, message)
    card.style.setProperty('--duration', `${seconds}s`)
    place.replaceChildren(card)
    await pause(seconds * 1000)
    card.classList.add('leaving')
    await pause(leavingMilliseconds)
    card.remove()
  },
})
