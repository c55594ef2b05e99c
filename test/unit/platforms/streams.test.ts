import { describe, expect, test } from 'vitest'
import type { StreamEvent } from '../../../shared/platforms/streamEvent.ts'
import { streamEventRepository } from '../../../shared/platforms/streamEventRepository.ts'
import { streamEventStore } from '../../../shared/platforms/streamEventStore.ts'
import { streamRepository } from '../../../shared/platforms/streamRepository.ts'
import { watchedChannelRepository } from '../../../shared/platforms/watchedChannelRepository.ts'
import { watchedChannelStore } from '../../../shared/platforms/watchedChannelStore.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'
import { RepeatedEvent } from '../../../shared/webhooks/webhook.ts'
import { answeringClient, refusedBy } from '../../support/answeringClient.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const [recipientId, ReturnValuesOnConditionCheckFailure, ConsistentRead] = ['alice', 'ALL_OLD', true]

describe('an event', () => {
  const Key = { recipientId, id: 'e' }

  test('is stored for its recipient, whatever it says itself, and only once', () => {
    const event = { id: 'e', recipientId: 'mallory' } as StreamEvent
    const { refusal, ...write } = streamEventRepository('events').record(recipientId, event)

    expect(write).toEqual({
      operation: { Put: { TableName: 'events', Item: Key, ConditionExpression: 'attribute_not_exists(id)' } },
      repeatable: true,
    })
    expect(refusal?.(undefined)).toEqual(new RepeatedEvent('the message has come before'))
  })

  test('is found by its recipient', async () => {
    const { client, inputs } = answeringClient({ Item: Key })

    expect(await streamEventStore(client, 'events').find(recipientId, 'e')).toBe(Key)
    expect(inputs).toEqual([{ TableName: 'events', Key, ConsistentRead }])
  })

  type Store = ReturnType<typeof streamEventStore>
  const queued = { ':state': 'queued', ':dueAt': '2026-01-31T12:02:00.000Z', ':dueShard': '1' }
  const stateAndDue = { '#state': 'state', '#dueAt': 'dueAt', '#dueShard': 'dueShard' }
  const setState = '#state = :state, #dueAt = :dueAt, #dueShard = :dueShard'
  test.each<[string, (events: Store) => Promise<void>, object]>([
    [
      'goes on from its progress, and is queued again',
      (events) => events.goOn(recipientId, 'e', { isEnded: true }),
      {
        UpdateExpression: `SET #progress = :progress, ${setState}`,
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeNames: { '#progress': 'progress', ...stateAndDue },
        ExpressionAttributeValues: { ':progress': { isEnded: true }, ...queued },
      },
    ],
    [
      'that is not done is left to the schedule',
      (events) => events.park(recipientId, 'e', now + 1000),
      {
        UpdateExpression: `SET ${setState}`,
        ConditionExpression: 'attribute_exists(id) AND #state <> :done',
        ExpressionAttributeNames: stateAndDue,
        ExpressionAttributeValues: {
          ':state': 'parked',
          ':dueAt': '2026-01-31T12:00:01.000Z',
          ':dueShard': '1',
          ':done': 'done',
        },
      },
    ],
    [
      'that is due is queued behind all others',
      (events) => events.queueAgain(recipientId, 'e', new Date(now)),
      {
        UpdateExpression: `SET ${setState}`,
        ConditionExpression: 'attribute_exists(id) AND #dueAt <= :now',
        ExpressionAttributeNames: stateAndDue,
        ExpressionAttributeValues: { ...queued, ':now': '2026-01-31T12:00:00.000Z' },
      },
    ],
    [
      'that is done is due no more',
      (events) => events.finish(recipientId, 'e'),
      {
        UpdateExpression: 'SET #state = :state REMOVE dueAt, dueShard, progress',
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':state': 'done' },
      },
    ],
  ])('%s, and none of that matters where another worker was faster', async (_name, change, update) => {
    const { client, inputs } = answeringClient({}, refusedBy())
    const events = streamEventStore(client, 'events', () => now)

    await change(events)
    await change(events)

    const input = { TableName: 'events', Key, ...update, ReturnValuesOnConditionCheckFailure }
    expect(inputs).toEqual([input, input])
  })
})

