import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { putMany } from '../../../support/manyItems.ts'
import { nextParameters } from '../../../support/nextQuery.ts'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { recordStoreCalls } from '../../../support/storeCalls.ts'

const bench = await sharedByTests(openPaymentsBench())
const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
const calls = recordStoreCalls(documentClient)
const day = 24 * 60 * 60 * 1000

/** A recipient whose donations are all held, with a gateway. */
const holding = async () => {
  const recipient = bench.someone()
  const value = { moderation: { everything: true } }
  await bench.call('putConfig', { recipient, body: { name: 'alerts', value } })
  return bench.manual(recipient)
}

const give = async (gateway: Awaited<ReturnType<typeof holding>>, gatewayId: string) => {
  await bench.tell(gateway, 'completed', { gatewayId, nickname: gatewayId })
  await bench.project()
}

const listed = async (recipient: string, query: Record<string, string> = {}) =>
  (await bench.call('listAlerts', { recipient, query: { held: 'true', ...query } })).body

const namesOf = async (recipient: string, query?: Record<string, string>): Promise<readonly string[]> =>
  (await listed(recipient, query)).content.map(({ nickname }: { nickname: string }) => nickname)

const numberOf = async (recipient: string): Promise<number | null> =>
  (await bench.call('getShow', { recipient })).body.held

const unitsOf = async (ask: () => Promise<unknown>) => {
  calls.length = 0
  await ask()
  return calls.reduce((sum, { units }) => sum + units, 0)
}

/** Alerts as a version without the index has stored them: its totals know nothing of the index either. */
const byEarlierVersion = async (recipient: string, states: readonly string[], ageMs = 0) => {
  const alerts = states.map((state, index) => ({
    recipientId: recipient,
    id: `alert-${index}`,
    position: index + 1,
    after: index * 1_048_576,
    historyItemId: `item-${index}`,
    system: 'Manual',
    event: 'payment',
    createdAt: new Date(Date.now() - ageMs + index).toISOString(),
    state,
    nickname: `early ${index}`,
    message: 'x'.repeat(220),
    amount: null,
    media: { url: '' },
    levelName: '',
    count: 1,
  }))
  await putMany(bench.aws.client, bench.aws.table('alerts'), alerts)
  const lastDelivery = states.length * 1_048_576
  const newestAlertAt = alerts.at(-1)?.createdAt
  const totals = { recipientId: recipient, alerts: states.length, newestAlertAt, lastDelivery }
  await putMany(bench.aws.client, bench.aws.table('recipients'), [totals])
}

test('the state of the show has the number of held alerts, which a decision lowers', async () => {
  const gateway = await holding()
  const { recipient } = gateway
  const before = await numberOf(recipient)
  for (const name of ['a', 'b']) await give(gateway, name)
  const both = await numberOf(recipient)
  const [{ historyItemId }] = (await listed(recipient)).content

  await bench.call('decideAlert', { recipient, body: { historyItemId, show: true } })

  expect([before, both, await numberOf(recipient)]).toEqual([0, 2, 1])
})

test('the state of the show says that a moderation which an import has stored cannot be read', async () => {
  const recipient = bench.someone()
  const isReadable = async () => (await bench.call('getShow', { recipient })).body.moderationIsReadable
  const put = (value: object) => bench.call('putConfig', { recipient, body: { name: 'alerts', value } })
  const [none, good] = [await isReadable(), (await put({ moderation: { words: ['spam'] } })) && (await isReadable())]
  await bench.aws.client.send(
    new UpdateCommand({
      TableName: bench.aws.table('configs'),
      Key: { recipientId: recipient, name: 'alerts' },
      UpdateExpression: 'SET #value = :value',
      ExpressionAttributeNames: { '#value': 'value' },
      ExpressionAttributeValues: { ':value': JSON.stringify({ moderation: { words: 'spam' } }) },
    }),
  )

  expect([none, good, await isReadable()]).toEqual([true, true, false])
})

test('the panel’s question after each change costs the same with 1,200 kept alerts as with none', async () => {
  const [none, many] = [bench.someone(), bench.someone()]
  await byEarlierVersion(many, Array(1200).fill('visible'), 20 * day)
  await listed(many)
  const askFor = (recipient: string) => unitsOf(() => bench.call('getShow', { recipient }))

  const units = [await askFor(none), await askFor(many)]

  expect(units[0]).toBeLessThanOrEqual(3)
  expect(units[1]).toBe(units[0])
  expect(await numberOf(many)).toBe(0)
  // The list itself reads no alert either.
  expect(await unitsOf(() => listed(many))).toBeLessThanOrEqual(2)
})

test('alerts that an earlier version holds are found by the first list, and known from then on', async () => {
  const recipient = bench.someone()
  await byEarlierVersion(recipient, ['visible', 'held', 'hidden', 'held'])
  const unknown = await numberOf(recipient)

  const first = await namesOf(recipient)

  expect([unknown, first, await numberOf(recipient)]).toEqual([null, ['early 3', 'early 1'], 2])
  expect(await namesOf(recipient, { sort: 'createdAt,asc' })).toEqual(['early 1', 'early 3'])
})

