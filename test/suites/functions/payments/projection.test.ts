import { DeleteCommand, DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { personalDataRepository } from '../../../../shared/areas/personalData/personalDataRepository.ts'
import { readTables } from '../../../../shared/areas/personalData/personalTables.ts'
import { derivedId } from '../../../../shared/runtime/ids.ts'
import { stripeWebhook } from '../../../support/gatewayWebhooks.ts'
import { type ManualGateway, openPaymentsBench } from '../../../support/paymentsBench.ts'
import { oneOfEach, runs } from '../../../support/runs.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())

const euros = (major: number, minor = 0) => ({ major, minor, currency: 'EUR' })

/** Each delivery names the one before it, so that an overlay notices a missing one. */
const expectChain = (deliveries: readonly Readonly<Record<string, unknown>>[]): void =>
  expect(deliveries.map(({ after }) => after)).toEqual([0, ...deliveries.slice(0, -1).map(({ sequence }) => sequence)])

/** Reports a payment and projects it. */
const donate = async (gateway: ManualGateway, data: object, type = 'completed'): Promise<string> => {
  const { body } = await bench.tell(gateway, type, { gatewayId: '1', ...data })
  expect(await bench.project()).toEqual({ batchItemFailures: [] })
  return body.paymentId
}

/** The number of a recipient's items of each kind. */
const counts = async (recipient: string) => {
  const { history, alerts, payments, deliveries } = await bench.view(recipient)
  return {
    history: [history.content.length, history.totalSize],
    alerts: [alerts.content.length, alerts.totalSize],
    payments: [payments.content.length, payments.totalSize],
    deliveries: deliveries.length,
  }
}
const times = (count: number, alerts = count) => ({
  history: [count, count],
  alerts: [alerts, alerts],
  payments: [count, count],
  deliveries: alerts,
})

test('a completed payment is listed from its webhook on, and counted with its projection', async () => {
  const gateway = await bench.manual(bench.someone())
  await bench.tell(gateway, 'failed', { gatewayId: '1' })
  await bench.tell(gateway, 'completed', { gatewayId: '1' })

  const before = await counts(gateway.recipient)
  await bench.project()

  expect(before).toEqual({ history: [0, 0], alerts: [0, 0], payments: [1, 0], deliveries: 0 })
  expect(await counts(gateway.recipient)).toEqual(times(1))
})

test('a payment is counted once, and an older record changes nothing', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const projections = []
  for (const [type, gatewayId] of [
    ['completed', 'first of the recipient'],
    ['failed', 'marked'],
    ['completed', 'marked'],
    ['completed', 'shown'],
    ['refunded', 'shown'],
  ] as const) {
    await bench.tell(gateway, type, { gatewayId })
    const due = (await bench.duePayments()).filter((payment) => payment['recipientId'] === recipient)
    projections.push(due)
    await bench.deliver('projectPayments', due)
  }

  for (const due of projections) await bench.deliver('projectPayments', due)

  expect(projections.map((due) => due.length)).toEqual([1, 1, 1, 1, 1])
  expect(await counts(recipient)).toEqual({ history: [2, 2], alerts: [3, 3], payments: [3, 3], deliveries: 4 })
  const payments = await bench.itemsOf('payments', recipient)
  expect(payments.map(({ projection }) => projection).toSorted()).toEqual(['done', 'due', 'due'])
})

test('a completed payment is in the history, the alerts, the deliveries and the totals, and they agree', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  await bench.call('putConfig', {
    recipient,
    body: {
      name: 'alerts',
      value: {
        levels: [
          { name: 'gold', from: euros(10) },
          { name: 'silver', from: euros(5) },
        ],
      },
    },
  })

  const id = await donate(gateway, {
    nickname: 'bob',
    message: 'Hello',
    goal: 'mic',
    attachments: ['https://example.com/cat.gif'],
    actions: [{ actionId: 'unknown', parameters: { a: 1 } }],
  })

  const { history, alerts, payments, deliveries } = await bench.view(recipient)
  const [item] = history.content
  const [alert] = alerts.content
  expect(item).toMatchObject({
    system: 'Manual',
    event: 'payment',
    originId: '1',
    nickname: 'bob',
    message: 'Hello',
    amount: euros(12, 34),
    attachments: ['https://example.com/cat.gif'],
    goals: ['mic'],
    actions: [{ id: '1', actionId: 'unknown', parameters: { a: 1 } }],
    // Regression: the column `levelName` of a print was empty for every payment.
    levelName: 'gold',
    deleted: false,
    metadata: { paymentId: id, gateway: 'manual', status: 'completed' },
  })
  expect(alert).toMatchObject({
    nickname: 'bob',
    message: 'Hello',
    amount: euros(12, 34),
    levelName: 'gold',
    hidden: false,
    media: { url: 'https://example.com/cat.gif' },
  })
  expect(deliveries).toMatchObject([{ kind: 'alert', id: alert.id, position: 1, after: 0 }])
  expect(payments.content).toMatchObject([{ id, status: 'completed', authorizationTimestamp: item.timestamp }])
  expect(await counts(recipient)).toEqual(times(1))
})

