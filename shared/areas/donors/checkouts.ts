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

export const noCheckout = (): Problem =>
  new Problem('provider_not_configured', 'The recipient has no gateway that can begin a payment.', {
    retryAfter: notReadySeconds,
  })

interface Ports {
  readonly checkouts: Checkouts
  readonly cipher: Pick<Cipher, 'decrypt'>
  readonly notes: Pick<GatewayNotes, 'learn'>
}

/** What is asked of the gateway of a credential, in the name of a donor. */
interface Question<Answer> {
  readonly recipientId: string
  readonly sealed: SealedGateway | undefined
  readonly now: Date
  readonly ask: (checkout: CheckoutGateway, account: GatewayAccount, sealed: SealedGateway) => Promise<Answer>
  /** The problem where no payment can be begun with the credential. */
  readonly otherwise: () => Problem
}

/**
 * Asks the gateway of a credential, whose token is opened for it; no webhook's secret is needed. A refused key is
 * noted, and the donor learns nothing of it.
 */
export const askCheckout = async <Answer>(
  { checkouts, cipher, notes }: Ports,
  { recipientId, sealed, now, ask, otherwise }: Question<Answer>,
): Promise<{ readonly answer: Answer; readonly sealed: SealedGateway }> => {
  const checkout = readyCheckout(checkouts, sealed)
  if (checkout === undefined || sealed === undefined) throw otherwise()
  const { id: credentialId, token, settings } = sealed
  const opened = token && (await cipher.decrypt(token, { recipientId, credentialId, field: 'gateways.token' }))
  try {
    return { answer: await ask(checkout, { secrets: [], token: opened, settings }, sealed), sealed }
  } catch (error) {
    if (!(error instanceof KeyRefused)) throw error
    await notes.learn(recipientId, sealed, 'keyRefused', now)
    throw new Problem('provider_not_configured', 'The payment account of the recipient is not ready.', {
      retryAfter: notReadySeconds,
      cause: error,
    })
  }
}
