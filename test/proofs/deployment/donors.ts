import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { kofiWebhook, type SignedWebhook, standardWebhook, stripeWebhook } from '../../support/gatewayWebhooks.ts'
import { stripeEvent, stripeIntent } from '../../support/stripeBodies.ts'

const amount = { major: 5, minor: 0, currency: 'EUR' }

/** How each payment gateway reports a donation, by its name. */
const reports: Readonly<Record<string, (secret: string, id: string, nickname: string, at: Date) => SignedWebhook>> = {
  manual: (secret, gatewayId, nickname, at) =>
    standardWebhook(secret, {
      type: 'payment.completed',
      timestamp: at.toISOString(),
      data: { gatewayId, nickname, amount },
    }),
  stripe: (secret, id, nickname) =>
    stripeWebhook(
      secret,
      stripeEvent('payment_intent.succeeded', stripeIntent(`pi_${id}`, { metadata: { nickname } }), `evt_${id}`),
    ),
  kofi: (secret, id, nickname, at) =>
    kofiWebhook({
      verification_token: secret,
      message_id: id,
      timestamp: at.toISOString(),
      type: 'Donation',
      is_public: true,
      from_name: nickname,
      message: 'Great stream!',
      amount: '5.00',
      currency: 'EUR',
      kofi_transaction_id: id,
    }),
}

/** A gateway that has an address of the service. */
export interface Sender {
  readonly gateway: string
  readonly secret: string
  readonly url: string
}

export const gatewayNames = Object.keys(reports)

export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

/** The donations that were sent, by their donors' names. */
export interface Ledger {
  readonly sent: Set<string>
  /** Those whose alert the overlay has not shown yet. */
  readonly unseen: Set<string>
}

/** Milliseconds for which a gateway repeats a webhook that was not taken: a restoration closes the service for minutes. */
const patience = 1_200_000

/** Sends a donation until it is taken, as gateways do; resolves to the answers of the times when it was not. */
export const send = async (
  { gateway, secret, url }: Sender,
  { sent, unseen }: Pick<Ledger, 'sent'> & Partial<Ledger>,
  nickname = `donor ${randomBytes(6).toString('hex')}`,
): Promise<readonly string[]> => {
  const [id, at] = [randomBytes(6).toString('hex'), new Date()]
  sent.add(nickname)
  unseen?.add(nickname)
  const refusals: string[] = []
  for (const end = Date.now() + patience; Date.now() < end; await delay(1_000)) {
    // Each time is signed anew: a signature is too old after some minutes.
    const { body, headers } = (reports[gateway] as (typeof reports)[string])(secret, id, nickname, at)
    const answer = await fetch(url, { method: 'POST', headers, body }).then(
      async (response) => (response.ok ? undefined : `${response.status} ${await response.text()}`),
      ({ message }: Error) => message,
    )
    if (answer === undefined) return refusals
    refusals.push(answer)
    // An unknown address or secret is not repeated: it would stay unknown.
    if (/^4(?!29)/.test(answer)) break
  }
  throw new Error(`A webhook of ${gateway} was answered ${refusals.at(-1)}`)
}

/**
 * Has donors give all the time that something takes.
 *
 * @returns how many donations came meanwhile, and the answers after which a gateway had to repeat one
 */
export const whileDonated = async (
  senders: readonly Sender[],
  ledger: Ledger,
  act: () => Promise<unknown>,
): Promise<string> => {
  const before = ledger.sent.size
  let isOver = false
  const refusals: string[] = []
  const donors = senders.map(async (sender) => {
    do {
      refusals.push(...(await send(sender, ledger)))
      await delay(2_000)
    } while (!isOver)
  })
  const given = Promise.allSettled(donors)
  try {
    await act()
  } finally {
    isOver = true
    await given
  }
  await Promise.all(donors)
  const repeated =
    refusals.length === 0 ? '' : `, ${refusals.length} repeated after ${[...new Set(refusals)].join(', ')}`
  return `${ledger.sent.size - before} webhooks taken${repeated}`
}
