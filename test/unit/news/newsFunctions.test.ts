import { afterEach, describe, expect, test, vi } from 'vitest'
import { quotaRepository } from '../../../shared/limits/quotaRepository.ts'
import { newsRepository } from '../../../shared/news/newsRepository.ts'
import { anId } from '../../support/expected.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import { caller, observeTables, openStore } from '../../support/unitStore.ts'

stubEnvironment()
const { handle: addNews, handler: adding } = await import('../../../functions/news/addNews.ts')
const { handle: changeNews, handler: changing } = await import('../../../functions/news/changeNews.ts')
const { handle: deleteNews, handler: deleting } = await import('../../../functions/news/deleteNews.ts')
const { handle: listNews, handler: listing } = await import('../../../functions/news/listNews.ts')

afterEach(() => void vi.restoreAllMocks())

const now = Date.parse('2026-03-01T18:30:00.000Z')
const entry = { id: 'n', title: 't', description: 'd', date: '2026-03-01T00:00:00.000Z', demoUrl: '', revision: 'r1' }
const quotas = quotaRepository('quotas')
const counted = (recipientId: string, collection: string, by: number) => ({
  Update: {
    TableName: 'quotas',
    Key: { recipientId, collection },
    ExpressionAttributeValues: { ':used': by },
  },
})

/** News in which an entry is found by its audience. */
const newsWith = (global: boolean) => {
  const reads: unknown[] = []
  return {
    reads,
    ...newsRepository({} as never, 'news'),
    find: async (...given: [string, string, boolean]) => {
      reads.push(given)
      return given[2] === global ? entry : undefined
    },
  }
}

describe('an entry that is added', () => {
  const add = async (global: boolean, isAdmin: boolean) => {
    const { commit, operations } = openStore()
    const body = { title: 't', description: 'd', global, demoUrl: '' }
    const answer = await addNews(newsWith(global), quotas, () => now)({ ...caller, isAdmin, body }, commit)
    return { answer, operations: operations() }
  }

  test('is answered as it is stored, with its tag, and counted', async () => {
    const { answer, operations } = await add(false, false)

    const { body, headers } = answer
    expect(body).toEqual({ ...entry, id: anId, revision: anId, date: '2026-03-01T18:30:00.000Z' })
    expect(headers).toEqual({ etag: `"${body.revision}"` })
    expect(operations).toMatchObject([
      [{ Put: { TableName: 'news', Item: { audience: 'recipient#alice', ...body } } }, counted('alice', 'news', 1)],
    ])
  })

  test('is global where its author may do that, and counted with all global ones', async () => {
    const { operations } = await add(true, true)

    expect(operations[0]).toHaveLength(9)
    expect(operations[0]?.at(-1)).toMatchObject(counted('everyone', 'globalNews', 1))
    await expect(add(true, false)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Global news are published by administrators alone.',
    })
  })
})

describe('an entry that is changed', () => {
  const change = async (given: object, global: boolean, isAdmin: boolean, ifMatch?: string) => {
    const { commit, operations } = openStore()
    const news = newsWith(global)
    const request = { ...caller, isAdmin, headers: { 'if-match': ifMatch }, body: { id: 'n', ...given } }
    const { body } = await changeNews(news)(request as never, commit)
    return { body, reads: news.reads, operations: operations() }
  }

  test('keeps what is not sent', async () => {
    const { body, reads, operations } = await change({ title: 'new' }, false, true)

    expect(body).toEqual({ ...entry, title: 'new', revision: anId })
    expect(reads).toEqual([['alice', 'n', false]])
    expect(operations).toMatchObject([
      [
        {
          Update: {
            Key: { audience: 'recipient#alice', id: 'n' },
            ExpressionAttributeValues: { ':title': 'new', ':revision0': 'r1' },
          },
        },
      ],
    ])
    expect((await change({ description: 'x', demoUrl: 'y' }, false, false)).body).toMatchObject({
      title: 't',
      description: 'x',
      demoUrl: 'y',
    })
  })

  test('is a global one for the few who may change those', async () => {
    const { reads, operations } = await change({ title: 'new' }, true, true)

    expect(reads).toEqual([
      ['alice', 'n', false],
      ['alice', 'n', true],
    ])
    expect(operations[0]).toHaveLength(8)
    await expect(change({ title: 'new' }, true, false)).rejects.toMatchObject({
      code: 'not_found',
      errors: [{ detail: 'unknown news entry' }],
    })
  })

  test('has the revision that If-Match asks for', async () => {
    await expect(change({ title: 'new' }, false, false, '"r0"')).rejects.toMatchObject({ code: 'precondition_failed' })
  })
})

