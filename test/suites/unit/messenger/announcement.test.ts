import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Announcement,
  afterOvertaken,
  afterReturn,
  afterStream,
  claimed,
  finished,
  newAnnouncement,
  newTest,
  posted,
  postponed,
} from '../../../../shared/areas/messenger/announcement.ts'
import { botLimit, recipientIntervalMs } from '../../../../shared/areas/messenger/rateLimits.ts'
import { dueShards } from '../../../../shared/runtime/time/due.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const hour = 60 * 60_000
const announcer = { id: 'a', accountId: 'main', chatId: 1, announcerType: 'ANNOUNCE_STREAM_AND_DELETE' }
const started = { trigger: 'STREAM_STARTED', channel: 'kick#1', sessionId: 's', eventId: '' }
const message = { messenger: 'telegram', messageId: '7', accountId: 'main', chatId: 1 } as const

const fresh = (fields: Partial<typeof announcer> = {}, occasion: Partial<typeof started> = {}): Announcement =>
  newAnnouncement('alice', { ...announcer, ...fields }, { ...started, ...occasion }, now)

test('the announcement of an occasion by an announcer is the same whenever it is made, also by the next release', () => {
  expect(newAnnouncement('alice', announcer, started, now + hour).id).toBe(fresh().id)
  expect(fresh().id).toBe('6b61add2-9ad3-89c1-8928-384fab6cbefe#6c640b27-09ec-830b-996d-f905230bc558')
  const others = [
    fresh({ id: 'b' }),
    fresh({}, { sessionId: 't' }),
    fresh({}, { channel: 'kick#2' }),
    fresh({}, { trigger: 'OTHER' }),
    fresh({}, { trigger: 'OTHER', eventId: 'm1' }),
    newAnnouncement('bob', announcer, started, now),
  ]
  expect(new Set([fresh(), ...others].map(({ id }) => id)).size).toBe(others.length + 1)
})

test('announcements spread over the partitions of the index', () => {
  const shards = Array.from({ length: 400 }, (_, index) => fresh({ id: `announcer-${index}` }).dueShard)
  for (const shard of dueShards) expect(shards.filter((each) => each === shard).length).toBeGreaterThan(50)
})

test('one event’s messages hold the bot for less than a second, regression: a neighbour waited 1.7 s', () => {
  const announcements = Array.from({ length: 100 }, (_, index) =>
    newAnnouncement('alice', { ...announcer, id: `a${index}` }, started, now, now + index * recipientIntervalMs),
  )
  const atOnce = announcements.filter(({ state }) => state === 'queued')

  expect(atOnce.length).toBeGreaterThan(10)
  expect(atOnce.length * botLimit('telegram', 'main').intervalMs).toBeLessThan(1000)
})

test('an announcement knows when somebody looks at it again, and when it makes no sense any more', () => {
  const isoAfter = (milliseconds: number) => new Date(now + milliseconds).toISOString()
  const turnAt = (at: number) => newAnnouncement('alice', announcer, started, now, now + at)
  const postedOne = posted(fresh(), message, now)

  expect(fresh()).toMatchObject({ state: 'queued', task: 'post', dueAt: isoAfter(120_000), giveUpAt: now + hour })
  expect(fresh().expiresAt).toBe(now / 1000 + 7 * 24 * 60 * 60)
  expect(turnAt(3000)).toMatchObject({ state: 'queued', dueAt: isoAfter(120_000) })
  expect(turnAt(3001)).toMatchObject({ state: 'postponed', dueAt: isoAfter(3001) })
  expect(claimed(fresh(), now)).toMatchObject({ state: 'claimed', dueAt: isoAfter(60_000) })
  expect(postedOne.giveUpAt).toBe(now + 48 * hour)
  expect(postponed(fresh(), now + hour, now)).toMatchObject({ state: 'postponed', dueAt: isoAfter(hour) })
  expect(postponed(fresh(), now + hour + 1, now)).toMatchObject({ state: 'done', ending: 'givenUp' })
  expect(postponed(postedOne, now + 48 * hour + 1, now)).toMatchObject({ state: 'done', ending: 'posted' })
})

