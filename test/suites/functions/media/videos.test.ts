import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { handledVideos, type Skippable } from '../../../../shared/areas/media/handledVideos.ts'
import { videoLinkFrom } from '../../../../shared/areas/media/rules.ts'
import { videoRepository } from '../../../../shared/areas/media/videoRepository.ts'
import { type DeliveryItem, messagesFromDeliveries } from '../../../../shared/areas/realtime/deliveries.ts'
import { totalsWrites } from '../../../../shared/areas/totals/totals.ts'
import { applyOrThrow, applyWrites, type Refusal } from '../../../../shared/mechanisms/store/commit.ts'
import { queryAll } from '../../../../shared/mechanisms/store/query.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { putMany } from '../../../support/manyItems.ts'
import { nextParameters } from '../../../support/nextQuery.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const call = operationCaller()
let nextRecipient = 0
const someone = () => `recipient-${++nextRecipient}`

const aws = await sharedByTests(startLocalAws())
const videos = videoRepository(aws.client, { videos: aws.table('videos'), recipients: aws.table('recipients') })

const link = videoLinkFrom('https://youtu.be/dQw4w9WgXcQ')
if (link === undefined) throw new Error('the example is no video')
const requested = { ...link, system: 'Stripe', title: 'A song', owner: 'A channel', test: false }
const readyTimestamp = '2026-01-02T03:04:05.678Z'

const prepare = async (recipient: string, paymentId: string, requestedAt = '2026-01-02T03:04:05Z'): Promise<string> => {
  const { id, write } = videos.creation(recipient, { ...requested, requestedAt, paymentId })
  await applyWrites(aws.client, [write])
  return id
}
const makeReadyIn = (recipient: string, id: string, listenedEpoch: string): Promise<readonly Refusal[]> =>
  applyWrites(aws.client, [
    videos.change(recipient, id, { readyTimestamp, listenedEpoch }),
    ...totalsWrites(aws.table('recipients'), recipient, { history: 1, listenedEpoch }),
  ])
const makeReady = async (recipient: string, id: string) =>
  makeReadyIn(recipient, id, (await videos.findPrepared(recipient, [id])).listenedEpoch)
const get = (recipient: string, ...ids: string[]) => call('getVideos', { recipient, params: { ids: ids.join(',') } })
const statusOf = async (recipient: string, id: string) => (await get(recipient, id)).body.status
const markAll = (recipient: string) => call('markAllListened', { recipient, body: {} })

test('one id is answered as its record', async () => {
  const recipient = someone()
  const id = await prepare(recipient, 'payment')

  const answer = await get(recipient, id)

  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toEqual({
    id,
    recipientId: recipient,
    system: 'Stripe',
    originId: 'dQw4w9WgXcQ',
    provider: 'youtube',
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    title: 'A song',
    thumbnail: 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
    status: 'prepared',
    owner: 'A channel',
    paymentId: 'payment',
    test: false,
  })
})

test('several ids are answered in the order asked, unknown and foreign ones left out', async () => {
  const [recipient, other] = [someone(), someone()]
  const [a, b, c] = [await prepare(recipient, 'a'), await prepare(recipient, 'b'), await prepare(recipient, 'c')]
  const foreign = await prepare(other, 'a')

  const answer = await get(recipient, c, foreign, a, 'unknown', b, c)

  expect(answer.body.map(({ id }: { id: string }) => id)).toEqual([c, a, b, c])
  expect((await get(recipient, 'unknown', foreign)).body).toEqual([])
})

test('a foreign id looks exactly like an unknown one', async () => {
  const [recipient, other] = [someone(), someone()]
  const foreign = await prepare(other, 'a')

  const [ofOther, unknown] = [await get(recipient, foreign), await get(recipient, 'unknown')]

  expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(ofOther).toEqual(unknown)
})

test('empty ids are left out: a list that ends in a comma is a list', async () => {
  const recipient = someone()
  const [id, other] = [await prepare(recipient, 'first'), await prepare(recipient, 'second')]

  expect((await get(recipient, '', id, '')).body).toMatchObject({ id })
  expect((await get(recipient, id, '', other, '')).body).toMatchObject([{ id }, { id: other }])
})

test('50 ids of up to 64 characters are answered, 51 refused', async () => {
  const recipient = someone()
  const ids = await Promise.all(Array.from({ length: 50 }, (_, index) => prepare(recipient, `payment-${index}`)))

  const answer = await get(recipient, 'x'.repeat(64), ...ids.slice(1))

  expect(answer.body.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1))
  expect(await get(recipient, ...ids, 'one-more')).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', errors: [{ in: 'path', pointer: '/ids' }] },
  })
})