test('a completed payment is projected once, however often its record comes', async () => {
  const gateway = await bench.manual(bench.someone())
  await bench.tell(gateway, 'completed', { gatewayId: '1' })
  const due = await bench.duePayments()

  const results = await Promise.all(
    Array.from({ length: 10 }, () => bench.deliver('projectPayments', [...due, ...due])),
  )
  results.push(await bench.deliver('projectPayments', due))

  for (const result of results) expect(result).toEqual({ batchItemFailures: [] })
  expect(await counts(gateway.recipient)).toEqual(times(1))
})

test('a later report fills missing details', async () => {
  const recipient = bench.someone()
  const secret = 'whsec_whose-texts-come-late-to-us'
  const id = await bench.setGateway(recipient, { gateway: 'stripe', secret })
  const event = (type: string, object: object) =>
    stripeWebhook(secret, {
      id: `evt_${type}`,
      type,
      created: 1_772_389_800,
      livemode: true,
      data: { object: { currency: 'eur', ...object } },
    })
  await bench.send(
    recipient,
    id,
    event('payment_intent.succeeded', { id: 'pi_1', amount: 500, amount_received: 500, metadata: { goal: 'mug' } }),
  )
  await bench.project()

  const { actions } = (
    await bench.call('addActions', { recipient, body: { actions: [{ name: 'wave', price: euros(5) }] } })
  ).body
  const metadata = {
    nickname: 'bob',
    attachments: '["https://youtu.be/demo0000001"]',
    actions: JSON.stringify([{ actionId: actions[0].id }]),
  }
  const session = { payment_intent: 'pi_1', payment_status: 'paid', amount_total: 500, metadata }
  await bench.send(recipient, id, event('checkout.session.completed', session))
  const due = await bench.duePayments()
  for (let times = 0; times < 2; times++) await bench.deliver('projectPayments', due)
  await bench.project()

  const { history, alerts, deliveries } = await bench.view(recipient)
  expect(history.content).toMatchObject([
    { system: 'Stripe', nickname: 'bob', message: null, actions: [{ actionId: actions[0].id }] },
  ])
  expect(alerts.content).toMatchObject([{ nickname: 'bob', media: { url: 'https://youtu.be/demo0000001' } }])
  expect(deliveries.map(({ kind }) => kind)).toEqual(['alert', 'change', 'action', 'media'])
  expectChain(deliveries)
  expect(await counts(recipient)).toEqual({ ...times(1), deliveries: 4 })
})

test('payments of two bridges that count from 1 are shown once each, and leave the others of their batch as they are', async () => {
  const recipient = bench.someone()
  const [one, other] = [await bench.manual(recipient), await bench.manual(recipient)]
  await donate(one, {})
  await bench.tell(one, 'refunded', { gatewayId: '1' })
  await bench.tell(one, 'completed', { gatewayId: '2' })
  await bench.tell(other, 'completed', { gatewayId: '1' })

  expect(await bench.project()).toEqual({ batchItemFailures: [] })

  const { history, payments } = await bench.view(recipient)
  const shown = history.content.map(({ metadata }: { metadata: { paymentId: string } }) => metadata.paymentId)
  const completed = payments.content.filter(({ status }: { status: string }) => status === 'completed')
  expect(shown.toSorted()).toEqual(completed.map(({ id }: { id: string }) => id).toSorted())
  expect([shown.length, (await counts(recipient)).alerts]).toEqual([2, [3, 3]])
})

test('a payment that two credentials of one account report is shown once', async () => {
  const recipient = bench.someone()
  const object = { id: 'pi_1', amount: 500, amount_received: 500, currency: 'eur', metadata: { nickname: 'bob' } }
  const event = { type: 'payment_intent.succeeded', created: 1_772_389_800, livemode: true, data: { object } }
  for (const secret of ['whsec_of-the-first-of-two-credentials', 'whsec_of-the-other-of-two-credentials']) {
    const id = await bench.setGateway(recipient, { gateway: 'stripe', secret })
    expect((await bench.send(recipient, id, stripeWebhook(secret, { ...event, id: 'evt_1' }))).status).toBe(200)
    await bench.project()
  }

  const { history, alerts, payments } = await bench.view(recipient)
  expect([history, alerts, payments].map(({ content }) => content.length)).toEqual([1, 1, 2])
  expect(await counts(recipient)).toEqual({ ...times(1), payments: [2, 2] })
})

