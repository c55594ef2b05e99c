import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { alertBasisReader } from '../../../../shared/areas/alerts/alertBasis.ts'
import { historyRepository } from '../../../../shared/areas/history/historyRepository.ts'
import { softDeletion } from '../../../../shared/areas/history/softDeletion.ts'
import { leaderRepository } from '../../../../shared/areas/leaders/leaderRepository.ts'
import { totalsRepository } from '../../../../shared/areas/totals/totalsRepository.ts'
import type { Commit } from '../../../../shared/contract/handle.ts'
import type { Write } from '../../../../shared/contract/write.ts'
import { applyOrThrow } from '../../../../shared/mechanisms/store/commit.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const call = operationCaller()
let nextRecipient = 0
const someone = () => `recipient-${++nextRecipient}`

const aws = await sharedByTests(startLocalAws())

const donation = (originId: string, more: object = {}) => ({
  system: 'DonationAlerts',
  event: 'payment',
  originId,
  timestamp: '2026-03-01T18:30:00Z',
  ...more,
})

const add = async (recipient: string, ...items: object[]) =>
  (await call('addHistoryItems', { recipient, body: { items } })).body
const listOf = async (recipient: string, query: Record<string, string> = {}) =>
  (await call('listHistory', { recipient, query })).body
const alertsOf = async (recipient: string) => (await call('listAlerts', { recipient })).body
const idsOf = (page: { content: { originId: string }[] }) => page.content.map(({ originId }) => originId)

test('an item is listed with all that is known of it', async () => {
  const recipient = someone()
  const item = {
    system: 'Ko-fi',
    event: 'payment',
    originId: 'k-1',
    timestamp: '2026-03-01T21:30:00.123456789+03:00',
    nickname: 'bob',
    message: 'Hi, "there"',
    amount: { major: 10, minor: 5, currency: 'EUR' },
    actions: [{ actionId: 'a-1', name: 'spawn', parameters: { z: 1, a: [1e120, null, { deep: true }] } }],
    levelName: 'gold',
    count: 3,
  }

  const answer = await add(recipient, item)

  const [reference] = answer.added
  expect(answer).toEqual({ added: [{ id: reference.id, system: 'Ko-fi', originId: 'k-1' }], skipped: [] })
  const page = await listOf(recipient)
  expect(page).toMatchObject({ totalSize: 1, numberOfElements: 1 })
  expect(page.content).toEqual([
    {
      ...item,
      id: reference.id,
      recipientId: recipient,
      refunded: null,
      timestamp: '2026-03-01T18:30:00.123456789Z',
      attachments: [],
      goals: [],
      deleted: false,
      test: false,
      metadata: {},
    },
  ])
  expect(Object.keys(page.content[0].actions[0].parameters)).toEqual(['z', 'a'])
})

test('an item comes into the history once; a deleted one is left as it is', async () => {
  const recipient = someone()
  const first = await add(recipient, donation('a', { nickname: 'first' }), donation('b'))
  await call('deleteHistoryItem', { recipient, body: { historyItemId: first.added[1].id } })

  const again = await add(
    recipient,
    donation('a', { nickname: 'second' }),
    donation('b'),
    donation('c'),
    donation('c', { nickname: 'twice' }),
  )

  expect(again.added.map(({ originId }: { originId: string }) => originId)).toEqual(['c'])
  expect(again.skipped).toEqual(first.added)
  const page = await listOf(recipient)
  expect(page.totalSize).toBe(2)
  expect(page.content.find(({ originId }: { originId: string }) => originId === 'a').nickname).toBe('first')
  expect(page.content.find(({ originId }: { originId: string }) => originId === 'c').nickname).toBeNull()
})

test('the same originId of another system or recipient is another item', async () => {
  const [recipient, other] = [someone(), someone()]

  const own = await add(recipient, donation('a'), donation('a', { system: 'Twitch' }))
  const foreign = await add(other, donation('a'))

  expect(new Set([...own.added, ...foreign.added].map(({ id }) => id)).size).toBe(3)
})