test.each([',', 'x'.repeat(65), `a,${'x'.repeat(65)}`])('the ids %j are 400', async (ids) => {
  const answer = await call('getVideos', { params: { ids } })

  expect(answer).toMatchObject({ status: 400, body: { errors: [{ in: 'path', pointer: '/ids' }] } })
})

test('marking all as listened turns ready videos into handled ones, and no others', async () => {
  const recipient = someone()
  const [prepared, ready] = [await prepare(recipient, 'a'), await prepare(recipient, 'b')]
  await makeReady(recipient, ready)
  const before = (await get(recipient, ready)).body

  const answer = await markAll(recipient)

  expect(before).toMatchObject({ status: 'ready', readyTimestamp })
  expect(before).not.toHaveProperty('queued')
  expect(answer).toMatchObject({ status: 200, body: {} })
  expect((await get(recipient, ready)).body).toEqual({ ...before, status: 'handled' })
  expect(await statusOf(recipient, prepared)).toBe('prepared')
})

test('a video that becomes ready after "mark all" stays ready', async () => {
  const recipient = someone()
  const [first, second] = [await prepare(recipient, 'a'), await prepare(recipient, 'b')]
  await makeReady(recipient, first)
  await markAll(recipient)

  await makeReady(recipient, second)

  expect([await statusOf(recipient, first), await statusOf(recipient, second)]).toEqual(['handled', 'ready'])
  await markAll(recipient)
  expect([await statusOf(recipient, first), await statusOf(recipient, second)]).toEqual(['handled', 'handled'])
})

test('marking is the caller’s own, and a keyed one is done once', async () => {
  const [recipient, other] = [someone(), someone()]
  const [own, foreign, later] = [
    await prepare(recipient, 'a'),
    await prepare(other, 'a'),
    await prepare(recipient, 'b'),
  ]
  await Promise.all([makeReady(recipient, own), makeReady(other, foreign)])
  const mark = () => call('markAllListened', { recipient, body: {}, headers: { 'idempotency-key': 'key' } })
  await mark()
  await makeReady(recipient, later)

  const again = await mark()

  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(await statusOf(recipient, later)).toBe('ready')
  expect(await statusOf(other, foreign)).toBe('ready')
})

test('preparing again leaves a video as it is', async () => {
  const recipient = someone()
  const id = await prepare(recipient, 'a')
  await makeReady(recipient, id)

  const again = await prepare(recipient, 'a')

  expect(again).toBe(id)
  expect(await statusOf(recipient, id)).toBe('ready')
})

test('only a prepared or postponed video becomes ready, and no postponement is left', async () => {
  const recipient = someone()
  const id = await prepare(recipient, 'a')
  const postponed = { status: 'postponed', dueAt: 'then', dueShard: 's', attempts: 2 }
  await putMany(aws.client, aws.table('videos'), [{ ...(await storedVideo(recipient, id)), ...postponed }])
  await makeReady(recipient, id)

  expect(
    Object.keys((await storedVideo(recipient, id)) ?? {}).filter((name) => /^(?:due|attempts)/.test(name)),
  ).toEqual([])
  expect(await makeReady(recipient, id)).toMatchObject([{ index: 0, item: { status: 'ready' } }])
  expect(await makeReady(recipient, 'unknown')).toMatchObject([{ index: 0, item: undefined }])
})

test('a video does not become ready in an epoch that has ended', async () => {
  const recipient = someone()
  const id = await prepare(recipient, 'a')
  const epochNow = async () => (await videos.findPrepared(recipient, [id])).listenedEpoch
  const epochs = [await epochNow()]
  await markAll(recipient)
  epochs.push(await epochNow())
  await markAll(recipient)

  for (const epoch of epochs) expect(await makeReadyIn(recipient, id, epoch)).toMatchObject([{ index: 1 }])

  expect(await statusOf(recipient, id)).toBe('prepared')
  expect(await makeReady(recipient, id)).toEqual([])
})

const list = (recipient: string, query: Record<string, string> = {}) => call('listVideos', { recipient, query })
const listed = async (recipient: string, query?: Record<string, string>): Promise<string[]> =>
  (await list(recipient, query)).body.content.map(({ id }: { id: string }) => id)
const requestedOn = (day: number) => `2026-01-0${day}T00:00:00Z`

/** Videos in the order of their age: one that is prepared, one that all were marked with, two that are ready. */
const four = async (recipient: string) => {
  const marked = await prepare(recipient, 'd', requestedOn(2))
  await makeReady(recipient, marked)
  await markAll(recipient)
  const [first, second] = [await prepare(recipient, 'c', requestedOn(3)), await prepare(recipient, 'b', requestedOn(4))]
  await makeReady(recipient, second)
  await makeReady(recipient, first)
  return { prepared: await prepare(recipient, 'a', requestedOn(1)), marked, first, second }
}