test('a list of many alerts of an earlier version is searched in parts, until all are found', async () => {
  const recipient = bench.someone()
  const states = Array.from({ length: 1500 }, (_, index) => (index === 1400 ? 'held' : 'visible'))
  await byEarlierVersion(recipient, states)

  const first = await listed(recipient)
  const between = await numberOf(recipient)
  const second = await listed(recipient)

  expect([first.content.length, first.totalIsExact, between]).toEqual([0, false, null])
  expect([second.content.length, second.totalIsExact, await numberOf(recipient)]).toEqual([1, true, 1])
})

test('what an earlier version holds after an update was taken back is found once more', async () => {
  const gateway = await holding()
  const { recipient } = gateway
  await give(gateway, 'a')
  expect(await namesOf(recipient)).toEqual(['a'])
  // The earlier version knows neither the place in the index nor the count of sequences.
  const alert = { TableName: bench.aws.table('alerts'), Key: { recipientId: recipient, position: 1 } }
  const totals = { TableName: bench.aws.table('recipients'), Key: { recipientId: recipient } }
  await bench.aws.client.send(new UpdateCommand({ ...alert, UpdateExpression: 'REMOVE heldAt' }))
  await bench.aws.client.send(
    new UpdateCommand({
      ...totals,
      UpdateExpression: 'SET lastDelivery = lastDelivery + :one',
      ExpressionAttributeValues: { ':one': 1 },
    }),
  )
  const unknown = await numberOf(recipient)

  expect([unknown, await namesOf(recipient), await numberOf(recipient)]).toEqual([null, ['a'], 1])
  await give(gateway, 'b')
  expect([await namesOf(recipient), await numberOf(recipient)]).toEqual([['b', 'a'], 2])
})

test('an alert that was decided by an earlier version leaves the index when the list finds it', async () => {
  const gateway = await holding()
  const { recipient } = gateway
  for (const name of ['a', 'b']) await give(gateway, name)
  await bench.aws.client.send(
    new UpdateCommand({
      TableName: bench.aws.table('alerts'),
      Key: { recipientId: recipient, position: 1 },
      UpdateExpression: 'SET #state = :state',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':state': 'visible' },
    }),
  )
  const before = await numberOf(recipient)

  const names = await namesOf(recipient)

  expect([before, names, await numberOf(recipient)]).toEqual([2, ['b'], 1])
})

test('a deleted alert waits for nobody, and does so again once it is restored', async () => {
  const gateway = await holding()
  const { recipient } = gateway
  await give(gateway, 'a')
  const [{ historyItemId }] = (await listed(recipient)).content

  await bench.call('deleteHistoryItem', { recipient, body: { historyItemId } })
  const deleted = [await numberOf(recipient), await namesOf(recipient)]
  await bench.call('restoreHistoryItem', { recipient, body: { historyItemId } })

  expect(deleted).toEqual([0, []])
  expect([await namesOf(recipient), await numberOf(recipient)]).toEqual([['a'], 1])
})

test('a restored alert that was shown is counted until the list is read', async () => {
  const gateway = await holding()
  const { recipient } = gateway
  await give(gateway, 'a')
  const [{ historyItemId }] = (await listed(recipient)).content
  await bench.call('decideAlert', { recipient, body: { historyItemId, show: true } })
  await bench.call('deleteHistoryItem', { recipient, body: { historyItemId } })
  await bench.call('restoreHistoryItem', { recipient, body: { historyItemId } })
  const before = await numberOf(recipient)

  expect([before, await namesOf(recipient), await numberOf(recipient)]).toEqual([1, [], 0])
})

test('alerts that nobody decides for 14 days are listed no more', async () => {
  const recipient = bench.someone()
  await byEarlierVersion(recipient, ['held'], 15 * day)

  expect([await namesOf(recipient), await numberOf(recipient)]).toEqual([[], 0])
})

test('pages and filters of held alerts: links lead through all, and other filters choose among them', async () => {
  const gateway = await holding()
  const { recipient } = gateway
  for (const name of ['a', 'b', 'c']) await give(gateway, name)

  const first = await bench.call('listAlerts', { recipient, query: { held: 'true', size: '2' } })
  const second = await bench.call('listAlerts', { recipient, query: nextParameters(first.headers['link'] ?? '') })

  const names = [first, second].map(({ body }) => body.content.map(({ nickname }: { nickname: string }) => nickname))
  expect(names).toEqual([['c', 'b'], ['a']])
  expect(first.body).toMatchObject({ totalSize: 3, totalIsExact: true })
  expect(second.headers['link']).toBeUndefined()
  expect(await namesOf(recipient, { nickname: 'b' })).toEqual(['b'])
  expect(await namesOf(recipient, { hidden: 'false' })).toEqual([])
  expect(await namesOf(recipient, { page: '1', size: '2' })).toEqual(['a'])
  expect(await namesOf(recipient, { after: new Date(Date.now() - 60_000).toISOString() })).toEqual(['c', 'b', 'a'])
  expect(await namesOf(recipient, { before: new Date(Date.now() - 60_000).toISOString() })).toEqual([])
})