test('the items of a full transaction leave room for the record of a long answer and its rate', async () => {
  const items = Array.from({ length: 50 }, (_, index) =>
    donation(`${index}-${'x'.repeat(60)}`, { triggerAlert: index < 48 }),
  )
  const keyed = { recipient: someone(), body: { items }, headers: { 'idempotency-key': 'fifty' } }

  expect((await call('addHistoryItems', keyed)).body.added).toHaveLength(50)
})

test('90 items with alerts are added, in several transactions', async () => {
  const recipient = someone()
  const items = Array.from({ length: 90 }, (_, index) =>
    donation(`n-${index}`, { nickname: `n-${index}`, triggerAlert: true }),
  )

  const answer = await call('addHistoryItems', {
    recipient,
    body: { items },
    headers: { 'idempotency-key': 'ninety' },
  })
  const repeated = await call('addHistoryItems', {
    recipient,
    body: { items },
    headers: { 'idempotency-key': 'ninety' },
  })

  expect(answer.body.added).toHaveLength(90)
  expect(repeated.body).toEqual(answer.body)
  expect(repeated.headers['idempotent-replayed']).toBe('true')
  expect((await listOf(recipient)).totalSize).toBe(90)
  const alerts = (await call('listAlerts', { recipient, query: { size: '100', sort: 'createdAt,asc' } })).body
  expect(alerts.totalSize).toBe(90)
  expect(alerts.content.map(({ nickname }: { nickname: string }) => nickname)).toEqual(
    items.map(({ originId }) => originId),
  )
})

test('the same items from 20 calls at once are added once', async () => {
  const recipient = someone()
  const items = ['a', 'b', 'c'].map((originId) => donation(originId, { triggerAlert: true }))

  const answers = await Promise.all(Array.from({ length: 20 }, () => add(recipient, ...items)))

  expect(answers.flatMap(({ added }) => added)).toHaveLength(3)
  expect((await listOf(recipient)).totalSize).toBe(3)
  expect((await alertsOf(recipient)).totalSize).toBe(3)
})

test.each([
  ['no timestamp', { items: [{ ...donation('a'), timestamp: undefined }] }, '/items/0/timestamp'],
  ['30 February', { items: [donation('a', { timestamp: '2026-02-30T00:00:00Z' })] }, '/items/0/timestamp'],
  [
    'minor beyond the currency',
    { items: [donation('a', { amount: { major: 1, minor: 1, currency: 'JPY' } })] },
    '/items/0/amount/minor',
  ],
  [
    '65 KiB of parameters',
    { items: [donation('a', { actions: [{ actionId: 'a', parameters: { x: 'x'.repeat(65 * 1024) } }] })] },
    '/items/0/actions/0/parameters',
  ],
  ['no items', {}, '/items'],
])('an item with %s is 400 at its place', async (_name, body, pointer) => {
  const answer = await call('addHistoryItems', { body })

  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ in: 'body', pointer }] } })
})

test('a deleted item leaves list and total, and its alert is hidden; restoring undoes that', async () => {
  const recipient = someone()
  const { added } = await add(recipient, donation('a', { triggerAlert: true }), donation('b'))
  const body = { historyItemId: added[0].id }

  const deletion = await call('deleteHistoryItem', { recipient, body })

  expect(deletion).toMatchObject({ status: 200, body: {} })
  expect(await listOf(recipient)).toMatchObject({ totalSize: 1, content: [{ originId: 'b' }] })
  expect(await alertsOf(recipient)).toMatchObject({ totalSize: 1, content: [{ hidden: true }] })
  const restoration = await call('restoreHistoryItem', { recipient, body })
  expect(restoration).toMatchObject({ status: 200, body: {} })
  expect((await listOf(recipient)).totalSize).toBe(2)
  expect(await alertsOf(recipient)).toMatchObject({ totalSize: 1, content: [{ hidden: false }] })
})