test('a payment that is gone leaves the others of its batch as they are', async () => {
  const gateway = await bench.manual(bench.someone())
  for (const gatewayId of ['1', '2']) await bench.tell(gateway, 'completed', { gatewayId })
  const due = (await bench.duePayments()).filter(({ recipientId }) => recipientId === gateway.recipient)
  const Key = { recipientId: gateway.recipient, id: due[0]?.['id'] }
  await bench.aws.client.send(new DeleteCommand({ TableName: bench.aws.table('payments'), Key }))

  await bench.deliver('projectPayments', due)

  expect(await counts(gateway.recipient)).toEqual(times(1))
})

test('a payment that its owner had imported before raises no second alert', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const imported = { system: 'Manual', event: 'payment', originId: '1', timestamp: '2026-03-01T18:30:00Z' }
  await bench.call('addHistoryItems', { recipient, body: { items: [imported] } })

  await donate(gateway, {})

  expect(await counts(recipient)).toEqual({ ...times(1, 0), payments: [1, 1] })
})

test('a second completion with another amount changes nothing that is shown, regression: lists disagreed', async () => {
  const gateway = await bench.manual(bench.someone())
  await donate(gateway, { nickname: 'bob' })

  await donate(gateway, { nickname: 'changed', message: 'late', amount: euros(20) })

  const { history, alerts, payments } = await bench.view(gateway.recipient)
  const shown = { nickname: 'bob', message: 'late', amount: euros(12, 34) }
  for (const { content } of [history, alerts, payments]) expect(content).toMatchObject([shown])
})

test('an imported item without an amount gets that of its payment, and the level, regression: it had none for good', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const value = { levels: [{ name: 'gold', from: euros(10) }] }
  await bench.call('putConfig', { recipient, body: { name: 'alerts', value } })
  const imported = { system: 'Manual', event: 'payment', originId: '1', timestamp: '2026-03-01T18:30:00Z' }
  await bench.call('addHistoryItems', { recipient, body: { items: [{ ...imported, triggerAlert: true }] } })

  const paymentId = await donate(gateway, { nickname: 'bob' })

  const { history, alerts } = await bench.view(recipient)
  const shown = { nickname: 'bob', amount: euros(12, 34), levelName: 'gold' }
  expect(history.content).toMatchObject([{ ...shown, metadata: { paymentId, status: 'completed' } }])
  expect(alerts.content).toMatchObject([shown])
})

test.each([
  ['shown', false],
  ['deleted', true],
])(
  'of a refunded payment, the item that was %s cannot be restored, regression: the money was counted again',
  async (_name, deletes) => {
    const gateway = await bench.manual(bench.someone())
    const { recipient } = gateway
    await donate(gateway, {})
    const [item] = (await bench.view(recipient)).history.content
    const body = { historyItemId: item.id }
    if (deletes) await bench.call('deleteHistoryItem', { recipient, body })
    await donate(gateway, {}, 'refunded')

    const answer = await bench.call('restoreHistoryItem', { recipient, body })

    expect(answer).toMatchObject({ status: 409, body: { code: 'payment_withdrawn' } })
    const { history, alerts } = await bench.view(recipient)
    expect([history.totalSize, alerts.content[0].hidden]).toEqual([0, true])
  },
)

test.each(['failed', 'refunded', 'disputed'])('of all types, only %s is a payment', async (type) => {
  const gateway = await bench.manual(bench.someone())

  await donate(gateway, {}, type)

  expect(await counts(gateway.recipient)).toEqual({ ...times(0), payments: [1, 1] })
  expect((await bench.view(gateway.recipient)).payments.content).toMatchObject([{ status: type }])
})

test('a refund before the completion is remembered: nothing ever appears', async () => {
  const gateway = await bench.manual(bench.someone())

  await donate(gateway, {}, 'refunded')
  await donate(gateway, {}, 'completed')

  expect(await counts(gateway.recipient)).toEqual({ ...times(0), payments: [1, 1] })
  const [item] = await bench.itemsOf('history', gateway.recipient)
  const [payment] = await bench.itemsOf('payments', gateway.recipient)
  expect(payment?.['historyItemId']).toBe(item?.['id'])
})

test.each(['refunded', 'disputed'])('%s takes a payment back from lists, totals and alerts', async (type) => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  await donate(gateway, { gatewayId: 'stays' })
  await donate(gateway, {})

  await donate(gateway, {}, type)

  const { history, alerts } = await bench.view(recipient)
  expect(history).toMatchObject({ totalSize: 1, content: [{ originId: 'stays' }] })
  expect(alerts.content.map(({ hidden }: { hidden: boolean }) => hidden)).toEqual([true, false])
  const items = await bench.itemsOf('history', recipient)
  expect(items.find(({ originId }) => originId === '1')).toMatchObject({
    deleted: true,
    metadata: expect.stringContaining(`"status":"${type}"`),
  })
  expect((await bench.call('listPayments', { recipient, query: { status: type } })).body.totalSize).toBe(1)
})

const types = ['completed', 'failed', 'refunded', 'disputed'] as const
const permutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

