import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { erasureMarks } from '../../../../shared/mechanisms/limits/erasureMarks.ts'
import { type Collection, caps } from '../../../../shared/mechanisms/limits/limits.ts'
import { quotaRepository } from '../../../../shared/mechanisms/limits/quotaRepository.ts'
import { slotRepository, slotsOf } from '../../../../shared/mechanisms/limits/slotRepository.ts'
import { applyOrThrow, applyWrites } from '../../../../shared/mechanisms/store/commit.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { leaveRoom, takeSlots } from '../../../support/fixtures/limits.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { allowManyCallers } from '../../../support/manyCallers.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const functions = await sharedByTests(startFunctions({ invocationMs: 600_000 }))
await allowManyCallers()

const announcer = { text: 'We are live!', accountId: 'main', chatId: -1001234567890 }
const limitReached = { status: 409, body: { code: 'limit_reached' } }

const used = async (recipientId: string, collection: Collection) => {
  const { client, table } = functions.aws
  const command = new GetCommand({ TableName: table('quotas'), Key: { recipientId, collection } })
  return (await client.send(command)).Item
}

const creations = {
  announcers: ['addAnnouncer', () => announcer],
  playlists: ['createPlaylist', () => ({ title: 'Chill' })],
  news: ['addNews', () => ({ title: 'News', description: 'It works.' })],
} as const

test.each(Object.entries(creations))(
  '%s: of 50 creations at once as many succeed as there is room for',
  async (collection, [operation, bodyOf]) => {
    const scene = functions.newScene()
    await leaveRoom(scene, collection as Collection, 7)

    const creation = () => functions.call(operation, { recipient: scene.recipient, body: bodyOf() })
    const answers = await Promise.all(Array.from({ length: 50 }, creation))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(limitReached)
    expect(await used(scene.recipient, collection as Collection)).toMatchObject({
      used: caps[collection as Collection].items,
    })
  },
)

test('a change that removes as much as it adds passes at the cap, and a removal gives its slot back', async () => {
  const scene = functions.newScene()
  await scene.done('updateAnnouncers', { body: { added: [announcer, announcer] } })
  await leaveRoom(scene, 'announcers', 0)
  const [first, second] = await scene.done('listAnnouncers')

  await scene.done('updateAnnouncers', { body: { added: [announcer], deleted: [first.id] } })
  const refused = await functions.call('updateAnnouncers', {
    recipient: scene.recipient,
    body: { added: [announcer] },
  })
  await scene.done('updateAnnouncers', { body: { deleted: [second.id] } })

  expect(refused).toMatchObject(limitReached)
  await scene.done('addAnnouncer', { body: announcer })
})

test.each([
  [
    'actions',
    'addActions',
    { actions: [{ name: 'wave', price: { major: 1, minor: 0, currency: 'EUR' } }] },
    'deleteAction',
  ],
  ['configs', 'putConfig', { name: 'page' }, 'deleteConfig'],
  ['news', 'addNews', { title: 'News', description: 'It works.' }, 'deleteNews'],
  ['playlists', 'createPlaylist', { title: 'Chill' }, 'deletePlaylist'],
] as const)('%s: a removal makes room, once for a key', async (collection, creation, body, removal) => {
  const scene = functions.newScene()
  const made = await scene.done(creation, { body })
  const bytes = (await used(scene.recipient, collection))?.['usedBytes'] ?? 0
  await scene.put('quotas', {
    recipientId: scene.recipient,
    collection,
    used: caps[collection].items,
    usedBytes: bytes + 1,
  })
  const id = made.id ?? made.action.id
  const request = { recipient: scene.recipient, body: { id }, headers: { 'idempotency-key': 'removal' } }

  const answers = [await functions.call(removal, request), await functions.call(removal, request)]

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await used(scene.recipient, collection)).toMatchObject({ used: caps[collection].items - 1, usedBytes: 1 })
  await scene.done(creation, { body })
})

