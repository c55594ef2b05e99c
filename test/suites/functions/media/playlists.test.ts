import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { startLocalAws } from '../../../support/localAws.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const call = operationCaller()
let nextRecipient = 0
const someone = () => `recipient-${++nextRecipient}`

const aws = await sharedByTests(startLocalAws())

const items = [
  { title: 'Intro', src: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
  { title: '', src: 'http://example.com/song.mp3' },
]
const create = (recipient: string, title: string, headers = {}) =>
  call('createPlaylist', { recipient, body: { title, items }, headers })
const titles = async (recipient: string, query = {}) =>
  (await call('listPlaylists', { recipient, query })).body.content.map(({ title }: { title: string }) => title)

test('a created playlist is answered and listed', async () => {
  const recipient = someone()

  const created = await create(recipient, 'Chill')
  const listed = await call('listPlaylists', { recipient })

  const playlist = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), title: 'Chill', ownerId: recipient, items }
  expect(created).toMatchObject({ status: 200, body: playlist })
  expect(listed.body).toMatchObject({ content: [created.body], totalSize: 1, totalPages: 1, empty: false, size: 20 })
  expect(Object.keys(listed.body.content[0]).toSorted()).toEqual(['id', 'items', 'ownerId', 'revision', 'title'])
})

test('a changed playlist keeps absent members; other recipients and stale revisions are refused', async () => {
  const recipient = someone()
  const { body: created, headers } = await create(recipient, 'Chill')
  const change = (by: string, body: object, ifMatch?: string) =>
    call('changePlaylist', {
      recipient: by,
      body: { id: created.id, ...body },
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
    })

  const renamed = await change(recipient, { title: 'Calm' }, headers['etag'])
  const stale = await change(recipient, { items: [] }, headers['etag'])
  const emptied = await change(recipient, { items: [] }, renamed.headers['etag'])
  const foreign = await change(someone(), { title: 'stolen' })

  expect(headers['etag']).toBe(`"${created.revision}"`)
  expect(renamed).toMatchObject({ status: 200, body: { id: created.id, title: 'Calm', ownerId: recipient, items } })
  expect(stale).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
  expect(emptied).toMatchObject({ status: 200, body: { title: 'Calm', items: [] } })
  expect(foreign).toMatchObject({ status: 404 })
  expect((await call('listPlaylists', { recipient })).body.content).toEqual([emptied.body])
})

test('concurrent changes and a removal count a playlist’s bytes once, regression: a removal returned stale bytes', async () => {
  const recipient = someone()
  const { id } = (await create(recipient, 'Тихо')).body
  const change = (count: number) =>
    call('changePlaylist', { recipient, body: { id, items: Array.from({ length: count }, () => items[0]) } })
  const counted = async () => {
    const Key = { recipientId: recipient, collection: 'playlists' }
    return (await aws.client.send(new GetCommand({ TableName: aws.table('quotas'), Key }))).Item
  }

  const changed = await Promise.all([10, 20, 30].map(change))
  const [playlist] = (await call('listPlaylists', { recipient })).body.content
  const used = await counted()
  const answers = await Promise.all([
    ...[40, 50].map(change),
    call('deletePlaylist', { recipient, body: { id } }),
    ...[60, 70].map(change),
  ])

  expect(changed.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(used).toMatchObject({ used: 1, usedBytes: Buffer.byteLength(JSON.stringify(playlist)) })
  expect(answers[2]).toMatchObject({ status: 200 })
  expect(await counted()).toMatchObject({ used: 0, usedBytes: 0 })
})

test('without items it is an empty playlist', async () => {
  expect(await call('createPlaylist', { body: { title: 'Empty' } })).toMatchObject({ status: 200, body: { items: [] } })
})

test('playlists come newest first, or sorted by title', async () => {
  const recipient = someone()
  for (const title of ['b', 'c', 'a']) await create(recipient, title)

  expect(await titles(recipient)).toEqual(['a', 'c', 'b'])
  expect(await titles(recipient, { sort: 'title,desc' })).toEqual(['c', 'b', 'a'])
  expect(await titles(recipient, { sort: 'id,asc' })).toEqual(['b', 'c', 'a'])
})

test('a deleted playlist is gone; deleting it again is 404, and so is a foreign one', async () => {
  const [recipient, other] = [someone(), someone()]
  const { body: own } = await create(recipient, 'own')
  const { body: foreign } = await create(other, 'foreign')
  const remove = (id: string) => call('deletePlaylist', { recipient, body: { id } })

  const removed = await remove(own.id)
  const [again, ofOther, unknown] = [await remove(own.id), await remove(foreign.id), await remove('unknown')]

  expect(removed).toMatchObject({ status: 200, body: {} })
  expect(await titles(recipient)).toEqual([])
  expect(unknown).toMatchObject({
    status: 404,
    body: { code: 'not_found', errors: [{ in: 'body', pointer: '/id' }] },
  })
  expect([again, ofOther]).toEqual([unknown, unknown])
  expect(await titles(other)).toEqual(['foreign'])
})

test.each([
  ['no title', { items: [] }, '/title'],
  ['an empty title', { title: '' }, '/title'],
  ['items that are no array', { title: 'x', items: {} }, '/items'],
  ['an item without a source', { title: 'x', items: [{ title: 'x' }] }, '/items/0/src'],
  ['a source with javascript:', { title: 'x', items: [{ title: '', src: 'javascript:alert(1)' }] }, '/items/0/src'],
])('%s is 400 at its place', async (_name, body, pointer) => {
  const answer = await call('createPlaylist', { body })

  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ in: 'body', pointer }] } })
})

test('a page of the largest playlists fits into a function’s answer', async () => {
  const recipient = someone()
  // Quotes take the most: they are escaped twice.
  const largest = Array.from({ length: 68 }, () => ({ title: '"'.repeat(200), src: 'http://e.fr' }))
  const tooLarge = [...largest, ...largest.slice(0, 1)]
  for (let index = 0; index < 100; index++)
    await call('createPlaylist', { recipient, body: { title: '"'.repeat(200), items: largest } })

  const refused = await call('createPlaylist', { recipient, body: { title: 'x', items: tooLarge } })
  const { body, headers } = await call('listPlaylists', { recipient, query: { size: '100' } })
  const query = Object.fromEntries(new URLSearchParams(/<\?(.*)>/.exec(headers['link'] ?? '')?.[1]))
  const rest = await call('listPlaylists', { recipient, query })

  expect(refused.status).toBe(400)
  expect(body.numberOfElements).toBeLessThan(100)
  expect(body.numberOfElements + rest.body.numberOfElements).toBe(100)
  const invocationAnswer = JSON.stringify({ statusCode: 200, body: JSON.stringify(body) })
  expect(Buffer.byteLength(invocationAnswer)).toBeLessThan(6_291_556)
})
