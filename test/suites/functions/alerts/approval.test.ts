import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { deliveryRepository } from '../../../../shared/areas/realtime/deliveryRepository.ts'
import { ServerMessage } from '../../../../shared/areas/realtime/serverMessages.ts'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())

/** A recipient whose alerts are moderated, with a gateway. */
const moderating = async (moderation: object) => {
  const recipient = bench.someone()
  await bench.call('putConfig', { recipient, body: { name: 'alerts', value: { moderation } } })
  return bench.manual(recipient)
}

const pay = async (gateway: Awaited<ReturnType<typeof moderating>>, gatewayId: string, texts: object = {}) => {
  const { body } = await bench.tell(gateway, 'completed', { gatewayId, ...texts })
  await bench.project()
  return body.paymentId
}

const listed = async (recipient: string, query: Record<string, string>) =>
  (await bench.call('listAlerts', { recipient, query })).body.content

const decide = (recipient: string, historyItemId: string, show: boolean) =>
  bench.call('decideAlert', { recipient, body: { historyItemId, show } })

/** Each message that an overlay gets, and whether it hides its alert. */
const messagesFor = async (recipient: string) => {
  const tables = { deliveries: bench.aws.table('deliveries'), alerts: bench.aws.table('alerts') }
  const { messages } = await deliveryRepository(bench.aws.client, tables).page(recipient, 0, 20)
  return messages.map((message) => {
    const parsed = ServerMessage.parse(message)
    if (parsed.type === 'alert') return ['alert', parsed.alert.hidden, parsed.force]
    return parsed.type === 'change' ? ['change', parsed.change.hidden] : [parsed.type]
  })
}

const alertStep = async (recipient: string, id: string) => {
  const { steps } = (await bench.call('tracePayment', { recipient, params: { id } })).body
  const { state, reason } = steps.find(({ step }: { step: string }) => step === 'alert')
  return [state, reason]
}

test('a held alert is hidden and listed as held, while its money counts; a decision shows it', async () => {
  const gateway = await moderating({ words: ['spam'] })
  const { recipient } = gateway
  const id = await pay(gateway, '1', { message: 'spam' })
  await pay(gateway, '2', { message: 'fine' })
  const [held, ...others] = await listed(recipient, { held: 'true' })
  const { history, payments } = await bench.view(recipient)
  const before = await alertStep(recipient, id)

  const { status } = await decide(recipient, held.historyItemId, true)

  expect([held.message, held.hidden, others, history.totalSize, payments.totalSize]).toEqual(['spam', true, [], 2, 2])
  expect((await listed(recipient, { held: 'false' })).map(({ hidden }: { hidden: boolean }) => hidden)).toEqual([
    false,
    false,
  ])
  expect([status, before, await alertStep(recipient, id)]).toEqual([200, ['waiting', 'held'], ['done', null]])
  // The first delivery does not show what its release does, the third one: an overlay that gets both shows it once.
  expect(await messagesFor(recipient)).toEqual([
    ['alert', true, false],
    ['alert', false, false],
    ['alert', false, false],
  ])
})

test('a decision hides an alert for good, and panels see it by its change', async () => {
  const gateway = await moderating({ everything: true })
  const { recipient } = gateway
  const id = await pay(gateway, '1')
  const [{ historyItemId }] = await listed(recipient, { held: 'true' })

  await decide(recipient, historyItemId, false)

  expect(await listed(recipient, { held: 'true' })).toEqual([])
  expect((await listed(recipient, { hidden: 'true' })).length).toBe(1)
  expect(await messagesFor(recipient)).toEqual([
    ['alert', true, false],
    ['change', true],
  ])
  expect(await alertStep(recipient, id)).toEqual(['done', 'hidden'])
})

test('of two decisions at once one wins, and the other is refused', async () => {
  const gateway = await moderating({ everything: true })
  const { recipient } = gateway
  await pay(gateway, '1')
  const [{ historyItemId }] = await listed(recipient, { held: 'true' })

  const answers = await Promise.all([true, false].map((show) => decide(recipient, historyItemId, show)))

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('alert_decided')
  expect(await messagesFor(recipient)).toHaveLength(2)
})