test('bytes are counted too, and given back', async () => {
  const scene = functions.newScene()
  const items = Array.from({ length: 100 }, () => ({ title: 'x'.repeat(200), src: 'https://example.com/' }))
  const { id } = await scene.done('createPlaylist', { body: { title: 'Long', items } })
  const { usedBytes } = (await used(scene.recipient, 'playlists')) ?? {}
  await scene.put('quotas', {
    recipientId: scene.recipient,
    collection: 'playlists',
    used: 1,
    usedBytes: 5_000_000 - usedBytes + 1,
  })
  const creation = { recipient: scene.recipient, body: { title: 'Long', items } }

  const refused = await functions.call('createPlaylist', creation)
  await scene.done('deletePlaylist', { body: { id } })
  const taken = await functions.call('createPlaylist', creation)

  expect(usedBytes).toBeGreaterThan(20_000)
  expect(refused).toMatchObject(limitReached)
  expect(taken).toMatchObject({ status: 200 })
})

test('global news have one cap for all authors, and a deletion makes room', async () => {
  const scene = functions.newScene()
  await leaveRoom({ ...scene, recipient: 'everyone' }, 'globalNews', 1)
  const news = { title: 'News', description: 'It works.' }
  const publish = () =>
    functions.call('addNews', { recipient: scene.recipient, body: { ...news, global: true }, groups: ['admin'] })

  const answers = [await publish(), await publish()]
  await scene.done('deleteNews', { body: { id: answers[0]?.body.id }, groups: ['admin'] })
  answers.push(await publish())

  expect(answers.map(({ status }) => status)).toEqual([200, 409, 200])
  await scene.done('addNews', { body: news })
})

const print = (recipient: string) => functions.call('printCsv', { recipient, body: {} })

const end = async (recipientId: string, printId: string, status: string) => {
  const { client, table } = functions.aws
  await client.send(
    new UpdateCommand({
      TableName: table('prints'),
      Key: { recipientId, printId },
      UpdateExpression: 'SET #status = :status',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': status },
    }),
  )
}

test.each(['ready', 'failed'])(
  'a third print is refused until one of the first two is %s, regression: 150 prints stopped all others',
  async (status) => {
    const { recipient } = functions.newScene()
    const first = await print(recipient)
    await print(recipient)

    const refused = await print(recipient)
    await end(recipient, first.body.printId, status)

    expect(refused).toMatchObject(limitReached)
    expect(await print(recipient)).toMatchObject({ status: 200 })
    expect(await print(recipient)).toMatchObject(limitReached)
  },
)

test('a counted collection only shrinks during an erasure, until that erasure lifts its own mark', async () => {
  const { client, table } = functions.aws
  const quotas = quotaRepository(table('quotas'))
  const { recipient } = functions.newScene()
  const Key = { recipientId: recipient, collection: 'announcers' }
  const grow = (items: number) => applyOrThrow(client)(quotas.growth(recipient, 'announcers', { items }))
  await grow(2)
  await client.send(
    new UpdateCommand({
      TableName: table('quotas'),
      Key,
      UpdateExpression: 'SET erasedBy = :id',
      ExpressionAttributeValues: { ':id': 'erasure' },
    }),
  )

  await expect(grow(1)).rejects.toMatchObject({ code: 'erasure_in_progress', erasureId: 'erasure' })
  await grow(-1)
  await applyOrThrow(client)(quotas.growth(recipient, 'announcers', { bytes: -1 }))
  const lifted = async (erasureId: string) => {
    await applyWrites(client, erasureMarks(table('quotas')).lifting(recipient, erasureId).slice(0, 1))
    return (await client.send(new GetCommand({ TableName: table('quotas'), Key }))).Item?.['erasedBy'] === undefined
  }
  expect([await lifted('another'), await lifted('erasure')]).toEqual([false, true])

  expect((await client.send(new GetCommand({ TableName: table('quotas'), Key }))).Item).toMatchObject({ used: 1 })
})

test('a slot of an ended print is not taken over during an erasure', async () => {
  const { recipient } = functions.newScene()
  const { client, table } = functions.aws
  for (const { body } of [await print(recipient), await print(recipient)]) await end(recipient, body.printId, 'ready')
  const mark = (expression: string) =>
    client.send(
      new UpdateCommand({
        TableName: table('quotas'),
        Key: { recipientId: recipient, collection: 'prints' },
        UpdateExpression: expression,
        ...(expression.startsWith('SET') && { ExpressionAttributeValues: { ':id': 'erasure' } }),
      }),
    )
  const slots = slotRepository(table('quotas'))
  const seen = async () => {
    const Key = { recipientId: recipient, collection: 'prints' }
    return slotsOf((await client.send(new GetCommand({ TableName: table('quotas'), Key }))).Item)
  }
  const before = await seen()
  await mark('SET erasedBy = :id')

  const refused = await print(recipient)
  const takeover = applyOrThrow(client)([slots.change(recipient, 'prints', before, ['new'])])

  await expect(takeover).rejects.toMatchObject({ code: 'erasure_in_progress', erasureId: 'erasure' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'erasure_in_progress' } })
  expect(await seen()).toEqual(before)
  await mark('REMOVE erasedBy')
  expect(await print(recipient)).toMatchObject({ status: 200 })
  await expect(applyOrThrow(client)([slots.change(recipient, 'prints', before, ['new'])])).rejects.toBeInstanceOf(
    Conflict,
  )
})

