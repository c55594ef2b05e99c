import { randomBytes } from 'node:crypto'
import { stripeWebhook } from '../../support/gatewayWebhooks.ts'
import { stripeEvent, stripeIntent } from '../../support/stripeBodies.ts'
import { stripeKey } from '../sandbox/stripe.ts'
import { expectThat } from './expectations.ts'
import { jsonFrom } from './recipientClient.ts'
import type { Chapter } from './story.ts'

/** What the donor does on Stripe's page. */
export const payAtStripe = async (sandboxLog: string, session: string) => {
  const url = new URL(`/api.stripe.com/v1/checkout/sessions/${session}/pay`, sandboxLog)
  const authorization = `Basic ${Buffer.from(`${stripeKey}:`).toString('base64')}`
  return jsonFrom(await fetch(url, { method: 'POST', headers: { authorization } }))
}

const amount = { major: 5, minor: 0, currency: 'EUR' }
const least = [{ ...amount, major: 1 }]

/** Stripe's webhook of a paid session. The stand-in's accounts are in test mode. */
const report = (secret: string, { payment_intent: id, metadata }: { payment_intent: string; metadata: object }) => {
  const intent = stripeIntent(id, { amount: 500, amount_received: 500, metadata })
  return stripeWebhook(secret, { ...stripeEvent('payment_intent.succeeded', intent, `evt_${id}`), livemode: false })
}

/** https://docs.stripe.com/api/checkout/sessions/create */
export const donorPage: Chapter = {
  title: 'A donor page: a donor begins a donation at Stripe, pays, and learns what became of it',
  needsStandIns: true,
  run: async (call) => {
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    const page = { enabled: true, name: 'Alice', least, returnUrl: 'https://donate.example.com/thanks' }
    const { id: configId } = await call('putConfig', { body: { name: 'paymentpage', value: { donorPage: page } } })
    const { id } = await call('setGateway', { body: { gateway: 'stripe', type: 'fiat', secret, token: stripeKey } })
    await call('toggleGateway', { body: { id, enabled: true } })
    const params = { recipientId: call.recipientId }

    expectThat((await call('getDonationPage', { params })).startsWith('<!doctype html>'), 'the page of donors')
    const seen = await call('getDonorPage', { params })
    expectThat(seen.name === 'Alice', 'the donor sees whose page it is')
    const body = { requestId: randomBytes(8).toString('hex'), amount, nickname: 'Dora', message: 'From the page' }
    const { token, url } = await call('beginPayment', { params, body })
    const state = async () => (await call('getDonorPayment', { params: { token } })).state
    expectThat((await state()) === 'open', 'nothing is paid yet')
    const session = await call.payAtStripe?.(/cs_\w+/.exec(url)?.[0] ?? '')
    if (session === undefined) call.show('no stand-in of Stripe is known here on which the donor could pay')
    else {
      expectThat((await state()) === 'paid', 'Stripe has the money, and its report is on the way')
      await call('receiveWebhook', { params: { ...params, gatewayId: id }, ...report(secret, session.body) })
      expectThat((await state()) === 'completed', 'the donation has arrived')
    }

    await call('deleteGateway', { body: { id } })
    await call('deleteConfig', { body: { id: configId } })
  },
}