test('texts that come late are moderated: the alert leaves the screen until somebody decides', async () => {
  const gateway = await moderating({ words: ['spam'] })
  const { recipient } = gateway
  await pay(gateway, '1')
  const shown = await listed(recipient, { hidden: 'false' })

  await pay(gateway, '1', { message: 'spam at https://example.com' })

  const [held] = await listed(recipient, { held: 'true' })
  expect([shown.length, held.message]).toEqual([1, 'spam at'])
  expect((await messagesFor(recipient)).at(-1)).toEqual(['change', true])
})

test('a deleted item whose texts come late stays hidden, and waits for nobody', async () => {
  const gateway = await moderating({ words: ['spam'] })
  const { recipient } = gateway
  await pay(gateway, '1')
  const [{ historyItemId }] = await listed(recipient, {})
  await bench.call('deleteHistoryItem', { recipient, body: { historyItemId } })

  await pay(gateway, '1', { nickname: 'spam' })

  expect(await listed(recipient, { held: 'true' })).toEqual([])
})

test.each([
  ['waits for a decision', undefined, [[true], 1]],
  ['was hidden by one', false, [[true], 0]],
  ['was shown by one', true, [[false], 0]],
])(
  'an alert that %s does so again after its item is restored, regression: it was shown',
  async (_name, show, expected) => {
    const gateway = await moderating({ everything: true })
    const { recipient } = gateway
    await pay(gateway, '1')
    const [{ historyItemId }] = await listed(recipient, {})
    if (show !== undefined) await decide(recipient, historyItemId, show)
    const visibility = async () => [
      (await listed(recipient, {})).map(({ hidden }: { hidden: boolean }) => hidden),
      (await listed(recipient, { held: 'true' })).length,
    ]

    await bench.tell(gateway, 'disputed', { gatewayId: '1' })
    await bench.project()
    const withdrawn = await visibility()
    await bench.tell(gateway, 'dispute.won', { gatewayId: '1' })
    await bench.project()
    const reinstated = await visibility()
    await bench.call('deleteHistoryItem', { recipient, body: { historyItemId } })
    const deleted = await visibility()
    await bench.call('restoreHistoryItem', { recipient, body: { historyItemId } })

    expect([withdrawn, deleted]).toEqual(Array(2).fill([[true], 0]))
    expect([reinstated, await visibility()]).toEqual([expected, expected])
  },
)

test('texts that come while an item is deleted or in dispute hold its alert when it comes back', async () => {
  const gateway = await moderating({ words: ['spam'] })
  const { recipient } = gateway
  await pay(gateway, '1')
  await pay(gateway, '2')
  const [{ historyItemId }] = await listed(recipient, {})
  await bench.call('deleteHistoryItem', { recipient, body: { historyItemId } })
  await bench.tell(gateway, 'disputed', { gatewayId: '1' })
  await bench.project()

  for (const gatewayId of ['1', '2']) await pay(gateway, gatewayId, { nickname: 'spam' })
  await bench.tell(gateway, 'dispute.won', { gatewayId: '1' })
  await bench.project()
  await bench.call('restoreHistoryItem', { recipient, body: { historyItemId } })

  expect(await listed(recipient, { held: 'true' })).toHaveLength(2)
})

test('late texts of a test payment are not moderated, because nobody could decide', async () => {
  const gateway = await moderating({ everything: true })
  await pay(gateway, '1', { test: true })

  await pay(gateway, '1', { test: true, nickname: 'late' })

  expect(await messagesFor(gateway.recipient)).toEqual([
    ['alert', false, false],
    ['change', false],
  ])
})

test('tests and repetitions are not moderated, because their owner asked for them', async () => {
  const { recipient } = await moderating({ everything: true })
  const item = { system: 'Manual', event: 'payment', originId: 'x', timestamp: '2026-03-01T18:30:00Z' }
  const { body } = await bench.call('addHistoryItems', { recipient, body: { items: [item] } })

  await bench.call('testAlert', { recipient, body: {} })
  await bench.call('repeatAlert', { recipient, body: { historyItemId: body.added[0].id } })

  expect((await messagesFor(recipient)).map(([, isHidden]) => isHidden)).toEqual([false, false])
})

