import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { configRepository } from '../../../../shared/areas/config/configRepository.ts'
import { deliveryRepository } from '../../../../shared/areas/realtime/deliveryRepository.ts'
import { ServerMessage } from '../../../../shared/areas/realtime/serverMessages.ts'
import type { Write } from '../../../../shared/contract/write.ts'
import { applyOrThrow } from '../../../../shared/mechanisms/store/commit.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { anId } from '../../../support/expected.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { putMany } from '../../../support/manyItems.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const call = operationCaller()
let nextRecipient = 0
const someone = () => `recipient-${++nextRecipient}`

const aws = await sharedByTests(startLocalAws())

const put = (recipient: string, body: object, headers = {}) => call('putConfig', { recipient, body, headers })
const stored = async (recipient: string, query = {}) => (await call('listConfigs', { recipient, query })).body.content

test('a record is created with its defaults, then replaced; the tag changes with it', async () => {
  const recipient = someone()

  const created = await put(recipient, { name: 'theme' })
  const replaced = await put(recipient, {
    name: 'theme',
    ownerId: recipient,
    url: 'https://e.com/x',
    value: { b: 1, a: [1e21] },
  })

  expect(created.body).toEqual({
    id: anId,
    name: 'theme',
    ownerId: recipient,
    url: '',
    value: {},
    actions: [],
    revision: anId,
  })
  const revision = replaced.headers['etag']?.slice(1, -1)
  expect(replaced.body).toEqual({ ...created.body, revision, url: 'https://e.com/x', value: { b: 1, a: [1e21] } })
  expect(created.headers['etag']).toMatch(/^"[^"]+"$/)
  expect(replaced.headers['etag']).not.toBe(created.headers['etag'])
  expect(await stored(recipient)).toEqual([replaced.body])
})

test('records come by name, or sorted by each of their properties', async () => {
  const recipient = someone()
  for (const [name, path] of ['bz', 'cx', 'ay'].map((each) => [...each]))
    await put(recipient, { name, url: `https://e.com/${path}` })
  const names = async (query?: object) => (await stored(recipient, query)).map(({ name }: { name: string }) => name)

  expect(await names()).toEqual(['a', 'b', 'c'])
  expect(await names({ sort: 'name,desc' })).toEqual(['c', 'b', 'a'])
  expect(await names({ sort: 'url,asc' })).toEqual(['c', 'a', 'b'])
})

/** The looks that a recipient's overlays get, in their order. */
const looksOf = async (recipient: string) => {
  const tables = { deliveries: aws.table('deliveries'), alerts: aws.table('alerts') }
  const { messages } = await deliveryRepository(aws.client, tables).page(recipient, 0, 100)
  return messages.flatMap((message) => {
    const parsed = ServerMessage.parse(message)
    return parsed.type === 'look' ? [parsed.look] : []
  })
}

test('overlays get each look that is saved, without free members, and the usual one when its record is gone', async () => {
  const recipient = someone()

  await put(recipient, { name: 'theme', value: { theme: 'neon' } })
  await put(recipient, { name: 'overlay', value: { theme: 'neon', mine: true } })
  await Promise.all(['#111111', '#222222'].map((accent) => put(recipient, { name: 'overlay', value: { accent } })))
  const last = (await stored(recipient, { name: 'overlay' }))[0]
  const saved = await looksOf(recipient)
  await put(recipient, { id: last.id, name: 'side', value: last.value })
  await put(recipient, { id: last.id, name: 'overlay', value: last.value })
  await call('deleteConfig', { recipient, body: { id: last.id } })

  expect(saved[0]).toEqual({ theme: 'neon' })
  expect(saved).toHaveLength(3)
  expect(saved.at(-1)).toEqual(last.value)
  expect((await looksOf(recipient)).slice(3)).toEqual([{}, last.value, {}])
})

