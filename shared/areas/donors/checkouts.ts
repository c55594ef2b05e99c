import { Problem } from '../../contract/problem.ts'
import type { Cipher } from '../../mechanisms/secrets/cipher.ts'
import type { SealedGateway } from '../payments/gatewayRepository.ts'
import type { GatewayAccount } from '../payments/paymentGateway.ts'
import type { CheckoutGateway } from './checkout.ts'

/** The gateways at which payments are begun, by the name of a credential's gateway. */
export type Checkouts = Readonly<Record<'stripe' | 'yookassa' | 'paypal', CheckoutGateway>>

const checkoutOf = (checkouts: Checkouts, { gateway }: SealedGateway): CheckoutGateway | undefined =>
  Object.hasOwn(checkouts, gateway) ? checkouts[gateway as keyof Checkouts] : undefined

/** The gateway of a credential; undefined where no payment can be begun with it. */
export const readyCheckout = (checkouts: Checkouts, sealed: SealedGateway | undefined): CheckoutGateway | undefined => {
  const checkout = sealed && checkoutOf(checkouts, sealed)
  return checkout?.accepts(sealed?.settings ?? {}, sealed?.token !== undefined) ? checkout : undefined
}

/** A credential with its token open; no webhook's secret is needed to begin payments. */
export const openedAccount = async (
  cipher: Pick<Cipher, 'decrypt'>,
  recipientId: string,
  { id: credentialId, token, settings }: SealedGateway,
): Promise<GatewayAccount> => ({
  secrets: [],
  token: token && (await cipher.decrypt(token, { recipientId, credentialId, field: 'gateways.token' })),
  settings,
})

export const noCheckout = (): Problem =>
  new Problem('provider_not_configured', 'The recipient has no gateway that can begin a payment.', {
    retryAfter: 600,
  })
