import { expect, test } from 'vitest'
import { donationEvent } from '../../../../shared/areas/platforms/donationEvent.ts'
import { recordChannelEvent } from '../../../../shared/areas/platforms/recordChannelEvent.ts'
import { type StreamState, streamState } from '../../../../shared/areas/platforms/rules.ts'
import type { ChannelEvent, StreamEvent } from '../../../../shared/areas/platforms/streamEvent.ts'
import { streamEventRepository } from '../../../../shared/areas/platforms/streamEventRepository.ts'
import type { Write } from '../../../../shared/contract/write.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { RepeatedEvent } from '../../../../shared/mechanisms/webhooks/webhook.ts'
import { answeringClient } from '../../../support/answeringClient.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const at = '2026-01-31T11:59:00.000000000Z'
const started: ChannelEvent = { kind: 'started', sessionId: 's', at, sentAt: at }
const online = streamState('alice', 'kick#1', { sessionId: 's', isOnline: true, startedAt: at }, now)

/** Takes an event of a channel in a state. Commits fail with the given errors first. */
const take = async (event: ChannelEvent, states: readonly (StreamState | undefined)[] = [], errors: Error[] = []) => {
  const commits: Write[][] = []
  const replaced: unknown[] = []
  const found = states.values()
  const failures = errors.values()
  let reads = 0
  const recordEvent = recordChannelEvent(
    {
      find: async () => {
        reads += 1
        return found.next().value
      },
      change: (_recipientId, seen, next) => {
        replaced.push([seen, next])
        return { operation: { Put: { TableName: 'streams', Item: {} } }, repeatable: false }
      },
    },
    streamEventRepository(answeringClient().client, 'events'),
    async (writes) => {
      commits.push([...writes])
      const failure = failures.next().value
      if (failure !== undefined) throw failure
    },
    () => now,
  )
  const message = { recipientId: 'alice', channel: 'kick#1', messageId: 'm1', event }
  const outcome = await recordEvent(message).catch((error: unknown) => error)
  const events = commits.flat().flatMap(({ operation }) => {
    if (!('Put' in operation) || operation.Put.TableName !== 'events') return []
    return [operation.Put.Item as unknown as StreamEvent]
  })
  return { outcome, commits, events, replaced, reads }
}

test('the start of a stream changes its channel and leaves an event, in one commit', async () => {
  const { outcome, commits, events, replaced } = await take(started)

  expect(outcome).toBe(true)
  expect(commits.map((writes) => writes.length)).toEqual([2])
  expect(events).toEqual([
    {
      id: 'm1',
      recipientId: 'alice',
      channel: 'kick#1',
      trigger: 'STREAM_STARTED',
      sessionId: 's',
      eventId: '',
      takenAt: now,
      state: 'queued',
      dueAt: '2026-01-31T12:02:00.000Z',
      dueShard: '1',
      expiresAt: now / 1000 + 7 * 24 * 60 * 60,
    },
  ])
  const next = { recipientId: 'alice', channel: 'kick#1', isOnline: true, changedAt: '2026-01-31T12:00:00.000Z' }
  expect(replaced).toMatchObject([[undefined, next]])
})

test('a donation is an event that names its alert, is due for the schedule after two minutes, and is kept for a day', () => {
  const { operation } = donationEvent('events', 'alice', 7, new Date(now))

  expect('Put' in operation && operation.Put.Item).toEqual({
    id: 'b328ffda-1d3c-8a9a-94ad-400993ea3ab8',
    recipientId: 'alice',
    channel: 'donations',
    trigger: 'PAYMENT_COMPLETED',
    sessionId: '7',
    eventId: '',
    takenAt: now,
    state: 'queued',
    dueAt: '2026-01-31T12:02:00.000Z',
    dueShard: expect.stringMatching(/^\d$/),
    expiresAt: now / 1000 + 24 * 60 * 60,
  })
})

test('each message of another trigger is an event of its own, whatever the channel’s state', async () => {
  const { outcome, events, replaced, reads } = await take({ kind: 'other', trigger: 'GOAL', sessionId: 's' }, [online])

  expect([outcome, replaced, reads]).toEqual([true, [], 0])
  expect(events).toMatchObject([{ trigger: 'GOAL', eventId: 'm1' }])
})

test('a later end of a stream that is over is remembered, and announces nothing', async () => {
  const over = streamState('alice', 'kick#1', { sessionId: 's', isOnline: false, startedAt: at }, now)

  const { outcome, commits, events } = await take({ kind: 'ended', at, sentAt: '2026-01-31T12:01:00.000000000Z' }, [
    over,
  ])

  expect([outcome, events]).toEqual([false, []])
  expect(commits).toHaveLength(1)
})

test('a state that has changed meanwhile is read again', async () => {
  const { outcome, commits } = await take(started, [undefined, online], [new Conflict()])

  expect(outcome).toBe(false)
  expect(commits).toHaveLength(1)
})

test('a message that has come before has no effect, and another failure is raised', async () => {
  const failure = new Error('the store is away')

  expect((await take(started, [], [new RepeatedEvent()])).outcome).toBe(false)
  expect((await take(started, [], [failure])).outcome).toBe(failure)
})
