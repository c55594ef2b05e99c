import { Problem } from '../../contract/problem.ts'
import type { Cipher } from '../../mechanisms/secrets/cipher.ts'
import type { GatewayNotes } from '../payments/gatewayNotes.ts'
import type { GatewayCredential, SealedGateway } from '../payments/gatewayRepository.ts'
import { KeyRefused, notReadySeconds } from '../payments/keyRefused.ts'
import type { GatewayAccount } from '../payments/paymentGateway.ts'
import type { CheckoutGateway } from './checkout.ts'

/** The gateways at which payments are begun, by the name of a credential's gateway. */
export type Checkouts = Readonly<Record<'stripe' | 'yookassa' | 'paypal', CheckoutGateway>>

/** A credential with what decides whether payments can be begun with it. */
interface Beginner extends Pick<GatewayCredential, 'gateway' | 'settings' | 'hasToken'> {}

const checkoutOf = (checkouts: Checkouts, { gateway }: Pick<Beginner, 'gateway'>): CheckoutGateway | undefined =>
  Object.hasOwn(checkouts, gateway) ? checkouts[gateway as keyof Checkouts] : undefined

/** Whether donors can begin payments with a credential. */
export const servesDonors = (checkouts: Checkouts, credential: Beginner): boolean =>
  checkoutOf(checkouts, credential)?.accepts(credential.settings, credential.hasToken) === true

/** The gateway of a credential; undefined where no payment can be begun with it. */
export const readyCheckout = (checkouts: Checkouts, sealed: SealedGateway | undefined): CheckoutGateway | undefined =>
  sealed && servesDonors(checkouts, { ...sealed, hasToken: sealed.token !== undefined })
    ? checkoutOf(checkouts, sealed)
    : undefined

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
    retryAfter: notReadySeconds,
  })

/** Awaits what a gateway answers to a donor's request. A refused key is noted, and the donor learns nothing of it. */
export const withKeyNoted = async <Answer>(
  notes: Pick<GatewayNotes, 'learn'>,
  recipientId: string,
  sealed: SealedGateway,
  now: Date,
  asked: Promise<Answer>,
): Promise<Answer> =>
  asked.catch(async (error: unknown) => {
    if (!(error instanceof KeyRefused)) throw error
    await notes.learn(recipientId, sealed, 'keyRefused', now)
    throw new Problem('provider_not_configured', 'The payment account of the recipient is not ready.', {
      retryAfter: notReadySeconds,
      cause: error,
    })
  })
