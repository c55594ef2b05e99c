import { expect, test } from 'vitest'
import { overlayRepository } from '../../../../shared/areas/overlays/overlayRepository.ts'
import { deliveryRepository } from '../../../../shared/areas/realtime/deliveryRepository.ts'
import { ServerMessage } from '../../../../shared/areas/realtime/serverMessages.ts'
import { between, someMilliseconds } from '../../../support/expected.ts'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())

const overlays = () => overlayRepository(bench.aws.client, bench.aws.table('overlays'))

/** What an overlay that has connected now gets after a sequence. */
const messagesFor = async (recipient: string, after = 0) => {
  const tables = { deliveries: bench.aws.table('deliveries'), alerts: bench.aws.table('alerts') }
  const { messages } = await deliveryRepository(bench.aws.client, tables).page(recipient, after, 20)
  return messages.map((message) => ServerMessage.parse(message))
}

const overlayOf = async (recipient: string, name: string, isConnected: boolean, part?: string): Promise<string> => {
  const { overlayId } = (await bench.call('createTicket', { recipient, body: { name, part } })).body
  await overlays().attach(recipient, overlayId, { connectionId: `at-${overlayId}`, connectedAt: Date.now() })
  if (!isConnected) await overlays().detach(recipient, overlayId, `at-${overlayId}`)
  return overlayId
}

const check = async (recipient: string): Promise<string> =>
  (await bench.call('checkOverlays', { recipient, body: {} })).body.paymentId

const stepsOf = async (recipient: string, id: string) =>
  (await bench.call('tracePayment', { recipient, params: { id } })).body.steps as Record<
    string,
    string | number | null
  >[]

const brief = (steps: Awaited<ReturnType<typeof stepsOf>>) =>
  steps.map(({ step, state, name, reason }) => [step, state, name, reason].filter((part) => part !== null).join(' '))

test('a check takes the way of a donation, and its trace says which overlay has answered and when', async () => {
  const recipient = bench.someone()
  const answers = await overlayOf(recipient, 'answers', true)
  await overlayOf(recipient, 'off', false)
  await overlayOf(recipient, 'silent', true)

  const id = await check(recipient)
  const stored = await stepsOf(recipient, id)
  await bench.project()
  const [message] = await messagesFor(recipient)
  const sequence = message !== undefined && 'sequence' in message ? message.sequence : 0
  await overlays().acknowledge(recipient, answers, sequence)

  const steps = await stepsOf(recipient, id)
  expect(brief(stored)).toEqual(['webhook done', 'check waiting not_projected'])
  expect(message).toMatchObject({ type: 'check', test: true, check: { paymentId: id } })
  expect(brief(steps).toSorted()).toEqual([
    'check done',
    'overlay done answers',
    'overlay waiting off disconnected',
    'overlay waiting silent not_acknowledged',
    'webhook done',
  ])
  const answered = steps.find(({ name }) => name === 'answers')
  expect(steps[1]).toMatchObject({ sequence, milliseconds: someMilliseconds })
  expect(Number(answered?.['milliseconds'])).toBeGreaterThanOrEqual(Number(steps[1]?.['milliseconds']))
})

test('a source of goals or leaders is no overlay on which alerts arrive, and one of alerts alone is', async () => {
  const recipient = bench.someone()
  for (const part of ['goals', 'leaders']) await overlayOf(recipient, part, true, part)
  const first = await check(recipient)
  await bench.project()
  await overlayOf(recipient, 'alone', true, 'alerts')
  const second = await check(recipient)
  await bench.project()

  expect(brief(await stepsOf(recipient, first)).slice(2)).toEqual(['overlay waiting alone not_acknowledged'])
  expect(brief(await stepsOf(recipient, second)).slice(2)).toEqual(['overlay waiting alone not_acknowledged'])
})

test('nothing of a check is in history, alerts, payments, totals or prints', async () => {
  const recipient = bench.someone()
  const before = await bench.itemsOf('recipients', recipient)

  await check(recipient)
  await bench.project()

  const { history, alerts, payments, deliveries } = await bench.view(recipient)
  expect(deliveries.map(({ kind }) => kind)).toEqual(['check'])
  expect([history, alerts, payments].map(({ totalSize, content }) => [totalSize, content])).toEqual([
    [0, []],
    [0, []],
    [0, []],
  ])
  expect(await bench.itemsOf('history', recipient)).toEqual([])
  const [totals] = await bench.itemsOf('recipients', recipient)
  expect(before).toEqual([])
  expect(Object.keys(totals ?? {}).toSorted()).toEqual(['heldNoted', 'lastDelivery', 'recipientId'])
  const [payment] = await bench.itemsOf('payments', recipient)
  expect(payment).toMatchObject({
    expiresAt: between(Date.now() / 1000 + 86_000, Date.now() / 1000 + 86_500),
    test: true,
  })
})

test('a check is delivered once, however often its record comes, and in its turn among the donations', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  await bench.tell(gateway, 'completed', { gatewayId: '1' })
  await bench.project()
  await check(recipient)
  const due = await bench.duePayments()

  for (let count = 0; count < 2; count++) await bench.deliver('projectPayments', due)
  await bench.tell(gateway, 'completed', { gatewayId: '2' })
  await bench.project()

  const messages = await messagesFor(recipient)
  expect(messages.map(({ type }) => type)).toEqual(['alert', 'check', 'alert'])
  const sequences = messages.flatMap((message) => ('sequence' in message ? [message.sequence] : []))
  expect(messages.slice(1)).toMatchObject([{ after: sequences[0] }, { after: sequences[1] }])
})

test('no webhook is accepted as a check', async () => {
  const { secret } = await bench.manual(bench.someone())
  const recipient = bench.someone()

  const answer = await bench.tell({ recipient, id: 'check', secret }, 'completed', { gatewayId: '1' })

  expect(answer.status).toBe(401)
})