test('the overlay record is checked as a look, with errors at their places; other records may hold anything', async () => {
  const recipient = someone()
  const levels = [{ name: 'gold', image: 'http://cdn.example.com/coin.png' }]
  const wrong = { theme: 'unknown', accent: 'red', size: 3, levels, speech: { rate: 'fast' } }
  const right = { theme: 'neon', accent: '#19c37d', size: 1.2, speech: {}, mine: true }

  const refused = await put(recipient, { name: 'overlay', value: wrong })

  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  const errors: readonly { pointer: string; code: string; maximum?: number }[] = refused.body.errors
  expect(Object.fromEntries(errors.map(({ pointer, code, maximum }) => [pointer, [code, maximum]]))).toEqual({
    '/value/accent': ['format', undefined],
    '/value/levels/0/image': ['format', undefined],
    '/value/size': ['too_large', 2],
    '/value/speech/rate': ['type', undefined],
    '/value/theme': ['not_allowed', undefined],
  })
  expect((await put(recipient, { name: 'overlay', value: right })).body.value).toEqual(right)
  expect(await put(recipient, { name: 'other', value: wrong })).toMatchObject({ status: 200 })
})

test('If-Match: the current tag passes, a stale one is 412 and changes nothing', async () => {
  const recipient = someone()
  const first = await put(recipient, { name: 'theme' })
  const second = await put(recipient, { name: 'theme', url: 'https://e.com/2' }, { 'if-match': first.headers['etag'] })

  const stale = await put(recipient, { name: 'theme', url: 'https://e.com/3' }, { 'if-match': first.headers['etag'] })

  expect(second.status).toBe(200)
  expect(stale).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
  expect(await stored(recipient)).toEqual([second.body])
  expect(await put(recipient, { name: 'theme' }, { 'if-match': `W/${second.headers['etag']}` })).toMatchObject({
    status: 412,
  })
  expect(await put(recipient, { name: 'theme' }, { 'if-match': `"other", ${second.headers['etag']}` })).toMatchObject({
    status: 200,
  })
})

test('If-Match: * asks for a record, whichever', async () => {
  const recipient = someone()

  expect(await put(recipient, { name: 'new' }, { 'if-match': '*' })).toMatchObject({ status: 412 })
  await put(recipient, { name: 'new' })
  expect(await put(recipient, { name: 'new' }, { 'if-match': '*' })).toMatchObject({ status: 200 })
})

test('an owned id renames its record; the old name is free again', async () => {
  const recipient = someone()
  const { body: record } = await put(recipient, { name: 'old' })

  const renamed = await put(recipient, { id: record.id, name: 'new', url: 'https://e.com/x' })
  const again = await put(recipient, { name: 'new', url: 'https://e.com/y' })
  const tooEarly = await put(recipient, { name: 'old' }, { 'if-match': '*' })
  const other = await put(recipient, { name: 'old' })

  expect(renamed.body).toEqual({ ...record, name: 'new', url: 'https://e.com/x', revision: anId })
  expect(again.body.id).toBe(record.id)
  expect(tooEarly.status).toBe(412)
  expect(other.body.id).not.toBe(record.id)
  expect(await put(recipient, { name: 'old' }, { 'if-match': '"x"' })).toMatchObject({ status: 412 })
  expect((await put(recipient, { name: 'old', url: 'https://e.com/z' })).body.id).toBe(other.body.id)
  expect(await stored(recipient)).toMatchObject([
    { id: record.id, name: 'new', url: 'https://e.com/y' },
    { id: other.body.id, name: 'old', url: 'https://e.com/z' },
  ])
})

test('a name that was left is in no list, and its record is found by the new one', async () => {
  const recipient = someone()
  const { body: record } = await put(recipient, { name: 'old' })
  const { body: other } = await put(recipient, { name: 'other' })

  const { body: renamed } = await put(recipient, { id: record.id, name: 'new' })

  expect(renamed).toEqual({ ...record, name: 'new', revision: anId })
  expect(await stored(recipient)).toEqual([renamed, other])
  expect(await stored(recipient, { name: 'new' })).toEqual([renamed])
  expect(await stored(recipient, { name: 'old' })).toEqual([])
})

test('If-Match holds for a new name too, and for a record that has got its name from a rename', async () => {
  const recipient = someone()
  const created = await put(recipient, { name: 'old' })
  const change = (body: object, tag: string | undefined) => put(recipient, body, { 'if-match': tag })
  const { id } = created.body

  const tooLate = await change({ id, name: 'new' }, '"stale"')
  const renamed = await change({ id, name: 'new' }, created.headers['etag'])
  const replacedTooLate = await change({ name: 'new', url: 'https://e.com/x' }, created.headers['etag'])
  const replaced = await change({ name: 'new', url: 'https://e.com/x' }, renamed.headers['etag'])

  expect([tooLate, renamed, replacedTooLate, replaced].map(({ status }) => status)).toEqual([412, 200, 412, 200])
  expect(await stored(recipient)).toEqual([replaced.body])
})

