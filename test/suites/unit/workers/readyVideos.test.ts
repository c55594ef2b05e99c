import { expect, test, vi } from 'vitest'
import { type Video, videoRepository } from '../../../../shared/areas/media/videoRepository.ts'
import { TotalsChanged } from '../../../../shared/areas/totals/totals.ts'
import { Problem } from '../../../../shared/contract/problem.ts'
import type { Item, Write } from '../../../../shared/contract/write.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { recordsFromEvent } from '../../../../shared/mechanisms/store/streamRecord.ts'
import { streamEvent } from '../../../support/streamEvent.ts'
import { stubEnvironment } from '../../../support/stubEnvironment.ts'

stubEnvironment()
vi.stubEnv('PARAMETER_PREFIX', '/stage')
const { handle } = await import('../../../../functions/workers/readyVideos.ts')

const now = new Date('2026-03-01T18:30:00.000Z')
const tables = { videos: 'videos', recipients: 'recipients', deliveries: 'deliveries' }
const totals = { history: 0, payments: 0, alerts: 0, newestAlertAt: '', lastDelivery: 9 }
const imageOf = (id: string, more: object = {}) => ({
  recipientId: 'alice',
  id,
  provider: 'youtube',
  originId: `origin of ${id}`,
  url: `https://e.com/${id}`,
  title: '',
  thumbnail: 'plain',
  system: 'Stripe',
  owner: 'bob',
  paymentId: 'p',
  status: 'prepared',
  ...more,
})
const recordsOf = (...images: readonly Item[]) =>
  recordsFromEvent(
    streamEvent(
      ...images.map((newImage) => ({ keys: { recipientId: newImage['recipientId'], id: newImage['id'] }, newImage })),
    ),
  )

interface Given {
  readonly describe?: (ids: readonly string[]) => Promise<ReadonlyMap<string, { title: string; thumbnail?: string }>>
  /** What becomes of the attempts one after another; those after them succeed. */
  readonly failures?: readonly unknown[]
  readonly tests?: readonly string[]
}

/** Makes the videos of table stream records ready; the requests and the writes. */
const run = async (images: readonly Item[], { describe: described, failures = [], tests = [] }: Given = {}) => {
  const [asked, reads, applied]: [unknown[], unknown[], (readonly Write[])[]] = [[], [], []]
  const byId = new Map(images.map((image) => [image['id'], image]))
  const failed = await handle({
    tables,
    youtube: {
      describe: async (ids) => {
        asked.push(ids)
        return (await described?.(ids)) ?? new Map()
      },
    },
    videos: {
      ...videoRepository({} as never, tables),
      findPrepared: async (recipientId, ids) => {
        reads.push([recipientId, ids])
        const prepared = ids.flatMap((id) => {
          const image = byId.get(id)
          return image?.['status'] === 'prepared'
            ? [{ video: image as unknown as Video, test: tests.includes(id) }]
            : []
        })
        return { totals, listenedEpoch: 'e', prepared }
      },
    },
    apply: async (writes) => {
      applied.push(writes)
      const failure = failures[applied.length - 1]
      if (failure !== undefined) throw failure
    },
    postponed: { postpone: () => Promise.reject(new Error('nothing is postponed here')) },
    clock: () => now.getTime(),
  })(recordsOf(...images))
  return { asked, reads, applied: applied.map((writes) => writes.map(({ operation }) => operation)), failed }
}

const becameReady = (id: string, title: string, thumbnail: string) => ({
  Update: {
    TableName: 'videos',
    Key: { recipientId: 'alice', id },
    ExpressionAttributeValues: {
      ':readyTimestamp': now.toISOString(),
      ':queued': `e#${id}`,
      ':title': title,
      ':thumbnail': thumbnail,
    },
  },
})
const told = (after: number, contents: readonly object[], test = false) => ({
  Put: {
    TableName: 'deliveries',
    Item: { recipientId: 'alice', after, kind: 'media', test, payload: JSON.stringify(contents) },
  },
})
const counted = (last: number) => ({
  Update: {
    TableName: 'recipients',
    Key: { recipientId: 'alice' },
    ExpressionAttributeValues: { ':before': 9, ':lastDelivery': last, ':epoch': 'e' },
  },
})
const contentsOf = (id: string, title: string, thumbnail: string) => {
  const { provider, originId, url, system, owner, paymentId } = imageOf(id)
  return { id, provider, originId, url, title, thumbnail, system, owner, paymentId }
}

test('YouTube is asked once for each of its videos, and for no other', async () => {
  const twice = imageOf('b', { originId: 'origin of a' })

  expect((await run([imageOf('a'), twice, imageOf('c', { provider: 'vk' })])).asked).toEqual([['origin of a']])
  expect((await run([imageOf('c', { provider: 'vk' })])).asked).toEqual([])
})

test('videos are ready with their addresses for titles when YouTube fails, and not ready after an error of ours', async () => {
  const failing = (error: Error) => ({ describe: () => Promise.reject(error) })
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)

  const { applied } = await run([imageOf('a')], failing(new Problem('provider_unavailable', 'no answer')))

  expect(applied).toMatchObject([[becameReady('a', 'https://e.com/a', 'plain'), {}, {}]])
  expect(JSON.parse(String(write.mock.calls[0]?.[0]))).toMatchObject({
    level: 'WARN',
    message: 'videos without titles',
    worker: 'readyVideos',
    code: 'provider_unavailable',
    count: 1,
  })
  await expect(run([imageOf('a')], failing(new Error('broken')))).rejects.toThrow('broken')
})

test('a delivery has at most twenty videos, and those of tests have their own', async () => {
  const ids = Array.from({ length: 22 }, (_, index) => `v${index}`)

  const { applied } = await run(
    ids.map((id) => imageOf(id)),
    { tests: ['v21'] },
  )

  const contents = ids.map((id) => contentsOf(id, `https://e.com/${id}`, 'plain'))
  expect(applied[0]?.slice(22)).toMatchObject([
    told(9, contents.slice(0, 20)),
    told(10, contents.slice(20, 21)),
    told(11, contents.slice(21), true),
    counted(12),
  ])
})

test('changed videos are read again', async () => {
  expect((await run([imageOf('a')], { failures: [new Conflict()] })).reads).toHaveLength(2)
})

test('videos are ready in the epoch, and behind the delivery, that a refusal has shown, without another read', async () => {
  const found = { lastDelivery: 12, listenedEpoch: 'f' }

  const { applied, reads } = await run([imageOf('a')], { failures: [new TotalsChanged(found)] })

  expect(reads).toHaveLength(1)
  expect(applied[1]).toMatchObject([
    { Update: { ExpressionAttributeValues: { ':queued': 'f#a' } } },
    { Put: { Item: { after: 12 } } },
    { Update: { ExpressionAttributeValues: { ':before': 12, ':epoch': 'f' } } },
  ])
})
