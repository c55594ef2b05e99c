import { decimalFromMoney } from '../../runtime/money/decimal.ts'
import type { Alert } from '../alerts/alert.ts'
import type { AlertRepository } from '../alerts/alertRepository.ts'
import { donationChannel } from '../platforms/donationEvent.ts'
import { paymentCompletedTrigger } from '../platforms/triggers.ts'
import type { Announcement } from './announcement.ts'
import type { MessengerBot } from './messengerBot.ts'

type Donation = Pick<Alert, 'nickname' | 'message' | 'amount'>

const sample: Donation = {
  nickname: 'Ada',
  message: 'Great stream!',
  amount: { major: 5, minor: 0, currency: 'EUR' },
}

/** Shields a donor's text from a messenger that reads markup. */
type Escaped = MessengerBot['escaped']

const asItIs = (text: string): string => text

/** The text with the donation's details in place of `{nickname}`, `{amount}` and `{message}`. */
export const donationText = (
  text: string,
  { nickname, message, amount }: Donation,
  escaped: Escaped = asItIs,
): string => {
  const details: Readonly<Record<string, string>> = {
    nickname: escaped(nickname) || 'Somebody',
    message: escaped(message),
    amount: amount === null ? '' : `${decimalFromMoney(amount)} ${amount.currency}`,
  }
  return text.replaceAll(/\{(nickname|amount|message)\}/g, (_placeholder, name: string) => details[name] ?? '').trim()
}

/** The text of a message; undefined where there is nothing to say. */
export type TextOf = (announcement: Announcement, text: string, escaped: Escaped) => Promise<string | undefined>

/** The texts of donations, as their alerts have them: one that is hidden, held or gone by now is not announced. */
export const announcedText =
  (alerts: Pick<AlertRepository, 'list'>): TextOf =>
  async ({ recipientId, trigger, channel, sessionId, test }, text, escaped) => {
    if (trigger !== paymentCompletedTrigger) return text
    if (test) return donationText(text, sample, escaped)
    if (channel !== donationChannel) return text
    const position = Number(sessionId)
    const [found] = await alerts.list(recipientId, { first: position, last: position }, true)
    return found === undefined || found.alert.hidden ? undefined : donationText(text, found.alert, escaped) || undefined
  }