test('the order of reports makes no difference, whether each is projected before the next or all at the end', async () => {
  const outcomes = new Set<string>()
  const ways = permutations(types).map((order) => [true, false].map((projectsEach) => ({ order, projectsEach })))
  for (const { order, projectsEach } of oneOfEach(ways, 'reports')) {
    const gateway = await bench.manual(bench.someone())
    for (const type of order) {
      await bench.tell(gateway, type, { gatewayId: '1', nickname: 'bob' })
      if (projectsEach) await bench.project()
    }
    await bench.project()
    const { history, alerts, payments } = await bench.view(gateway.recipient)
    const visible = alerts.content.filter(({ hidden }: { hidden: boolean }) => !hidden)
    outcomes.add(JSON.stringify([history.totalSize, visible.length, payments.totalSize, payments.content[0].status]))
  }

  expect([...outcomes]).toEqual([JSON.stringify([0, 0, 1, 'refunded'])])
})

const secret = 'whsec_of-a-gateway-with-disputes'
const stripe = async () => {
  const recipient = bench.someone()
  const id = await bench.setGateway(recipient, { gateway: 'stripe', secret })
  let events = 0
  const send = async (type: string, object: object) => {
    const event = { id: `evt_${++events}`, type, created: 1_772_389_800, livemode: true, data: { object } }
    expect((await bench.send(recipient, id, stripeWebhook(secret, event))).status).toBe(200)
    await bench.project()
  }
  const paid = { id: 'pi_1', amount: 500, amount_received: 500, currency: 'eur', metadata: { nickname: 'bob' } }
  const dispute = { payment_intent: 'pi_1', charge: 'ch_1', amount: 500, currency: 'eur' }
  return {
    recipient,
    pay: () => send('payment_intent.succeeded', paid),
    open: (id: string) => send('charge.dispute.created', { ...dispute, id, status: 'needs_response' }),
    close: (id: string, status: string) => send('charge.dispute.closed', { ...dispute, id, status }),
  }
}

test('a won dispute brings the payment back, without a second alert', async () => {
  const { recipient, pay, open, close } = await stripe()
  await pay()
  await open('dp_1')
  const during = await bench.view(recipient)

  await close('dp_1', 'won')

  const { history, alerts, payments } = await bench.view(recipient)
  expect(during.history.totalSize).toBe(0)
  expect(during.alerts.content).toMatchObject([{ hidden: true }])
  expect(history).toMatchObject({ totalSize: 1, content: [{ metadata: { status: 'completed' } }] })
  expect(alerts.content).toMatchObject([{ hidden: false }])
  expect(payments.content).toMatchObject([{ status: 'completed' }])
  expect(await counts(recipient)).toEqual({ ...times(1), deliveries: 3 })
})

test.each([
  [['completed'], ['completed'], 1],
  [['completed'], ['refunded'], 0],
  [['completed', 'disputed'], ['dispute.won'], 1],
  [['disputed'], ['dispute.won'], 0],
  [['disputed'], ['dispute.won', 'completed'], 1],
  [['an import', 'disputed'], ['dispute.won'], 1],
  [['another of this id', 'completed'], ['refunded'], 1],
])(
  'after %j, %j leads to the right list although the history is read as it was before',
  async (before, after, listed) => {
    const recipient = bench.someone()
    const [gateway, another] = [await bench.manual(recipient), await bench.manual(recipient)]
    const imported = { system: 'Manual', event: 'payment', originId: '1', timestamp: '2026-03-01T18:30:00Z' }
    let older: object[] | undefined = []
    for (const type of before) {
      older = await bench.itemsOf('history', recipient)
      if (type === 'an import') await bench.call('addHistoryItems', { recipient, body: { items: [imported] } })
      else if (type === 'another of this id') await donate(another, {})
      else await donate(gateway, {}, type)
    }
    for (const type of after) await bench.tell(gateway, type, { gatewayId: '1' })
    const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
    const history = bench.aws.table('history')
    documentClient.middlewareStack.add(
      (next) => async (given) => {
        const { RequestItems } = given.input as { RequestItems?: Record<string, { ConsistentRead?: boolean }> }
        const result = await next(given)
        if (older === undefined || RequestItems?.[history]?.ConsistentRead !== false) return result
        Object.assign((result.output as { Responses: object }).Responses, { [history]: older })
        older = undefined
        return result
      },
      { step: 'initialize', name: 'older' },
    )

    await bench.project()
    documentClient.middlewareStack.remove('older')

    const { history: list } = await bench.view(recipient)
    expect([older, list.totalSize, list.content.length]).toEqual([undefined, listed, listed])
  },
)

test('an item that its owner had deleted stays deleted', async () => {
  const { recipient, pay, open, close } = await stripe()
  await pay()
  const [item] = (await bench.view(recipient)).history.content
  await bench.call('deleteHistoryItem', { recipient, body: { historyItemId: item.id } })
  await open('dp_1')

  await close('dp_1', 'won')

  expect((await bench.view(recipient)).history).toMatchObject({ totalSize: 0 })
  expect(await bench.itemsOf('history', recipient)).toMatchObject([
    { deleted: true, metadata: expect.stringContaining('completed') },
  ])
})

