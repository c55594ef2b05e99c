import { expect, test, vi } from 'vitest'
import {
  type Announcement,
  newAnnouncement,
  posted,
  streamIdOf,
} from '../../../../shared/areas/messenger/announcement.ts'
import { isNewOrCancelled } from '../../../../shared/areas/messenger/announcementRepository.ts'

import type { FiredAnnouncer } from '../../../../shared/areas/messenger/announcerRepository.ts'
import { eventAnnouncer } from '../../../../shared/areas/messenger/eventAnnouncer.ts'
import type { StreamEvent } from '../../../../shared/areas/platforms/streamEvent.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const hour = 60 * 60_000
const occasion = { channel: 'kick#1', trigger: 'STREAM_STARTED', sessionId: 's', eventId: '' }
const event: StreamEvent = { ...occasion, id: 'e', recipientId: 'alice', takenAt: now, state: 'queued', expiresAt: 0 }
const ending: StreamEvent = { ...event, trigger: 'STREAM_ENDED', endedSessionId: 'old' }

const announcers = (...types: readonly string[]): FiredAnnouncer[] =>
  types.map((announcerType, index) => ({ id: `a${index}`, accountId: 'main', chatId: index, announcerType }) as never)
const [stays, goes] = ['ANNOUNCE_STREAM', 'ANNOUNCE_STREAM_AND_DELETE']

const announcementOf = (id: string): Announcement =>
  newAnnouncement('alice', { id, accountId: 'main', chatId: 1, announcerType: goes ?? '' }, occasion, now)
const postedOne = posted(announcementOf('b'), { accountId: 'main', chatId: 1, messenger: 'max', messageId: '7' }, now)
const waiting = announcementOf('c')
const gone = { ...announcementOf('d'), state: 'done' } as const

interface Scene {
  readonly fired?: readonly FiredAnnouncer[]
  readonly firedNext?: string
  readonly ended?: readonly Announcement[]
  readonly endedNext?: string
  readonly isOver?: boolean
  readonly superseded?: StreamEvent
  readonly isFull?: boolean
  /** Whether the end that is not final is the one that is known of its stream. */
  readonly isExpected?: boolean
  readonly isTakenBack?: boolean
}

/** Announces a slice, and returns what was asked for, what was written, and what became of the event. */
const announce = async (found: StreamEvent | undefined, scene: Scene = {}) => {
  const calls: unknown[][] = []
  const record = async (...call: unknown[]): Promise<void> => void calls.push(call)
  const added: Announcement[] = []
  const conditions: unknown[] = []
  const changed: Announcement[] = []
  const woken: unknown[] = []
  const informed: unknown[] = []
  const outcome = await eventAnnouncer({
    worker: 'tester',
    events: {
      find: async (_recipientId, id) => (id === 'e' ? found : scene.superseded),
      handOver: (...call) => record('handOver', ...call),
      park: (...call) => record('park', ...call),
      finish: (...call) => record('finish', ...call),
    },
    announcements: {
      add: async (_recipientId, announcement, when) => {
        added.push(announcement)
        if (when !== undefined) conditions.push(when)
      },
      page: async (...call) => {
        await record('announcements.page', ...call)
        return { items: scene.ended ?? [], next: scene.endedNext }
      },
      change: async (_recipientId, seen, change) => void changed.push(change(seen) ?? seen),
    },
    announcers: {
      page: async (...call) => {
        await record('announcers.page', ...call)
        return { items: scene.fired ?? [], next: scene.firedNext }
      },
    },
    streams: {
      isOver: async (...call) => {
        await record('isOver', ...call)
        return scene.isOver ?? false
      },
      isExpected: async () => scene.isExpected ?? true,
      end: async (_recipientId, { id }) => {
        await record('end', id)
        return scene.isTakenBack !== true
      },
    },
    endDelayMs: 120_000,
    informOfStream: async ({ id }) => void informed.push(id),
    wakeUps: { send: async (table, { id }, wakeAt) => void woken.push([table, id, wakeAt - now]) },
    limiter: {
      isOvertaken: async () => false,
      reserve: async (limit, at) => {
        await record('reserve', limit, at)
        return { at: at + 1000, isReserved: scene.isFull !== true }
      },
    },
    clock: () => now,
  })('alice', 'e')
  return { outcome, calls, added, conditions, changed, woken, informed, done: calls.map(([name]) => name) }
}

test.each([
  ['PAYMENT_COMPLETED', [isNewOrCancelled]],
  ['STREAM_STARTED', []],
])('an announcement of %s takes the place of a cancelled one, or of none', async (trigger, wanted) => {
  const { conditions } = await announce({ ...event, trigger }, { fired: announcers('x') })

  expect(conditions).toEqual(wanted)
})

