import type { GatewayCredential } from './gatewayRepository.ts'
import { reportWaitMs } from './gatewayTimes.ts'

/** Why donations may not arrive, as the interface names it, and since when. */
export interface ListedNote {
  readonly code: 'key_refused' | 'payment_unreported' | 'no_donation_page'
  readonly at?: string
}

/** The notes of a credential. A webhook of a payment that was seen just now may still be on its way. */
export const notesOf = (
  { type, keyRefusedAt, unreportedAt }: Pick<GatewayCredential, 'type' | 'keyRefusedAt' | 'unreportedAt'>,
  servesDonors: boolean,
  nowMs: number,
): ListedNote[] => {
  const isUnreported = unreportedAt !== undefined && Date.parse(unreportedAt) <= nowMs - reportWaitMs
  return [
    ...(keyRefusedAt === undefined ? [] : [{ code: 'key_refused', at: keyRefusedAt } as const]),
    ...(isUnreported ? [{ code: 'payment_unreported', at: unreportedAt } as const] : []),
    ...(type === 'fiat' && !servesDonors ? [{ code: 'no_donation_page' } as const] : []),
  ]
}