const attachments = [
  'https://youtu.be/demo0000001?t=5',
  'https://www.youtube.com/watch?v=demo0000001',
  'https://vk.com/video-1_2',
  'https://example.com/no-video',
]
const videosOf = async (recipient: string) => {
  const ids = (await bench.itemsOf('videos', recipient)).map(({ id }) => id)
  return (await bench.call('getVideos', { recipient, params: { ids: [...ids, 'x'].join(',') } })).body
}

test('known videos become ready, once each, with YouTube’s description', async () => {
  const gateway = await bench.manual(bench.someone())

  const paymentId = await donate(gateway, { nickname: 'bob', attachments })

  const videos = await videosOf(gateway.recipient)
  expect(videos).toHaveLength(2)
  expect(videos).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        provider: 'youtube',
        originId: 'demo0000001',
        title: 'Demo song 2 ♪',
        thumbnail: 'https://i.ytimg.com/vi/demo0000001/high.jpg',
        status: 'ready',
        owner: 'bob',
        paymentId,
      }),
      expect.objectContaining({ provider: 'vk', title: 'https://vk.com/video-1_2', status: 'ready' }),
    ]),
  )
  const deliveries = await bench.itemsOf('deliveries', gateway.recipient)
  const media = deliveries.filter(({ kind }) => kind === 'media').flatMap(({ payload }) => JSON.parse(payload))
  expect(media.map(({ provider }) => provider).toSorted()).toEqual(['vk', 'youtube'])
  expect(media).toEqual(expect.arrayContaining([expect.objectContaining({ title: 'Demo song 2 ♪', paymentId })]))
})

test.each([
  ['that fails', { kind: 'status', status: 500 }, 3],
  ['that answers something else', { kind: 'html' }, 1],
] as const)('videos become ready with a YouTube %s', async (_name, failure, count) => {
  const gateway = await bench.manual(bench.someone())
  bench.sandbox.script({ base: 'www.googleapis.com/youtube/v3' }, failure, count)

  await donate(gateway, { attachments: ['https://youtu.be/demo0000002'] })

  expect(await videosOf(gateway.recipient)).toMatchObject([
    { status: 'ready', title: 'https://www.youtube.com/watch?v=demo0000002' },
  ])
})

test('a video that is delivered ten times at once reaches the overlays once', async () => {
  const gateway = await bench.manual(bench.someone())
  await bench.tell(gateway, 'completed', { gatewayId: '1', attachments: ['https://youtu.be/demo0000003'] })
  await bench.deliver('projectPayments', await bench.duePayments())
  const prepared = await bench.itemsOf('videos', gateway.recipient)

  const results = await Promise.all(Array.from({ length: 10 }, () => bench.deliver('readyVideos', prepared)))

  for (const result of results) expect(result).toEqual({ batchItemFailures: [] })
  const deliveries = await bench.itemsOf('deliveries', gateway.recipient)
  expect(deliveries.filter(({ kind }) => kind === 'media')).toHaveLength(1)
})

test('videos are in the order of the attachments, regression: they were in that of a digest', async () => {
  const gateway = await bench.manual(bench.someone())
  const attachments = [5, 3, 4, 1, 2].map((number) => `https://vk.com/video-1_${number}`)

  await donate(gateway, { attachments: [...attachments, attachments[0]] })

  const query = { sort: 'id,asc' }
  const { content } = (await bench.call('listVideos', { recipient: gateway.recipient, query })).body
  expect(content.map(({ url }: { url: string }) => url)).toEqual(attachments)
})

test('videos of a refunded payment are withdrawn, before and after they became ready', async () => {
  const gateway = await bench.manual(bench.someone())
  await donate(gateway, { attachments: ['https://youtu.be/demo0000004'] })
  await bench.tell(gateway, 'completed', { gatewayId: '2', attachments: ['https://youtu.be/demo0000005'] })
  await bench.deliver('projectPayments', await bench.duePayments())
  const prepared = (await bench.itemsOf('videos', gateway.recipient)).filter(({ status }) => status === 'prepared')

  for (const gatewayId of ['1', '2']) await bench.tell(gateway, 'refunded', { gatewayId })
  await bench.deliver('projectPayments', await bench.duePayments())
  await bench.deliver('readyVideos', prepared)

  const videos = await videosOf(gateway.recipient)
  expect(videos.map(({ status }: { status: string }) => status)).toEqual(['handled', 'handled'])
  const deliveries = await bench.itemsOf('deliveries', gateway.recipient)
  expect(deliveries.filter(({ kind }) => kind === 'media')).toHaveLength(1)
})

const links = (payment: number) => Array.from({ length: 5 }, (_, link) => `https://vk.com/video-${payment + 1}_${link}`)

