import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Write } from '../../../shared/contract/write.ts'
import { handledVideos, type Skippable } from '../../../shared/media/handledVideos.ts'
import { anId } from '../../support/expected.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import { caller, observeTables, openStore } from '../../support/unitStore.ts'

stubEnvironment()
const { handle: getVideos, handler: getting } = await import('../../../functions/media/getVideos.ts')
const { handle: listVideos, handler: listing } = await import('../../../functions/media/listVideos.ts')
const { handle: markAllListened, handler: markingAll } = await import('../../../functions/media/markAllListened.ts')
const { handle: markVideo, handler: marking } = await import('../../../functions/media/markVideo.ts')
const { handle: skipVideo, handler: skipping } = await import('../../../functions/media/skipVideo.ts')

afterEach(() => void vi.restoreAllMocks())

const now = new Date('2026-03-01T18:30:00.000Z')
const writeOf = (...made: readonly unknown[]) => ({ made }) as unknown as Write

test('one id is answered with its video or not found, several with those that there are', async () => {
  const find = async (recipientId: string, ids: readonly string[]) =>
    ids.flatMap((id) => (recipientId === 'alice' && id !== 'x' ? ({ id } as never) : []))
  const get = (...ids: readonly string[]) => getVideos({ find })({ ...caller, params: { ids } }, openStore().commit)

  expect(await get('a')).toEqual({ id: 'a' })
  expect(await get('x', 'a')).toEqual([{ id: 'a' }])
  await expect(get('x')).rejects.toMatchObject({ code: 'not_found', message: 'There is no such video.' })
})

describe('a list of videos', () => {
  const found = { entries: [], totalSize: 0 }
  const list = async (query: object) => {
    const calls: unknown[][] = []
    const told =
      (name: string) =>
      async (recipientId: string, standing: object, { limit }: { readonly limit: number }) => {
        calls.push([name, recipientId, standing, limit])
        return found
      }
    const listenedEpoch = async (recipientId: string) => `epoch of ${recipientId}`
    const lists = { queue: told('queue'), all: told('all') }
    const { body } = await listVideos(
      { listenedEpoch },
      lists,
      {} as never,
    )({ ...caller, query: { size: 5, sort: [], ...query } } as never, () => expect.fail('a read commits nothing'))
    return { calls, orders: body.pageable.orderBy }
  }
  const epoch = 'epoch of alice'

  test('has all, the newest first, or the ones with a status', async () => {
    const standing = { status: undefined, epoch, ascending: false }
    const newestFirst = [{ property: 'id', direction: 'DESC', ignoreCase: false, ascending: false }]

    expect(await list({})).toEqual({ calls: [['all', 'alice', standing, 6]], orders: newestFirst })
    expect((await list({ status: 'handled' })).calls).toEqual([['all', 'alice', { ...standing, status: 'handled' }, 6]])
    expect((await list({ sort: [{ property: 'title', ascending: true }] })).orders).toEqual(newestFirst)
  })

  test('is the queue where what is ready is asked for', async () => {
    const oldestFirst = { status: 'ready', sort: [{ property: 'id', ascending: true }] }

    expect((await list(oldestFirst)).calls).toEqual([['queue', 'alice', { epoch, ascending: true }, 6]])
  })
})

test('a video is marked, or all are', async () => {
  const { commit, committed } = openStore()
  const listening = (...given: readonly unknown[]) => writeOf('listening', ...given)
  const renewal = (...given: readonly unknown[]) => writeOf('renewal', ...given)

  expect(await markVideo({ listening })({ ...caller, body: { id: 'v' } }, commit)).toEqual({})
  expect(await markAllListened({ renewal })({ ...caller, body: {} }, commit)).toEqual({})
  expect(committed).toEqual([[writeOf('listening', 'alice', 'v')], [writeOf('renewal', 'alice')]])
})

describe('a video that is skipped', () => {
  const totals = { history: 0, payments: 0, alerts: 0, newestAlertAt: '', lastDelivery: 9 }
  const ready = { id: 'v', status: 'ready', isSkipped: false, isTold: true, test: false, totals }
  const skip = async (found: Skippable | undefined, conflicts = 0) => {
    const store = openStore(conflicts)
    let reads = 0
    const findSkippable = async (recipientId: string, id: string) => {
      reads++
      return recipientId === 'alice' && id === 'v' ? found : expect.fail('another video')
    }
    const tables = { recipients: 'recipients', deliveries: 'deliveries' }
    const answer = await skipVideo({ findSkippable }, handledVideos('videos'), tables, () => now.getTime())(
      { ...caller, body: { id: 'v' } },
      store.commit,
    )
    return { answer, reads, operations: store.operations() }
  }
  const skipped = {
    Update: { TableName: 'videos', ExpressionAttributeValues: { ':as': 'skipped', ':found': 'ready' } },
  }

  test('is taken out of the queue, and its players are told', async () => {
    const { answer, operations } = await skip({ ...ready, test: true })

    expect(answer).toEqual({})
    expect(operations).toMatchObject([
      [
        skipped,
        {
          Put: {
            TableName: 'deliveries',
            Item: {
              recipientId: 'alice',
              sequence: 10,
              after: 9,
              kind: 'skip',
              payload: '{"id":"v"}',
              test: true,
              createdAt: now.toISOString(),
            },
          },
        },
        {
          Update: {
            TableName: 'recipients',
            Key: { recipientId: 'alice' },
            ExpressionAttributeValues: { ':before': 9, ':lastDelivery': 10 },
          },
        },
      ],
    ])
  })

  test('is told to nobody where nobody was told of it', async () => {
    expect((await skip({ ...ready, isTold: false })).operations).toMatchObject([[skipped]])
  })

  test('already is not skipped again', async () => {
    expect(await skip({ ...ready, isSkipped: true })).toEqual({ answer: {}, reads: 1, operations: [[]] })
  })

  test('is read again where it has changed meanwhile', async () => {
    expect(await skip(ready, 2)).toMatchObject({ reads: 3, operations: [[{}, {}, {}]] })
  })

  test('and unknown is not found', async () => {
    await expect(skip(undefined)).rejects.toMatchObject({ code: 'not_found', errors: [{ detail: 'unknown video' }] })
  })
})

test('the functions of videos ask their tables', async () => {
  const Responses = { videos: [{ id: 'v', status: 'ready', readyTimestamp: 'then', provider: 'youtube' }] }
  const inputs = observeTables({ several: { Responses } })
  const ask = async (handler: typeof marking, event: ReturnType<typeof httpEvent>) =>
    expect(await handler(event)).toMatchObject({ statusCode: 200 })
  const body = { id: 'v' }

  await ask(getting, httpEvent('GET', '/', { params: { ids: 'v,w' } }))
  await ask(listing, httpEvent('GET', '/'))
  await ask(markingAll, httpEvent('POST', '/', { body: {} }))
  await ask(marking, httpEvent('POST', '/', { body }))
  await ask(skipping, httpEvent('POST', '/', { body }))

  const both = { RequestItems: { videos: {}, recipients: {} } }
  expect(inputs).toMatchObject([
    both,
    { TableName: 'recipients' },
    { TableName: 'videos' },
    { TableName: 'recipients', ExpressionAttributeValues: { ':epoch': anId } },
    { TableName: 'videos' },
    both,
    {
      TransactItems: [
        { Update: { TableName: 'videos' } },
        { Put: { TableName: 'deliveries' } },
        { Update: { TableName: 'recipients' } },
      ],
    },
  ])
})
