import type * as z from 'zod/mini'
import { isCurrency } from '../../runtime/money/currency.ts'
import { moneyFromDecimal } from '../../runtime/money/decimal.ts'
import type { Money } from '../../runtime/money/money.ts'
import { donorText } from '../events/donorText.ts'
import type { NewHistoryItem } from '../history/historyItem.ts'
import type { Donation } from './donation.ts'

type Item = z.output<typeof NewHistoryItem>

/** A donation that is read later than this raises no alert: its moment is over. */
export const alertableMs = 24 * 60 * 60 * 1000

/** The amount of a donation; undefined where it is none, or finer than its currency. */
export const amountOf = ({ amount = '', currency = '' }: Donation): Money | undefined => {
  const code = currency.toUpperCase()
  return isCurrency(code) ? moneyFromDecimal(amount, code) : undefined
}

/** Services write whole seconds, and so is the time of the link read. */
const secondOf = (time: string): number => Math.floor(Date.parse(time) / 1000) * 1000

/** Whether a donation that is read now is shown: it was made after the link, and not long ago, and is not rejected. */
export const isShown = ({ timestamp, moderation }: Donation, linkedAt: string, now: number): boolean =>
  moderation === undefined && Date.parse(timestamp) >= Math.max(secondOf(linkedAt), now - alertableMs)

/** The history item of a donation. An import of the same donation has the same `system` and `originId`. */
export const itemFromDonation = (system: string, donation: Donation, triggerAlert: boolean): Item => {
  const { id: originId, timestamp, nickname, message } = donation
  const [keptNickname, keptMessage, amount] = [donorText(nickname, 64), donorText(message, 1000), amountOf(donation)]
  return {
    system,
    event: 'payment',
    originId,
    timestamp,
    ...(keptNickname !== undefined && { nickname: keptNickname }),
    ...(keptMessage !== undefined && { message: keptMessage }),
    ...(amount !== undefined && { amount }),
    attachments: [],
    actions: [],
    goals: [],
    deleted: false,
    triggerAlert,
  }
}
