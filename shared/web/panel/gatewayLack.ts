import type { ItemOf } from '../client/answer.ts'
import { translate } from './translate.ts'

/** The parts without which the gateway brings no payment, in a sentence; empty where it lacks none. */
export const gatewayLack = ({ missing }: Partial<Pick<ItemOf<'/payments/gateways'>, 'missing'>>): string => {
  if (!missing?.length) return ''
  const parts = missing.map((part) => translate(part === 'token' ? 'apiKey' : part)).join(', ')
  return translate('missingParts', { parts })
}