test('videos are listed by age, all or those with a status', async () => {
  const recipient = someone()
  const { prepared, marked, first, second } = await four(recipient)
  await prepare(someone(), 'a')
  // It waits for another attempt to become ready.
  await putMany(aws.client, aws.table('videos'), [{ ...(await storedVideo(recipient, prepared)), status: 'postponed' }])

  expect(await listed(recipient)).toEqual([second, first, marked, prepared])
  expect(await listed(recipient, { sort: 'id,asc' })).toEqual([prepared, marked, first, second])
  expect(await listed(recipient, { status: 'ready', sort: 'id,asc' })).toEqual([first, second])
  expect(await listed(recipient, { status: 'prepared' })).toEqual([prepared])
  expect(await listed(recipient, { status: 'handled' })).toEqual([marked])
  expect((await list(recipient)).body.content).toEqual((await get(recipient, second, first, marked, prepared)).body)
  expect(await list(recipient, { status: 'playing' })).toMatchObject({ status: 400 })
})

test('the queue is found whatever was handled before it', async () => {
  const recipient = someone()
  const items = Array.from({ length: 1001 }, (_, index) => ({
    ...requested,
    recipientId: recipient,
    id: `00-${index}`,
    paymentId: 'payment',
    readyTimestamp,
    status: 'ready',
    queued: `earlier#00-${index}`,
  }))
  await putMany(aws.client, aws.table('videos'), items)
  const ready = await prepare(recipient, 'a')
  await makeReady(recipient, ready)

  const { body } = await list(recipient, { status: 'ready', sort: 'id,asc' })

  expect(body).toMatchObject({ content: [{ id: ready }], totalSize: 1, totalIsExact: true })
})

test('the queue continues after its cursor when all videos before it were marked', async () => {
  const recipient = someone()
  const { first, second } = await four(recipient)
  const page = await list(recipient, { status: 'ready', sort: 'id,asc', size: '1' })
  await markAll(recipient)
  const later = await prepare(recipient, 'later', requestedOn(5))
  const earlier = await prepare(recipient, 'earlier', requestedOn(1))
  for (const id of [later, earlier]) await makeReady(recipient, id)

  const next = await list(recipient, nextParameters(page.headers['link']))

  expect(page.body.content).toMatchObject([{ id: first }])
  expect(next.body.content).toMatchObject([{ id: later }])
  expect(await listed(recipient, { status: 'handled' })).toContain(second)
})

test('marking a video removes only it from the queue, and marking it again changes nothing', async () => {
  const recipient = someone()
  const { prepared, marked, first, second } = await four(recipient)
  const mark = (id: string) => call('markVideo', { recipient, body: { id } })

  for (const id of [first, first, prepared]) expect(await mark(id)).toMatchObject({ status: 200, body: {} })

  expect(await listed(recipient, { status: 'ready' })).toEqual([second])
  expect(await listed(recipient, { status: 'prepared' })).toEqual([])
  expect(await listed(recipient, { status: 'handled' })).toEqual([first, marked, prepared])
  expect((await get(recipient, first)).body).toMatchObject({ status: 'handled', readyTimestamp })
  expect(await makeReady(recipient, prepared)).toMatchObject([{ index: 0 }])
})

const skip = (recipient: string, id: string) => call('skipVideo', { recipient, body: { id } })
const deliveriesTo = (recipient: string) =>
  queryAll(aws.client, {
    TableName: aws.table('deliveries'),
    KeyConditionExpression: 'recipientId = :recipientId',
    ExpressionAttributeValues: { ':recipientId': recipient },
  })

test('a skipped video leaves the queue, and players are told once, of one that was handled too', async () => {
  const recipient = someone()
  const { first, second, marked } = await four(recipient)
  await call('markVideo', { recipient, body: { id: second } })
  await putMany(aws.client, aws.table('videos'), [{ ...(await storedVideo(recipient, first)), test: true }])

  for (const id of [first, second, marked, first, second])
    expect(await skip(recipient, id)).toMatchObject({ status: 200 })

  const told = await deliveriesTo(recipient)
  expect(messagesFromDeliveries(told as unknown as DeliveryItem[], new Map(), (look) => look)).toMatchObject(
    [first, second, marked].map((id, index) => ({ type: 'skip', skip: { id }, sequence: index + 1, after: index })),
  )
  expect(told.map(({ test: isTest }) => isTest)).toEqual([true, false, false])
  expect(await listed(recipient, { status: 'ready' })).toEqual([])
})

