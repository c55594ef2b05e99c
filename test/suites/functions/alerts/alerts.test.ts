import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { type AlertItem, alertFromItem } from '../../../../shared/areas/alerts/alert.ts'
import { alertChange, alertCreation } from '../../../../shared/areas/alerts/alertRepository.ts'
import { alertSequence } from '../../../../shared/areas/alerts/sequences.ts'
import { applyOrThrow } from '../../../../shared/mechanisms/store/commit.ts'
import { anId, justNow } from '../../../support/expected.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

/** Longer than an invocation is, because the writers of one counter wait for each other, and a busy machine keeps all of them waiting. */
const invocationMs = 100_000
const call = operationCaller(invocationMs)
let nextRecipient = 0
const someone = () => `recipient-${++nextRecipient}`

const aws = await sharedByTests(startLocalAws())

const donation = (originId: string, more: object = {}) => ({
  system: 'DonationAlerts',
  event: 'payment',
  originId,
  timestamp: '2026-03-01T18:30:00Z',
  nickname: originId,
  ...more,
})
const add = async (recipient: string, ...items: object[]): Promise<string[]> =>
  (await call('addHistoryItems', { recipient, body: { items } })).body.added.map(({ id }: { id: string }) => id)
const listOf = async (recipient: string, query: Record<string, string> = {}) =>
  (await call('listAlerts', { recipient, query })).body
const nicknamesOf = (page: { content: { nickname: string }[] }) => page.content.map(({ nickname }) => nickname)
const itemsOf = async (table: 'alerts' | 'deliveries', recipient: string) => {
  const { Items = [] } = await aws.client.send(
    new QueryCommand({
      TableName: aws.table(table),
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipient },
    }),
  )
  return Items
}
const cursorOf = (link = '') => new URLSearchParams(/\?([^>]*)>/.exec(link)?.[1]).get('cursor') ?? ''

test('an alert shows the fields of its item, with the level that the amount reaches', async () => {
  const recipient = someone()
  const attachments = ['https://example.com/first.png', 'https://example.com/second.png']
  const from = (major: number, currency = 'EUR') => ({ major, minor: 0, currency })
  const levels = [
    { name: 'gold', from: from(10) },
    { name: 'bronze', from: from(1) },
    { name: 'yen', from: from(1, 'JPY') },
    'no level',
  ]
  await call('putConfig', { recipient, body: { name: 'alerts', value: { levels } } })

  const [rich] = await add(
    recipient,
    donation('rich', { amount: { major: 12, minor: 34, currency: 'EUR' }, message: 'Hi', triggerAlert: true }),
    donation('poor', { amount: { major: 0, minor: 99, currency: 'EUR' }, triggerAlert: true }),
    donation('named', { amount: from(5), levelName: 'own', count: 3, attachments, triggerAlert: true }),
    donation('silent'),
  )

  const page = await listOf(recipient)
  expect(
    page.content.map((alert: { nickname: string; levelName: string }) => [alert.nickname, alert.levelName]),
  ).toEqual([
    ['named', 'own'],
    ['poor', ''],
    ['rich', 'gold'],
  ])
  expect(page.content[2]).toEqual({
    id: anId,
    recipientId: recipient,
    historyItemId: rich,
    system: 'DonationAlerts',
    event: 'payment',
    createdAt: justNow,
    hidden: false,
    nickname: 'rich',
    message: 'Hi',
    amount: { major: 12, minor: 34, currency: 'EUR' },
    media: { url: '' },
    levelName: 'gold',
    count: 1,
  })
  expect(page.content[0]).toMatchObject({ count: 3, media: { url: 'https://example.com/first.png' } })
  expect(await itemsOf('deliveries', recipient)).toEqual([])
})

test('an imported item keeps the level of its alert, regression: the history had none', async () => {
  const recipient = someone()
  const levels = [{ name: 'gold', from: { major: 10, minor: 0, currency: 'EUR' } }]
  await call('putConfig', { recipient, body: { name: 'alerts', value: { levels } } })
  const amount = { major: 50, minor: 0, currency: 'EUR' }
  const [, late] = await add(
    recipient,
    donation('shown', { amount, triggerAlert: true }),
    donation('late', { amount }),
    donation('silent', { amount }),
  )

  await call('repeatAlert', { recipient, body: { historyItemId: late } })

  const { content } = (await call('listHistory', { recipient })).body
  const levelsOf = (list: { nickname: string; levelName: string | null }[]) =>
    Object.fromEntries(list.map(({ nickname, levelName }) => [nickname, levelName]))
  expect(levelsOf(content)).toEqual({ shown: 'gold', late: 'gold', silent: null })
  expect(levelsOf((await listOf(recipient)).content)).toEqual({ shown: 'gold', late: 'gold' })
})