test('a history item without an alert, and one of another recipient, cannot be decided', async () => {
  const { recipient } = await moderating({})
  const item = { system: 'Manual', event: 'payment', originId: 'x', timestamp: '2026-03-01T18:30:00Z' }
  const { body } = await bench.call('addHistoryItems', { recipient, body: { items: [item] } })
  const [{ id }] = body.added

  const answers = [await decide(recipient, id, true), await decide(bench.someone(), id, true)]

  expect(answers.map(({ body: { code } }) => code)).toEqual(['alert_decided', 'not_found'])
})

test('an invalid moderation is refused at its place, and other members of the record are free', async () => {
  const recipient = bench.someone()
  const put = (value: object) => bench.call('putConfig', { recipient, body: { name: 'alerts', value } })

  const refused = await put({ moderation: { words: 'spam', links: 'maybe' } })
  const stored = await put({ moderation: { words: ['spam'] }, levels: [], mine: { free: true } })

  expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/value/moderation/links',
    '/value/moderation/words',
  ])
  expect(stored.status).toBe(200)
})

/** A donation that buys an action and links a video, held by its message. */
const heldPurchase = async () => {
  const gateway = await moderating({ words: ['spam'] })
  const { recipient } = gateway
  const price = { major: 1, minor: 0, currency: 'EUR' }
  const action = { name: 'wave', game: 'g', category: 'c', price, payload: {}, parameters: [], enabled: true }
  const saved = await bench.call('addActions', { recipient, body: { actions: [action] } })
  const [{ id: actionId }] = (await bench.call('listActions', { recipient })).body.content
  expect(saved.status).toBe(200)
  await pay(gateway, '1', {
    nickname: 'Eve',
    message: 'spam',
    actions: [{ id: 'a1', actionId, parameters: {} }],
    attachments: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  })
  const [item] = (await bench.call('listHistory', { recipient })).body.content
  return { gateway, recipient, item }
}

test('a held donation gives nothing to its outputs, and a decision lets each out once', async () => {
  const { recipient, item } = await heldPurchase()
  const before = [await messagesFor(recipient), await bench.itemsOf('videos', recipient)]

  const answers = [await decide(recipient, item.id, true), await decide(recipient, item.id, true)]

  const [after] = (await bench.call('listHistory', { recipient })).body.content
  expect(item.actions[0].undelivered).toBe('held')
  expect(before).toEqual([[['alert', true, false]], []])
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect([after.actions[0].undelivered, after.actions[0].completion.state]).toEqual([undefined, 'open'])
  expect((await messagesFor(recipient)).map(([type]) => type)).toEqual(['alert', 'alert', 'action'])
  expect(await bench.itemsOf('videos', recipient)).toHaveLength(1)
})

test('a refused donation gives nothing, however it is asked for, and says nothing of its donor', async () => {
  const { gateway, recipient, item } = await heldPurchase()
  const body = { historyItemId: item.id }
  const early = await bench.call('repeatAlert', { recipient, body })

  await decide(recipient, item.id, false)
  const late = await bench.call('repeatAlert', { recipient, body })
  await bench.tell(gateway, 'disputed', { gatewayId: '1' })
  await bench.project()
  await bench.tell(gateway, 'dispute.won', { gatewayId: '1' })
  await bench.project()
  await bench.call('deleteHistoryItem', { recipient, body })
  await bench.call('restoreHistoryItem', { recipient, body })

  expect([early, late].map(({ body: { code } }) => code)).toEqual(['alert_held', 'alert_held'])
  expect(await bench.itemsOf('videos', recipient)).toEqual([])
  expect(new Set((await messagesFor(recipient)).map(([type, isHidden]) => `${type} ${isHidden}`))).toEqual(
    new Set(['alert true', 'change true']),
  )
})

