import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import type { Item } from '../../../shared/contract/write.ts'
import { handledVideos } from '../../../shared/media/handledVideos.ts'
import { listenedMark } from '../../../shared/media/listenedMark.ts'
import { videoFromItem, videoRepository } from '../../../shared/media/videoRepository.ts'
import { anId } from '../../support/expected.ts'
import { clientAnswering, conflicting } from '../../support/unitStore.ts'

const tables = { videos: 'videos', recipients: 'recipients' }
const unused = videoRepository({} as DynamoDBDocumentClient, tables)
const known = {
  id: 'v',
  system: 'Stripe',
  originId: 'yt',
  provider: 'youtube',
  url: 'https://e.com/',
  title: 't',
  thumbnail: '',
  owner: 'bob',
  recipientId: 'alice',
  readyTimestamp: 'then',
  paymentId: 'p',
}
const ready: Item = { ...known, status: 'ready', queued: 'e#v', test: false }
const key = { TableName: 'videos', Key: { recipientId: 'alice', id: 'v' } }
const totals = { history: 0, payments: 0, alerts: 3, newestAlertAt: '', lastDelivery: 9 }
const recipient = { recipientId: 'alice', listenedEpoch: 'e', alerts: 3, lastDelivery: 9 }

describe('a stored video', () => {
  test('is answered with its members in one order, and what it is in the present epoch', () => {
    const { readyTimestamp, paymentId, ...plain } = known

    expect(videoFromItem({ ...ready, attempts: 1 }, 'e')).toStrictEqual({ ...known, status: 'ready', test: false })
    expect(videoFromItem({ ...plain, status: 'prepared', test: true }, 'e')).toStrictEqual({
      ...plain,
      status: 'prepared',
      test: true,
    })
    expect(videoFromItem(ready, 'later').status).toBe('handled')
    expect(JSON.stringify(Object.keys(videoFromItem(ready, 'e')))).toBe(
      '["id","system","originId","provider","url","title","thumbnail","status","owner","recipientId","readyTimestamp","paymentId","test"]',
    )
  })
})

describe('a video that a payment asks for', () => {
  const asked = {
    paymentId: 'p',
    requestedAt: '2026-03-01T18:30:00.123Z',
    system: 'Stripe',
    provider: 'youtube' as const,
    originId: 'yt',
    url: 'https://e.com/',
    title: 't',
    thumbnail: '',
    owner: 'bob',
    test: false,
  }

  test('is stored once, whatever becomes of it', () => {
    const { id, write } = unused.prepared('alice', asked)
    const { requestedAt: _, ...stored } = asked
    const attributes = Object.entries({ ...stored, status: 'prepared' })

    expect(id).toEqual(anId)
    expect(write).toStrictEqual({
      operation: {
        Update: {
          TableName: 'videos',
          Key: { recipientId: 'alice', id },
          UpdateExpression: `SET ${attributes.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`).join(', ')}`,
          ExpressionAttributeNames: Object.fromEntries(attributes.map(([name]) => [`#${name}`, name])),
          ExpressionAttributeValues: Object.fromEntries(attributes.map(([name, value]) => [`:${name}`, value])),
        },
      },
      repeatable: true,
    })
  })

  test('is another one for each recipient, payment and address, and sorts by when it was asked for', () => {
    const ids = [
      unused.prepared('alice', asked),
      unused.prepared('bob', asked),
      unused.prepared('alice', { ...asked, paymentId: 'q' }),
      unused.prepared('alice', { ...asked, provider: 'vk' }),
      unused.prepared('alice', { ...asked, originId: 'x' }),
    ].map(({ id }) => id)

    expect(new Set(ids).size).toBe(5)
    expect(unused.prepared('alice', { ...asked, title: 'other' }).id).toBe(ids[0])
    expect(unused.prepared('alice', { ...asked, requestedAt: '2026-03-01T18:30:01Z' }).id > String(ids[0])).toBe(true)
  })
})

test('a prepared video becomes ready in the queue of its epoch, and is no longer postponed', () => {
  const write = unused.ready('alice', 'v', { readyTimestamp: 'now', listenedEpoch: 'e', title: 'x' })

  expect(conflicting(write)).toEqual({
    operation: {
      Update: {
        ...key,
        ConditionExpression: '#status IN (:prepared, :postponed)',
        UpdateExpression:
          'SET #status = :status, #readyTimestamp = :readyTimestamp, #queued = :queued, #title = :title REMOVE dueAt, dueShard, attempts',
        ExpressionAttributeNames: {
          '#status': 'status',
          '#readyTimestamp': 'readyTimestamp',
          '#queued': 'queued',
          '#title': 'title',
        },
        ExpressionAttributeValues: {
          ':status': 'ready',
          ':readyTimestamp': 'now',
          ':queued': 'e#v',
          ':title': 'x',
          ':prepared': 'prepared',
          ':postponed': 'postponed',
        },
      },
    },
    repeatable: false,
  })
})