test('50 alerts at once get the positions 1 to 50 in order of time, regression: a busy machine ended their invocations', async () => {
  const recipient = someone()
  // Fifty invocations share this process: none of them ends while a busy machine makes it wait for the others.
  const patient = operationCaller(600_000)

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      patient('addHistoryItems', { recipient, body: { items: [donation(`n-${index}`, { triggerAlert: true })] } }),
    ),
  )

  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))

  const alerts = (await itemsOf('alerts', recipient)).toSorted((left, right) => left['position'] - right['position'])
  expect(alerts.map(({ position }) => position)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  const times = alerts.map(({ createdAt }) => createdAt)
  expect(times.toSorted()).toEqual(times)
  expect(alerts.map(({ after }) => after)).toEqual(alerts.map(({ position }) => alertSequence(position - 1)))
  expect((await listOf(recipient)).totalSize).toBe(50)
  expect((await call('listHistory', { recipient })).body.totalSize).toBe(50)
})

test('an alert never takes the place of another, and a change creates none', async () => {
  const recipientId = someone()
  const alert = { recipientId, position: 1, id: 'first' } as unknown as AlertItem
  const apply = applyOrThrow(aws.client)
  const table = aws.table('alerts')
  await apply([alertCreation(table, alert)])

  await expect(apply([alertCreation(table, { ...alert, id: 'second' })])).rejects.toMatchObject({ name: 'Conflict' })
  await expect(apply([alertChange(table, recipientId, 2, { message: 'new' }, new Date())])).rejects.toThrow()

  expect(await itemsOf('alerts', recipientId)).toEqual([alert])
})

test('an alert is delivered again with force', async () => {
  const recipient = someone()
  const [historyItemId] = await add(recipient, donation('a', { triggerAlert: true }))

  const answers = [
    await call('repeatAlert', { recipient, body: { historyItemId } }),
    await call('repeatAlert', { recipient, body: { historyItemId } }),
  ]

  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, {}],
    [200, {}],
  ])
  expect(await itemsOf('deliveries', recipient)).toMatchObject([
    { position: 1, force: true, test: false, sequence: alertSequence(1) + 1, after: alertSequence(1) },
    { position: 1, force: true, test: false, sequence: alertSequence(1) + 2, after: alertSequence(1) + 1 },
  ])
})

test('the alert of a deleted item is delivered and stays hidden', async () => {
  const recipient = someone()
  const [historyItemId] = await add(recipient, donation('a', { triggerAlert: true }))
  await call('deleteHistoryItem', { recipient, body: { historyItemId } })

  const answer = await call('repeatAlert', { recipient, body: { historyItemId } })

  expect(answer.status).toBe(200)
  expect(await itemsOf('deliveries', recipient)).toMatchObject([{ kind: 'change' }, { kind: 'alert' }])
  expect((await listOf(recipient)).content[0].hidden).toBe(true)
})

test('an item that never had an alert gets exactly one, however many ask at once', async () => {
  const recipient = someone()
  const [historyItemId] = await add(recipient, donation('a', { message: 'late' }))

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call('repeatAlert', { recipient, body: { historyItemId } })),
  )

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await listOf(recipient)).toMatchObject({ totalSize: 1, content: [{ nickname: 'a', message: 'late' }] })
  expect(await itemsOf('alerts', recipient)).toMatchObject([{ position: 1, force: true }])
  expect(await itemsOf('deliveries', recipient)).toHaveLength(19)
})

test('a deleted item without an alert gets a hidden one', async () => {
  const recipient = someone()
  const [historyItemId] = await add(recipient, donation('a'))
  await call('deleteHistoryItem', { recipient, body: { historyItemId } })

  await call('repeatAlert', { recipient, body: { historyItemId } })

  expect(await listOf(recipient)).toMatchObject({ totalSize: 1, content: [{ hidden: true }] })
  await call('restoreHistoryItem', { recipient, body: { historyItemId } })
  expect(await listOf(recipient)).toMatchObject({ totalSize: 1, content: [{ hidden: false }] })
})