/** The texts and the donor's name in all that left for overlays and games. */
const namesIn = async (recipient: string) => {
  const tables = { deliveries: bench.aws.table('deliveries'), alerts: bench.aws.table('alerts') }
  const { messages } = await deliveryRepository(bench.aws.client, tables).page(recipient, 0, 20)
  return messages.map((message) => {
    const parsed = ServerMessage.parse(message)
    return parsed.type === 'action' ? parsed.action.nickname : parsed.type === 'alert' ? parsed.alert.nickname : ''
  })
}

const leadersOf = async (recipient: string) =>
  (await bench.call('listLeaders', { recipient, query: { currency: 'EUR' } })).body.content.map(
    ({ nickname }: { nickname: string }) => nickname,
  )

/** The bodies of the webhooks that were stored for a recipient, in the order of their types. */
const webhooksOf = async (recipient: string) =>
  (await bench.itemsOf('endpointMessages', recipient))
    .map(({ body }) => JSON.parse(String(body)))
    .toSorted((left, right) => (left.type < right.type ? -1 : 1))

/** Makes the donations of a recipient older, as if their holds had begun then. */
const holdSince = async (recipient: string, heldAt: string) => {
  for (const { id } of await bench.itemsOf('history', recipient))
    await bench.aws.client.send(
      new UpdateCommand({
        TableName: bench.aws.table('history'),
        Key: { recipientId: recipient, id },
        UpdateExpression: 'SET heldAt = :heldAt',
        ExpressionAttributeValues: { ':heldAt': heldAt },
      }),
    )
}

test.each([true, false])('endpoints learn that a donation is held, and its decision (shown: %s)', async (show) => {
  const gateway = await moderating({ words: ['spam'] })
  const { recipient } = gateway
  const types = ['payment.completed', 'alert.decided']
  await bench.call('setEndpoint', { recipient, body: { url: 'https://bot.example.com/', types } })
  const paymentId = await pay(gateway, '1', { message: 'spam' })
  await pay(gateway, '2', { message: 'fine' })
  const [{ historyItemId }] = await listed(recipient, { held: 'true' })

  await decide(recipient, historyItemId, show)

  const [decided, ...completed] = await webhooksOf(recipient)
  expect([decided.type, decided.data]).toEqual(['alert.decided', { historyItemId, paymentId, shown: show }])
  expect(completed.map(({ data }) => [data.message, data.held]).toSorted()).toEqual([
    ['fine', undefined],
    ['spam', true],
  ])
})

test('leaders do not name the donor of a held donation before a decision shows it', async () => {
  const gateway = await moderating({ words: ['spam'] })
  const { recipient } = gateway
  await pay(gateway, '1', { nickname: 'counted later', message: 'spam' })
  const later = await leadersOf(recipient)
  await pay(gateway, '2', { nickname: 'counted at once', message: 'spam' })
  await pay(gateway, '3', { nickname: 'late', message: undefined })
  await pay(gateway, '4', { nickname: 'refused', message: 'spam' })
  const held = await leadersOf(recipient)

  for (const { historyItemId, nickname } of await listed(recipient, { held: 'true' }))
    await decide(recipient, historyItemId, nickname !== 'refused')

  expect([later, held]).toEqual([[], ['late']])
  expect((await leadersOf(recipient)).toSorted()).toEqual(['counted at once', 'counted later', 'late'])
})

test('what nobody decides for 14 days is hidden for good, and says so', async () => {
  const gateway = await moderating({ everything: true })
  const { recipient } = gateway
  await pay(gateway, '1')
  const [{ historyItemId }] = await listed(recipient, {})
  const day = 24 * 60 * 60 * 1000
  const before = (days: number) => new Date(Date.now() - days * day).toISOString()
  await holdSince(recipient, before(14.01))

  const late = await decide(recipient, historyItemId, true)
  // An alert that comes back waits since the same instant: it is not listed again.
  for (const name of ['deleteHistoryItem', 'restoreHistoryItem'] as const)
    await bench.call(name, { recipient, body: { historyItemId } })
  const returned = await listed(recipient, { held: 'true' })
  await holdSince(recipient, before(13.99))

  expect([late.status, late.body.code, returned]).toEqual([409, 'alert_decided', []])
  expect((await decide(recipient, historyItemId, true)).status).toBe(200)
})

