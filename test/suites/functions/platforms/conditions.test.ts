import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { streamState } from '../../../../shared/areas/platforms/rules.ts'
import type { StreamEvent } from '../../../../shared/areas/platforms/streamEvent.ts'
import {
  type StreamEventRepository,
  streamEventRepository,
} from '../../../../shared/areas/platforms/streamEventRepository.ts'
import { streamRepository } from '../../../../shared/areas/platforms/streamRepository.ts'
import { shardOf, watchedChannelRepository } from '../../../../shared/areas/platforms/watchedChannelRepository.ts'
import type { TableName } from '../../../../shared/contract/resources.ts'
import { applyOrThrow, applyWrites } from '../../../../shared/mechanisms/store/commit.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { RepeatedEvent } from '../../../../shared/mechanisms/webhooks/webhook.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { putMany } from '../../../support/manyItems.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const aws = await sharedByTests(startLocalAws())

const now = Date.parse('2026-01-31T12:00:00Z')
const isoAfter = (milliseconds: number): string => new Date(now + milliseconds).toISOString()
let people = 0
const someone = () => `streamer-${++people}`

const putInto = (table: TableName, ...items: readonly object[]) =>
  putMany(aws.client, aws.table(table), items as Record<string, unknown>[])
const read = async (table: TableName, Key: Record<string, unknown>) =>
  (await aws.client.send(new GetCommand({ TableName: aws.table(table), Key, ConsistentRead: true }))).Item

const events = () => streamEventRepository(aws.client, aws.table('streamEvents'), () => now)
const event: Omit<StreamEvent, 'recipientId'> = {
  id: 'e',
  channel: 'kick#1',
  trigger: 'GOAL',
  sessionId: 's',
  eventId: '',
  takenAt: now,
  state: 'queued',
  dueAt: isoAfter(0),
  dueShard: '1',
  expiresAt: 4e9,
}
const { dueAt: _at, dueShard: _shard, ...undue } = event
const done = { ...undue, state: 'done' } as const
const queued = { state: 'queued', dueAt: isoAfter(120_000), dueShard: '1' }

test.each<[string, object, (events: StreamEventRepository, recipientId: string) => Promise<void>, object]>([
  [
    'keeps its progress and is queued again',
    event,
    (events, recipientId) => events.handOver(recipientId, 'e', { isEnded: true }),
    { ...event, ...queued, progress: { isEnded: true } },
  ],
  [
    'is parked until its queue has room',
    event,
    (events, recipientId) => events.park(recipientId, 'e', now + 1000),
    { ...event, state: 'parked', dueAt: isoAfter(1000) },
  ],
  ['that is done is not parked', done, (events, recipientId) => events.park(recipientId, 'e', now + 1000), done],
  [
    'is queued again at its time',
    { ...event, state: 'parked' },
    (events, recipientId) => events.queueAgain(recipientId, 'e', new Date(now)),
    { ...event, ...queued },
  ],
  [
    'that an index calls due too early stays as it is',
    { ...event, state: 'parked' },
    (events, recipientId) => events.queueAgain(recipientId, 'e', new Date(now - 1)),
    { ...event, state: 'parked' },
  ],
  [
    'that is done is not queued again',
    done,
    (events, recipientId) => events.queueAgain(recipientId, 'e', new Date(now)),
    done,
  ],
  [
    'that is finished is due no more',
    { ...event, progress: { isEnded: true } },
    (events, recipientId) => events.finish(recipientId, 'e'),
    done,
  ],
])('an event %s', async (_name, before, change, after) => {
  const recipientId = someone()
  await putInto('streamEvents', { ...before, recipientId })

  await change(events(), recipientId)

  expect(await events().find(recipientId, 'e')).toEqual({ ...after, recipientId })
})

test('an event that is gone though an index has it is not made again', async () => {
  const recipientId = someone()

  await events().handOver(recipientId, 'gone', {})
  await events().park(recipientId, 'gone', now)
  await events().queueAgain(recipientId, 'gone', new Date(now))
  await events().finish(recipientId, 'gone')

  expect(await read('streamEvents', { recipientId, id: 'gone' })).toBeUndefined()
})