test('an item without an alert is deleted and restored too, and each can be repeated', async () => {
  const recipient = someone()
  const { added } = await add(recipient, donation('a'))
  const body = { historyItemId: added[0].id }

  for (const [id, total] of [
    ['deleteHistoryItem', 0],
    ['deleteHistoryItem', 0],
    ['restoreHistoryItem', 1],
    ['restoreHistoryItem', 1],
    ['deleteHistoryItem', 0],
  ] as const) {
    expect(await call(id, { recipient, body })).toMatchObject({ status: 200, body: {} })
    expect((await listOf(recipient)).totalSize).toBe(total)
  }
})

test('a test item can be deleted, and no total changes', async () => {
  const recipient = someone()
  await add(recipient, donation('a'))
  const { historyItemId } = (await call('testAlert', { recipient, body: {} })).body

  const answers = [
    await call('deleteHistoryItem', { recipient, body: { historyItemId } }),
    await call('deleteHistoryItem', { recipient, body: { historyItemId } }),
    await call('restoreHistoryItem', { recipient, body: { historyItemId } }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await listOf(recipient)).toMatchObject({ totalSize: 1, content: [{ originId: 'a' }] })
})

test('deletions and restorations at once leave a total that equals the list', async () => {
  const recipient = someone()
  const { added } = await add(recipient, ...['a', 'b', 'c'].map((id) => donation(id, { triggerAlert: id === 'a' })))
  const ids: string[] = added.map(({ id }: { id: string }) => id)

  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      call(index % 2 === 0 ? 'deleteHistoryItem' : 'restoreHistoryItem', {
        recipient,
        body: { historyItemId: ids[index % 3] },
      }),
    ),
  )

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const page = await listOf(recipient)
  expect(page.totalSize).toBe(page.content.length)
  expect((await listOf(recipient, { systems: 'DonationAlerts' })).totalSize).toBe(page.totalSize)
  const [alert] = (await alertsOf(recipient)).content
  expect(alert.hidden).toBe(!idsOf(page).includes('a'))
})

test.each([
  ['deleted', true],
  ['restored', false],
])('an alert that arrives between two attempts at its item is as its item when that is %s', async (_name, deleted) => {
  const recipient = someone()
  const [{ id }] = (await add(recipient, donation('late'))).added
  if (!deleted) await call('deleteHistoryItem', { recipient, body: { historyItemId: id } })
  const tables = {
    history: aws.table('history'),
    alerts: aws.table('alerts'),
    deliveries: aws.table('deliveries'),
    recipients: aws.table('recipients'),
  }
  const stored = historyRepository(aws.client, tables.history)
  let attempts = 0
  const find: typeof stored.find = async (...given) => {
    const item = await stored.find(...given)
    if (++attempts === 1) await call('repeatAlert', { recipient, body: { historyItemId: id } })
    return item
  }
  const commit = async <Answer>(writes: readonly Write[], answer: Answer) => {
    await applyOrThrow(aws.client)(writes)
    return answer
  }
  const setDeleted = softDeletion({
    items: { find },
    totals: totalsRepository(aws.client, tables.recipients),
    leaders: leaderRepository(aws.client, aws.table('leaders')),
    tables,
  })

  await setDeleted(recipient, id, deleted, commit)

  expect(attempts).toBe(2)
  expect((await listOf(recipient)).totalSize).toBe(deleted ? 0 : 1)
  expect((await alertsOf(recipient)).content).toMatchObject([{ historyItemId: id, hidden: deleted }])
})