test('a test alert is delivered, and is in no list or total', async () => {
  const recipient = someone()
  await add(recipient, donation('real', { triggerAlert: true }))

  const answer = await call('testAlert', {
    recipient,
    body: { nickname: 'bob', amount: { major: 1, minor: 5, currency: 'EUR' }, attachments: ['https://e.com/a.gif'] },
  })

  expect(answer.body.alert).toMatchObject({ nickname: 'bob', media: { url: 'https://e.com/a.gif' }, count: 1 })
  expect(await listOf(recipient)).toMatchObject({ totalSize: 1, numberOfElements: 1 })
  expect(await listOf(recipient, { nickname: 'bob' })).toMatchObject({ totalSize: 0 })
  expect((await call('listHistory', { recipient })).body).toMatchObject({ totalSize: 1, numberOfElements: 1 })
  const [delivery] = await itemsOf('deliveries', recipient)
  expect(delivery).toMatchObject({ test: true, force: false, after: alertSequence(1) })
  expect(alertFromItem(delivery?.['alert'])).toEqual(answer.body.alert)
  expect(await itemsOf('alerts', recipient)).toHaveLength(1)
})

test('a test has any event of any system, regression: follows and raids could not be tested', async () => {
  const recipient = someone()

  const { body } = await call('testAlert', { recipient, body: { event: 'raid', system: 'Twitch', count: 42 } })

  expect(body.alert).toMatchObject({ event: 'raid', system: 'Twitch', count: 42 })
  const [delivery] = await itemsOf('deliveries', recipient)
  expect(alertFromItem(delivery?.['alert'])).toEqual(body.alert)
})

test('every field of a test is optional, and a test can be repeated', async () => {
  const recipient = someone()

  const answer = await call('testAlert', { recipient, body: {} })
  const repeat = await call('repeatAlert', { recipient, body: { historyItemId: answer.body.historyItemId } })

  expect(answer).toMatchObject({
    status: 200,
    body: { alert: { event: 'payment', system: 'Manual', nickname: '', amount: null, levelName: '' } },
  })
  expect(repeat.status).toBe(200)
  expect(await itemsOf('deliveries', recipient)).toMatchObject([
    { test: true, force: false },
    { test: true, force: true, alert: { historyItemId: answer.body.historyItemId } },
  ])
  expect(await itemsOf('alerts', recipient)).toEqual([])
})

test('20 tests at once follow each other, and each is delivered', async () => {
  const recipient = someone()

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => call('testAlert', { recipient, body: { nickname: `n-${index}` } })),
  )

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const delivered = await itemsOf('deliveries', recipient)
  expect(delivered.map(({ sequence, after }) => [sequence, after])).toEqual(
    Array.from({ length: 20 }, (_, index) => [index + 1, index]),
  )
  expect(new Set(delivered.map(({ alert }) => alert.nickname)).size).toBe(20)
})

test('a test with an amount that does not exist is 400', async () => {
  const answer = await call('testAlert', { body: { amount: { major: 1, minor: 100, currency: 'EUR' } } })

  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/amount/minor' }] } })
})

const filled = async () => {
  const recipient = someone()
  await add(
    recipient,
    ...Array.from({ length: 25 }, (_, index) =>
      donation(`n-${String(index).padStart(2, '0')}`, {
        system: index % 2 === 0 ? 'Twitch' : 'Kick',
        levelName: index % 5 === 0 ? 'gold' : 'bronze',
        triggerAlert: true,
      }),
    ),
  )
  return recipient
}
const names = (...indexes: number[]) => indexes.map((index) => `n-${String(index).padStart(2, '0')}`)
const down = (first: number, last: number) =>
  names(...Array.from({ length: first - last + 1 }, (_, index) => first - index))

test('alerts are listed newest first, page by page, by offset and by cursor', async () => {
  const recipient = await filled()

  const pages = [
    await listOf(recipient, { size: '10' }),
    await listOf(recipient, { size: '10', page: '1' }),
    await listOf(recipient, { size: '10', page: '2' }),
    await listOf(recipient, { size: '10', page: '3' }),
  ]
  const first = await call('listAlerts', { recipient, query: { size: '10' } })
  const second = await call('listAlerts', {
    recipient,
    query: { size: '10', cursor: cursorOf(first.headers['link']) },
  })
  const third = await call('listAlerts', {
    recipient,
    query: { size: '10', cursor: cursorOf(second.headers['link']) },
  })

  expect(pages.map(nicknamesOf)).toEqual([down(24, 15), down(14, 5), down(4, 0), []])
  expect(pages[2]).toMatchObject({ totalSize: 25, totalPages: 3, numberOfElements: 5, offset: 20 })
  expect(second.body.content).toEqual(pages[1].content)
  expect(third.body.content).toEqual(pages[2].content)
  expect(third.headers['link']).toBeUndefined()
})

test('a cursor continues after its page, whatever is added', async () => {
  const recipient = await filled()
  const first = await call('listAlerts', { recipient, query: { size: '10' } })

  await add(recipient, donation('new', { triggerAlert: true }))
  const next = await listOf(recipient, { size: '10', cursor: cursorOf(first.headers['link']) })

  expect(nicknamesOf(next)).toEqual(down(14, 5))
})