describe('an entry that is deleted', () => {
  const remove = async (global: boolean, isAdmin: boolean) => {
    const { commit, operations } = openStore()
    const news = newsWith(global)
    const answer = await deleteNews(news, quotas)({ ...caller, isAdmin, body: { id: 'n' } }, commit)
    return { answer, reads: news.reads, operations: operations() }
  }
  const own = {
    answer: {},
    operations: [
      [{ Delete: { TableName: 'news', Key: { audience: 'recipient#alice', id: 'n' } } }, counted('alice', 'news', -1)],
    ],
  }

  test('is the own one, which most may delete alone, without a read', async () => {
    expect(await remove(true, false)).toMatchObject({ ...own, reads: [] })
  })

  test('is the own one before a global one, and a global one is counted with all of them', async () => {
    expect(await remove(false, true)).toMatchObject({ ...own, reads: [['alice', 'n', false]] })
    const { operations } = await remove(true, true)
    expect(operations[0]).toHaveLength(9)
    expect(operations[0]?.at(-1)).toMatchObject(counted('everyone', 'globalNews', -1))
  })
})

test('news are listed with the newest first, or by their title', async () => {
  const entries = [
    { ...entry, id: '1', date: '1', title: 'b' },
    { ...entry, id: '2', date: '2', title: 'a' },
    { ...entry, id: '3', date: '0', title: 'c' },
  ]
  const listed = async (...sort: readonly object[]) => {
    const list = async (recipientId: string) => (recipientId === 'alice' ? entries : [])
    const { body } = await listNews({ list }, {} as never)({ ...caller, query: { size: 9, sort } } as never, () =>
      expect.fail('a read commits nothing'),
    )
    return body.content.map(({ id }) => id)
  }

  expect(await listed()).toEqual(['2', '1', '3'])
  expect(await listed({ property: 'title', ascending: true })).toEqual(['2', '1', '3'])
  expect(await listed({ property: 'title', ascending: false })).toEqual(['3', '1', '2'])
  expect(await listed({ property: 'date', ascending: true })).toEqual(['3', '1', '2'])
})

describe('the function that', () => {
  const [put, removed, changed] = ['Put', 'Delete', 'Update'].map((kind) => ({ [kind]: { TableName: 'news' } }))
  const quota = { Update: { TableName: 'quotas' } }

  test('adds an entry, and the one that deletes it, ask their tables', async () => {
    const inputs = observeTables()

    expect(await adding(httpEvent('POST', '/', { body: { title: 't', description: 'd' } }))).toMatchObject({
      statusCode: 200,
    })
    expect(await deleting(httpEvent('POST', '/', { body: { id: 'n' } }))).toMatchObject({ statusCode: 200 })
    expect(inputs).toMatchObject([{ TransactItems: [put, quota] }, { TransactItems: [removed, quota] }])
  })

  test('changes an entry, and the one that lists them, ask their table', async () => {
    const inputs = observeTables({ news: { Item: entry, Items: [] } })

    expect(await changing(httpEvent('POST', '/', { body: { id: 'n', title: 'x' } }))).toMatchObject({ statusCode: 200 })
    expect(await listing(httpEvent('GET', '/'))).toMatchObject({ statusCode: 200 })
    expect(inputs).toMatchObject([{ Key: {} }, changed?.['Update'], { TableName: 'news' }, { TableName: 'news' }])
  })
})
