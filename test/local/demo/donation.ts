import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { alertId } from '../../../shared/areas/alerts/alert.ts'
import { decimalFromMoney } from '../../../shared/runtime/money/decimal.ts'
import type { Money } from '../../../shared/runtime/money/money.ts'
import { standardWebhook } from '../../support/gatewayWebhooks.ts'
import { demoRecipient } from '../runner/cli/optionValues.ts'
import { type Answer, type ApiAddress, clientOf, type Json, jsonFrom } from './recipientClient.ts'

interface Donation {
  readonly recipient: string
  readonly amount: Money
  readonly nickname: string
  readonly message: string
  readonly test: boolean
}

/** The signing secret of the gateways of the demo. Everyone knows it, so it is for local use only. */
export const donationSecret = `whsec_${Buffer.from('donations to a local API only').toString('base64')}`

/** The name by which the gateway of the demo differs from others of the recipient. */
const madeBy = 'npm run donate'
/** A donation becomes visible within this time in milliseconds. */
const patience = 10_000

type Client = Awaited<ReturnType<typeof clientOf>>

const gatewayOf = async (call: Client): Promise<{ readonly webhookUrl: string } | undefined> => {
  const { content } = await call('GET', '/payments/gateways?size=100')
  return content.find(({ settings }: Json) => settings.madeBy === madeBy)
}

const newGateway = (call: Client): Promise<{ readonly webhookUrl: string }> =>
  call('POST', '/payments/commands/set-gateway', {
    gateway: 'manual',
    type: 'fiat',
    secret: donationSecret,
    settings: { madeBy },
  })

const sendWebhook = async (url: string, gatewayId: string, donation: Donation): Promise<Answer> => {
  const { amount, nickname, message, test } = donation
  const timestamp = new Date()
  const data = { gatewayId, nickname, message, amount, test }
  const body = JSON.stringify({ type: 'payment.completed', timestamp: timestamp.toISOString(), data })
  const { headers } = standardWebhook(donationSecret, body, { at: timestamp.getTime() })
  return jsonFrom(await fetch(url, { method: 'POST', headers, body }))
}

/** The history item and the alert of a payment, once there are both. */
const appearanceOf = async (call: Client, paymentId: string): Promise<{ item: Json; alert: Json } | undefined> => {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(25)) {
    const [history, alerts] = await Promise.all([call('GET', '/history?size=5'), call('GET', '/alerts?size=5')])
    const item = history.content.find(({ metadata }: Json) => metadata.paymentId === paymentId)
    const alert = item && alerts.content.find(({ id }: Json) => id === alertId(item.recipientId, item.id))
    if (alert !== undefined) return { item, alert }
  }
  return undefined
}

/**
 * Sends a donation to a running API as a payment processor does, through a gateway that is made for it, and prints each step of its
 * way.
 */
export async function* donate(address: ApiAddress, donation: Donation): AsyncGenerator<string> {
  const { recipient, amount, nickname, message, test } = donation
  const call = await clientOf(address, recipient)
  const existing = await gatewayOf(call)
  // A slip in the recipient's name would go unseen otherwise, since every name has its own data.
  if (existing === undefined && recipient !== demoRecipient)
    yield `${recipient} is new to donations here: a payment gateway is made`
  const { webhookUrl } = existing ?? (await newGateway(call))
  const startedAt = performance.now()
  const since = () => `${Math.round(performance.now() - startedAt)} ms`
  const { status, body } = await sendWebhook(webhookUrl, `donation-${randomUUID()}`, donation)
  if (status !== 200) throw new Error(`The webhook was answered ${status}: ${body.detail ?? body.message}`)
  const kind = test ? 'test donation' : 'donation'
  yield `${kind} of ${decimalFromMoney(amount)} ${amount.currency} from ${nickname} to ${recipient}: ${JSON.stringify(message)}`
  yield `  webhook  taken after ${since()}`
  const payment = await call('GET', `/payments/${body.paymentId}`)
  yield `  payment  ${payment.id} ${payment.status}`
  if (test) {
    yield '  a test is shown by the overlays, and is in no list and no total'
    return
  }
  const found = await appearanceOf(call, payment.id)
  if (found === undefined) throw new Error(`No alert came within ${patience / 1000} s: is the API running its streams?`)
  const { item, alert } = found
  yield `  history  ${item.id} (POST /history/commands/repeat-alert {"historyItemId": "${item.id}"} shows it again)`
  yield `  alert    ${alert.id}${alert.levelName ? ` of level ${alert.levelName}` : ''} after ${since()}`
}