test('a listed record tells the tag that If-Match asks for, so that it works after a reload', async () => {
  const recipient = someone()
  const { headers } = await put(recipient, { name: 'theme' })
  await call('changeAgreement', { recipient, body: { gateway: 'kofi' } })

  const [page, theme] = await stored(recipient)
  const answers = [
    await put(recipient, theme, { 'if-match': `"${theme.revision}"` }),
    await put(recipient, theme, { 'if-match': `"${theme.revision}"` }),
    await put(recipient, page, { 'if-match': `"${page.revision}"` }),
  ]

  expect(headers['etag']).toBe(`"${theme.revision}"`)
  expect(answers.map(({ status }) => status)).toEqual([200, 412, 200])
})

test('an empty id counts as absent', async () => {
  const recipient = someone()

  const created = await put(recipient, { id: '', name: 'theme' })
  const replaced = await put(recipient, { id: '', name: 'theme', url: 'https://e.com/2' })

  expect([created.status, replaced.status]).toEqual([200, 200])
  expect(replaced.body.id).toBe(created.body.id)
  expect(await stored(recipient)).toEqual([replaced.body])
})

test('If-None-Match: * creates only', async () => {
  const recipient = someone()
  const create = (body: object, headers = {}) => put(recipient, body, { 'if-none-match': '*', ...headers })

  const created = await create({ name: 'theme' })
  const again = await create({ name: 'theme', url: 'https://e.com/2' })
  const byId = await create({ id: created.body.id, name: 'theme' })
  const renaming = await create({ id: created.body.id, name: 'other' })
  const contradictory = await create({ name: 'free' }, { 'if-match': '*' })
  const contradicted = await create({ name: 'theme' }, { 'if-match': '*' })

  expect(created.status).toBe(200)
  const refused = [again, byId, renaming, contradictory, contradicted]
  expect(refused.map(({ status }) => status)).toEqual([412, 412, 412, 412, 412])
  expect(await stored(recipient)).toEqual([created.body])
  expect(await put(recipient, { name: 'free' }, { 'if-none-match': '"x"' })).toMatchObject({ status: 400 })
})

test('If-None-Match: * takes a name that a record has left', async () => {
  const recipient = someone()
  const { body: record } = await put(recipient, { name: 'old' })
  await put(recipient, { id: record.id, name: 'new' })
  const create = () => put(recipient, { name: 'old' }, { 'if-none-match': '*' })

  expect([await create(), await create()].map(({ status }) => status)).toEqual([200, 412])
})

test('an unknown id is 404, whatever If-Match says', async () => {
  const recipient = someone()

  for (const tag of ['*', '"x"'])
    expect(await put(recipient, { id: 'unknown', name: 'theme' }, { 'if-match': tag })).toMatchObject({ status: 404 })
})

test('an id under the name of another record is 409', async () => {
  const recipient = someone()
  const { body: record } = await put(recipient, { name: 'a' })
  await put(recipient, { name: 'b' })

  expect(await put(recipient, { id: record.id, name: 'b' })).toMatchObject({
    status: 409,
    body: { code: 'name_taken' },
  })
})

test('a foreign id looks like an unknown one', async () => {
  const [recipient, other] = [someone(), someone()]
  const { body: foreign } = await put(other, { name: 'theme' })

  const answer = await put(recipient, { id: foreign.id, name: 'theme' })
  const unknown = await put(recipient, { id: 'unknown', name: 'theme' })

  expect(answer.status).toBe(404)
  expect(unknown).toEqual(answer)
  expect(await stored(recipient)).toEqual([])
})