test('every change gives an announcement another revision', () => {
  const queued = fresh()
  const steps = [
    queued,
    claimed(queued, now),
    postponed(queued, now + 1, now),
    finished(queued, 'refused', now, 'why'),
    posted(queued, message, now),
    afterStream(claimed(queued, now), now),
  ]

  expect(new Set(steps.map((step) => step?.revision)).size).toBe(steps.length)
  expect(finished(queued, 'refused', now, 'why').reason).toBe('why')
  expect(finished(queued, 'refused', now)).not.toHaveProperty('reason')
})

test('each test of an announcer is an announcement of its own, of no stream', () => {
  const tests = [1, 2].map(() => newTest('alice', { ...announcer, trigger: 'GOAL' }, now))

  expect(new Set(tests.map(({ id }) => id)).size).toBe(2)
  for (const each of tests) expect(each).toMatchObject({ channel: 'test', eventId: '', isDeletable: true })
})

test('a posted message is to be deleted after 47 hours', () => {
  expect(posted(claimed(fresh(), now), message, now)).toMatchObject({
    state: 'posted',
    task: 'delete',
    dueAt: '2026-02-02T11:00:00.000Z',
    messageId: '7',
  })
})

test('a posted message has neither the mark nor the turns of its post, so its deletion takes a turn of its own', () => {
  const postedOne = posted({ ...claimed(fresh(), now), turns: { lane: now } }, message, now)

  for (const name of ['turns', 'isPosting']) expect(postedOne).not.toHaveProperty(name)
})

test('a posted message that is to stay is done', () => {
  const done = posted(claimed(fresh({ announcerType: 'ANNOUNCE_STREAM' }), now), message, now)
  expect(done).toMatchObject({ state: 'done', ending: 'posted' })
  expect(done).not.toHaveProperty('dueAt')
})

test('a posted message of a test is to be deleted after a minute, even if those of its announcer stay', () => {
  const test = newTest('alice', { ...announcer, announcerType: 'ANNOUNCE_STREAM', trigger: 'GOAL' }, now)
  expect(posted(claimed(test, now), message, now)).toMatchObject({
    state: 'posted',
    task: 'delete',
    dueAt: '2026-01-31T12:01:00.000Z',
    trigger: 'GOAL',
    test: true,
  })
})

test('a posted message has been settled when it was posted, whatever becomes of it later', () => {
  const postedOne = posted(claimed(fresh(), now), message, now)
  expect(postedOne.settledAt).toBe('2026-01-31T12:00:00.000Z')
  expect(finished(postedOne, 'deleted', now + hour).settledAt).toBe(postedOne.settledAt)
  expect(claimed(fresh(), now).settledAt).toBeUndefined()
})

test('a posted message whose stream has ended meanwhile is to be deleted at once', () => {
  const told = afterStream(claimed(fresh(), now), now) ?? expect.fail()
  expect(posted(told, message, now)).toMatchObject({ state: 'queued', task: 'delete' })
})

test('a posted message of a worker that was given up for dead is known to be posted after all', () => {
  const given = finished(claimed(fresh(), now), 'unconfirmed', now)
  const known = posted(given, message, now)
  expect(known).toMatchObject({ state: 'posted', messageId: '7' })
  expect(known).not.toHaveProperty('ending')
})

const postedOne = posted(claimed(fresh(), now), message, now)

test.each([
  ['deletes what stands', postedOne, { state: 'queued', task: 'delete' }],
  ['cancels what is queued', fresh(), { state: 'done', ending: 'cancelled' }],
  ['cancels what waits', postponed(fresh(), now + 1, now), { state: 'done', ending: 'cancelled' }],
  ['tells whoever is posting', claimed(fresh(), now), { state: 'claimed', streamEnded: true }],
  [
    'cancels the start of a stream that is over, whose message would stay',
    fresh({ announcerType: 'ANNOUNCE_STREAM' }),
    { state: 'done', ending: 'cancelled' },
  ],
  ['cancels a trigger’s message that it would delete', fresh({}, { trigger: 'X' }), { ending: 'cancelled' }],
])('the end of a stream: %s', (_title, announcement, expected) => {
  expect(afterStream(announcement, now)).toMatchObject(expected)
})

