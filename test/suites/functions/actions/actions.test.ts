import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { actionRepository, type Kept, registrationOf } from '../../../../shared/areas/actions/actionRepository.ts'
import { applyOrThrow } from '../../../../shared/mechanisms/store/commit.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { anId, justNow } from '../../../support/expected.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { putMany } from '../../../support/manyItems.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const call = operationCaller()
let nextRecipient = 0
const someone = () => `recipient-${++nextRecipient}`

const aws = await sharedByTests(startLocalAws())

const price = { major: 5, minor: 0, currency: 'EUR' }
const action = { name: 'Creeper', category: 'mobs', game: 'minecraft', price, payload: { z: 1, a: [null, 1e21, 0.1] } }

const register = (recipient: string, ...actions: object[]) => call('addActions', { recipient, body: { actions } })
const listed = async (recipient: string, query = {}) => (await call('listActions', { recipient, query })).body.content

const counted = async (recipientId: string) => {
  const Key = { recipientId, collection: 'actions' }
  return (await aws.client.send(new GetCommand({ TableName: aws.table('quotas'), Key }))).Item
}

test('registered actions are answered and listed, payload unchanged', async () => {
  const recipient = someone()
  const parameters = [{ name: 'where', displayName: 'Where', type: 'string' }]

  const { status, body } = await register(recipient, { ...action, parameters }, { name: 'Rain', price })

  const first = { id: anId, ...action, enabled: true }
  const second = { id: anId, name: 'Rain', category: '', game: '', price, payload: {}, enabled: true }
  expect(status).toBe(200)
  expect(body).toEqual({ success: true, message: '', action: first, actions: [first, second] })
  expect(await listed(recipient, { sort: 'name,asc' })).toEqual([
    { ...first, parameters, registeredAt: justNow },
    { ...second, parameters: [], registeredAt: justNow },
  ])
})

test('actions of one call are listed in the order of the call, later calls first', async () => {
  const recipient = someone()
  const names = (prefix: string) => Array.from({ length: 90 }, (_, index) => `${prefix}${index}`)
  await register(recipient, ...names('a').map((name) => ({ name, price })))
  await register(recipient, { name: 'later', price })

  const page = await listed(recipient, { size: '91' })

  expect(page.map(({ name }: { name: string }) => name)).toEqual(['later', ...names('a')])
})

test('registering again updates in place and keeps the id', async () => {
  const recipient = someone()
  const { body: before } = await register(recipient, action)

  const changed = { price: { ...price, major: 7 }, payload: { b: 1 } }
  const parameters = [{ name: 'where', displayName: '', type: 'color' }]
  const { body: after } = await register(recipient, { ...action, ...changed, parameters })

  expect(after.action).toEqual({ ...before.action, ...changed })
  expect(await listed(recipient)).toEqual([{ ...after.action, parameters, registeredAt: justNow }])
})

test('registering a disabled action again leaves it disabled, regression: each start of a game enabled it', async () => {
  const recipient = someone()
  const { id } = (await register(recipient, action)).body.action
  const toggle = (by: string, enabled: boolean) => call('toggleAction', { recipient: by, body: { id, enabled } })

  const answers = [await toggle(recipient, false), await toggle(recipient, false), await toggle(someone(), true)]
  const alone = await register(recipient, action)
  const grown = await register(
    recipient,
    { ...action, name: 'Rain' },
    { ...action, payload: { text: 'x'.repeat(2000) } },
  )
  const stored = await listed(recipient)
  await toggle(recipient, true)

  expect(answers).toMatchObject([
    { status: 200, body: { id, enabled: false } },
    { status: 200, body: { id, enabled: false } },
    { status: 404 },
  ])
  expect(alone.body).toMatchObject({ action: { id, enabled: false }, actions: [{ id, enabled: false }] })
  expect(grown.body.actions).toMatchObject([{ enabled: true }, { id, enabled: false }])
  expect(stored.find((each: { id: string }) => each.id === id)).toMatchObject({ enabled: false })
  expect((await register(recipient, action)).body.action).toMatchObject({ id, enabled: true })
})

test('a deleted action is in no list; it is 404 for everybody else and the second time, and comes back with its id', async () => {
  const [recipient, other] = [someone(), someone()]
  const { body } = await register(recipient, action, { ...action, name: 'Rain' })
  const [{ id }, rain] = body.actions
  const remove = (by: string) => call('deleteAction', { recipient: by, body: { id } })

  const answers = [await remove(other), await remove(recipient), await remove(recipient)]

  expect(answers.map(({ status }) => status)).toEqual([404, 200, 404])
  expect(answers[0]?.body.errors).toMatchObject([{ in: 'body', pointer: '/id' }])
  expect(answers[1]?.body).toEqual({})
  expect(answers[2]?.body).toEqual(answers[0]?.body)
  expect(await listed(recipient)).toMatchObject([{ id: rain.id }])
  expect((await register(recipient, action)).body.action.id).toBe(id)
})

