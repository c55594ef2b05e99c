import { beforeEach, expect, test, vi } from 'vitest'
import {
  type Announcement,
  afterStream,
  claimed,
  finished,
  newTest,
} from '../../../../shared/areas/messenger/announcement.ts'
import type { DeleteOutcome, PostOutcome } from '../../../../shared/areas/messenger/messengerBot.ts'
import { announcer, chat, fresh, now, postedOne, type Scene, workOn } from './announcementScene.ts'

let lines: string[]
beforeEach(() => {
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
})

/** The step of a worker, and its lines in the log. */
const work = async (seen: Announcement, scene?: Scene) => {
  const step = await workOn(seen, scene)
  const logged = lines.map((line) => JSON.parse(line)).map(({ level, code }) => `${level} ${code}`)
  return { ...step, logged }
}

const hour = 60 * 60_000
const disabled = { ...announcer, enabled: false }
const staying = { ...announcer, announcerType: 'ANNOUNCE_STREAM' } as const
const isoAfter = (milliseconds: number): string => new Date(now + milliseconds).toISOString()
const minuteMs = 60_000
const moved = { kind: 'moved', chatId: -8 } as const

test('a post is sent to the announcer’s chat in its turn, and its message is remembered', async () => {
  const { current, calls, logged } = await work(fresh())

  expect(calls).toEqual([
    ['isOver', 'alice', 'kick#1', 's'],
    ['reserve', 'telegram#main#-7 first'],
    ['reserve', 'telegram#main'],
    ['post', -7, 'Hi'],
  ])
  expect(current).toMatchObject({ state: 'posted', task: 'delete', messenger: 'telegram', messageId: '7' })
  expect(logged).toEqual(['INFO announcement_posted'])
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    message: 'announcement',
    worker: 'tester',
    recipientId: 'alice',
  })
})

test.each([
  ['start', fresh(), 'telegram#main#-7 first'],
  ['end', fresh('STREAM_ENDED'), 'telegram#main#-7 first'],
  ['test', newTest('alice', announcer, now), 'telegram#main#-7'],
])(
  'of a chat’s messages, those of a start and an end go first, and a test does not: %s',
  async (_name, seen, limit) => {
    expect((await work(seen)).calls).toContainEqual(['reserve', limit])
  },
)

test.each<[PostOutcome, Partial<Announcement>, string[]]>([
  [{ kind: 'busy', retryAfter: 60 }, { state: 'postponed', dueAt: isoAfter(minuteMs) }, []],
  [{ kind: 'unavailable' }, { state: 'postponed', dueAt: isoAfter(30_000) }, []],
  [{ kind: 'unauthorized' }, { state: 'postponed', dueAt: isoAfter(5 * minuteMs) }, ['ERROR bot_token_rejected']],
  [{ kind: 'unknown' }, { ending: 'unconfirmed' }, ['ERROR announcement_unconfirmed']],
  [{ kind: 'refused', reason: 'bad' }, { ending: 'refused', reason: 'bad' }, ['WARN announcement_refused']],
])('a post that is answered %j leaves %j', async (outcome, left, logs) => {
  const { current, logged, done, woken } = await work(fresh(), { outcomes: [outcome] })

  expect(current).toMatchObject({ task: 'post', ...left })
  expect(woken.map((at) => new Date(at).toISOString())).toEqual(left.dueAt === undefined ? [] : [left.dueAt])
  expect(logged).toEqual(logs)
  expect(done).toEqual(['isOver', 'reserve', 'reserve', 'post'])
})

test('a post into a closed chat releases the chat and disables the announcer', async () => {
  const { current, calls } = await work(fresh(), { outcomes: [{ kind: 'unreachable', reason: 'kicked' }] })

  expect(calls.slice(4)).toEqual([
    ['release', 'alice', chat],
    ['disable', 'alice', 'a', chat, 'kicked'],
  ])
  expect(current).toMatchObject({ ending: 'refused', reason: 'kicked' })
})

