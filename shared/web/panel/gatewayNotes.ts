import type { ItemOf } from '../client/answer.ts'
import { timeText } from './formats.ts'
import { translate } from './translate.ts'

/** Why donations may not arrive, in sentences. That donors cannot give on the page matters while the page is on. */
export const gatewayNotes = (
  { notes = [] }: Partial<Pick<ItemOf<'/payments/gateways'>, 'notes'>>,
  isPageOn: boolean,
): string[] =>
  notes.flatMap(({ code, at }) => {
    const time = at === undefined ? '' : timeText(at)
    if (code === 'key_refused') return translate('keyRefused', { time })
    if (code === 'payment_unreported') return translate('paymentUnreported', { time })
    if (code === 'no_donation_page' && isPageOn) return translate('noDonationPage')
    return []
  })
