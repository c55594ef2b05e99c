import { randomBytes } from 'node:crypto'
import { stripeWebhook } from '../../support/gatewayWebhooks.ts'
import { stripeEvent, stripeIntent, stripeSession } from '../../support/stripeBodies.ts'
import { eventually, expectThat } from './expectations.ts'
import type { Chapter } from './story.ts'

/** Stripe reports the payment first, and what its donor wrote with another event. */
export const checkout: Chapter = {
  title: 'A donation by a payment link of Stripe, whose alert waits for the donor’s name',
  run: async (call) => {
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    const intent = `pi_${randomBytes(6).toString('hex')}`
    const { id } = await call('setGateway', { body: { gateway: 'stripe', type: 'fiat', secret } })
    const params = { recipientId: call.recipientId, gatewayId: id }
    const report = (type: string, object: object) =>
      call('receiveWebhook', { params, ...stripeWebhook(secret, stripeEvent(type, object, `evt_${intent}_${type}`)) })
    const traceOf = async (paymentId: string): Promise<readonly Record<string, string>[]> =>
      (await call('tracePayment', { params: { id: paymentId } })).steps

    const { paymentId } = await report('payment_intent.succeeded', stripeIntent(intent))
    const [, history] = await traceOf(paymentId)
    expectThat(history?.['reason'] === 'texts_expected', 'the payment waits for its texts')
    await report('checkout.session.completed', stripeSession(intent))
    await eventually(
      () => traceOf(paymentId),
      (steps) => steps.some(({ step, state }) => step === 'alert' && state === 'done'),
      'the alert is there as soon as the texts are',
    )
    const { content } = await call('listAlerts', { query: { nickname: 'Zed' } })
    expectThat(content.length === 1 && content[0].message === 'late', 'the alert has the donor’s name and message')
    await call('deleteGateway', { body: { id } })
  },
}