describe('the state of a channel', () => {
  const Key = { recipientId, channel: 'kick#1' }
  const state = { channel: 'kick#1', sessionId: 's', isOnline: true, revision: 'r' }
  const next = { ...state, recipientId: 'mallory' } as never

  test('is found by its recipient', async () => {
    const { client, inputs } = answeringClient({ Item: state })

    expect(await streamRepository(client, 'streams').find(recipientId, 'kick#1')).toBe(state)
    expect(inputs).toEqual([{ TableName: 'streams', Key, ConsistentRead }])
  })

  test.each([
    ['first', undefined, { ConditionExpression: 'attribute_not_exists(channel)' }],
    [
      'next',
      { revision: 'seen' } as never,
      { ConditionExpression: 'revision = :seen', ExpressionAttributeValues: { ':seen': 'seen' } },
    ],
  ])('is replaced by the %s one, if it is still as it was seen', (_name, seen, condition) => {
    const { refusal, ...write } = streamRepository(answeringClient().client, 'streams').replacement(
      recipientId,
      seen,
      next,
    )

    expect(write).toStrictEqual({
      operation: { Put: { TableName: 'streams', Item: { ...state, recipientId }, ...condition } },
      repeatable: false,
    })
    expect(refusal?.(undefined)).toBeInstanceOf(Conflict)
  })

  test.each([
    ['is not known', undefined, false],
    ['is that of the stream', state, false],
    ['is that of the stream’s end', { ...state, isOnline: false }, true],
    ['says nothing of being online', { sessionId: 's' }, true],
    ['is that of another stream', { ...state, sessionId: 't' }, true],
  ])('that %s tells whether a stream is over', async (_name, Item, isOver) => {
    const { client, inputs } = answeringClient({ Item })

    expect(await streamRepository(client, 'streams').isOver(recipientId, 'kick#1', 's')).toBe(isOver)
    expect(inputs).toEqual([{ TableName: 'streams', Key, ConsistentRead }])
  })
})

describe('a watched channel', () => {
  const channel = 'vkLive#7'
  const target = { TableName: 'watched', Key: { shard: '3', channel } }
  const found = { shard: '3', channel, recipientId: 'mallory', url: 'u' }

  test('is watched from its link on, and again after another', () => {
    expect(watchedChannelRepository(answeringClient().client, 'watched').watch(recipientId, channel, 'u')).toEqual({
      operation: {
        Update: {
          ...target,
          UpdateExpression: 'SET recipientId = :recipientId, #url = :url',
          ExpressionAttributeNames: { '#url': 'url' },
          ExpressionAttributeValues: { ':recipientId': recipientId, ':url': 'u' },
        },
      },
      repeatable: true,
    })
  })

  test.each([
    ['stream', 's', 'SET sessionId = :sessionId', { ':sessionId': 's' }],
    ['being offline', undefined, 'REMOVE sessionId', {}],
  ])('has its %s remembered, unless it has become another’s', async (_name, sessionId, UpdateExpression, values) => {
    const { client, inputs } = answeringClient({}, refusedBy())
    const watched = watchedChannelRepository(client, 'watched')

    await watched.remember(recipientId, found, sessionId)
    await watched.remember(recipientId, found, sessionId)

    const input = {
      ...target,
      ReturnValuesOnConditionCheckFailure,
      UpdateExpression,
      ConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipientId, ...values },
    }
    expect(inputs).toStrictEqual([input, input])
  })

  test('is one of all, which are in four partitions', async () => {
    const { client, inputs } = answeringClient({ Items: [found] }, {}, { Items: [{ ...found, shard: '2' }] })

    expect(await watchedChannelStore(client, 'watched').list()).toEqual([found, { ...found, shard: '2' }])
    expect(inputs).toEqual(
      ['0', '1', '2', '3'].map((shard) => ({
        TableName: 'watched',
        KeyConditionExpression: '#shard = :shard',
        ExpressionAttributeNames: { '#shard': 'shard' },
        ExpressionAttributeValues: { ':shard': shard },
      })),
    )
  })
})
