import type { Alert } from '../alerts/alert.ts'
import type { AlertRepository } from '../alerts/alertRepository.ts'
import { decimalFromMoney } from '../money/decimal.ts'
import { donationChannel } from '../platforms/donationEvent.ts'
import { paymentCompletedTrigger } from '../platforms/triggers.ts'
import type { Announcement } from './announcement.ts'

type Donation = Pick<Alert, 'nickname' | 'message' | 'amount'>

const sample: Donation = {
  nickname: 'Ada',
  message: 'Great stream!',
  amount: { major: 5, minor: 0, currency: 'EUR' },
}

/** The text with the donation's details in place of `{nickname}`, `{amount}` and `{message}`. */
export const donationText = (text: string, { nickname, message, amount }: Donation): string => {
  const details: Readonly<Record<string, string>> = {
    nickname: nickname || 'Somebody',
    message,
    amount: amount === null ? '' : `${decimalFromMoney(amount)} ${amount.currency}`,
  }
  return text.replaceAll(/\{(nickname|amount|message)\}/g, (_placeholder, name: string) => details[name] ?? '').trim()
}

/** The text of a message; undefined where there is nothing to say. */
export type TextOf = (announcement: Announcement, text: string) => Promise<string | undefined>

/** The texts of donations, as their alerts have them: one that is hidden, held or gone by now is not announced. */
export const announcedText =
  (alerts: Pick<AlertRepository, 'list'>): TextOf =>
  async ({ recipientId, trigger, channel, sessionId, test }, text) => {
    if (trigger !== paymentCompletedTrigger) return text
    if (test) return donationText(text, sample)
    if (channel !== donationChannel) return text
    const position = Number(sessionId)
    const [found] = await alerts.list(recipientId, { first: position, last: position }, true)
    return found === undefined || found.alert.hidden ? undefined : donationText(text, found.alert) || undefined
  }
