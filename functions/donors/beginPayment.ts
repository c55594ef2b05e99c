import { type ActionRepository, actionRepository } from '../../shared/areas/actions/actionRepository.ts'
import { type ConfigValueStore, configValueStore } from '../../shared/areas/config/configRepository.ts'
import { longestMetadata } from '../../shared/areas/donors/checkout.ts'
import { askCheckout, type Checkouts, noCheckout } from '../../shared/areas/donors/checkouts.ts'
import { beginPayment } from '../../shared/areas/donors/contract.ts'
import { donorPageFromConfig, pageKeptMs } from '../../shared/areas/donors/donorPage.ts'
import { donorKeyFrom, sealDonorToken } from '../../shared/areas/donors/donorToken.ts'
import { begunPayment } from '../../shared/areas/payments/begunPayment.ts'
import { type EnabledGateway, enabledGateway } from '../../shared/areas/payments/enabledGateway.ts'
import { type GatewayNotes, gatewayNotes } from '../../shared/areas/payments/gatewayNotes.ts'
import { assessedActions } from '../../shared/areas/payments/projection/paidActions.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem, type Violation } from '../../shared/contract/problem.ts'
import type { ViolationCode } from '../../shared/contract/violationCodes.ts'
import type { Write } from '../../shared/contract/write.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { addressDigest } from '../../shared/mechanisms/limits/addressRates.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { type Cipher, keepingOpen, kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import type { DerivedKey } from '../../shared/mechanisms/secrets/derivedKey.ts'
import { applyOrThrow } from '../../shared/mechanisms/store/commit.ts'
import { isRepeated } from '../../shared/mechanisms/webhooks/webhook.ts'
import { gatewayCheckouts } from '../../shared/providers/gatewayCheckouts.ts'
import { cached } from '../../shared/runtime/cached.ts'
import { tableName } from '../../shared/runtime/env.ts'
import { derivedId } from '../../shared/runtime/ids.ts'
import { comparableUnits } from '../../shared/runtime/money/decimal.ts'
import type { Money } from '../../shared/runtime/money/money.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

const donorRate = { whole: 'donorPayments', share: 'donorAddresses', reserve: 'donorReserve' } as const

interface Ports {
  readonly configs: Pick<ConfigValueStore, 'paymentPage'>
  readonly enabledOf: EnabledGateway
  readonly notes: Pick<GatewayNotes, 'learn'>
  readonly actions: Pick<ActionRepository, 'registered'>
  readonly rates: Pick<RateRepository, 'spendFor'>
  readonly cipher: Pick<Cipher, 'decrypt'>
  readonly key: DerivedKey
  readonly checkouts: Checkouts
  readonly payments: string
  readonly apply: (writes: readonly Write[]) => Promise<void>
  readonly clock?: typeof systemClock
}

const refused = (pointer: string, code: ViolationCode, detail: string): Problem => {
  const errors: readonly Violation[] = [{ in: 'body', pointer, code, detail }]
  return new Problem('invalid_request', 'The donor page does not accept this donation.', { errors })
}

const checkAmount = (amount: Money, least: readonly Money[]): void => {
  const own = least.find(({ currency }) => currency === amount.currency)
  if (own === undefined) throw refused('/amount/currency', 'not_allowed', 'not a currency of this donor page')
  if (comparableUnits(amount) < comparableUnits(own)) throw refused('/amount', 'too_small', 'below the minimum amount')
}

/** Values of metadata are texts of a bounded length, so a longer list is refused before the gateway refuses it. */
const listed = (name: 'attachments' | 'actions', values: readonly unknown[]): Record<string, string> => {
  if (values.length === 0) return {}
  const text = JSON.stringify(values)
  if (text.length > longestMetadata)
    throw refused(`/${name}`, 'too_long', `longer than ${longestMetadata} characters as JSON`)
  return { [name]: text }
}

/**
 * Begins a payment at the enabled gateway of the recipient. Where the gateway keeps the donor's texts, its webhook
 * brings them, and a donor who does not pay leaves nothing here. Texts for which it has no room are kept for a week.
 */
export const handle = (ports: Ports): Handle<typeof beginPayment> => {
  const { configs, enabledOf, notes, actions, rates, key, payments, apply } = ports
  const { clock = systemClock } = ports
  const read = async (recipientId: string) => donorPageFromConfig((await configs.paymentPage(recipientId)).value)
  const pageOf = cached(pageKeptMs, read, () => true, clock)
  return async ({ address, params: { recipientId }, body }) => {
    const { requestId, amount, nickname, message, goal, attachments } = body
    const page = await pageOf(recipientId)
    if (page === undefined) throw new Problem('not_found', 'There is no such donor page.')
    checkAmount(amount, page.least)
    const lists = { ...listed('attachments', attachments), ...listed('actions', body.actions) }
    // All before is free of charge, and all behind costs reads and a request of the gateway.
    const visitor = addressDigest(await key(), recipientId, address)
    await rates.spendFor(recipientId, visitor, donorRate)
    const [enabled, registered] = await Promise.all([
      enabledOf(recipientId, 'fiat', epochSeconds(clock())),
      actions.registered(recipientId, [...new Set(body.actions.map(({ actionId }) => actionId))]),
    ])
    const chosen = body.actions.map((action, index) => ({ id: String(index + 1), ...action }))
    const known = new Map(
      registered.map((action) => [action.id, { ...action, payload: JSON.stringify(action.payload) }]),
    )
    for (const [index, { undelivered }] of assessedActions(amount, chosen, known).entries())
      if (undelivered !== undefined) throw refused(`/actions/${index}`, 'not_allowed', undelivered)
    const texts = { ...(nickname && { nickname }), ...(message && { message }), ...(goal && { goal }) }
    const metadata = { ...texts, ...lists }
    const wanted = { amount, description: `Donation to ${page.name}`, metadata, returnUrl: page.returnUrl }
    const now = new Date(clock())
    const { answer: begun, sealed } = await askCheckout(ports, {
      recipientId,
      sealed: enabled,
      now,
      ask: (checkout, account, { id }) => {
        // A gateway refuses a key that comes again with another request, so it derives from all that is sent.
        const sent = JSON.stringify([id, amount, metadata, wanted.description, wanted.returnUrl])
        const request = derivedId('donorPayment', recipientId, requestId, sent)
        return checkout.begin({ ...wanted, key: request }, account)
      },
      otherwise: noCheckout,
    })
    await notes.learn(recipientId, sealed, 'keyAccepted', now)
    const token = sealDonorToken(await key(), { recipientId, credentialId: sealed.id, reference: begun.reference })
    const answer = { token, url: begun.url }
    if (begun.keepTextsFor === undefined || Object.keys(metadata).length === 0) return answer
    const write = begunPayment(payments, recipientId, { sealed, ...begun.keepTextsFor, amount, metadata }, clock())
    await isRepeated(apply([write]))
    return answer
  }
}

export const handler = httpHandler(
  beginPayment,
  handle({
    configs: configValueStore(documentClient),
    enabledOf: enabledGateway(documentClient),
    notes: gatewayNotes(documentClient),
    actions: actionRepository(documentClient),
    rates: rateRepository(documentClient),
    cipher: keepingOpen(kmsCipher(kmsClient)),
    key: donorKeyFrom(kmsClient),
    checkouts: gatewayCheckouts(),
    payments: tableName('payments'),
    apply: applyOrThrow(documentClient),
  }),
)