test('every announcer that waits for an event gets its announcement in a turn of its own, and the event is done', async () => {
  const { outcome, calls, added } = await announce(event, { fired: announcers('x', 'y') })

  expect(outcome).toBe('done')
  expect(calls).toEqual([
    ['announcers.page', 'alice', 'STREAM_STARTED', { after: undefined, limit: 25 }],
    ['reserve', { name: 'recipient#alice', intervalMs: 500, horizonMs: 20_000 }, now],
    ['finish', 'alice', 'e'],
  ])
  expect(added).toMatchObject([
    { announcerId: 'a0', state: 'queued', giveUpAt: now + hour },
    { announcerId: 'a1', state: 'queued', giveUpAt: now + hour },
  ])
})

test('turns are a quarter of a second apart, and announcements are given up an hour after the event', async () => {
  const fired = announcers(...Array.from({ length: 10 }, () => 'x'))

  const { added, woken } = await announce({ ...event, takenAt: now - 5000 }, { fired })

  const states = added.map(({ state, dueAt }) => (state === 'queued' ? state : Date.parse(dueAt ?? '') - now))
  expect(states).toEqual([...Array(9).fill('queued'), 3250])
  for (const { giveUpAt } of added) expect(giveUpAt).toBe(now - 5000 + hour)
  expect(woken).toEqual([['announcements', added[9]?.id, 3250]])
})

test('the end of a stream deletes its messages after the announcements, and cancels waiting ones', async () => {
  const ended = [gone, waiting, postedOne, { ...postedOne, announcerId: 'b2' }, { ...waiting, announcerId: 'c2' }]

  const { calls, changed, woken } = await announce(ending, { fired: announcers(...Array(9).fill('x')), ended })

  const stream = streamIdOf('alice', 'kick#1', 'old')
  expect(calls).toContainEqual(['announcements.page', 'alice', stream, { after: undefined, limit: 25 }])
  expect(calls).toContainEqual(['reserve', { name: 'recipient#alice', intervalMs: 2750, horizonMs: 20_000 }, now])
  expect(changed).toMatchObject([
    { announcerId: 'b', task: 'delete', state: 'postponed', dueAt: new Date(now + 3250).toISOString() },
    { announcerId: 'b2', task: 'delete', state: 'postponed', dueAt: new Date(now + 3500).toISOString() },
    { announcerId: 'c', state: 'done', ending: 'cancelled' },
    { announcerId: 'c2', state: 'done', ending: 'cancelled' },
  ])
  expect(woken).toEqual([3250, 3500].map((at) => ['announcements', postedOne.id, at]))
})

test.each([
  ['no announcer waits', {}],
  ['there is only something to cancel', { ended: [waiting, gone] }],
])('no turn is taken when %s', async (_name, scene) => {
  const { outcome, done } = await announce(ending, scene)

  expect(outcome).toBe('done')
  expect(done).toEqual(['announcers.page', 'announcements.page', 'finish'])
})

test('an event waits until its recipient’s queue has room', async () => {
  const { outcome, calls, added, woken } = await announce(event, { fired: announcers('x'), isFull: true })

  expect([outcome, added]).toEqual(['parked', []])
  expect(calls.at(-1)).toEqual(['park', 'alice', 'e', now + 1000 - 20_000])
  expect(woken).toEqual([['streamEvents', 'e', 1000 - 20_000]])
})

test.each<[Scene, object]>([
  [{ firedNext: 'a9' }, { announcedTo: 'a9', isEnded: true }],
  [{ endedNext: 'b9' }, { isAnnounced: true, endedTo: 'b9' }],
  [
    { firedNext: 'a9', endedNext: 'b9' },
    { announcedTo: 'a9', endedTo: 'b9' },
  ],
])('a slice that leaves %j goes on from there', async (scene, progress) => {
  const { outcome, calls } = await announce(ending, scene)

  expect(outcome).toBe('more')
  expect(calls.at(-1)).toEqual(['handOver', 'alice', 'e', progress])
})

test('the next slice begins where the one before it ended', async () => {
  const both = await announce({ ...ending, progress: { announcedTo: 'a9', endedTo: 'b9' } })
  const rest = await announce({ ...ending, progress: { isAnnounced: true, isEnded: true } })

  const starts = both.calls.slice(0, 2).map((call) => call.at(-1))
  expect(starts).toEqual([
    { after: 'a9', limit: 25 },
    { after: 'b9', limit: 25 },
  ])
  expect(rest.done).toEqual(['finish'])
  // Endpoints have got the event with its first slice.
  expect([both.informed, (await announce(ending)).informed]).toEqual([[], ['e']])
})

test.each([undefined, { ...event, state: 'parked' } as const, { ...event, state: 'done' } as const])(
  'nothing is announced that is not queued',
  async (found) => {
    expect(await announce(found, { fired: announcers('x') })).toMatchObject({ outcome: 'done', calls: [] })
  },
)