test('items that a call has added in a part are answered as added, also where its last part is repeated', async () => {
  const { handle } = await import('../../../../functions/history/addHistoryItems.ts')
  const recipientId = someone()
  const [recipients, configs, history] = [aws.table('recipients'), aws.table('configs'), aws.table('history')]
  const tables = { history, recipients, alerts: aws.table('alerts'), deliveries: aws.table('deliveries') }
  const basis = alertBasisReader(aws.client, { recipients, configs, history })
  const leaders = leaderRepository(aws.client, aws.table('leaders'))
  const apply = applyOrThrow(aws.client)
  const addAll = handle(basis, leaders, { spend: async () => undefined }, apply, tables)
  const items = Array.from({ length: 60 }, (_, index) => donation(`${index}`, { triggerAlert: true, deleted: false }))
  const commit = vi.fn(async (_writes: readonly Write[], answer) => answer).mockRejectedValueOnce(new Conflict())

  const { added, skipped } = await addAll({ recipientId, body: { items } } as never, commit as Commit)

  expect(commit).toHaveBeenCalledTimes(2)
  expect([added.length, skipped]).toEqual([60, []])
})

test('deleted items are listed separately, newest first, filtered and by page, until they are restored', async () => {
  const recipient = someone()
  const items = [1, 2, 3, 4].map((day) => donation(`${day}`, { timestamp: `2026-03-0${day}T18:30:00Z` }))
  const { added } = await add(recipient, ...items)
  const [, second] = added
  for (const { id } of added.slice(0, 3)) await call('deleteHistoryItem', { recipient, body: { historyItemId: id } })

  const first = await call('listHistory', { recipient, query: { deleted: 'true', size: '2' } })
  const next = /<\?([^>]*)>/.exec(first.headers['link'] ?? '')?.[1]
  const rest = await listOf(recipient, Object.fromEntries(new URLSearchParams(next)))
  const filtered = await listOf(recipient, { deleted: 'true', before: '2026-03-02T18:30:00Z' })
  await call('restoreHistoryItem', { recipient, body: { historyItemId: second.id } })

  expect([first.body.totalSize, idsOf(first.body), idsOf(rest), idsOf(filtered)]).toEqual([3, ['3', '2'], ['1'], ['1']])
  expect(idsOf(await listOf(recipient, { deleted: 'true' }))).toEqual(['3', '1'])
  expect(await listOf(recipient, { deleted: 'false' })).toMatchObject({ totalSize: 2 })
  expect(idsOf(await listOf(recipient))).toEqual(['4', '2'])
})