test('an action that grows again and again while it is deleted is deleted or there, and its bytes are counted or not', async () => {
  const recipient = someone()
  const { body } = await register(recipient, action)
  const grown = (size: number) => register(recipient, { ...action, payload: { text: 'x'.repeat(size) } })

  const answers = await Promise.all([
    ...[1000, 2000, 3000].map(grown),
    call('deleteAction', { recipient, body: { id: body.action.id } }),
    ...[4000, 5000].map(grown),
  ])
  for (const { id } of await listed(recipient)) await call('deleteAction', { recipient, body: { id } })

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(await counted(recipient)).toMatchObject({ used: 0, usedBytes: 0 })
})

test('the same name of another recipient, game or category is a different action', async () => {
  const [recipient, other] = [someone(), someone()]

  const { body } = await register(
    recipient,
    action,
    { ...action, game: '' },
    { ...action, category: 'minecraft', game: 'mobs' },
  )
  const { body: foreign } = await register(other, action)

  expect(new Set([...body.actions, ...foreign.actions].map(({ id }: { id: string }) => id)).size).toBe(4)
})

test('the list filters, sorts and pages', async () => {
  const recipient = someone()
  await register(recipient, ...['c', 'a', 'b'].map((name) => ({ ...action, name })), {
    ...action,
    name: 'd',
    game: 'other',
  })

  const first = await call('listActions', { recipient, query: { game: 'minecraft', sort: 'name,desc', size: '2' } })
  const cursor = new URLSearchParams(first.headers['link']?.match(/\?([^>]*)>/)?.[1]).get('cursor') ?? ''
  const second = await call('listActions', {
    recipient,
    query: { game: 'minecraft', sort: 'name,desc', size: '2', cursor },
  })

  const names = ({ body }: typeof first) => body.content.map(({ name }: { name: string }) => name)
  expect([names(first), names(second)]).toEqual([['c', 'b'], ['a']])
  expect(first.body).toMatchObject({
    totalSize: 3,
    totalPages: 2,
    pageable: { mode: 'OFFSET', orderBy: [{ property: 'name', direction: 'DESC' }] },
  })
  expect(second.body).toMatchObject({ totalSize: 3, pageNumber: 1, offset: 2, pageable: { mode: 'CURSOR_NEXT' } })
  expect(second.headers['link']).toBeUndefined()
})

test('the list is sorted by each of its properties, and filtered by game and category together', async () => {
  const recipient = someone()
  await register(recipient, { name: 'b', game: 'x', category: 'q', price })
  await register(recipient, { name: 'a', game: 'z', category: 'r', price })
  await register(recipient, { name: 'c', game: 'y', category: 'p', price })
  const names = async (query: object) => (await listed(recipient, query)).map(({ name }: { name: string }) => name)

  expect(await names({ sort: 'name,asc' })).toEqual(['a', 'b', 'c'])
  expect(await names({ sort: 'game,asc' })).toEqual(['b', 'c', 'a'])
  expect(await names({ sort: 'category,asc' })).toEqual(['c', 'b', 'a'])
  expect(await names({ sort: 'registeredAt,asc' })).toEqual(['b', 'a', 'c'])
  expect(await names({ category: 'q' })).toEqual(['b'])
  expect(await names({ game: 'x', category: 'r' })).toEqual([])
})

test('an action counts once, with the most bytes that it ever had', async () => {
  const recipient = someone()
  const sized = (size: number) => register(recipient, { ...action, payload: { text: 'x'.repeat(size) } })
  const counts = []

  for (const size of [1, 1, 1000, 1, 1000]) {
    await sized(size)
    const { used, usedBytes } = (await counted(recipient)) ?? {}
    counts.push([used, usedBytes])
  }

  expect(counts).toEqual([
    [1, 512],
    [1, 512],
    [1, 1536],
    [1, 1536],
    [1, 1536],
  ])
})

