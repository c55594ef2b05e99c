import { expect, test } from 'vitest'
import { queuePosition } from '../../../../shared/areas/media/rules.ts'
import { exportData } from '../../../../shared/areas/personalData/contract.ts'
import { exportedItems } from '../../../../shared/areas/personalData/exportedItems.ts'
import { exportFile, exportRows } from '../../../../shared/areas/personalData/exportFile.ts'
import { type ExportedTable, exportedTables } from '../../../../shared/areas/personalData/personalTables.ts'
import type { Item } from '../../../../shared/contract/write.ts'

const job = { recipientId: 'alice/../bob', jobId: 'j' } as never
const context = { listenedEpoch: 'present', namedAlert: () => expect.fail('nothing is named') }
const readActors = () => expect.fail('nobody has decided')

test('an export is a file of lines whose first line names the format', () => {
  const rows = [1, 2].map((id) => ({ resource: 'news', data: { id } }))

  expect(exportFile.contentType).toBe('application/x-ndjson')
  expect(exportFile.head).toBe('{"resource":"format","data":{"name":"streaming-support-export","version":1}}\n')
  expect([...exportFile.chunks(rows)]).toEqual([
    '{"resource":"news","data":{"id":1}}\n',
    '{"resource":"news","data":{"id":2}}\n',
  ])
  expect(exportFile.key(job)).toBe('prints/~YWxpY2UvLi4vYm9i/j.jsonl')
})

test('the description of an export names each of its resources', () => {
  expect(exportedTables.filter((table) => !exportData.description.includes(`\`${table}\``))).toEqual([])
})

const own = { recipientId: 'alice', id: 'i', secret: 's' }
const chat = { chat: 'main#1', accountId: 'main', chatId: 1, title: 't', linkedAt: 'l' }
const overlay = { overlayId: 'o', name: 'n', createdAt: 'c', lastSeenAt: 's' }
const payment = { gateway: 'manual', completedAt: 'c', amount: { major: 5, minor: 0, currency: 'EUR' } }
const endpoint = { url: 'https://e.com/', types: ['alert.shown'], enabled: true }
const unheard = { status: 'ready', queued: queuePosition(context.listenedEpoch, 'q') }
const listened = { status: 'ready', queued: queuePosition('earlier', 'q') }
test.each<[string, ExportedTable, Item, object | undefined]>([
  ['a chat', 'chats', { ...own, ...chat }, { id: 'main#1', accountId: 'main', chatId: 1, title: 't', linkedAt: 'l' }],
  ['nothing of a test', 'history', { ...own, test: true }, undefined],
  ['no test payment', 'payments', { ...own, ...payment, test: true }, undefined],
  ['a payment', 'payments', { ...own, ...payment }, { id: 'i', status: 'completed', authorizationTimestamp: 'c' }],
  ['no list of the enabled credentials', 'gateways', { ...own, fiat: 'g' }, undefined],
  ['an endpoint', 'endpoints', { ...own, ...endpoint, pausedUntil: 1 }, { id: 'i', ...endpoint, failingSince: null }],
  ['an overlay', 'overlays', { ...own, ...overlay }, { id: 'o', name: 'n', createdAt: 'c', lastSeenAt: 's' }],
  ['an overlay by the name that was given to it', 'overlays', { ...overlay, givenName: 'g' }, { name: 'g' }],
  ['a video', 'videos', { ...own, ...unheard }, { id: 'i', status: 'ready' }],
  ['no video of a test, regression: its description promised that', 'videos', { ...own, test: true }, undefined],
  ['a video that was listened to', 'videos', { ...own, ...listened }, { id: 'i', status: 'handled' }],
])('an export has %s, and no secret', (_name, table, item, expected) => {
  const data = exportedItems[table](item, context)

  if (expected === undefined) expect(data).toBeUndefined()
  else expect(data).toMatchObject(expected)
  expect(data ?? {}).not.toHaveProperty('secret')
})

test('an export goes from page to page, and from table to table', async () => {
  const asked: unknown[][] = []
  const epochs: string[] = []
  const lastKey = { recipientId: 'alice', id: 'l' }
  const rows = exportRows(
    {
      list: async (...call) => {
        asked.push(call)
        const [, table, after] = call
        const isFirst = table === 'news' && after === undefined
        return table === 'news' || table === 'videos'
          ? {
              items: [{ ...own, ...unheard, id: isFirst ? 'first' : 'other' }],
              lastKey: isFirst ? lastKey : undefined,
            }
          : { items: [], lastKey: undefined }
      },
    },
    async (recipientId) => {
      epochs.push(recipientId)
      return context.listenedEpoch
    },
    readActors,
  )
  const given: unknown[] = []
  let after: string | undefined
  do {
    const page = await rows.page('alice', job, after)
    given.push(...page.rows.map(({ resource, data }) => [resource, (data as Item)['id'], (data as Item)['status']]))
    after = page.lastKey
  } while (after !== undefined)

  expect(given).toEqual([
    ['news', 'first', undefined],
    ['news', 'other', undefined],
    ['videos', 'other', 'ready'],
  ])
  expect(asked).toEqual(
    exportedTables.flatMap((table) => [
      ['alice', table, undefined],
      ...(table === 'news' ? [['alice', table, lastKey]] : []),
    ]),
  )
  expect(epochs).toEqual(['alice'])
})

test('an export leaves out items that no list has', async () => {
  const rows = exportRows(
    { list: async () => ({ items: [own, { ...own, test: true }], lastKey: undefined }) },
    () => expect.fail('there is no video'),
    readActors,
  )

  const { rows: given } = await rows.page('alice', job, JSON.stringify({ table: 'history' }))

  expect(given).toHaveLength(1)
})