/** Counts the calls that `work` makes of the store while another one is shown before its first transaction. */
const callsOf = async (gateway: ManualGateway, work: () => Promise<unknown>) => {
  const calls: string[] = []
  const send = DynamoDBDocumentClient.prototype.send
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
  let isShown = false
  spy.mockImplementation(async function (this: DynamoDBDocumentClient, ...args: Parameters<typeof send>) {
    if (!isShown && args[0] instanceof TransactWriteCommand) {
      isShown = true
      const made = calls.length
      await bench.call('testAlert', { recipient: gateway.recipient, body: { nickname: 'bob' } })
      calls.splice(made)
    }
    calls.push(args[0].constructor.name)
    return send.apply(this, args)
  } as typeof send)
  await work().finally(() => spy.mockRestore())
  const count = (name: string) => calls.filter((call) => call === name).length
  return { reads: count('BatchGetCommand'), transactions: count('TransactWriteCommand') }
}

test('payments of one recipient fill transactions, regression: half of the transactions of a flood were refused', async () => {
  const gateway = await bench.manual(bench.someone())
  for (let payment = 0; payment < 24; payment++)
    await bench.tell(gateway, 'completed', { gatewayId: `p-${payment}`, attachments: links(payment) })
  const due = await bench.itemsOf('payments', gateway.recipient)

  const calls = await callsOf(gateway, () => bench.deliver('projectPayments', due))

  // One of the transactions was refused.
  expect(calls).toEqual({ reads: 2, transactions: 3 })
  const { deliveries } = await bench.view(gateway.recipient)
  expect(deliveries).toHaveLength(25)
  expectChain(deliveries)
})

test('videos of several payments are made ready in one transaction and sent in their order, in messages of twenty', async () => {
  const gateway = await bench.manual(bench.someone())
  for (let payment = 0; payment < 9; payment++)
    await bench.tell(gateway, 'completed', { gatewayId: `p-${payment}`, attachments: links(payment) })
  await bench.deliver('projectPayments', await bench.itemsOf('payments', gateway.recipient))
  const prepared = await bench.itemsOf('videos', gateway.recipient)

  const calls = await callsOf(gateway, () => bench.deliver('readyVideos', prepared))

  expect(calls).toEqual({ reads: 1, transactions: 2 })
  const videos = await bench.itemsOf('videos', gateway.recipient)
  expect(videos.map(({ status }) => status)).toEqual(Array(45).fill('ready'))
  const { deliveries } = await bench.view(gateway.recipient)
  const media = deliveries.filter(({ kind }) => kind === 'media').map(({ payload }) => JSON.parse(payload))
  expect(media.map(({ length }) => length)).toEqual([20, 20, 5])
  expect(media.flat().map(({ id }) => id)).toEqual(videos.map(({ id }) => id))
})

const parameters = [
  { name: 'text', type: 'string' },
  { name: 'count', type: 'number' },
  { name: 'loud', type: 'boolean' },
  { name: 'shade', type: 'color' },
  { name: 'choice', type: 'select' },
  { name: 'other', type: 'vector' },
]
const good = { text: 'hi', count: 2, loud: false, shade: '#ff00aa', choice: 'a', other: [1, 2] }
const registered = async (recipient: string, name = 'spawn') => {
  const body = {
    actions: [
      { name, game: 'mine', category: 'mobs', price: euros(5), parameters, payload: { cmd: ['summon', 1] } },
      { name: 'wave', price: euros(10) },
    ],
  }
  const { actions } = (await bench.call('addActions', { recipient, body })).body
  return actions.map(({ id }: { id: string }) => id)
}
const deliveredTo = async (recipient: string) =>
  (await bench.itemsOf('deliveries', recipient))
    .filter(({ kind }) => kind === 'action')
    .map(({ payload }) => JSON.parse(payload))

test('registered actions are delivered with their parameters, after the alert', async () => {
  const gateway = await bench.manual(bench.someone())
  const [spawn] = await registered(gateway.recipient)

  const paymentId = await donate(gateway, {
    nickname: 'bob',
    actions: [{ id: 'x', actionId: spawn, parameters: good }],
  })

  const { history, deliveries } = await bench.view(gateway.recipient)
  const deliveryId = `${history.content[0].id}.0`
  expect(await deliveredTo(gateway.recipient)).toEqual([
    {
      id: 'x',
      deliveryId,
      actionId: spawn,
      name: 'spawn',
      game: 'mine',
      category: 'mobs',
      payload: { cmd: ['summon', 1] },
      parameters: good,
      paymentId,
      system: 'Manual',
      nickname: 'bob',
      amount: euros(12, 34),
    },
  ])
  const completion = { state: 'open', at: null, reason: null }
  expect(history.content[0].actions).toEqual([
    { id: 'x', actionId: spawn, name: 'spawn', parameters: good, deliveryId, completion },
  ])
  expect(deliveries.map(({ kind }) => kind)).toEqual(['alert', 'action'])
})