test('a deleted item is still read by its id, and a test is', async () => {
  const recipient = someone()
  const { added } = await add(recipient, donation('1'))
  await call('deleteHistoryItem', { recipient, body: { historyItemId: added[0].id } })
  const shown = await call('testAlert', { recipient, body: {} })
  const read = (historyItemId: string, reader = recipient) =>
    call('getHistoryItem', { recipient: reader, params: { historyItemId } })

  expect((await read(added[0].id)).body).toMatchObject({ originId: '1', deleted: true, test: false })
  expect((await read(shown.body.historyItemId)).body).toMatchObject({ deleted: false, test: true })
  expect(await read(added[0].id, someone())).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

const rich = donation('rich', {
  nickname: 'bob',
  message: 'Great stream!',
  amount: { major: 1, minor: 5, currency: 'DOGE', exponent: 8 },
  attachments: ['https://youtu.be/dQw4w9WgXcQ'],
  goals: ['a new chair'],
  actions: [{ id: '1', actionId: 'a', parameters: { colour: 'red' }, undelivered: 'unknown_action' }],
  levelName: 'gold',
  count: 3,
})
/** As if this were another deployment. */
const forget = async (recipientId: string, items: readonly { readonly id: string }[]) => {
  const keys = [
    { TableName: aws.table('recipients'), Key: { recipientId } },
    ...items.map(({ id }) => ({ TableName: aws.table('history'), Key: { recipientId, id } })),
  ]
  for (const key of keys) await aws.client.send(new DeleteCommand(key))
}
const told = ({ id: _, recipientId: __, ...item }: Record<string, unknown>) => item

test.each(['false', 'true'])(
  'the answer of a list can be imported, and gives the same list elsewhere (deleted: %s)',
  async (deleted) => {
    const [here, another] = [someone(), someone()]
    const { added } = await add(here, rich, donation('bare', { timestamp: '2026-03-02T18:30:00Z' }))
    if (deleted === 'true')
      for (const { id } of added) await call('deleteHistoryItem', { recipient: here, body: { historyItemId: id } })
    const listed = await listOf(here, { deleted })

    const refused = await call('addHistoryItems', { recipient: another, body: { items: listed.content } })
    await add(another, ...listed.content.map(told))
    await forget(here, added)
    await add(here, ...listed.content)

    expect(refused).toMatchObject({ status: 403 })
    expect(listed.content[1]).toMatchObject(rich)
    expect(await listOf(here, { deleted })).toEqual(listed)
    const copy = await listOf(another, { deleted })
    expect([copy.totalSize, copy.content.map(told)]).toEqual([2, listed.content.map(told)])
    expect((await listOf(another)).totalSize).toBe(deleted === 'true' ? 0 : 2)
  },
)

test('an item that is imported as deleted is shown to nobody', async () => {
  const recipient = someone()

  await add(recipient, donation('1', { deleted: true, triggerAlert: true }))

  expect(await alertsOf(recipient)).toMatchObject({ totalSize: 0, content: [] })
})

const second = (index: number) => `2026-03-01T00:00:${String(index).padStart(2, '0')}Z`
const filled = async () => {
  const recipient = someone()
  const items = Array.from({ length: 25 }, (_, index) =>
    donation(`i-${index}`, {
      timestamp: second(index),
      system: index % 2 === 0 ? 'Twitch' : 'Kick',
      event: index % 5 === 0 ? 'raid' : 'follow',
    }),
  )
  await add(recipient, ...items)
  return recipient
}
const names = (...indexes: number[]) => indexes.map((index) => `i-${index}`)

test('items are listed newest first, page by page, by offset and by cursor', async () => {
  const recipient = await filled()

  const pages = [
    await listOf(recipient, { size: '10' }),
    await listOf(recipient, { size: '10', page: '1' }),
    await listOf(recipient, { size: '10', page: '2' }),
  ]
  const beyond = await listOf(recipient, { size: '10', page: '3' })

  expect(pages.flatMap(idsOf)).toEqual(names(...Array.from({ length: 25 }, (_, index) => 24 - index)))
  expect(pages[2]).toMatchObject({ totalSize: 25, totalPages: 3, numberOfElements: 5, pageNumber: 2, offset: 20 })
  expect(beyond).toMatchObject({ content: [], empty: true, totalSize: 25 })
  const first = await call('listHistory', { recipient, query: { size: '10' } })
  const cursor = new URLSearchParams(/\?([^>]*)>/.exec(first.headers['link'] ?? '')?.[1]).get('cursor') ?? ''
  const next = await listOf(recipient, { size: '10', cursor })
  expect(next.content).toEqual(pages[1].content)
  expect(next.pageable.mode).toBe('CURSOR_NEXT')
})

test('items are listed oldest first on request', async () => {
  const recipient = await filled()

  const page = await listOf(recipient, { size: '3', page: '1', sort: 'timestamp,asc' })

  expect(idsOf(page)).toEqual(names(3, 4, 5))
})

test('systems and events are ANDed; after is inclusive, before exclusive; the total is exact', async () => {
  const recipient = await filled()

  const page = await listOf(recipient, {
    systems: 'Twitch,Nobody',
    events: 'raid',
    after: second(10),
    before: second(20),
  })
  const period = await listOf(recipient, { after: second(10), before: second(20), size: '3', page: '1' })

  expect(idsOf(page)).toEqual(names(10))
  expect(page.totalSize).toBe(1)
  expect(idsOf(period)).toEqual(names(16, 15, 14))
  expect(period.totalSize).toBe(10)
})

test('a filtered list continues after its cursor', async () => {
  const recipient = await filled()
  const query = { systems: 'Twitch', size: '5' }

  const first = await call('listHistory', { recipient, query })
  const search = new URLSearchParams(/\?([^>]*)>/.exec(first.headers['link'] ?? '')?.[1])
  const next = await listOf(recipient, Object.fromEntries(search))

  expect(idsOf(next)).toEqual(names(14, 12, 10, 8, 6))
  expect(next).toMatchObject({ totalSize: 13, offset: 5 })
})

test('a period that ends where it starts is 400', async () => {
  const query = { after: '2026-03-01T00:00:00Z', before: '2026-03-01T03:00:00+03:00' }

  expect(await call('listHistory', { query })).toMatchObject({
    body: { errors: [{ in: 'query', pointer: '/before' }] },
  })
})

test('a cursor of another recipient or query, or a changed one, is 400', async () => {
  const recipient = await filled()
  const first = await call('listHistory', { recipient, query: { size: '10' } })
  const cursor = new URLSearchParams(/\?([^>]*)>/.exec(first.headers['link'] ?? '')?.[1]).get('cursor') ?? ''

  const answers = [
    await call('listHistory', { recipient: someone(), query: { size: '10', cursor } }),
    await call('listHistory', { recipient, query: { size: '10', cursor, systems: 'Kick' } }),
    await call('listHistory', { recipient, query: { size: '10', cursor: `A${cursor.slice(1)}` } }),
    await call('listHistory', { recipient, query: { size: '10', page: '0', cursor } }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
})

test('the actions of an item together are as long as one free-form object at most', async () => {
  const actions = (count: number, length: number) =>
    Array.from({ length: count }, () => ({ actionId: 'action', parameters: { text: 'x'.repeat(length) } }))
  const tryWith = (given: object[]) =>
    call('addHistoryItems', { recipient: someone(), body: { items: [donation('1', { actions: given })] } })

  const [fits, tooLong] = [await tryWith(actions(4, 16_000)), await tryWith(actions(4, 17_000))]

  expect(fits.status).toBe(200)
  expect(tooLong).toMatchObject({ status: 400, body: { errors: [{ pointer: '/items/0/actions' }] } })
})

test('a filter by ODA lists the items of all own gateways once, and none of a system that a bridge named', async () => {
  const recipient = someone()
  const systems = ['Stripe', 'YooKassa', 'Ko-fi', 'Manual', 'ODA', 'DonatePay', 'Kick']
  await add(recipient, ...systems.map((system) => donation(system, { system })))
  const own = ['Ko-fi', 'Manual', 'ODA', 'Stripe', 'YooKassa']
  const originsOf = async (query: Record<string, string>) => idsOf(await listOf(recipient, query)).toSorted()

  expect(await originsOf({ systems: 'ODA' })).toEqual(own)
  expect(await originsOf({ systems: 'Stripe,ODA,Kick' })).toEqual(['Kick', ...own])
  expect(await originsOf({ systems: 'Stripe' })).toEqual(['Stripe'])
  expect(await listOf(recipient, { systems: 'ODA', size: '2' })).toMatchObject({
    totalSize: 5,
    content: [{ system: expect.not.stringMatching('Kick') }, {}],
  })
})

test('a list of own gateways goes on after its cursor', async () => {
  const recipient = someone()
  await add(recipient, ...['Stripe', 'Manual', 'Kick', 'ODA'].map((system) => donation(system, { system })))
  const query = { systems: 'ODA', size: '2' }
  const first = await call('listHistory', { recipient, query })
  const cursor = new URLSearchParams(String(first.headers['link']).match(/\?([^>]+)>/)?.[1]).get('cursor') ?? ''

  const next = await listOf(recipient, { ...query, cursor })

  expect([...idsOf(first.body), ...idsOf(next)].toSorted()).toEqual(['Manual', 'ODA', 'Stripe'])
})