describe('a video that is not to be played any more', () => {
  const handling = (as: string, reason = 'if_not_exists(handledAs, :as)') => ({
    ...key,
    UpdateExpression: `SET #status = :handled, handledAs = ${reason} REMOVE dueAt, dueShard, attempts, queued`,
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':handled': 'handled', ':as': as },
  })
  const { listening, skipping } = handledVideos('videos')

  test('leaves the queue because its payment was withdrawn', () => {
    expect(unused.withdrawal('alice', 'v')).toStrictEqual({
      operation: { Update: handling('withdrawn') },
      repeatable: true,
    })
  })

  test('leaves the queue because it was listened to, if it is there', () => {
    const { refusal, ...write } = listening('alice', 'v')

    expect(write).toEqual({
      operation: { Update: { ...handling('listened'), ConditionExpression: 'attribute_exists(id)' } },
      repeatable: true,
    })
    expect(refusal?.(undefined)).toMatchObject({ code: 'not_found', errors: [{ detail: 'unknown video' }] })
  })

  test('is skipped once, if it is as it was found', () => {
    const skipped = handling('skipped', ':as')

    expect(conflicting(skipping('alice', { id: 'v', status: 'ready' } as never))).toEqual({
      operation: {
        Update: {
          ...skipped,
          ConditionExpression: '#status = :found AND (attribute_not_exists(handledAs) OR handledAs <> :as)',
          ExpressionAttributeValues: { ...skipped.ExpressionAttributeValues, ':found': 'ready' },
        },
      },
      repeatable: false,
    })
  })

  test('is every one that is ready when all are marked: the recipient begins a new epoch', () => {
    expect(listenedMark('recipients').renewal('alice')).toEqual({
      operation: {
        Update: {
          TableName: 'recipients',
          Key: { recipientId: 'alice' },
          UpdateExpression: 'SET listenedEpoch = :epoch',
          ExpressionAttributeValues: { ':epoch': anId },
        },
      },
      repeatable: true,
    })
  })
})

describe('videos that are read', () => {
  const reading = (Responses: object) => {
    const { inputs, client } = clientAnswering({ Responses })
    return { inputs, videos: videoRepository(client, tables) }
  }
  const asked = (...ids: readonly string[]) => ({
    Keys: ids.map((id) => ({ recipientId: 'alice', id })),
    ConsistentRead: true,
  })
  const ofRecipient = { Keys: [{ recipientId: 'alice' }], ConsistentRead: true }

  test('are those of the ids, in their order and as often as they are asked for', async () => {
    const { inputs, videos } = reading({ videos: [{ ...ready, id: 'b' }, ready], recipients: [recipient] })

    const found = await videos.find('alice', ['v', 'x', 'b', 'v'])

    expect(found.map(({ id, status }) => [id, status])).toEqual(['v', 'b', 'v'].map((id) => [id, 'ready']))
    expect(inputs).toEqual([
      {
        RequestItems: {
          videos: asked('v', 'x', 'b'),
          recipients: { ...ofRecipient, ProjectionExpression: 'listenedEpoch' },
        },
      },
    ])
    expect(await reading({}).videos.find('alice', ['v'])).toEqual([])
  })

  test('and are still to become ready are told with what that depends on', async () => {
    const prepared = { ...known, status: 'prepared', test: true }
    const { inputs, videos } = reading({
      videos: [ready, prepared, { ...prepared, id: 'a', status: 'postponed', test: false }].map((item, index) => ({
        ...item,
        ...(index === 0 && { id: 'r' }),
      })),
      recipients: [recipient],
    })

    const found = await videos.findPrepared('alice', ['a', 'v', 'r', 'x', 'a'])

    expect(found).toEqual({
      totals,
      listenedEpoch: 'e',
      prepared: [
        { video: { ...known, id: 'a', status: 'prepared', test: false }, test: false },
        { video: { ...known, status: 'prepared', test: true }, test: true },
      ],
    })
    expect(inputs).toEqual([{ RequestItems: { videos: asked('a', 'v', 'r', 'x'), recipients: ofRecipient } }])
    expect(await reading({}).videos.findPrepared('alice', ['v'])).toMatchObject({ listenedEpoch: '', prepared: [] })
  })

  test('are skipped by what they are', async () => {
    const { inputs, videos } = reading({ videos: [ready], recipients: [recipient] })
    const skippable = { id: 'v', status: 'ready', isSkipped: false, isTold: true, test: false, totals }

    expect(await videos.findSkippable('alice', 'v')).toEqual(skippable)
    expect(inputs).toEqual([{ RequestItems: { videos: asked('v'), recipients: ofRecipient } }])
    const item = { ...ready, status: 'handled', handledAs: 'skipped', test: true, readyTimestamp: undefined }
    expect(await reading({ videos: [item] }).videos.findSkippable('alice', 'v')).toEqual({
      ...skippable,
      status: 'handled',
      isSkipped: true,
      isTold: false,
      test: true,
      totals: { ...totals, alerts: 0, lastDelivery: 0 },
    })
    expect(
      await reading({ videos: [{ ...item, handledAs: 'listened' }] }).videos.findSkippable('a', 'v'),
    ).toMatchObject({
      isSkipped: false,
    })
    expect(await reading({}).videos.findSkippable('alice', 'v')).toBeUndefined()
  })

  test('are in the epoch of their recipient, which is empty at first', async () => {
    const { inputs, client } = clientAnswering({ Item: recipient })

    expect(await videoRepository(client, tables).listenedEpoch('alice')).toBe('e')
    expect(inputs).toEqual([{ TableName: 'recipients', Key: { recipientId: 'alice' }, ConsistentRead: true }])
    expect(await videoRepository(clientAnswering({}).client, tables).listenedEpoch('alice')).toBe('')
  })
})