test('alerts are listed oldest first on request, by offset and by cursor', async () => {
  const recipient = await filled()
  const query = { size: '10', sort: 'createdAt,asc' }

  const second = await call('listAlerts', { recipient, query: { ...query, page: '1' } })
  const third = await listOf(recipient, { ...query, cursor: cursorOf(second.headers['link']) })

  expect(nicknamesOf(second.body)).toEqual(down(19, 10).toReversed())
  expect(nicknamesOf(third)).toEqual(down(24, 20).toReversed())
})

test('filters of alerts match whole values, are ANDed, and have an exact total and either order', async () => {
  const recipient = await filled()

  expect(nicknamesOf(await listOf(recipient, { nickname: 'n-07' }))).toEqual(names(7))
  expect(await listOf(recipient, { nickname: 'n' })).toMatchObject({ totalSize: 0, empty: true })
  expect(nicknamesOf(await listOf(recipient, { system: 'Twitch', levelName: 'gold' }))).toEqual(names(20, 10, 0))
  expect(nicknamesOf(await listOf(recipient, { levelName: 'gold', system: 'Twitch', sort: 'createdAt,asc' }))).toEqual(
    names(0, 10, 20),
  )
  expect(await listOf(recipient, { levelName: 'bronze', size: '3', page: '2' })).toMatchObject({
    totalSize: 20,
    content: names(17, 16, 14).map((nickname) => ({ nickname })),
  })
})

test('hidden alerts and the others are listed apart', async () => {
  const recipient = someone()
  const [first] = await add(recipient, donation('a', { triggerAlert: true }), donation('b', { triggerAlert: true }))
  await call('deleteHistoryItem', { recipient, body: { historyItemId: first } })

  expect(nicknamesOf(await listOf(recipient, { hidden: 'true' }))).toEqual(['a'])
  expect(nicknamesOf(await listOf(recipient, { hidden: 'false' }))).toEqual(['b'])
  expect(nicknamesOf(await listOf(recipient))).toEqual(['b', 'a'])
  expect(await call('listAlerts', { recipient, query: { hidden: 'yes' } })).toMatchObject({ status: 400 })
})

test('a filter within a period counts the alerts that pass both', async () => {
  const recipient = someone()
  for (const nickname of ['a', 'b', 'c']) {
    const [id] = await add(recipient, donation(nickname, { triggerAlert: true }))
    if (nickname !== 'c') await call('deleteHistoryItem', { recipient, body: { historyItemId: id } })
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const [, { createdAt }] = (await listOf(recipient)).content

  const within = await listOf(recipient, { after: createdAt, hidden: 'true' })

  expect([nicknamesOf(within), within.totalSize]).toEqual([['b'], 1])
})

test('a period of alerts begins at `after` and ends before `before`', async () => {
  const recipient = someone()
  await add(recipient, donation('a', { triggerAlert: true }))
  const { createdAt } = (await listOf(recipient)).content[0]
  const later = new Date(Date.parse(createdAt) + 1).toISOString()

  expect((await listOf(recipient, { after: createdAt, before: later })).totalSize).toBe(1)
  expect((await listOf(recipient, { after: later })).totalSize).toBe(0)
  expect((await listOf(recipient, { before: createdAt })).totalSize).toBe(0)
  expect(await call('listAlerts', { query: { after: later, before: createdAt } })).toMatchObject({ status: 400 })
})

test('alerts are sorted by the time where another order is requested, and the answer names the order', async () => {
  const recipient = await filled()

  const page = await listOf(recipient, { sort: 'levelName,desc,createdAt,asc', size: '3' })

  expect(nicknamesOf(page)).toEqual(names(0, 1, 2))
  expect(page.pageable.orderBy).toEqual([
    { property: 'createdAt', direction: 'ASC', ascending: true, ignoreCase: false },
  ])
})

test('alerts are filtered by ODA too: those of all own gateways', async () => {
  const recipient = someone()
  const items = ['Stripe', 'Manual', 'Kick'].map((system) => ({
    system,
    event: 'payment',
    originId: system,
    timestamp: '2026-03-01T18:30:00Z',
    nickname: system,
    triggerAlert: true,
  }))
  await call('addHistoryItems', { recipient, body: { items } })

  const { body } = await call('listAlerts', { recipient, query: { system: 'ODA' } })

  expect(body.content.map(({ nickname }: { nickname: string }) => nickname).toSorted()).toEqual(['Manual', 'Stripe'])
})
