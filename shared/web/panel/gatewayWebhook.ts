import type { ItemOf } from '../client/answer.ts'
import { gatewayName } from '../gatewayNames.ts'
import { translate } from './translate.ts'

type Gateway = ItemOf<'/payments/gateways'>

/** Whether no webhook arrives that could have been registered already. */
export const isAwaited = ({ lastEvent, notes = [] }: Partial<Gateway>): boolean =>
  !lastEvent || notes.some(({ code }) => code === 'payment_unreported')

/** Why the gateway does not send its webhooks to the address, in a sentence; empty where it may. */
export const webhookLack = (of: Pick<Gateway, 'gateway'> & Partial<Gateway>): string => {
  const { state, right } = of.webhook ?? {}
  const gateway = gatewayName(of.gateway)
  if (state === 'former_address') return translate('formerAddress', { gateway })
  return right && isAwaited(of) ? translate('rightMissing', { right, gateway }) : ''
}