test.each([
  ['what is done', finished(fresh(), 'refused', now)],
  ['the announcement of the end', fresh({}, { trigger: 'STREAM_ENDED' })],
  ['a message that is to stay', fresh({ announcerType: 'ANNOUNCE_STREAM' }, { trigger: 'X' })],
  ['what is being deleted', claimed(postedOne, now)],
])('the end of a stream leaves %s', (_title, announcement) => {
  expect(afterStream(announcement, now)).toBeUndefined()
})

test('the end of a stream counts once', () => {
  const once = afterStream(claimed(fresh(), now), now) ?? expect.fail()
  expect(afterStream(once, now)).toBeUndefined()
})

/** After the end of its stream. */
const over = (announcement: Announcement): Announcement => afterStream(announcement, now) ?? expect.fail()
const deleted = finished(claimed(over(postedOne), now), 'deleted', now)

test.each([
  ['posts once more what the end has deleted', deleted, { task: 'post', state: 'queued', giveUpAt: now + 2 * hour }],
  ['posts what the end has cancelled', over(fresh()), { task: 'post', state: 'queued' }],
  [
    'leaves a message whose deletion waits, until its age',
    over(postedOne),
    { task: 'delete', state: 'posted', messageId: '7', dueAt: new Date(now + 47 * hour).toISOString() },
  ],
  ['tells whoever is deleting', claimed(over(postedOne), now), { state: 'claimed', isWantedAgain: true }],
])('the return of a stream: %s', (_title, announcement, expected) => {
  const back = afterReturn(announcement, now + hour) ?? expect.fail()

  expect(back).toMatchObject(expected)
  expect(back).not.toHaveProperty('streamEnded')
})

test('the return of a stream leaves a post that is on its way, which its end would have deleted', () => {
  const back = afterReturn(over(claimed(fresh(), now)), now) ?? expect.fail()

  expect(posted(back, message, now)).toMatchObject({ state: 'posted', task: 'delete' })
})

test('a message that is posted once more has no trace of the one before, and is kept as long', () => {
  const back = afterReturn(deleted, now + hour) ?? expect.fail()

  for (const trace of ['messageId', 'settledAt', 'ending', 'turns', 'isPosting']) expect(back).not.toHaveProperty(trace)
  expect(back.expiresAt - deleted.expiresAt).toBe(3600)
})

test.each([
  ['that age has deleted', finished(claimed(postedOne, now), 'deleted', now)],
  ['that nothing has deleted', postedOne],
  ['that could not be deleted', finished(claimed(over(postedOne), now), 'posted', now)],
])('the return of a stream leaves a message %s', (_title, announcement) => {
  expect(afterReturn(announcement, now)).toBeUndefined()
})

test('a deletion that the return of its stream overtook is made good, and one that failed leaves the message', () => {
  const told = afterReturn(claimed(over(postedOne), now), now) ?? expect.fail()

  expect(afterOvertaken(told, true, now)).toMatchObject({ task: 'post', state: 'queued' })
  expect(afterOvertaken(told, false, now)).toMatchObject({ task: 'delete', state: 'posted', messageId: '7' })
  expect(afterOvertaken(claimed(over(postedOne), now), true, now)).toBeUndefined()
})

test('whatever is not done has a time at which somebody looks at it again, and only that', () => {
  const steps = [
    (each: Announcement) => claimed(each, now),
    (each: Announcement) => postponed(each, now + 1000, now),
    (each: Announcement) => postponed(each, now + 100 * hour, now),
    (each: Announcement) => posted(each, message, now),
    (each: Announcement) => afterStream(each, now) ?? each,
    (each: Announcement) => finished(each, 'deleted', now),
    (each: Announcement) => afterReturn(each, now) ?? each,
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...steps), { maxLength: 8 }), fc.boolean(), (path, isDeletable) => {
      const start = fresh(isDeletable ? {} : { announcerType: 'ANNOUNCE_STREAM' })
      const { state, dueAt, dueShard, ending } = path.reduce((each, step) => step(each), start)
      expect(dueAt === undefined).toBe(state === 'done')
      expect(dueShard === undefined).toBe(state === 'done')
      if (state === 'done') expect(ending).toMatch(/^[a-z]+$/i)
    }),
  )
})
