import { expect, test, vi } from 'vitest'
import { clientOf, request } from '../../support/apiClient.ts'
import { standardSecret, standardWebhook } from '../../support/gatewayWebhooks.ts'

test('a signed webhook is a payment, a history item and an alert within a second, however often it comes', async () => {
  const [secret, client] = [standardSecret('payments-e2e'), clientOf('payments-e2e')]
  const list = async (path: string) => (await client('GET', path)).body
  const gateway = { gateway: 'manual', type: 'fiat', secret }
  const { webhookUrl } = (await client('POST', '/payments/commands/set-gateway', gateway)).body
  const donor = {
    nickname: '<img onerror>',
    message: '=HYPERLINK("x")',
    amount: { major: 12, minor: 34, currency: 'EUR' },
  }
  const payload = {
    type: 'payment.completed',
    timestamp: new Date().toISOString(),
    data: { gatewayId: 'p-1', ...donor },
  }
  const { body, headers } = standardWebhook(secret, payload)
  const path = new URL(webhookUrl).pathname

  const answers = await Promise.all(Array.from({ length: 10 }, () => request('POST', path, { body, headers })))
  await vi.waitUntil(async () => (await list('/alerts')).totalSize > 0, { timeout: 20_000, interval: 20 })

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const [{ paymentId }] = answers.map((answer) => answer.body)
  const [payment, ...lists] = await Promise.all(
    [`/payments/${paymentId}`, '/history', '/alerts', '/payments'].map((each) => list(each)),
  )
  expect(payment).toMatchObject({ ...donor, gatewayId: 'p-1', status: 'completed' })
  expect(lists).toMatchObject([
    { totalSize: 1, content: [{ ...donor, originId: 'p-1', metadata: { paymentId } }] },
    { totalSize: 1, content: [donor] },
    { totalSize: 1, content: [{ id: paymentId }] },
  ])
})