test.each([
  [false, ['block']],
  [true, ['block', 'disable']],
])(
  'a post that a person can make possible keeps the chat; it disables the announcer: %s',
  async (isLastRefusal, done) => {
    const outcomes = [{ kind: 'blocked', reason: 'no right' }] as const

    const { current, calls } = await work(fresh(), { outcomes, isLastRefusal })

    expect(calls.slice(4).map(([name]) => name)).toEqual(done)
    expect(calls[4]).toEqual(['block', 'a', chat, 'no right'])
    expect(current).toMatchObject({ ending: 'refused', reason: 'no right' })
  },
)

test('an announcer that was refused and posts again forgets it', async () => {
  const refused = { ...announcer, refusals: 2, blockedReason: 'no right', refusedSince: '2026-01-31T11:00:00.000Z' }

  expect((await work(fresh(), { found: refused })).calls.at(-1)).toEqual(['unblock', 'alice', 'a'])
})

test('a ban without a time is asked again after a minute, doubled up to the time at which a post is given up', async () => {
  const [waits, endings]: [number[], unknown[]] = [[], []]
  let next = fresh()
  for (let at = now; next.state !== 'done'; at = Date.parse(next.dueAt ?? '')) {
    const { current } = await work(next, { at, outcomes: [{ kind: 'busy' }] })
    next = current
    if (next.dueAt !== undefined) waits.push((Date.parse(next.dueAt) - at) / minuteMs)
    endings.push(next.ending)
  }

  expect(waits).toEqual([1, 2, 4, 8, 16])
  expect(endings.at(-1)).toBe('givenUp')
})

test('a deletion that is banned for a long time is asked again once an hour', async () => {
  const { current } = await work({ ...postedOne, bans: 9 }, { outcomes: [{ kind: 'busy' }] })

  expect(current).toMatchObject({ state: 'postponed', dueAt: isoAfter(hour) })
})

test('an announcer that has got another chat since it was fired takes that one’s turns, and is disabled for that one', async () => {
  const other = { accountId: 'second', chatId: -9 }
  const kicked = { kind: 'unreachable', reason: 'kicked' } as const

  const { calls } = await work(fresh(), { found: { ...announcer, ...other }, outcomes: [kicked] })

  expect(calls.slice(1)).toEqual([
    ['reserve', 'telegram#second#-9 first'],
    ['reserve', 'telegram#second'],
    ['post', -9, 'Hi'],
    ['release', 'alice', other],
    ['disable', 'alice', 'a', other, 'kicked'],
  ])
})

test('a post follows a group that has moved, once', async () => {
  const there = { ...chat, chatId: -8 }
  const once = await work(fresh(), { outcomes: [moved, { kind: 'posted', messageId: '9' }] })
  const twice = await work(fresh(), { outcomes: [moved, { kind: 'moved', chatId: -9 }] })
  const foreign = await work(fresh(), { outcomes: [moved], mayFollow: false })

  expect(once.calls.slice(3)).toEqual([
    ['post', -7, 'Hi'],
    ['claim', 'alice', there],
    ['follow', 'alice', 'a', chat, -8],
    ['post', -8, 'Hi'],
  ])
  expect(once.current).toMatchObject({ state: 'posted', messageId: '9', chatId: -8 })
  expect(twice.current).toMatchObject({ ending: 'refused', reason: 'the group has moved twice' })
  expect(foreign.calls.slice(5)).toEqual([
    ['disable', 'alice', 'a', chat, 'the group has moved to a chat of another recipient'],
  ])
  expect(foreign.current).toMatchObject({ ending: 'refused' })
})

test('a message whose stream has ended while it was posted is to be deleted at once', async () => {
  const meanwhile = afterStream(claimed(fresh(), now), now) ?? expect.fail()

  expect((await work(fresh(), { meanwhile })).current).toMatchObject({
    state: 'queued',
    task: 'delete',
    messageId: '7',
  })
})

test('a deletion counts only towards the bot’s limit', async () => {
  const { current, calls, logged } = await work(postedOne, { outcomes: [{ kind: 'deleted' }] })

  expect(calls).toEqual([
    ['reserve', 'telegram#main'],
    ['delete', -7, '7'],
  ])
  expect(current).toMatchObject({ state: 'done', ending: 'deleted' })
  expect(logged).toEqual(['INFO announcement_deleted'])
})