test('an event that is older than an hour is given up, which the log says', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)

  const late = await announce({ ...event, takenAt: now - hour - 1 }, { fired: announcers('x') })
  const last = await announce({ ...event, takenAt: now - hour }, { fired: announcers('x') })

  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)))
  written.mockRestore()
  expect(late.done).toEqual(['finish'])
  expect(last.added).toHaveLength(1)
  const line = {
    level: 'WARN',
    message: 'announcement',
    worker: 'tester',
    recipientId: 'alice',
    code: 'event_given_up',
  }
  expect(lines).toMatchObject([line])
})

const late = { takenAt: now - 10_001 }
test.each<[string, StreamEvent, boolean, (string | undefined)[]]>([
  ['the start of a stream that is over', { ...event, ...late }, true, []],
  ['another trigger of a stream that is over', { ...event, ...late, trigger: 'GOAL' }, true, [stays]],
  ['the start of a stream that goes on', { ...event, ...late }, false, [stays, goes]],
  ['the end', { ...event, ...late, trigger: 'STREAM_ENDED' }, true, [stays, goes]],
  ['what comes within ten seconds', { ...event, takenAt: now - 10_000 }, true, [stays, goes]],
])('%s is announced late by those whose messages still make sense', async (_name, found, isOver, types) => {
  const { added, calls } = await announce(found, { fired: announcers(stays ?? '', goes ?? ''), isOver })

  expect(added.map(({ isDeletable }) => isDeletable)).toEqual(types.map((type) => type === goes))
  const asked = calls.filter(([name]) => name === 'isOver')
  const isAsked = found.takenAt < now - 10_000 && found.trigger !== 'STREAM_ENDED'
  expect(asked).toEqual(isAsked ? [['isOver', 'alice', 'kick#1', 's']] : [])
})

test('a late event for which no announcer waits asks for no stream', async () => {
  expect((await announce({ ...event, ...late })).done).toEqual(['announcers.page', 'finish'])
})

const tentative: StreamEvent = { ...event, trigger: 'STREAM_ENDED', endedSessionId: 's', isTentative: true }
const minutes = 60_000

test('an end waits for two minutes without an effect', async () => {
  const { outcome, calls, informed, woken } = await announce(tentative, { fired: announcers('x'), ended: [postedOne] })

  expect([outcome, informed]).toEqual(['done', []])
  expect(calls).toEqual([['park', 'alice', 'e', now + 2 * minutes]])
  expect(woken).toEqual([['streamEvents', 'e', 2 * minutes]])
})

test.each<[string, Partial<StreamEvent>, Scene]>([
  ['whose time is over', { takenAt: now - 2 * minutes }, {}],
  ['whose stream another one has followed', {}, { isExpected: false }],
])('an end %s is final', async (_name, fields, scene) => {
  const { done, informed, changed } = await announce({ ...tentative, ...fields }, { ...scene, ended: [postedOne] })

  expect(done).toEqual(['end', 'announcers.page', 'announcements.page', 'reserve', 'finish'])
  expect(informed).toEqual(['e'])
  expect(changed).toMatchObject([{ task: 'delete', streamEnded: true }])
})

test.each<[string, Partial<StreamEvent>, Scene, readonly string[]]>([
  ['before it was final', { takenAt: now - 2 * minutes }, { isTakenBack: true }, ['end', 'finish']],
  ['after a part of its effect', { progress: { isAnnounced: true } }, { isOver: false }, ['isOver', 'finish']],
])('an end that was taken back %s has no further effect', async (_name, fields, scene, calls) => {
  const { done, informed, changed } = await announce({ ...tentative, ...fields }, { ...scene, ended: [postedOne] })

  expect([done, informed, changed]).toEqual([calls, [], []])
})

test('the start of another stream makes the end of the one before final, first', async () => {
  const superseded = { ...tentative, id: 'before', state: 'parked' } as const
  const start = { ...event, sessionId: 'next', supersededEnd: 'before' }

  const { informed, calls } = await announce(start, { superseded, isExpected: false })

  expect(informed).toEqual(['before', 'e'])
  expect(calls.filter(([name]) => name === 'finish').map(([, , id]) => id)).toEqual(['before', 'e'])
})

test('a stream that comes back has its messages posted once more, each in a turn, and no announcer fires', async () => {
  const deleted = { ...postedOne, state: 'done', ending: 'deleted', streamEnded: true } as const
  const ended = [deleted, postedOne, { ...deleted, announcerId: 'b2' }]

  const { calls, added, changed } = await announce({ ...event, isResumed: true }, { fired: announcers('x'), ended })

  expect(added).toEqual([])
  expect(calls[0]).toEqual([
    'announcements.page',
    'alice',
    streamIdOf('alice', 'kick#1', 's'),
    { after: undefined, limit: 25 },
  ])
  expect(calls).toContainEqual(['reserve', { name: 'recipient#alice', intervalMs: 500, horizonMs: 20_000 }, now])
  expect(changed).toMatchObject([
    { announcerId: 'b', task: 'post', state: 'queued' },
    { announcerId: 'b2', task: 'post', state: 'queued' },
  ])
})