test('a foreign owner in the body is 403', async () => {
  expect(await put(someone(), { name: 'theme', ownerId: 'somebody-else' })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
})

test.each([
  ['no name', {}, '/name'],
  ['65 KiB of value', { name: 'x', value: { text: 'x'.repeat(65 * 1024) } }, '/value'],
  ['an action without a price', { name: 'x', actions: [{ name: 'y' }] }, '/actions/0/price'],
])('%s is 400 at its place', async (_name, body, pointer) => {
  expect(await put(someone(), body)).toMatchObject({ status: 400, body: { errors: [{ in: 'body', pointer }] } })
})

const remove = (recipient: string, id: string) => call('deleteConfig', { recipient, body: { id } })
const counted = async (recipientId: string) => {
  const Key = { recipientId, collection: 'configs' }
  return (await aws.client.send(new GetCommand({ TableName: aws.table('quotas'), Key }))).Item
}

test('a deleted record is in no list, its tag is stale, and it is 404 for everybody else and the second time', async () => {
  const [recipient, other] = [someone(), someone()]
  const { body: record, headers } = await put(recipient, { name: 'theme' })

  const answers = [
    await remove(other, record.id),
    await remove(recipient, record.id),
    await remove(recipient, record.id),
    await put(recipient, { id: record.id, name: 'theme' }),
    await put(recipient, { name: 'theme' }, { 'if-match': headers['etag'] }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([404, 200, 404, 404, 412])
  expect(answers[1]?.body).toEqual({})
  expect(answers[2]?.body).toEqual(answers[0]?.body)
  expect(await stored(recipient)).toEqual([])
  expect(await counted(recipient)).toMatchObject({ used: 0, usedBytes: 0 })
  expect(await put(recipient, { name: 'theme' }, { 'if-none-match': '*' })).toMatchObject({ status: 200 })
})

test('a renamed record counts for at most two names, regression: former names counted for ever', async () => {
  const recipient = someone()
  const { body: record } = await put(recipient, { name: 'first' })
  const rename = (name: string) => put(recipient, { id: record.id, name })
  const used = async () => (await counted(recipient))?.['used']

  const counts = []
  for (const name of ['second', 'third', 'first', 'fourth', 'second']) {
    await rename(name)
    counts.push(await used())
  }
  await remove(recipient, record.id)

  expect(counts).toEqual([2, 2, 1, 2, 2])
  expect(await counted(recipient)).toMatchObject({ used: 0, usedBytes: 0 })
})

test.each([
  ['the first', [0, 1]],
  ['the second', [1, 0]],
])(
  'no two records have one id after %s holder of a name was deleted, and nothing is left of both',
  async (_, order) => {
    const recipient = someone()
    const { body: first } = await put(recipient, { name: 'page' })
    await put(recipient, { id: first.id, name: 'side' })
    const { body: second } = await put(recipient, { name: 'page' })
    const ids = [first.id, second.id]

    await remove(recipient, ids[order[0] ?? 0])
    const { body: third } = await put(recipient, { name: 'page' })
    const records = await stored(recipient)
    for (const { id } of records) expect(await remove(recipient, id)).toMatchObject({ status: 200 })

    const all: string[] = records.map(({ id }: { id: string }) => id)
    expect(all).toContain(ids[order[1] ?? 0])
    expect(all).toContain(third.id)
    expect(new Set(all).size).toBe(all.length)
    expect(await stored(recipient)).toEqual([])
    expect(await counted(recipient)).toMatchObject({ used: 0, usedBytes: 0 })
  },
)

test('a payment page that an agreement makes counts as any record, once, until it is deleted', async () => {
  const recipient = someone()
  for (const gateway of ['stripe', 'kofi']) await call('changeAgreement', { recipient, body: { gateway } })
  const made = await counted(recipient)
  const [{ id }] = await stored(recipient)

  await remove(recipient, id)

  expect(made).toMatchObject({ used: 1, usedBytes: 512 })
  expect(await counted(recipient)).toMatchObject({ used: 0, usedBytes: 0 })
})

test('an agreement does not bring back the id of a payment page that was renamed, because two records would have it', async () => {
  const recipient = someone()
  const agree = (gateway: string) => call('changeAgreement', { recipient, body: { gateway } })
  await agree('stripe')
  const [{ id }] = await stored(recipient)
  await put(recipient, { id, name: 'page', value: { theme: 'dark' } })

  const answers = [await agree('kofi'), await agree('paypal')]

  expect(answers.map(({ body }) => body)).toEqual([{ gateway: 'kofi' }, { gateway: 'paypal' }])
  const records = await stored(recipient)
  expect(records).toMatchObject([
    { id, name: 'page', value: { theme: 'dark' } },
    { name: 'paymentpage', value: { gateway: 'paypal' } },
  ])
  expect(records[1].id).not.toBe(id)
})

test.each(['stripe', 'kofi', 'yookassa', 'yoomoney', 'robokassa', 'cryptocloud', 'rahmat', 'paypal', 'manual'])(
  'the gateway %s is known, and its agreement makes the page of who has none',
  async (gateway) => {
    const recipient = someone()

    const answer = await call('changeAgreement', { recipient, body: { gateway } })

    expect(answer).toMatchObject({ status: 200, body: { gateway } })
    expect(await stored(recipient)).toEqual([
      {
        id: anId,
        name: 'paymentpage',
        ownerId: recipient,
        url: '',
        value: { gateway },
        actions: [],
        revision: anId,
      },
    ])
  },
)

test('a gateway that nobody knows is refused at its place, unless the caller has a credential of it', async () => {
  const [recipient, other] = [someone(), someone()]
  await putMany(aws.client, aws.table('gateways'), [
    { recipientId: recipient, id: 'g', gateway: 'own', type: 'fiat', settings: '{}' },
  ])
  const agree = (by: string, gateway: string) => call('changeAgreement', { recipient: by, body: { gateway } })

  for (const answer of [await agree(recipient, 'unknown'), await agree(other, 'own')])
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ in: 'body', pointer: '/gateway' }] } })
  expect(await agree(recipient, 'own')).toMatchObject({ status: 200, body: { gateway: 'own' } })
})