test.each([
  ['no action', { actions: [] }, '/actions'],
  ['the same action twice', { actions: [action, action] }, '/actions/1'],
  ['minor 100', { actions: [{ ...action, price: { ...price, minor: 100 } }] }, '/actions/0/price/minor'],
  [
    'JPY with minor',
    { actions: [{ ...action, price: { major: 5, minor: 1, currency: 'JPY' } }] },
    '/actions/0/price/minor',
  ],
  ['currency €', { actions: [{ ...action, price: { ...price, currency: '€' } }] }, '/actions/0/price/currency'],
  [
    'an exponent that contradicts the currency, regression: it was not looked at',
    { actions: [{ ...action, price: { ...price, exponent: 8 } }] },
    '/actions/0/price/exponent',
  ],
  ['1e21', { actions: [{ ...action, price: { ...price, major: 1e21 } }] }, '/actions/0/price/major'],
  ['a negative price', { actions: [{ ...action, price: { ...price, major: -1 } }] }, '/actions/0/price/major'],
  ['no price', { actions: [{ name: 'x' }] }, '/actions/0/price'],
  ['65 KiB of payload', { actions: [{ ...action, payload: { text: 'x'.repeat(65 * 1024) } }] }, '/actions/0/payload'],
  ['a payload that is an array', { actions: [{ ...action, payload: [] }] }, '/actions/0/payload'],
])('%s is 400 at its place', async (_name, body, pointer) => {
  const answer = await call('addActions', { body })

  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ in: 'body', pointer }] } })
})

test('KWD has three digits', async () => {
  expect(await register(someone(), { ...action, price: { major: 1, minor: 999, currency: 'KWD' } })).toMatchObject({
    status: 200,
  })
})

test('90 actions with an idempotency key fit one transaction', async () => {
  const recipient = someone()
  const body = { actions: Array.from({ length: 90 }, (_, index) => ({ name: `${index}`, price })) }

  const answer = await call('addActions', { recipient, body, headers: { 'idempotency-key': 'key' } })
  const again = await call('addActions', { recipient, body, headers: { 'idempotency-key': 'key' } })

  expect(answer.status).toBe(200)
  expect(again.body).toEqual(answer.body)
})

test('an answer too large for the store is 413 with an idempotency key', async () => {
  const recipient = someone()
  // Four characters each, and 21 in the answer.
  const numbers = Array.from({ length: 2900 }, () => '1e20').join(',')
  const actions = Array.from({ length: 17 }, (_, index) => ({
    name: `action-${index}`,
    price,
    payload: { a: ['numbers'] },
  }))
  const body = JSON.stringify({ actions }).replaceAll('"numbers"', numbers)

  const { status } = await call('addActions', { recipient, body, headers: { 'idempotency-key': 'key' } })

  expect(status).toBe(413)
  expect(await listed(recipient)).toEqual([])
})

test('a new action that 20 calls register at once is one action, and counts once', async () => {
  const recipient = someone()

  const answers = await Promise.all(Array.from({ length: 20 }, () => register(recipient, action)))

  expect(new Set(answers.map(({ status, body }) => `${status} ${body.action.id}`)).size).toBe(1)
  expect(await listed(recipient)).toHaveLength(1)
  expect(await counted(recipient)).toMatchObject({ used: 1, usedBytes: 512 })
})

test.each<[string, Kept | undefined]>([
  ['new', undefined],
  ['disabled', { reserved: 512, enabled: false }],
  ['of another reservation', { reserved: 100, enabled: true }],
  ['of a larger reservation', { reserved: 1024, enabled: false }],
])('a registration is refused over an action that was read as %s and is not', async (_name, seen) => {
  const recipient = someone()
  await register(recipient, action)
  const actions = actionRepository(aws.client, aws.table('actions'))
  const before = await listed(recipient)
  const registration = registrationOf(recipient, { ...action, parameters: [] }, 'now')

  const { write } = actions.creation(recipient, registration, seen)

  await expect(applyOrThrow(aws.client)([write])).rejects.toBeInstanceOf(Conflict)
  expect(await listed(recipient)).toEqual(before)
})

test('an action is not deleted with other reserved bytes than it was read with', async () => {
  const recipient = someone()
  const { body } = await register(recipient, action)
  const actions = actionRepository(aws.client, aws.table('actions'))

  await expect(applyOrThrow(aws.client)([actions.removal(recipient, body.action.id, 1024)])).rejects.toBeInstanceOf(
    Conflict,
  )
  expect(await listed(recipient)).toHaveLength(1)
})

test('an outcome that was stored without a time and a reason has the time of its history item, and no reason', async () => {
  const recipient = someone()
  const actions = JSON.stringify([{ actionId: 'a', parameters: {}, completion: { state: 'done' } }])
  const item = { recipientId: recipient, id: 'h', timestamp: '2026-03-01T18:29:00Z', deleted: false, actions }
  await putMany(aws.client, aws.table('history'), [item])

  const { body } = await call('completeAction', { recipient, body: { deliveryId: 'h.0', outcome: 'done' } })

  expect(body).toEqual({ deliveryId: 'h.0', outcome: 'done', completedAt: item.timestamp, reason: null })
})
