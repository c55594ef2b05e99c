import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { alertSequence } from '../../../../shared/areas/alerts/sequences.ts'
import { overlayRepository } from '../../../../shared/areas/overlays/overlayRepository.ts'
import { justNow, someMilliseconds } from '../../../support/expected.ts'
import { type ManualGateway, openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())

const overlays = async () => {
  const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
  return overlayRepository(documentClient, bench.aws.table('overlays'))
}

const tell = async (gateway: ManualGateway, type = 'completed', data: object = {}): Promise<string> =>
  (await bench.tell(gateway, type, { gatewayId: '1', ...data })).body.paymentId

const traceOf = async ({ recipient }: ManualGateway, id: string) =>
  (await bench.call('tracePayment', { recipient, params: { id } })).body

const brief = ({ steps }: Awaited<ReturnType<typeof traceOf>>) =>
  steps.map(({ step, state, reason }: Record<string, string | null>) => [step, state, reason].join(' ').trim())

/** An overlay that connected, and listens now. */
const listening = async (recipient: string, name: string): Promise<string> => {
  const { overlayId } = (await bench.call('createTicket', { recipient, body: { name } })).body
  await (await overlays()).attach(recipient, overlayId, { connectionId: `at-${overlayId}`, connectedAt: Date.now() })
  return overlayId
}

test('a trace goes from the webhook to each overlay, action and video, and gives reasons for missing steps', async () => {
  const { recipient, ...rest } = await bench.manual(bench.someone())
  const gateway = { recipient, ...rest }
  const price = { major: 1, minor: 0, currency: 'EUR' }
  const { action } = (await bench.call('addActions', { recipient, body: { actions: [{ name: 'wave', price }] } })).body
  const [shows, listens, left] = [
    await listening(recipient, 'shows'),
    await listening(recipient, 'listens'),
    await listening(recipient, 'left'),
  ]
  await bench.call('createTicket', { recipient, body: { name: 'new' } })
  await (await overlays()).detach(recipient, left, `at-${left}`)
  const levels = [{ name: 'gold', from: price }]
  await bench.call('putConfig', { recipient, body: { name: 'alerts', value: { levels } } })

  const id = await tell(gateway, 'completed', {
    actions: [{ actionId: action.id }, { actionId: 'unknown' }],
    attachments: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  })
  const taken = await traceOf(gateway, id)
  await bench.project()
  await (await overlays()).acknowledge(recipient, shows, alertSequence(1))
  const shown = await traceOf(gateway, id)

  expect(brief(taken)).toEqual([
    'webhook done',
    'history waiting not_projected',
    'alert waiting not_projected',
    'action waiting not_projected',
    'action waiting not_projected',
  ])
  expect(brief(shown).toSorted()).toEqual(
    [
      'webhook done',
      'history done',
      'alert done',
      'overlay done',
      'overlay waiting not_acknowledged',
      'overlay waiting disconnected',
      'overlay waiting never_connected',
      'action done',
      'completion waiting not_completed',
      'action never unknown_action',
      'media done',
    ].toSorted(),
  )
  expect(shown).toMatchObject({ paymentId: id, status: 'completed', test: false })
  expect(shown.steps[2]).toMatchObject({ name: 'gold', sequence: alertSequence(1), milliseconds: someMilliseconds })
  const byId = new Map(shown.steps.map((step: { id: string }) => [step.id, step]))
  expect(byId.get(shows)).toMatchObject({ name: 'shows', at: justNow, milliseconds: someMilliseconds })
  expect(byId.get(listens)).toMatchObject({ name: 'listens', at: null, milliseconds: null })
  const times = shown.steps.flatMap(({ milliseconds }: { milliseconds: number | null }) => milliseconds ?? [])
  expect(times[0]).toBe(0)
  expect(Math.min(...times)).toBe(0)
})

test('the alert of a test payment is traced by its own delivery, before those of its actions, which are tests too', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const price = { major: 1, minor: 0, currency: 'EUR' }
  const { action } = (await bench.call('addActions', { recipient, body: { actions: [{ name: 'wave', price }] } })).body

  const id = await tell(gateway, 'completed', { test: true, actions: [{ actionId: action.id }] })
  await bench.project()

  const { steps } = await traceOf(gateway, id)
  expect(steps.slice(1, 3)).toMatchObject([{ step: 'history' }, { step: 'alert', sequence: 1 }])
  expect(await bench.itemsOf('deliveries', recipient)).toMatchObject([
    { kind: 'alert', test: true },
    { kind: 'action', test: true },
  ])
})

test('the times of the last eight acknowledgements are kept; one that covers several deliveries has no time', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const overlayId = await listening(recipient, 'shows')
  const ids: string[] = []
  for (let number = 1; number <= 10; number++) ids.push(await tell(gateway, 'completed', { gatewayId: `${number}` }))
  await bench.project()
  const positions = [1, 2, 3, 4, 5, 6, 7, 8, 10]
  for (const position of positions) await (await overlays()).acknowledge(recipient, overlayId, alertSequence(position))

  const timesBySequence = new Map<number, string | null>()
  for (const id of ids) {
    const { steps } = await traceOf(gateway, id)
    const [sequence, overlay] = [steps[2].sequence, steps[3]]
    expect(overlay).toMatchObject({ step: 'overlay', state: 'done' })
    timesBySequence.set(sequence / alertSequence(1), overlay.at)
  }

  const without = [...timesBySequence].flatMap(([position, at]) => (at === null ? [position] : []))
  expect(without.toSorted((left, right) => left - right)).toEqual([2, 9])
})

test('a trace shows a payment’s own item if its place is taken, with its videos in order', async () => {
  const recipient = bench.someone()
  const [one, other] = [await bench.manual(recipient), await bench.manual(recipient)]
  const attachments = [5, 3, 4, 1, 2].map((number) => `https://vk.com/video-1_${number}`)
  await tell(one, 'completed', { attachments: ['https://vk.com/video-2_1'] })
  await bench.project()
  const id = await tell(other, 'completed', { attachments })
  await bench.project()

  const { steps } = await traceOf(other, id)

  const items = await bench.itemsOf('history', recipient)
  const mine = items.find(({ metadata }) => JSON.parse(metadata).paymentId === id)
  expect(steps[1].id).toBe(mine?.['id'])
  const ids = steps.filter(({ step }: { step: string }) => step === 'media').map((step: { id: string }) => step.id)
  expect(ids).toEqual(mine?.['videoIds'])
  const videos = new Map((await bench.itemsOf('videos', recipient)).map((video) => [video['id'], video['url']]))
  expect(ids.map((each: string) => videos.get(each))).toEqual(attachments)
})

test('an expired overlay is in no trace, though DynamoDB has not deleted it yet', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const [expired, last] = [await listening(recipient, 'expired'), await listening(recipient, 'last')]
  const id = await tell(gateway)
  await bench.project()
  const nowSeconds = Math.ceil(Date.now() / 1000)
  for (const [overlayId, expiresAt] of [
    [expired, nowSeconds - 1],
    [last, nowSeconds + 60],
  ])
    await bench.aws.client.send(
      new UpdateCommand({
        TableName: bench.aws.table('overlays'),
        Key: { recipientId: recipient, overlayId },
        UpdateExpression: 'SET expiresAt = :at',
        ExpressionAttributeValues: { ':at': expiresAt },
      }),
    )

  const { steps } = await traceOf(gateway, id)

  expect(steps.slice(3).map((step: { id: string }) => step.id)).toEqual([last])
})
