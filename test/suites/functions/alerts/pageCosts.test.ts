import { expect, test } from 'vitest'
import { startLocalAws } from '../../../support/localAws.ts'
import { putMany } from '../../../support/manyItems.ts'
import { nextParameters } from '../../../support/nextQuery.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { recordStoreCalls, roundTrips } from '../../../support/storeCalls.ts'

const count = 5000
const recipient = 'alice'

const call = operationCaller()

const idOf = (position: number) => `00000000-0000-8000-8000-${String(position).padStart(12, '0')}`
const alertAt = (position: number) => ({
  recipientId: recipient,
  id: idOf(position),
  position,
  historyItemId: `history-${position}`,
  system: position % 2 === 0 ? 'Kick' : 'Twitch',
  event: 'payment',
  createdAt: new Date(Date.parse('2026-01-01T00:00:00Z') + position * 1000).toISOString(),
  hidden: false,
  nickname: `viewer ${String(position).padStart(5, '0')}`,
  message: 'x'.repeat(400),
  amount: { major: 12, minor: 34, currency: 'EUR' },
  media: { url: '' },
  levelName: '',
  count: 1,
})

const aws = await sharedByTests(startLocalAws())
const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
const calls = recordStoreCalls(documentClient)
await putMany(
  aws.client,
  aws.table('alerts'),
  Array.from({ length: count }, (_, index) => alertAt(index + 1)),
)
await putMany(aws.client, aws.table('recipients'), [{ recipientId: recipient, alerts: count }])
await call('listAlerts', { recipient })

/** A page with its cost. */
const costOf = async (query: Record<string, string>) => {
  calls.length = 0
  const { body, headers } = await call('listAlerts', { recipient, query })
  const units = calls.reduce((sum, each) => sum + each.units, 0)
  return { page: body, link: headers['link'], units, calls: calls.length, trips: roundTrips(calls) }
}

test('any page costs the same, newest or oldest first', async () => {
  const first = await costOf({ page: '0' })
  const middle = await costOf({ page: '100' })
  const last = await costOf({ page: '249' })
  const oldest = await costOf({ page: '200', sort: 'createdAt,asc' })

  expect(first).toMatchObject({ calls: 2, trips: 1 })
  expect(oldest).toMatchObject({ calls: 2, trips: 1, units: first.units })
  expect(middle).toMatchObject({ calls: 2, units: first.units })
  expect(last).toMatchObject({ calls: 2, units: first.units })
  expect(first.page.content[0].id).toBe(idOf(count))
  expect(middle.page.content[0].id).toBe(idOf(count - 2000))
  expect(last.page.content.at(-1).id).toBe(idOf(1))
  expect(first.page).toMatchObject({ totalSize: count, totalPages: 250 })
})

test('the page of a cursor takes one round trip, wherever it is', async () => {
  const { link } = await costOf({ page: '200' })
  const next = await costOf(nextParameters(link))

  expect(next).toMatchObject({ calls: 2, trips: 1 })
  expect(next.page.content[0].id).toBe(idOf(count - 201 * 20))
})

test('a filter counts among the newest thousand alerts, and tells if there are more, regression: it read all', async () => {
  const { page, units } = await costOf({ system: 'Kick' })

  expect(page).toMatchObject({ totalSize: 500, totalIsExact: false, numberOfElements: 20 })
  expect(units).toBeLessThan(200)
  expect((await costOf({ system: 'Kick', page: '25' })).page).toMatchObject({
    status: 400,
    errors: [{ in: 'query', pointer: '/page' }],
  })
})

test('cursors lead through all alerts that pass a filter, and a page is empty only after 3,000 were read', async () => {
  const pages: number[] = []
  const seen: string[] = []
  let query: Record<string, string> | undefined = { nickname: 'viewer 00007', size: '2' }
  while (query !== undefined) {
    const { page, link, units } = await costOf(query)
    seen.push(...page.content.map(({ id }: { id: string }) => id))
    pages.push(page.numberOfElements)
    expect(units).toBeLessThan(800)
    query = link === undefined ? undefined : nextParameters(link)
  }

  expect(seen).toEqual([idOf(7)])
  // A thousand were left after the second page, and none beyond them.
  expect(pages).toEqual([0, 1, 0])
})

test('any page of a period has an exact total and costs a search, not the period', async () => {
  const period = { after: alertAt(1000).createdAt, before: alertAt(4000).createdAt }

  const first = await costOf(period)
  const last = await costOf({ ...period, page: '149' })
  const oldest = await costOf({ ...period, page: '149', sort: 'createdAt,asc' })
  const next = await costOf(nextParameters((await costOf({ ...period, page: '3' })).link))
  const part = { ...period, page: '42', size: '70' }
  const incomplete = [await costOf(part), await costOf({ ...part, sort: 'createdAt,asc' })]

  expect(first.page).toMatchObject({ totalSize: 3000, totalIsExact: true })
  expect(first.page.content[0].id).toBe(idOf(3999))
  expect(last.page.content.at(-1).id).toBe(idOf(1000))
  expect(last.link).toBeUndefined()
  expect(oldest.page.content.at(-1).id).toBe(idOf(3999))
  expect(next.page.content[0].id).toBe(idOf(3919))
  expect(incomplete.map(({ page }) => page.numberOfElements)).toEqual([60, 60])
  expect(last.units).toBe(first.units)
  expect(first.units).toBeLessThan(110)
  expect(first.trips).toBeLessThanOrEqual(6)
})

test('a period without alerts is empty', async () => {
  const { page } = await costOf({ after: '2027-01-01T00:00:00Z', hidden: 'false' })

  expect(page).toMatchObject({ content: [], totalSize: 0, totalIsExact: true })
})

test('an order that would read all alerts is ignored for any page, regression: it was refused beyond a thousand', async () => {
  const [first] = (await costOf({ size: '1' })).page.content
  const { page, units } = await costOf({ sort: 'nickname,asc', size: '1' })

  expect(page).toMatchObject({
    content: [first],
    pageable: { orderBy: [{ property: 'createdAt', ascending: false }] },
  })
  expect(units).toBeLessThan(5)
})

test('repeating an alert takes two round trips', async () => {
  const body = {
    items: [{ system: 'a', event: 'b', originId: 'c', timestamp: '2026-01-01T00:00:00Z', triggerAlert: true }],
  }
  const added = await call('addHistoryItems', { recipient: 'bob', body })
  calls.length = 0

  await call('repeatAlert', { recipient: 'bob', body: { historyItemId: added.body.added[0].id } })

  expect(calls.map(({ action }) => action)).toEqual(['BatchGetItem', 'TransactWriteItems'])
})

test.each([
  ['that was shown takes three round trips', true, ['GetItem', 'GetItem', 'TransactWriteItems']],
  ['that was never shown takes two, and writes nothing for overlays', false, ['GetItem', 'TransactWriteItems']],
])('deleting an item %s', async (originId, triggerAlert, trips) => {
  const body = { items: [{ system: 'a', event: 'b', originId, timestamp: '2026-01-01T00:00:00Z', triggerAlert }] }
  const added = await call('addHistoryItems', { recipient: 'bob', body })
  calls.length = 0

  await call('deleteHistoryItem', { recipient: 'bob', body: { historyItemId: added.body.added[0].id } })

  expect(calls.map(({ action }) => action)).toEqual(trips)
})