test('actions are delivered as far as the amount goes; disabled, deleted and foreign ones are not', async () => {
  const gateway = await bench.manual(bench.someone())
  const [spawn, wave] = await registered(gateway.recipient)
  const [foreign] = await registered(bench.someone())
  const [deleted] = await registered(gateway.recipient, 'sold out')
  await bench.call('deleteAction', { recipient: gateway.recipient, body: { id: deleted } })
  const [disabled] = await registered(gateway.recipient, 'not today')
  await bench.call('toggleAction', { recipient: gateway.recipient, body: { id: disabled, enabled: false } })
  const bought = [foreign, deleted, disabled, spawn, wave, spawn].map((actionId) => ({ actionId, parameters: good }))

  await donate(gateway, { amount: euros(14, 99), actions: bought })

  expect((await deliveredTo(gateway.recipient)).map(({ id, name, nickname }) => [id, name, nickname])).toEqual([
    ['4', 'spawn', ''],
    ['6', 'spawn', ''],
  ])
  const { history, deliveries } = await bench.view(gateway.recipient)
  expectChain(deliveries)
  type Bought = Readonly<Record<'name' | 'undelivered', string | undefined>>
  expect(history.content[0].actions.map(({ name, undelivered }: Bought) => [name, undelivered])).toEqual([
    [undefined, 'unknown_action'],
    [undefined, 'unknown_action'],
    ['not today', 'action_disabled'],
    ['spawn', undefined],
    ['wave', 'amount_too_low'],
    ['spawn', undefined],
  ])
})

test('a test payment is listed apart from real ones, and a check of the overlays in no list', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const real = await donate(gateway, { gatewayId: 'real' })
  const test = await donate(gateway, { test: true })
  await donate(gateway, { test: true }, 'refunded')
  await bench.call('checkOverlays', { recipient, body: {} })
  await bench.project()

  const list = async (query: Record<string, string>) =>
    (await bench.call('listPayments', { recipient, query })).body.content.map(({ id }: { id: string }) => id)

  expect(await list({})).toEqual([real])
  expect(await list({ test: 'false' })).toEqual([real])
  expect(await list({ test: 'true' })).toEqual([test])
  expect(await list({ test: 'true', status: 'refunded' })).toEqual([test])
  expect(await list({ test: 'true', status: 'completed' })).toEqual([])
})

test('a test payment goes the same way, and is in no total', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway

  const id = await donate(gateway, { test: true, nickname: 'bob', attachments: ['https://youtu.be/demo0000001'] })

  expect(await counts(recipient)).toEqual({ ...times(0), deliveries: 2 })
  expect((await bench.call('getPayment', { recipient, params: { id } })).body).toMatchObject({ status: 'completed' })
  const [payment] = await bench.itemsOf('payments', recipient)
  const [item] = await bench.itemsOf('history', recipient)
  const [alert, media] = await bench.itemsOf('deliveries', recipient)
  expect(media).toMatchObject({ kind: 'media', test: true })
  expect(alert).toMatchObject({ test: true, alert: { nickname: 'bob', historyItemId: item?.['id'] } })
  expect(await bench.itemsOf('alerts', recipient)).toEqual([])
  // Whole seconds of Unix time, a day from now.
  for (const stored of [payment, item, alert])
    expect(stored?.['expiresAt'] - Date.now() / 1000).toBeCloseTo(24 * 60 * 60, -2)
})

test('a test payment that is refunded before it appeared leaves nothing in the history', async () => {
  const gateway = await bench.manual(bench.someone())

  await donate(gateway, { test: true }, 'refunded')
  await donate(gateway, { test: true })

  expect(await bench.itemsOf('history', gateway.recipient)).toEqual([])
  expect(await counts(gateway.recipient)).toEqual(times(0))
})

test('a test payment can be refunded, and counts nothing then either', async () => {
  const gateway = await bench.manual(bench.someone())
  await donate(gateway, { gatewayId: 'real' })
  await donate(gateway, { test: true })

  await donate(gateway, { test: true }, 'refunded')

  expect(await counts(gateway.recipient)).toEqual({ ...times(1), deliveries: 3 })
  const history = await bench.itemsOf('history', gateway.recipient)
  expect(history.find(({ test }) => test)).toMatchObject({ deleted: true })
})

const erase = async (recipient: string): Promise<void> => {
  const data = personalDataRepository(bench.aws.client, bench.aws.table)
  for (const table of readTables) {
    const { items } = await data.keys(recipient, table, undefined)
    await data.remove(recipient, table, items)
  }
}
const left = async (recipient: string) => {
  const shown = ['payments', 'history', 'alerts', 'deliveries', 'recipients', 'videos'] as const
  return (await Promise.all(shown.map((table) => bench.itemsOf(table, recipient)))).flat()
}

