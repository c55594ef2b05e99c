import { type GatewayNotes, gatewayNotes, type WebhookNote } from '../../shared/areas/payments/gatewayNotes.ts'
import { gatewayRenewal } from '../../shared/areas/payments/gatewayRenewal.ts'
import {
  type SealedGateway,
  type SealedGateways,
  sealedGateways,
} from '../../shared/areas/payments/gatewayRepository.ts'
import { KeyRefused } from '../../shared/areas/payments/keyRefused.ts'
import { paymentId } from '../../shared/areas/payments/payment.ts'
import type { GatewayAccount, PaymentGateway } from '../../shared/areas/payments/paymentGateway.ts'
import type { PaymentReport } from '../../shared/areas/payments/paymentReport.ts'
import { reportWrite } from '../../shared/areas/payments/reportWrite.ts'
import { receiveWebhook } from '../../shared/areas/payments/webhookContract.ts'
import type { ReadGateway } from '../../shared/contract/gatewaySystems.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { problems } from '../../shared/contract/problems.ts'
import type { Item, Write } from '../../shared/contract/write.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { type Cipher, keepingOpen, kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import { applyOrThrow } from '../../shared/mechanisms/store/commit.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { isRepeated, signatureRejected, type Webhook } from '../../shared/mechanisms/webhooks/webhook.ts'
import { kofi } from '../../shared/providers/kofi.ts'
import { manual } from '../../shared/providers/manual.ts'
import { paypal } from '../../shared/providers/paypal.ts'
import { paypalHosts } from '../../shared/providers/paypalHosts.ts'
import { stripe } from '../../shared/providers/stripe.ts'
import { yookassa } from '../../shared/providers/yookassa.ts'
import { keyArn, providerUrl, tableName } from '../../shared/runtime/env.ts'
import { log } from '../../shared/runtime/log.ts'
import { type Clock, systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

const questionRate = {
  whole: 'gatewayQuestions',
  share: 'gatewayQuestionAddresses',
  reserve: 'gatewayQuestionReserve',
} as const

interface Ports {
  readonly gateways: SealedGateways
  readonly notes: GatewayNotes
  readonly cipher: Pick<Cipher, 'decrypt'>
  readonly rates: Pick<RateRepository, 'refuseUsedUp' | 'spendFor'>
  readonly payments: string
  readonly apply: (writes: readonly Write[]) => Promise<void>
  /** By the name of a credential's gateway; of all others, `manual`. */
  readonly adapters: Readonly<Record<ReadGateway, PaymentGateway>>
  readonly clock?: Clock
}

const opened = async (
  cipher: Pick<Cipher, 'decrypt'>,
  context: { readonly recipientId: string; readonly credentialId: string },
  { secrets, token, settings }: SealedGateway,
): Promise<GatewayAccount> => {
  const open = (sealed: Uint8Array, field: 'secret' | 'token') =>
    cipher.decrypt(sealed, { ...context, field: `gateways.${field}` })
  const [openedToken, ...openedSecrets] = await Promise.all([
    token && open(token, 'token'),
    ...secrets.map((secret) => open(secret, 'secret')),
  ])
  return { secrets: openedSecrets, token: openedToken, settings }
}

const unknownGateway = () => signatureRejected('a gateway of this recipient')

const adapterOf = (adapters: Ports['adapters'], { gateway, settings }: SealedGateway): PaymentGateway => {
  const adapter = Object.hasOwn(adapters, gateway) ? adapters[gateway as keyof typeof adapters] : adapters.manual
  return adapter.isFor?.(settings) === false ? adapters.manual : adapter
}

/** The code of a problem that the sender has caused. After any other failure the webhook comes again. */
const refusalOf = (error: unknown): string | undefined =>
  error instanceof Problem && problems[error.code].status < 500 ? error.code : undefined

/** Verifies a webhook and reads it. One to a former address is refused like one that nobody has signed. */
const readWebhook = async (
  { cipher, adapters }: Pick<Ports, 'cipher' | 'adapters'>,
  recipientId: string,
  sealed: SealedGateway,
  webhook: Webhook,
) => {
  if (!sealed.isAddressed) throw unknownGateway()
  const adapter = adapterOf(adapters, sealed)
  adapter.refuseIncomplete?.(sealed.settings, sealed.token !== undefined)
  return adapter.read(webhook, await opened(cipher, { recipientId, credentialId: sealed.id }, sealed))
}

/** The logged name of a kind of event. A text that does not look like a name may hold anything, so it is not logged. */
const loggedType = (type: string): string => (/^[\w.-]{1,64}$/.test(type) ? type : 'unnamed')

/** The name of a report's kind, as Standard Webhooks have it. */
const typeOfReport = ({ facts: { completedAt, failedAt }, reversal }: PaymentReport): string => {
  if (reversal?.kind === 'dispute') return reversal.isBack ? 'payment.dispute.won' : 'payment.disputed'
  if (reversal !== undefined) return reversal.isBack ? 'payment.refund.failed' : 'payment.refunded'
  if (completedAt !== undefined) return 'payment.completed'
  return failedAt === undefined ? 'payment.inited' : 'payment.failed'
}

/**
 * Receives a webhook: it reads the credential, opens its secret (by KMS, or kept from a former webhook), and adds the
 * webhook's report to the payment, with the id of the event, in one plain write, beside which the credential notes it
 * once a minute. It takes two round trips to the store, because the webhook cannot be verified before the first.
 * History, alerts and totals follow from the stream.
 */
export const handle = (ports: Ports): Handle<typeof receiveWebhook> => {
  const { gateways, notes, rates, adapters, payments, apply, clock = systemClock } = ports
  return async ({ requestId, address: sender, params: { recipientId, gatewayId: address }, headers, rawBody }) => {
    const receivedAt = new Date(clock())
    const sealed = await gateways.find(recipientId, address, epochSeconds(receivedAt))
    if (sealed === undefined) throw unknownGateway()
    const { isAsked } = adapterOf(adapters, sealed)
    if (isAsked) rates.refuseUsedUp(recipientId, sender, questionRate)
    /** Who knows the address could have the gateway asked without end; what moves something forward is not counted. */
    const countVain = async () => isAsked && rates.spendFor(recipientId, sender, questionRate)
    const note = (made: WebhookNote) => notes.add(recipientId, sealed, made, receivedAt)
    const read = await readWebhook(ports, recipientId, sealed, { rawBody, headers, receivedAt }).catch(
      async (error: unknown) => {
        const refusal = refusalOf(error)
        if (refusal !== undefined) await note({ lastRefusalReason: sealed.isAddressed ? refusal : 'unknown_address' })
        if (error instanceof KeyRefused) await notes.learn(recipientId, sealed, 'keyRefused', receivedAt)
        if (sealed.isAddressed) await countVain()
        throw error
      },
    )
    if ('unusedType' in read) {
      const eventType = loggedType(read.unusedType)
      log('INFO', 'webhook unused', { operation: receiveWebhook.id, recipientId, requestId, eventType, count: 1 })
      await note({ lastEventType: eventType, lastEventAdvice: read.advice })
      if (read.isVain) await countVain()
      return {}
    }
    const { id: credentialId, gateway } = sealed
    const source = { gateway, gatewayCredentialId: credentialId, receivedAt: receivedAt.toISOString() }
    const record = (known: Item | undefined) => apply([reportWrite(payments, recipientId, source, read, known)])
    const [repeated] = await Promise.all([
      isRepeated(retryOnConflict((outdated) => record(outdated?.found))),
      note({ lastEventType: typeOfReport(read), isReport: true }),
    ])
    if (repeated) await countVain()
    return { paymentId: paymentId(recipientId, credentialId, read) }
  }
}

export const handler = httpHandler(
  receiveWebhook,
  handle({
    gateways: sealedGateways(documentClient),
    notes: gatewayNotes(documentClient),
    cipher: keepingOpen(kmsCipher(kmsClient, keyArn('secrets'), gatewayRenewal(documentClient))),
    rates: rateRepository(documentClient),
    payments: tableName('payments'),
    apply: applyOrThrow(documentClient),
    adapters: {
      stripe: stripe(),
      kofi: kofi(),
      yookassa: yookassa(providerUrl('yookassa', 'api')),
      paypal: paypal(paypalHosts()),
      manual: manual(),
    },
  }),
)