test('a stale If-Match is told before the name that is taken, also where names are read', async () => {
  const recipient = someone()
  const own = await put(recipient, { name: 'own' })
  await put(recipient, { name: 'taken' })
  const renaming = { id: own.body.id, name: 'taken' }

  const stale = await put(recipient, renaming, { 'if-match': '"stale"' })
  const current = await put(recipient, renaming, { 'if-match': own.headers['etag'] })

  expect(stale).toMatchObject({ status: 412 })
  expect(current).toMatchObject({ status: 409, body: { code: 'name_taken' } })
})

test('an agreement changes nothing else of the page', async () => {
  const recipient = someone()
  const { body: page } = await put(recipient, {
    name: 'paymentpage',
    url: 'https://e.com/pay',
    value: { theme: 'dark' },
  })

  await call('changeAgreement', { recipient, body: { gateway: 'kofi' } })

  expect(await stored(recipient)).toEqual([{ ...page, value: { theme: 'dark', gateway: 'kofi' }, revision: anId }])
  expect(await put(recipient, page, { 'if-match': `"${page.revision}"` })).toMatchObject({ status: 412 })
})

const repository = () => configRepository(aws.client, aws.table('configs'))
const apply = (writes: readonly Write[]) => applyOrThrow(aws.client)(writes)
const set = (recipient: string, recordName: string, name: string, value: unknown) =>
  aws.client.send(
    new UpdateCommand({
      TableName: aws.table('configs'),
      Key: { recipientId: recipient, name: recordName },
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  )
const intentOf = (id: string, value = {}) => ({
  id,
  config: { name: 'new', url: '', value, actions: [] },
  revision: 'r',
  precondition: undefined,
})

test.each([
  ['url', `https://e.com/${'x'.repeat(1500)}`],
  [
    'actions',
    Array.from({ length: 20 }, () => ({ name: 'x'.repeat(80), price: { major: 1, minor: 0, currency: 'EUR' } })),
  ],
])('the %s of a record counts towards its bytes as its value does', async (member, content) => {
  const recipient = someone()

  await put(recipient, { name: 'page', [member]: content })

  expect((await counted(recipient))?.['usedBytes']).toBeGreaterThan(1500)
})

test('a record keeps its largest reservation when it shrinks and is renamed, and grows from there', async () => {
  const recipient = someone()
  const { body } = await put(recipient, { name: 'page', value: { text: 'x'.repeat(2000) } })
  const bytes = []
  for (const [name, length] of [
    ['page', 0],
    ['side', 0],
    ['side', 3000],
    ['back', 4000],
  ] as const) {
    await put(recipient, { id: body.id, name, value: { text: 'x'.repeat(length) } })
    bytes.push((await counted(recipient))?.['usedBytes'])
  }

  expect(bytes).toEqual([2048, 2048, 3072, 4096])
  await remove(recipient, body.id)
  expect(await counted(recipient)).toMatchObject({ used: 0, usedBytes: 0 })
})

test.each([
  ['id', 'other'],
  ['reserved', 4096],
  ['retired', true],
])('a record whose %s has changed since the read is neither renamed nor deleted', async (name, present) => {
  const recipient = someone()
  const { body } = await put(recipient, { name: 'old' })
  const names = await repository().names(recipient)
  const [own = {}] = names
  await set(recipient, 'old', name, present)

  const { writes } = repository().renaming(recipient, intentOf(body.id), own, names)

  await expect(apply(writes)).rejects.toBeInstanceOf(Conflict)
  await expect(apply(repository().removal(recipient, own, names).writes)).rejects.toBeInstanceOf(Conflict)
  expect(await stored(recipient)).toMatchObject([{ name: 'old' }])
})

test('a new name that another record has taken since the read is refused, and its own trace is missed', async () => {
  const recipient = someone()
  const { body } = await put(recipient, { name: 'old' })
  const names = await repository().names(recipient)
  const [own = {}] = names
  const trace = { name: 'new', retired: true }
  const rename = (seen: typeof names) => apply(repository().renaming(recipient, intentOf(body.id), own, seen).writes)

  await expect(rename([...names, trace])).rejects.toBeInstanceOf(Conflict)
  await put(recipient, { name: 'new' })

  await expect(rename(names)).rejects.toMatchObject({ code: 'name_taken' })
  expect(await stored(recipient)).toMatchObject([{ name: 'new' }, { name: 'old', id: body.id }])
})

test('the first name of a deleted record is freed as it was read: a record that has come there since is not touched', async () => {
  const recipient = someone()
  const { body } = await put(recipient, { name: 'first' })
  await put(recipient, { id: body.id, name: 'second' })
  const names = await repository().names(recipient)
  const own = names.find(({ name }) => name === 'second') ?? {}
  const { body: later } = await put(recipient, { name: 'first' })

  await expect(apply(repository().removal(recipient, own, names).writes)).rejects.toBeInstanceOf(Conflict)
  expect(await remove(recipient, body.id)).toMatchObject({ status: 200 })
  expect(await stored(recipient)).toMatchObject([{ id: later.id, name: 'first' }])
})

test('a reservation that has changed since the read does not grow', async () => {
  const recipient = someone()
  const { body } = await put(recipient, { name: 'new' })
  const [found] = await repository().names(recipient)
  const large = intentOf(body.id, { text: 'x'.repeat(600) })
  const grow = (reserved: number) => repository().change(recipient, large, { found: { ...found, reserved } })

  await expect(apply([grow(100).write])).rejects.toBeInstanceOf(Conflict)
  expect(grow(512).growth).toEqual({ bytes: 512 })
  await apply([grow(512).write])
  expect(await repository().names(recipient)).toMatchObject([{ reserved: 1024, revision: 'r' }])
})

test('of 20 renames and creations at once under two names no record is lost, doubled or miscounted', async () => {
  const recipient = someone()
  const { body } = await put(recipient, { name: 'a' })
  const requests = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? { id: body.id, name: 'ab'[(index / 2) % 2] } : { name: 'ba'[((index - 1) / 2) % 2] },
  )

  const answers = await Promise.all(requests.map((request) => put(recipient, request)))

  for (const { status } of answers) expect([200, 409]).toContain(status)
  const records = await stored(recipient)
  expect(new Set(records.map(({ id }: { id: string }) => id)).size).toBe(records.length)
  expect(records.map(({ id }: { id: string }) => id)).toContain(body.id)
  for (const { id } of records) await remove(recipient, id)
  expect(await counted(recipient)).toMatchObject({ used: 0, usedBytes: 0 })
})

test('storing the payment page removes the gateway of an agreement, even when the record grows', async () => {
  const recipient = someone()
  const gateways = []
  for (const length of [0, 2000]) {
    await call('changeAgreement', { recipient, body: { gateway: 'stripe' } })
    gateways.push((await stored(recipient))[0].value.gateway)
    await put(recipient, { name: 'paymentpage', value: { text: 'x'.repeat(length) } })
    gateways.push((await stored(recipient))[0].value.gateway)
  }

  expect(gateways).toEqual(['stripe', undefined, 'stripe', undefined])
})
