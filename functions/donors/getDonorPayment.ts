import { unknownPayment } from '../../shared/areas/donors/checkout.ts'
import { askCheckout, type Checkouts } from '../../shared/areas/donors/checkouts.ts'
import { getDonorPayment } from '../../shared/areas/donors/contract.ts'
import { donorKeyFrom, openDonorToken } from '../../shared/areas/donors/donorToken.ts'
import { type GatewayNotes, gatewayNotes } from '../../shared/areas/payments/gatewayNotes.ts'
import { type SealedGateways, sealedGateways } from '../../shared/areas/payments/gatewayRepository.ts'
import { paymentId } from '../../shared/areas/payments/payment.ts'
import { type PaymentRepository, paymentRepository } from '../../shared/areas/payments/paymentRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { addressDigest } from '../../shared/mechanisms/limits/addressRates.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { type Cipher, keepingOpen, kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import type { DerivedKey } from '../../shared/mechanisms/secrets/derivedKey.ts'
import { gatewayCheckouts } from '../../shared/providers/gatewayCheckouts.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

const checkRate = { whole: 'donorChecks', share: 'donorCheckAddresses', reserve: 'donorCheckReserve' } as const

interface Ports {
  readonly gateways: Pick<SealedGateways, 'find'>
  readonly notes: Pick<GatewayNotes, 'learn'>
  readonly payments: Pick<PaymentRepository, 'find'>
  readonly rates: Pick<RateRepository, 'spendFor'>
  readonly cipher: Pick<Cipher, 'decrypt'>
  readonly key: DerivedKey
  readonly checkouts: Checkouts
  readonly clock?: typeof systemClock
}

/** Asks the gateway, and then for the payment that its webhook has brought. */
export const handle = (ports: Ports): Handle<typeof getDonorPayment> => {
  const { gateways, notes, payments, rates, key, clock = systemClock } = ports
  return async ({ address, params: { token } }) => {
    const secret = await key()
    const { recipientId, credentialId, reference } = openDonorToken(secret, token)
    await rates.spendFor(recipientId, addressDigest(secret, recipientId, address), checkRate)
    const now = new Date(clock())
    const { answer, sealed } = await askCheckout(ports, {
      recipientId,
      sealed: await gateways.find(recipientId, credentialId, epochSeconds(now)),
      now,
      ask: (checkout, account) => checkout.state(reference, account),
      otherwise: unknownPayment,
    })
    const { state, amount, gatewayId, test } = answer
    if (gatewayId === undefined) return { state, amount, paymentId: null }
    const id = paymentId(recipientId, credentialId, { gatewayId, test })
    const payment = await payments.find(recipientId, id)
    // An attempt that failed may be followed by one that paid, whose report is on its way.
    const isBehind = payment?.status === 'failed' && state === 'paid'
    if (payment === undefined || payment.status === 'inited' || isBehind) {
      if (state === 'paid') await notes.learn(recipientId, sealed, 'unreported', now)
      return { state, amount, paymentId: id }
    }
    return { state: payment.status, amount: payment.amount, paymentId: id }
  }
}

export const handler = httpHandler(
  getDonorPayment,
  handle({
    gateways: sealedGateways(documentClient),
    notes: gatewayNotes(documentClient),
    payments: paymentRepository(documentClient),
    rates: rateRepository(documentClient),
    cipher: keepingOpen(kmsCipher(kmsClient)),
    key: donorKeyFrom(kmsClient),
    checkouts: gatewayCheckouts(),
  }),
)