test.each<[DeleteOutcome, Partial<Announcement>]>([
  [{ kind: 'unknown' }, { state: 'postponed', dueAt: isoAfter(30_000) }],
  [{ kind: 'unavailable' }, { state: 'postponed', dueAt: isoAfter(30_000) }],
  [
    { kind: 'unreachable', reason: 'kicked' },
    { ending: 'posted', reason: 'kicked' },
  ],
  [
    { kind: 'refused', reason: 'too old' },
    { ending: 'posted', reason: 'too old' },
  ],
])('a message whose deletion is answered %j is left %j', async (outcome, left) => {
  const { current, done } = await work(postedOne, { outcomes: [outcome] })

  expect(current).toMatchObject({ task: 'delete', ...left })
  expect(done).toEqual(['reserve', 'delete'])
})

test('a message is deleted in the group’s new chat, and stays when it has moved twice', async () => {
  const once = await work(postedOne, { outcomes: [moved, { kind: 'deleted' }] })
  const twice = await work(postedOne, { outcomes: [moved, moved] })

  expect(once.calls.slice(1)).toEqual([
    ['delete', -7, '7'],
    ['delete', -8, '7'],
  ])
  expect(once.current).toMatchObject({ ending: 'deleted' })
  expect(twice.current).toMatchObject({ ending: 'posted', reason: 'the group has moved twice' })
})

test('a message stays when it is too old to be deleted', async () => {
  const late = await work(postedOne, { at: now + 48 * hour + 1 })
  const last = await work(postedOne, {
    at: now + 48 * hour,
    outcomes: [{ kind: 'deleted' }],
  })

  expect(late.done).toEqual([])
  expect(late.current).toMatchObject({ ending: 'posted' })
  expect(last.current).toMatchObject({ ending: 'deleted' })
})

test.each<[string, Announcement, Scene]>([
  ['of a stream that is over', fresh(), { isOver: true }],
  ['whose message would be deleted at once', { ...fresh('GOAL'), streamEnded: true }, {}],
  ['without an announcer', fresh(), { found: undefined }],
  ['of a disabled announcer', fresh(), { found: disabled }],
  ['that has nothing to say and so claims no chat', fresh('GOAL'), { hasText: false, mayPost: false }],
])('an announcement %s is cancelled', async (_name, seen, scene) => {
  const { current, done, logged } = await work(seen, scene)

  expect(current).toMatchObject({ state: 'done', ending: 'cancelled' })
  expect(done).not.toContain('post')
  expect(logged).toEqual(['INFO announcement_cancelled'])
})

test.each<[string, Announcement, Scene]>([
  ['of another trigger, whatever became of the stream', fresh('GOAL'), { isOver: true }],
  ['that stays when the stream has ended', { ...fresh('GOAL', staying), streamEnded: true }, {}],
  ['that tests a disabled announcer', newTest('alice', announcer, now), { found: disabled, isOver: true }],
  ['that is an hour old', fresh(), { at: now + hour }],
])('an announcement %s is posted', async (_name, seen, scene) => {
  expect((await work(seen, scene)).done).toContain('post')
})

test('an announcement that is older than an hour is given up, and one that a dead worker had claimed is unknown', async () => {
  const late = await work(fresh(), { at: now + hour + 1 })
  const dead = await work(claimed(fresh(), now))

  expect([late.current.ending, late.done]).toEqual(['givenUp', ['isOver']])
  expect([dead.current.ending, dead.done]).toEqual(['unconfirmed', []])
})

test('an announcement that is done by now stays as it is', async () => {
  const current = finished(fresh(), 'deleted', now)
  const cancelled = await work(fresh(), { current, isOver: true })
  const postponed = await work(fresh(), { meanwhile: current, outcomes: [{ kind: 'unavailable' }] })

  expect([cancelled.current, postponed.current]).toEqual([current, current])
})

