import { expect, test } from 'vitest'
import { anId, justNow } from '../../../support/expected.ts'
import { itemsOf } from '../../../support/itemsOf.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { putMany } from '../../../support/manyItems.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const call = operationCaller()

const aws = await sharedByTests(startLocalAws())

const entry = { title: 'Charity stream', description: 'On Sunday.' }
const titles = async (recipient: string) =>
  (await call('listNews', { recipient })).body.content.map(({ title }: { title: string }) => title)

test('own entries are read by their author, global ones by everyone, newest first', async () => {
  const published = await call('addNews', {
    recipient: 'alice',
    body: { ...entry, title: 'own', demoUrl: 'https://example.com/' },
  })
  await call('addNews', { recipient: 'admin-1', groups: ['admin'], body: { ...entry, title: 'for all', global: true } })
  await call('addNews', { recipient: 'everyone', body: { ...entry, title: 'of a recipient called everyone' } })

  expect(published.body).toEqual({
    id: anId,
    title: 'own',
    description: 'On Sunday.',
    date: justNow,
    demoUrl: 'https://example.com/',
    revision: published.headers['etag']?.slice(1, -1),
  })
  expect(await titles('alice')).toEqual(['for all', 'own'])
  expect(await titles('bob')).toEqual(['for all'])
})

test('global news are read from eight copies that change together, regression: all lists read one key', async () => {
  const admin = { recipient: 'admin-2', groups: ['admin'] }
  const { id } = (await call('addNews', { ...admin, body: { ...entry, title: 'copied', global: true } })).body
  const copiesOf = async () => (await itemsOf(aws, 'news')).filter((item) => item['id'] === id)
  const readers = Array.from({ length: 8 }, (_, index) => `reader-${index}`)

  const third = (await copiesOf()).filter(({ audience }) => audience === 'everyone#3')
  await putMany(
    aws.client,
    aws.table('news'),
    third.map((item) => ({ ...item, title: 'the third copy' })),
  )

  const seen = await Promise.all(readers.map(titles))
  await call('changeNews', { ...admin, body: { id, title: 'changed' } })
  const changed = await copiesOf()
  await call('deleteNews', { ...admin, body: { id } })

  expect(seen.flat().filter((title) => title === 'copied')).toHaveLength(7)
  expect(seen.flat().filter((title) => title === 'the third copy')).toHaveLength(1)
  expect(new Set(changed.map(({ audience }) => audience)).size).toBe(8)
  expect(changed.every(({ title }) => title === 'changed')).toBe(true)
  expect(await copiesOf()).toEqual([])
})

test('global news without the group is 403 and publishes nothing', async () => {
  const answer = await call('addNews', {
    recipient: 'carol',
    groups: ['editors'],
    body: { ...entry, title: 'refused', global: true },
  })

  expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await titles('carol')).not.toContain('refused')
})

test('a changed entry keeps its date and absent members; other recipients and stale revisions are refused', async () => {
  const publish = async (global: boolean) =>
    await call('addNews', {
      recipient: 'frank',
      groups: ['admin'],
      body: { ...entry, demoUrl: 'https://e.com/', global },
    })
  const [own, global] = [await publish(false), await publish(true)]
  const change = (recipient: string, id: string, body: object, groups: string[] = [], ifMatch?: string) =>
    call('changeNews', {
      recipient,
      groups,
      body: { id, ...body },
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
    })

  const titled = await change('frank', own.body.id, { title: 'new', description: null }, [], own.headers['etag'])
  const stale = await change('frank', own.body.id, { demoUrl: '' }, [], own.headers['etag'])
  const unlinked = await change('frank', own.body.id, { demoUrl: '' }, ['admin'], '*')
  const ofAnother = await change('admin-3', global.body.id, { description: 'On Monday.' }, ['admin'])
  const refused = [
    await change('grace', own.body.id, { title: 'stolen' }),
    await change('admin-3', own.body.id, { title: 'stolen' }, ['admin']),
    await change('frank', global.body.id, { title: 'not an admin any more' }),
  ]

  expect(titled.body).toEqual({ ...own.body, title: 'new', revision: titled.headers['etag']?.slice(1, -1) })
  expect(stale).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
  expect(unlinked.body).toEqual({ ...titled.body, demoUrl: '', revision: anId })
  expect(ofAnother.body).toEqual({ ...global.body, description: 'On Monday.', revision: anId })
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
  const { content } = (await call('listNews', { recipient: 'frank' })).body
  expect(content).toEqual(expect.arrayContaining([unlinked.body, ofAnother.body]))
})

test('changes of one entry at the same time are all kept', async () => {
  const { id } = (await call('addNews', { recipient: 'heidi', body: entry })).body
  const change = (body: object) => call('changeNews', { recipient: 'heidi', body: { id, ...body } })

  await Promise.all([
    change({ title: 'new' }),
    change({ description: 'On Monday.' }),
    change({ demoUrl: 'https://e.com/' }),
  ])

  const { content } = (await call('listNews', { recipient: 'heidi' })).body
  expect(content.find((each: { id: string }) => each.id === id)).toMatchObject({
    title: 'new',
    description: 'On Monday.',
    demoUrl: 'https://e.com/',
  })
})

test('only the author deletes an own entry, only an administrator a global one; any other request is 404', async () => {
  const publish = async (recipient: string, global = false) =>
    (await call('addNews', { recipient, groups: ['admin'], body: { ...entry, title: 'doomed', global } })).body.id
  const [own, ofAdmin, global] = [await publish('dave'), await publish('admin-2'), await publish('admin-1', true)]
  const remove = async (recipient: string, id: string, groups: string[] = []) =>
    call('deleteNews', { recipient, groups, body: { id } })

  const refused = [
    await remove('dave', 'unknown'),
    await remove('dave', global),
    await remove('admin-1', global),
    await remove('erin', own),
    await remove('admin-2', own, ['admin']),
  ]
  const before = await titles('dave')
  const removed = [
    await remove('admin-2', global, ['admin']),
    await remove('admin-2', ofAdmin, ['admin']),
    await remove('dave', own),
  ]

  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  for (const { body } of refused) expect(body).toEqual(refused[0]?.body)
  expect(before.filter((title: string) => title === 'doomed')).toHaveLength(2)
  expect(removed).toMatchObject([1, 2, 3].map(() => ({ status: 200, body: {} })))
  expect(await remove('dave', own)).toMatchObject({ status: 404 })
  for (const recipient of ['dave', 'admin-2']) expect(await titles(recipient)).not.toContain('doomed')
})

test.each([
  ['no title', { description: 'x' }, '/title'],
  ['a demoUrl with ftp:', { ...entry, demoUrl: 'ftp://example.com' }, '/demoUrl'],
  ['global as a text', { ...entry, global: 'true' }, '/global'],
])('%s is 400 at its place', async (_name, body, pointer) => {
  expect(await call('addNews', { body })).toMatchObject({ status: 400, body: { errors: [{ in: 'body', pointer }] } })
})