test.each(['free', 'to be found'])('of 20 prints at once two are taken where slots are %s', async (slots) => {
  const scene = functions.newScene()
  if (slots !== 'free') await takeSlots(scene, 'prints')

  const answers = await Promise.all(Array.from({ length: 20 }, () => print(scene.recipient)))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
})

test('a repeated request gets its print, although all slots are taken by then', async () => {
  const { recipient } = functions.newScene()
  const request = { recipient, body: {}, headers: { 'idempotency-key': 'print' } }
  const first = await functions.call('printCsv', request)
  await print(recipient)

  const repeated = await functions.call('printCsv', request)

  expect(repeated.body).toEqual(first.body)
})

test('a recipient has at most 20 gateway credentials, may change them, and a deletion makes room', async () => {
  const { recipient } = functions.newScene()
  const credential = (id?: string) =>
    functions.call('setGateway', { recipient, body: { id, gateway: 'manual', type: 'fiat' } })
  const taken = []
  for (let count = 0; count < 20; count++) taken.push(await credential())
  const id = taken[0]?.body.id

  const refused = await credential()
  const changed = await credential(id)
  await functions.call('deleteGateway', { recipient, body: { id } })
  const inItsPlace = await credential()

  expect(taken.every(({ status }) => status === 200)).toBe(true)
  expect(refused).toMatchObject(limitReached)
  expect(changed).toMatchObject({ status: 200 })
  expect(inItsPlace).toMatchObject({ status: 200 })
  expect(await credential()).toMatchObject(limitReached)
})

test('20 overlays; a 21st is refused, and revoking one makes room', async () => {
  const { recipient, done } = functions.newScene()
  const create = () => functions.call('createTicket', { recipient, body: {} })
  const taken = await Promise.all(Array.from({ length: 25 }, create))
  const [first] = taken.filter(({ status }) => status === 200)

  const refused = await create()
  await done('revokeOverlay', { body: { overlayId: first?.body.overlayId } })
  const inItsPlace = await create()

  expect(taken.filter(({ status }) => status === 200)).toHaveLength(20)
  for (const answer of taken) if (answer.status !== 200) expect(answer).toMatchObject(limitReached)
  expect(refused).toMatchObject(limitReached)
  expect(inItsPlace).toMatchObject({ status: 200 })
  await done('revokeOverlay', { body: { all: true } })
  expect(await create()).toMatchObject({ status: 200 })
})

test('20 accounts; a 21st is refused, one that is there is linked again, and unlinking one makes room', async () => {
  const scene = functions.newScene()
  const { recipient } = scene
  const link = (account: string, codeOf = 'good') =>
    functions.call('linkKick', {
      recipient,
      body: { authorizationCode: `${codeOf}-${recipient}-${account}`, codeVerifier: 'x'.repeat(43) },
    })
  // 21 attempts are more than their rate allows.
  const earlier = Array.from({ length: 18 }, (_, index) => `earlier-${index}`)
  await scene.put('quotas', { recipientId: recipient, collection: 'accounts', places: new Set(earlier) })
  const accounts = [await link('a'), await link('b')]

  const refused = await link('c')
  const again = await link('a', 'good-expired')
  await functions.call('unlinkToken', { recipient, body: { id: accounts[1]?.body.id } })
  const inItsPlace = await link('c', 'good-expired')

  expect(accounts.map(({ status }) => status)).toEqual([200, 200])
  expect(refused).toMatchObject(limitReached)
  expect(again).toMatchObject({ status: 200 })
  expect(inItsPlace).toMatchObject({ status: 200 })
  expect((await used(recipient, 'accounts'))?.['places'].size).toBe(20)
})