test.each([
  ['of a recipient to whom nothing was shown yet', 0, {}],
  ['of a recipient to whom something was shown', 1, {}],
  ['of a test', 0, { test: true }],
  ['of one that was withdrawn', 0, {}, 'refunded'],
])(
  'an erasure between reading a payment and showing it leaves nothing %s',
  async (_name, shown, data, then?: string) => {
    const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
    const gateway = await bench.manual(bench.someone())
    for (let count = 0; count < shown; count++) {
      await bench.tell(gateway, 'completed', { gatewayId: `before ${count}` })
      await bench.project()
    }
    await bench.tell(gateway, 'completed', { gatewayId: 'late', ...data })
    if (then !== undefined) await bench.tell(gateway, then, { gatewayId: 'late', ...data })
    const payments = await bench.itemsOf('payments', gateway.recipient)
    let transactions = 0
    documentClient.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (given) => {
          if (commandName === 'TransactWriteItemsCommand' && ++transactions === 1) await erase(gateway.recipient)
          return next(given)
        },
      { step: 'initialize', name: 'eraseInBetween' },
    )

    const failures = await bench.deliver('projectPayments', payments)
    documentClient.middlewareStack.remove('eraseInBetween')

    expect(transactions).toBeGreaterThan(0)
    expect(failures).toEqual({ batchItemFailures: [] })
    expect(await left(gateway.recipient)).toEqual([])
  },
)

test('lost acknowledgements, conflicts and throttles double nothing', async () => {
  const gateway = await bench.manual(bench.someone())
  const faulty = (['ack-lost', 'transaction-conflict', 'throttle', 'transaction-throttled'] as const).map((fault) => ({
    match: { service: 'dynamodb', probability: 0.15 },
    fault,
  }))
  bench.faults.setFaults({ seed: 7, rules: faulty })

  const tell = (index: number) => bench.tell(gateway, 'completed', { gatewayId: `${index}` }, { id: `event-${index}` })
  const answers = []
  for (let index = 0; index < 20; index++) answers.push(await tell(index))
  const due = await bench.duePayments()
  const first = await bench.deliver('projectPayments', due)
  bench.faults.setFaults({ rules: [] })
  // A gateway repeats all of its webhooks, taken or not.
  for (let index = 0; index < 20; index++) await tell(index)
  await bench.deliver('projectPayments', await bench.itemsOf('payments', gateway.recipient))

  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(10)
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  expect(first.batchItemFailures.length).toBeLessThan(20)
  expect(await counts(gateway.recipient)).toEqual(times(20))
})

const count = runs(25, 5000)
test(`${2 * count} deliveries, half of them repetitions, shuffled: every payment once everywhere`, {
  // Ten minutes are not enough for the full count on a machine that others keep busy.
  timeout: 3_600_000,
}, async () => {
  const gateway = await bench.manual(bench.someone())
  const order = Array.from({ length: 2 * count }, (_, index) => index % count).toSorted(
    (left, right) => hash(left, 1) - hash(right, 2),
  )

  for (let start = 0; start < order.length; start += 50)
    await Promise.all(order.slice(start, start + 50).map((number) => tellUntilTaken(gateway, number)))
  await projectDueTwice()
  // On a busy machine a batch may run out of time: the schedule takes up what it postponed.
  for (let minutes = 2; (await bench.postponedPayments()).length > 0; minutes += 2) {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + minutes * 60_000)
    await bench.retry()
    await projectDueTwice()
    vi.useRealTimers()
  }

  const { history, alerts, payments, deliveries } = await bench.view(gateway.recipient)
  expect([history, alerts, payments].map(({ totalSize }) => totalSize)).toEqual([count, count, count])
  expect(deliveries).toHaveLength(count)
  expect(await bench.itemsOf('history', gateway.recipient)).toHaveLength(count)
  const positions = (await bench.itemsOf('alerts', gateway.recipient)).map(({ position }) => position)
  expect(positions.toSorted((left, right) => left - right)).toEqual(
    Array.from({ length: count }, (_, index) => index + 1),
  )
})

/** Sends a webhook as gateways do: again while the service is not available. */
const tellUntilTaken = async (gateway: ManualGateway, number: number): Promise<void> => {
  for (;;) {
    const { status } = await bench.tell(gateway, 'completed', { gatewayId: `p-${number}` }, { id: `event-${number}` })
    if (status !== 503) return expect(status).toBe(200)
  }
}

/** Each batch comes twice, at the same time. */
const projectDueTwice = async (): Promise<void> => {
  const due = await bench.duePayments()
  for (let start = 0; start < due.length; start += 25) {
    const batch = due.slice(start, start + 25)
    await Promise.all([bench.deliver('projectPayments', batch), bench.deliver('projectPayments', batch)])
  }
}

/** A shuffle that is the same in every run. */
const hash = (number: number, salt: number): number =>
  Number.parseInt(derivedId('shuffle', `${number}`, `${salt}`).slice(0, 8), 16)