test('a prepared video that is skipped, once more too, never becomes ready, and nobody is told of it', async () => {
  const recipient = someone()
  const { prepared } = await four(recipient)

  for (const _again of [false, true]) expect(await skip(recipient, prepared)).toMatchObject({ status: 200, body: {} })

  expect(await makeReady(recipient, prepared)).toMatchObject([{ index: 0 }])
  expect(await statusOf(recipient, prepared)).toBe('handled')
  expect(await deliveriesTo(recipient)).toEqual([])
})

test.each(['markVideo', 'skipVideo'])(
  '%s answers a foreign id as an unknown one, and leaves it as it is',
  async (id) => {
    const [recipient, other] = [someone(), someone()]
    const { first } = await four(other)

    const [foreign, unknown] = [
      await call(id, { recipient, body: { id: first } }),
      await call(id, { recipient, body: { id: 'unknown' } }),
    ]

    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found', errors: [{ pointer: '/id' }] } })
    expect(foreign).toEqual(unknown)
    expect(await statusOf(other, first)).toBe('ready')
  },
)

test('a video has one id for its recipient, payment, provider and address, and later ones sort behind', () => {
  const asked = { ...requested, requestedAt: '2026-03-01T18:30:00.123Z', paymentId: 'p' }
  const idOf = (recipient: string, more: object = {}) => videos.creation(recipient, { ...asked, ...more }).id
  const id = idOf('alice')

  const others = [idOf('bob'), idOf('alice', { paymentId: 'q' }), idOf('alice', { provider: 'vk' })]
  expect(new Set([id, ...others, idOf('alice', { originId: 'x' })]).size).toBe(5)
  expect(idOf('alice', { title: 'other', owner: 'other' })).toBe(id)
  expect(idOf('alice', { requestedAt: '2026-03-01T18:30:01Z' }) > id).toBe(true)
})

const storedVideo = async (recipientId: string, id: string) =>
  (await aws.client.send(new GetCommand({ TableName: aws.table('videos'), Key: { recipientId, id } }))).Item

test('the first reason of a handled video stays, except that a skip replaces it, and no postponement is left', async () => {
  const recipient = someone()
  const handled = handledVideos(aws.table('videos'))
  const id = await prepare(recipient, 'a')
  const postponed = { status: 'postponed', dueAt: 'then', dueShard: 's', attempts: 2, queued: 'e#v' }
  await putMany(aws.client, aws.table('videos'), [{ ...(await storedVideo(recipient, id)), ...postponed }])
  const reasons = []
  for (const write of [
    handled.listening(recipient, id),
    videos.removal(recipient, id),
    handled.skipping(recipient, { id, status: 'handled' } as Skippable),
    handled.listening(recipient, id),
  ]) {
    await applyOrThrow(aws.client)([write])
    reasons.push((await storedVideo(recipient, id))?.['handledAs'])
  }

  expect(reasons).toEqual(['listened', 'listened', 'skipped', 'skipped'])
  expect(Object.keys((await storedVideo(recipient, id)) ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:dueAt|dueShard|attempts|queued)$/)]),
  )
  await expect(
    applyOrThrow(aws.client)([handled.skipping(recipient, { id, status: 'handled' } as Skippable)]),
  ).rejects.toBeInstanceOf(Conflict)
})

test('a video whose status has changed since the read is not skipped', async () => {
  const recipient = someone()
  const id = await prepare(recipient, 'a')
  const found = await videos.findSkippable(recipient, id)
  await makeReady(recipient, id)

  const skipping = handledVideos(aws.table('videos')).skipping(recipient, found as Skippable)

  expect(found).toMatchObject({ status: 'prepared', isSkipped: false, isDelivered: false, test: false })
  await expect(applyOrThrow(aws.client)([skipping])).rejects.toBeInstanceOf(Conflict)
  expect(await statusOf(recipient, id)).toBe('ready')
  expect(await videos.findSkippable(recipient, id)).toMatchObject({ status: 'ready', isDelivered: true })
})

test('the prepared and postponed videos among ids are found once each, in the order of the ids', async () => {
  const recipient = someone()
  const [a, b, c] = [await prepare(recipient, 'a'), await prepare(recipient, 'b'), await prepare(recipient, 'c')]
  await makeReady(recipient, b)
  await putMany(aws.client, aws.table('videos'), [
    { ...(await storedVideo(recipient, c)), status: 'postponed', test: true },
  ])

  const { prepared } = await videos.findPrepared(recipient, [c, 'unknown', b, a, c])

  expect(prepared.map(({ video, test: isTest }) => [video.id, isTest])).toEqual([
    [c, true],
    [a, false],
  ])
})