test('an event is stored for its recipient, and refused when its message was received before', async () => {
  const recipientId = someone()
  const store = () => applyOrThrow(aws.client)([events().creation(recipientId, { ...event, recipientId: 'mallory' })])

  await store()

  await expect(store()).rejects.toBeInstanceOf(RepeatedEvent)
  expect(await events().find(recipientId, 'e')).toEqual({ ...event, recipientId })
  expect(await events().find('mallory', 'e')).toBeUndefined()
})

const streams = () => streamRepository(aws.client, aws.table('streams'))
const state = (recipientId: string, sessionId = 's', isOnline = true) =>
  streamState(recipientId, 'kick#1', { sessionId, isOnline }, now)

test('the state of a channel is replaced only as it was seen', async () => {
  const recipientId = someone()
  const [first, second] = [state(recipientId, 'one'), state(recipientId, 'two')]
  const change = (seen: typeof first | undefined, next: typeof first) =>
    applyOrThrow(aws.client)([streams().change(recipientId, seen, next)])

  await change(undefined, first)
  await expect(change(undefined, second)).rejects.toBeInstanceOf(Conflict)
  await change(first, second)
  await expect(change(first, state(recipientId, 'three'))).rejects.toBeInstanceOf(Conflict)

  expect(await streams().find(recipientId, 'kick#1')).toEqual(second)
})

test.each([
  ['is not known', [], false],
  ['is that of the stream', [state('', 's')], false],
  ['is that of the stream’s end', [state('', 's', false)], true],
  ['is that of another stream', [state('', 't')], true],
])('the state of a channel that %s shows whether the stream is over: %s', async (_name, states, isOver) => {
  const recipientId = someone()
  await putInto('streams', ...states.map((each) => ({ ...each, recipientId })))

  expect(await streams().isOver(recipientId, 'kick#1', 's')).toBe(isOver)
})

const watched = () => watchedChannelRepository(aws.client, aws.table('watchedChannels'))
let lastChannel = 0
const newChannel = () => `vkLive#${++lastChannel}`
const keyOf = (channel: string) => ({ shard: shardOf(channel), channel })

test('a watched channel keeps its known stream when it is linked again, and forgets it when it is offline', async () => {
  const [recipientId, channel] = [someone(), newChannel()]
  const watch = (url: string) => applyOrThrow(aws.client)([watched().creation(recipientId, channel, url)])
  const found = { ...keyOf(channel), recipientId, url: 'v' }
  await watch('u')

  await watched().save(recipientId, found, 's')
  await watch('v')
  const online = await read('watchedChannels', keyOf(channel))
  await watched().save(recipientId, found)

  expect(online).toEqual({ ...found, sessionId: 's' })
  expect(await read('watchedChannels', keyOf(channel))).toEqual(found)
})

test('a watched channel that another recipient has linked since the list was read keeps the state of that one', async () => {
  const channel = newChannel()
  const theirs = { ...keyOf(channel), recipientId: someone(), url: 'u', sessionId: 'theirs' }
  await putInto('watchedChannels', theirs)

  await watched().save(someone(), theirs, 's')
  await watched().save(someone(), theirs)
  await applyWrites(aws.client, [watched().removal(someone(), channel)])

  expect(await read('watchedChannels', keyOf(channel))).toEqual(theirs)
})

test('a watched channel that was unlinked since the list was read is not made again', async () => {
  const channel = newChannel()

  await watched().save(someone(), { ...keyOf(channel), recipientId: 'alice', url: 'u' }, 's')

  expect(await read('watchedChannels', keyOf(channel))).toBeUndefined()
})

test('watched channels of every recipient are listed, from all partitions', async () => {
  const channels = Array.from({ length: 8 }, newChannel)
  await putInto(
    'watchedChannels',
    ...channels.map((channel) => ({ ...keyOf(channel), recipientId: someone(), url: channel })),
  )

  const listed = (await watched().list()).map(({ channel }) => channel)

  expect(listed).toEqual(expect.arrayContaining(channels))
  expect(new Set(channels.map(shardOf)).size).toBe(4)
})