test.each<[string, Scene]>([
  ['announcer is disabled', { found: { ...announcer, enabled: false } }],
  ['stream is over', { isOver: true }],
])('a record of a post that comes again after the post leaves its deletion, also when its %s', async (_name, scene) => {
  const { current } = await work(fresh(), { ...scene, current: postedOne })

  expect(current).toEqual(postedOne)
})

test('a chat that is another’s gets nothing, and disables the announcer where chats are open', async () => {
  const linked = await work(fresh(), { mayPost: false })
  const open = await work(fresh(), { mayPost: false, disables: true })

  expect(linked.calls.slice(1)).toEqual([])
  expect(open.calls.slice(1)).toEqual([['disable', 'alice', 'a', chat, 'not yours']])
  for (const { current } of [linked, open]) expect(current).toMatchObject({ ending: 'refused', reason: 'not yours' })
})

test.each([fresh(), postedOne])('an account without a bot is looked at again after five minutes', async (seen) => {
  const { current, logged, done } = await work(seen, { hasBot: false })

  expect(current).toMatchObject({ task: seen.task, state: 'postponed', dueAt: isoAfter(5 * minuteMs) })
  expect(logged).toEqual(['ERROR bot_not_configured'])
  expect(done).not.toContain('reserve')
})

test.each<[string, Scene]>([
  ['of the bot that is more than half a second away', { turn: { at: now + 501, isReserved: true } }],
  ['for which too little time is left', { turn: { at: now, isReserved: true }, leftMs: 7_500 }],
])('a turn %s postpones the deletion until then', async (_name, scene) => {
  const { current, done, woken } = await work(postedOne, scene)

  expect(current).toMatchObject({ state: 'postponed', dueAt: new Date(scene.turn?.at ?? 0).toISOString() })
  expect(woken).toEqual([scene.turn?.at])
  expect(done).toEqual(['reserve'])
})

test('a message whose chat has a full queue is dropped, and one whose bot has waits until there is room', async () => {
  const turn = { at: now + 11 * minuteMs, isReserved: false }
  const [post, deletion] = [await work(fresh(), { turn }), await work(postedOne, { turn })]

  expect(post.current).toMatchObject({ ending: 'dropped', reason: 'too many messages wait for this chat' })
  expect(post.logged).toEqual(['WARN announcement_dropped'])
  expect(deletion.current).toMatchObject({ state: 'postponed', dueAt: isoAfter(10 * minuteMs) })
  expect([post.done, deletion.done]).toEqual([['isOver', 'reserve'], ['reserve']])
})

test('a turn of the bot is taken half a second early, and that of a chat never', async () => {
  const deletion = await work(postedOne, { turn: { at: now + 500, isReserved: true } })
  const post = await work(fresh(), { turn: { at: now + 1, isReserved: true } })

  expect(deletion.done).toContain('delete')
  expect([post.done, post.woken]).toEqual([['isOver', 'reserve'], [now + 1]])
})

test.each([
  [{ at: now + 501, isReserved: true }, { 'telegram#main': now + 501 }],
  [{ at: now + 61_000, isReserved: false }, {}],
])('a post that waits for the bot by %j keeps the turn of its chat', async (turn, added) => {
  const turns = { 'telegram#main#-7': now }

  const { current, done } = await work({ ...fresh(), turns }, { turn })

  expect([done, current.turns]).toEqual([['isOver', 'reserve'], { ...turns, ...added }])
})

test('a call to a messenger begins with eight seconds left', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  const { done } = await work(postedOne, { leftMs: 8_250 })
  vi.useRealTimers()

  expect(done).toContain('delete')
})

test('a turn is another worker’s when that one has claimed the announcement first', async () => {
  const { done, current } = await work(fresh(), { isTaken: true })
  const deletion = await work(postedOne, { isTaken: true })
  const later = await work(postedOne, { isTaken: true, turn: { at: now + 501, isReserved: true } })

  expect(done).not.toContain('post')
  expect(current).toMatchObject({ state: 'queued' })
  expect(deletion).toMatchObject({ done: ['reserve'], current: postedOne })
  expect(later.woken).toEqual([])
})
