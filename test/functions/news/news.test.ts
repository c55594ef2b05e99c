import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalAws, startLocalAws } from '../../support/localAws.ts'
import { operationCaller } from '../../support/operationCaller.ts'

let aws: LocalAws
const call = operationCaller()

beforeAll(async () => {
  aws = await startLocalAws()
})
afterAll(() => aws.stop())

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
    id: expect.any(String),
    title: 'own',
    description: 'On Sunday.',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    demoUrl: 'https://example.com/',
  })
  expect(await titles('alice')).toEqual(['for all', 'own'])
  expect(await titles('bob')).toEqual(['for all'])
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

test('an own entry is deleted by its author alone, a global one by the group alone; all else is answered like an unknown id', async () => {
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
  ['a title of 201', { ...entry, title: 'x'.repeat(201) }, '/title'],
  ['a description of 10,001', { ...entry, description: 'x'.repeat(10_001) }, '/description'],
  ['a demoUrl with ftp:', { ...entry, demoUrl: 'ftp://example.com' }, '/demoUrl'],
  ['global as a text', { ...entry, global: 'true' }, '/global'],
])('%s is 400 at its place', async (_name, body, pointer) => {
  expect(await call('addNews', { body })).toMatchObject({ status: 400, body: { errors: [{ in: 'body', pointer }] } })
})
