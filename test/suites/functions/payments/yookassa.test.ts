import { expect, test, vi } from 'vitest'
import { yookassaShop } from '../../../local/sandbox/yookassa.ts'
import { yookassaNotification } from '../../../support/gatewayWebhooks.ts'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())

const roubles = (value: string) => ({ value, currency: 'RUB' })
const credential = { gateway: 'yookassa', token: yookassaShop.secretKey, settings: { shopId: yookassaShop.shopId } }

/** What the recipient's own shop does at YooKassa. */
const shop = async (path: string, body: object = {}): Promise<{ id: string }> => {
  const { shopId, secretKey } = yookassaShop
  const response = await fetch(`${bench.sandbox.urls['YOOKASSA_API_URL']}${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}` },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { id: string }
}

const open = async (body: object = credential) => {
  const recipient = bench.someone()
  const id = await bench.setGateway(recipient, body)
  const notify = (event: string, object: object) => bench.send(recipient, id, yookassaNotification(event, object))
  const payments = async () => (await bench.call('listPayments', { recipient })).body
  return { recipient, id, notify, payments }
}

test('a succeeded payment is as YooKassa answers, whatever the notification claims', async () => {
  const { recipient, notify } = await open()
  const metadata = { nickname: 'Иван', message: 'Привет!', attachments: '["https://vk.com/video-1_2"]' }
  const { id } = await shop('/payments', { amount: roubles('150.50'), metadata })

  const { body } = await notify('payment.succeeded', {
    id,
    status: 'succeeded',
    amount: roubles('999999.00'),
    metadata: { nickname: 'forged' },
  })

  const answer = await bench.call('getPayment', { recipient, params: { id: body.paymentId } })
  expect(answer.body).toMatchObject({
    gateway: 'yookassa',
    gatewayId: id,
    method: 'bank_card',
    nickname: 'Иван',
    message: 'Привет!',
    amount: { major: 150, minor: 50, currency: 'RUB' },
    status: 'completed',
    attachments: ['https://vk.com/video-1_2'],
  })
})

test('a forged success before the payer has paid takes nothing from the genuine one after it', async () => {
  const { recipient, notify, payments } = await open()
  const { id } = await shop('/payments', { amount: roubles('10.00'), capture: false })

  await notify('payment.succeeded', { id })
  await bench.project()
  const before = await payments()
  await shop(`/payments/${id}/capture`)
  await notify('payment.succeeded', { id })
  await bench.project()

  expect(before.content).toMatchObject([{ status: 'inited' }])
  expect((await payments()).content).toMatchObject([{ status: 'completed' }])
  expect((await bench.view(recipient)).alerts.totalSize).toBe(1)
})

test('a refund in part leaves the payment, the rest of it takes it back', async () => {
  const { recipient, notify, payments } = await open()
  const { id } = await shop('/payments', { amount: roubles('10.00') })
  await notify('payment.succeeded', { id })
  const refund = async (value: string) => {
    const made = await shop('/refunds', { payment_id: id, amount: roubles(value) })
    await notify('refund.succeeded', { ...made, payment_id: id })
    await bench.project()
    return [(await payments()).content[0].status, (await bench.view(recipient)).history.totalSize]
  }

  expect(await refund('4.00')).toEqual(['completed', 1])
  expect(await refund('6.00')).toEqual(['refunded', 0])
})

test('notifications of one donation that are repeated, shuffled and at once are one donation', async () => {
  const { recipient, notify } = await open()
  const { id } = await shop('/payments', { amount: roubles('10.00') })

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      notify(index % 2 === 0 ? 'payment.succeeded' : 'payment.waiting_for_capture', { id }),
    ),
  )
  await bench.project()

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect((await bench.view(recipient)).alerts.totalSize).toBe(1)
})

test('a foreign payment, and a body that is no notification, are 401', async () => {
  const { recipient, id, notify } = await open()

  const answers = [
    await notify('payment.succeeded', { id: '2a9d1f0e-000f-5000-8000-1b2c3d4e5f60' }),
    await notify('payment.succeeded', { id: '../refunds' }),
    await notify('payment.succeeded', {}),
    await bench.send(recipient, id, { body: '{', headers: {} }),
  ]

  for (const answer of answers) expect(answer).toMatchObject({ status: 401, body: { code: 'signature_rejected' } })
  expect(bench.sandbox.log.some(({ path }) => path.includes('refunds/') || path.includes('..'))).toBe(false)
})

test.each([
  ['without a shop', { ...credential, settings: {} }, 0, 0],
  ['without a key', { ...credential, token: undefined }, 0, 0],
  ['with a wrong key', { ...credential, token: `test_${'other'.repeat(8)}` }, 1, 1],
])(
  'a credential %s is 503, so that YooKassa tries again, and costs no call while it is incomplete',
  async (_name, body, openings, requests) => {
    const { kmsClient } = await import('../../../../shared/mechanisms/aws/kmsClient.ts')
    // A wrong key is stored only while YooKassa cannot be asked.
    if (requests > 0) bench.sandbox.script({ path: '/me' }, { kind: 'status', status: 500 }, 3)
    const { notify } = await open(body)
    const { id } = await shop('/payments', { amount: roubles('10.00') })
    const asked = bench.sandbox.log.length
    const opened = vi.spyOn(kmsClient, 'send')

    const answer = await notify('payment.succeeded', { id })

    expect(opened).toHaveBeenCalledTimes(openings)
    opened.mockRestore()
    expect(bench.sandbox.log.length - asked).toBe(requests)

    expect(answer).toMatchObject({ status: 503, body: { code: 'provider_not_configured' } })
    expect(answer.headers['retry-after']).toBe('600')
    expect(JSON.stringify(answer)).not.toContain(yookassaShop.secretKey)
  },
)

test.each([
  ['is down', { kind: 'status', status: 503 }, 3, 503, 'provider_unavailable'],
  ['answers a page', { kind: 'html' }, 1, 502, 'provider_bad_answer'],
  ['answers half', { kind: 'truncatedJson' }, 1, 502, 'provider_bad_answer'],
  ['redirects', { kind: 'redirect' }, 1, 502, 'provider_bad_answer'],
  [
    'answers another payment',
    {
      kind: 'instead',
      response: {
        status: 200,
        body: { id: 'other', status: 'succeeded', amount: roubles('1.00'), created_at: '2026-03-01T18:30:00Z' },
      },
    },
    1,
    401,
    'signature_rejected',
  ],
] as const)(
  'when YooKassa %s, nothing is stored and the next notification is taken',
  async (_name, failure, times, status, code) => {
    const { recipient, notify } = await open()
    const { id } = await shop('/payments', { amount: roubles('10.00') })
    bench.sandbox.script({ base: 'api.yookassa.ru/v3', method: 'GET' }, failure, times)

    const answer = await notify('payment.succeeded', { id })
    const before = await bench.itemsOf('payments', recipient)
    const [{ lastRefused }] = (await bench.call('listGateways', { recipient })).body.content
    const again = await notify('payment.succeeded', { id })

    expect(answer).toMatchObject({ status, body: { code } })
    expect(before).toEqual([])
    // A failure of a provider is no refusal, because the webhook comes again.
    expect(lastRefused === null).toBe(status >= 500)
    expect(again.status).toBe(200)
  },
)