test('texts that come late to a donation that is held, or was refused, leave with nothing', async () => {
  const gateway = await moderating({ everything: true })
  const { recipient } = gateway
  for (const gatewayId of ['1', '2']) await pay(gateway, gatewayId)
  const [{ historyItemId }] = await listed(recipient, { held: 'true' })
  await decide(recipient, historyItemId, false)

  const attachments = ['https://www.youtube.com/watch?v=dQw4w9WgXcQ']
  for (const gatewayId of ['1', '2']) await pay(gateway, gatewayId, { nickname: 'late', message: 'x', attachments })

  expect([...new Set(await namesIn(recipient))]).toEqual([''])
  expect(await bench.itemsOf('videos', recipient)).toEqual([])
  expect(await leadersOf(recipient)).toEqual([])
  expect(await listed(recipient, { held: 'true' })).toHaveLength(1)
})

test.each([
  ['at once', { nickname: 'join evil.com' }, {}],
  ['late', {}, { nickname: 'join evil.com' }],
])('a nickname with a link that comes %s is shown nowhere', async (_name, early, late) => {
  const gateway = await moderating({})
  const { recipient } = gateway
  const price = { major: 1, minor: 0, currency: 'EUR' }
  const action = { name: 'wave', game: 'g', category: 'c', price, payload: {}, parameters: [], enabled: true }
  await bench.call('addActions', { recipient, body: { actions: [action] } })
  const [{ id: actionId }] = (await bench.call('listActions', { recipient })).body.content
  const bought = {
    actions: [{ id: 'a1', actionId, parameters: {} }],
    attachments: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  }
  await leadersOf(recipient)

  await pay(gateway, '1', Object.keys(late).length > 0 ? {} : { ...early, ...bought })
  if (Object.keys(late).length > 0) await pay(gateway, '1', { ...late, ...bought })

  const types = (await messagesFor(recipient)).map(([type]) => type)
  expect(types.includes('action')).toBe(true)
  expect([...new Set(await namesIn(recipient))]).toEqual([''])
  expect((await bench.itemsOf('videos', recipient)).map(({ owner }) => owner)).toEqual([''])
  expect(await leadersOf(recipient)).toEqual([])
})

test('a decision about an alert that an earlier version has held releases it once', async () => {
  const gateway = await moderating({ everything: true })
  const { recipient } = gateway
  await pay(gateway, '1')
  const [{ historyItemId }] = await listed(recipient, {})
  // The earlier version stores no hold with the item, and no place in the index.
  const removals = [
    ['history', { recipientId: recipient, id: historyItemId }],
    ['alerts', { recipientId: recipient, position: 1 }],
  ] as const
  for (const [table, Key] of removals)
    await bench.aws.client.send(
      new UpdateCommand({ TableName: bench.aws.table(table), Key, UpdateExpression: 'REMOVE heldAt' }),
    )

  const answers = [await decide(recipient, historyItemId, true), await decide(recipient, historyItemId, false)]

  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect(await messagesFor(recipient)).toEqual([
    ['alert', true, false],
    ['alert', false, false],
  ])
})

test('what an earlier version has shown lets out the rest by another decision', async () => {
  const { recipient, item } = await heldPurchase()
  // The earlier version changes the alert alone.
  await bench.aws.client.send(
    new UpdateCommand({
      TableName: bench.aws.table('alerts'),
      Key: { recipientId: recipient, position: 1 },
      UpdateExpression: 'SET #state = :state',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':state': 'visible' },
    }),
  )

  const { status } = await decide(recipient, item.id, true)

  expect([status, (await messagesFor(recipient)).map(([type]) => type)]).toEqual([200, ['alert', 'alert', 'action']])
  expect(await bench.itemsOf('videos', recipient)).toHaveLength(1)
})
