import { afterEach, expect, test, vi } from 'vitest'
import {
  donationSourceRepository,
  donationSourceStore,
} from '../../../../shared/areas/sources/donationSourceRepository.ts'
import { applyOrThrow, applyWrites } from '../../../../shared/mechanisms/store/commit.ts'
import { justNow } from '../../../support/expected.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { minutesAgo, startSources } from './sources.ts'

const service = await sharedByTests(startSources())
const sources = donationSourceStore(service.aws.client, service.aws.table('donationSources'))
const repository = donationSourceRepository(service.aws.table('donationSources'))
const { ask, alerts, donationsPath, give, history, link, questions, someone, source } = service

afterEach(() => void vi.useRealTimers())

/** From now on the clock stands, and each run is so much later than the one before. */
const later = (milliseconds: number): void => {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now + milliseconds)
}

const minute = 60_000

test.each([
  ['donationAlerts', 'DonationAlerts'],
  ['streamElements', 'StreamElements'],
  ['streamlabs', 'Streamlabs'],
] as const)('a donation at %s becomes an item and an alert of %s', async (name, system) => {
  const recipient = someone()
  await link(recipient, name)
  await give(recipient, { message: 'Hello!' }, name)

  await ask()
  await ask()

  const items = await history(recipient)
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    system,
    event: 'payment',
    nickname: 'bob',
    message: 'Hello!',
    amount: { major: 12, minor: 34, currency: 'EUR' },
  })
  expect(await alerts(recipient)).toEqual(['Hello!'])
  expect(await source(recipient)).toMatchObject({
    system,
    subscription: 'polled',
    lastError: null,
    lastAskedAt: justNow,
  })
})

test('a donation that was imported before it arrives live is there once, and not shown', async () => {
  const recipient = someone()
  const number = await give(recipient, { at: minutesAgo(1) })
  const item = {
    system: 'DonationAlerts',
    event: 'payment',
    originId: String(number),
    timestamp: minutesAgo(1),
    amount: { major: 12, minor: 34, currency: 'EUR' },
  }
  await service.call('addHistoryItems', { recipient, body: { items: [item] } })

  await link(recipient)
  await ask()

  expect(await history(recipient)).toHaveLength(1)
  expect(await alerts(recipient)).toEqual([])
})

test('a donation of the day before the link is added without an alert, and an older one is left to an import', async () => {
  const recipient = someone()
  await give(recipient, { message: 'old', at: minutesAgo(25 * 60) })
  await give(recipient, { message: 'before', at: minutesAgo(23 * 60) })
  await link(recipient)
  await give(recipient, { message: 'after' })

  await ask()

  expect((await history(recipient)).map(({ message }) => message)).toEqual(['after', 'before'])
  expect(await alerts(recipient)).toEqual(['after'])
})

test('a donation made while the link had failed arrives after linking again', async () => {
  const recipient = someone()
  await link(recipient, 'streamElements')
  later(48 * 60 * minute)
  await give(recipient, { at: minutesAgo(36 * 60) }, 'streamElements')
  await link(recipient, 'streamElements')

  await ask()

  expect(await history(recipient)).toHaveLength(1)
  expect(await alerts(recipient)).toEqual([])
})

test('a token that the service refuses before its time is refreshed, and the donation arrives', async () => {
  const recipient = someone()
  await link(recipient)
  await give(recipient)
  service.sandbox.script({ path: '/api/v1/alerts/donations' }, { kind: 'status', status: 401 })

  await ask()

  expect(await history(recipient)).toHaveLength(1)
  expect(await source(recipient)).toMatchObject({ enabled: true, lastError: null })
})

test.each(['donationAlerts', 'streamElements', 'streamlabs'] as const)(
  'a link that %s refuses is disabled with the reason and not asked any more, until it is linked again',
  async (name) => {
    const recipient = someone()
    await link(recipient, name)
    await give(recipient, {}, name)
    const path = donationsPath(name, recipient)
    const questions = () => service.sandbox.log.filter((request) => request.path === path).length
    service.sandbox.script({ path }, { kind: 'status', status: 401 }, 2)

    await ask()
    const refused = await source(recipient)
    const before = questions()
    await ask()
    const meanwhile = questions() - before
    await link(recipient, name, `good-expired-${recipient}`)
    await ask()

    expect(refused).toMatchObject({
      enabled: false,
      subscription: 'failed',
      lastError: {
        code: 'relink_required',
        detail: expect.stringMatching(/refuses the token \(401\); link the account/),
      },
    })
    expect(meanwhile).toBe(0)
    expect(await history(recipient)).toHaveLength(1)
    expect(await source(recipient)).toMatchObject({ enabled: true, subscription: 'polled', lastError: null })
  },
)

test('a source is asked every minute while an overlay is connected or a linked channel streams, else every hour', async () => {
  later(0)
  const [resting, watching, streaming] = [someone(), someone(), someone()]
  for (const recipient of [resting, watching, streaming]) await link(recipient, 'streamElements')
  await service.put('overlays', { recipientId: watching, overlayId: '1', connectionId: 'connection-1' })
  await service.put('streams', { recipientId: streaming, channel: 'twitch#1', sessionId: '1', isOnline: true })
  await service.put('streams', { recipientId: resting, channel: 'twitch#2', sessionId: '1', isOnline: false })
  const counts = () => [resting, watching, streaming].map(questions)

  await ask()
  const first = counts()
  later(minute)
  await ask()
  const afterMinute = counts()
  later(58 * minute)
  await ask()
  const before = questions(resting)
  later(minute)
  await ask()

  expect(first).toEqual([1, 1, 1])
  expect(afterMinute).toEqual([1, 2, 2])
  expect([before, questions(resting)]).toEqual([1, 2])
})

test('a failing service is not asked before its Retry-After, and later donations arrive', async () => {
  later(0)
  const recipient = someone()
  await link(recipient, 'streamElements')
  await service.put('overlays', { recipientId: recipient, overlayId: '1', connectionId: 'connection-3' })
  await give(recipient, { message: 'patient' }, 'streamElements')
  const path = donationsPath('streamElements', recipient)
  service.sandbox.script({ path }, { kind: 'status', status: 429, retryAfter: 300 })

  await ask()
  const failed = await source(recipient)
  later(5 * minute - 1)
  await ask()
  const before = questions(recipient)
  later(1)
  await ask()

  expect(failed).toMatchObject({ subscription: 'failed', enabled: true, lastError: { code: 'provider_unavailable' } })
  expect([before, questions(recipient)]).toEqual([1, 2])
  expect(await alerts(recipient)).toEqual(['patient'])
  expect(await source(recipient)).toMatchObject({ subscription: 'polled', lastError: null })
})

test.each(['donationAlerts', 'streamElements', 'streamlabs'] as const)(
  'of hundreds of donations at %s that came at once, also while they are read, each arrives once',
  async (name) => {
    const recipient = someone()
    await link(recipient, name)
    await ask()
    const giveMany = async (from: number, to: number) => {
      for (let number = from; number < to; number++) await give(recipient, { message: `${number}` }, name)
    }
    await giveMany(0, 170)
    later(60 * minute)
    await ask()
    const afterFirst = (await service.call('listHistory', { recipient })).body.totalSize
    await giveMany(170, 220)
    for (let run = 0; run < 4; run++) await ask()
    later(60 * minute)
    for (let run = 0; run < 3; run++) await ask()

    const { body } = await service.call('listHistory', { recipient, query: { size: '100' } })
    expect(afterFirst).toBe(name === 'donationAlerts' ? 90 : 135)
    expect(body.totalSize).toBe(220)
    expect((await service.call('listAlerts', { recipient })).body.totalSize).toBe(220)
  },
)

test('a donation whose amount nobody can read arrives without it', async () => {
  const recipient = someone()
  await link(recipient)
  await give(recipient, { message: 'finer than a cent', amount: '1.234' })

  await ask()

  expect(await history(recipient)).toMatchObject([{ message: 'finer than a cent', amount: null }])
})

test('a tip at StreamElements that is not completed arrives when it is', async () => {
  const recipient = someone()
  await link(recipient, 'streamElements')
  const tip = await give(recipient, { status: 'pending' }, 'streamElements')
  await ask()
  const pending = await history(recipient)
  await service.complete(recipient, tip)
  later(60 * minute)
  await ask()

  expect(pending).toEqual([])
  expect(await history(recipient)).toHaveLength(1)
})

test('a donation of another service counts for the goal', async () => {
  const recipient = someone()
  await service.call('setGoal', { recipient, body: { target: { major: 100, minor: 0, currency: 'EUR' } } })
  await link(recipient, 'streamElements')
  await give(recipient, {}, 'streamElements')

  await ask()

  const { body } = await service.call('listGoals', { recipient })
  expect(body.goals).toMatchObject([{ reached: { major: 12, minor: 34 } }])
})

test('an unlinked source is not asked any more, and another recipient may link its account', async () => {
  const [recipient, other] = [someone(), someone()]
  const { body } = await link(recipient, 'streamElements', 'good-moving')
  const refused = await link(other, 'streamElements', 'good-moving')
  await service.call('unlinkToken', { recipient, body: { id: body.id } })
  await give('moving', {}, 'streamElements')
  await ask()
  const before = questions('moving')
  const left = (await sources.list()).filter(({ recipientId }) => recipientId === recipient)
  const linked = await link(other, 'streamElements', 'good-moving')
  await ask()

  expect(refused.status).toBe(409)
  expect([before, left]).toEqual([0, []])
  expect(linked.status).toBe(200)
  expect(await history(recipient)).toEqual([])
  expect(await history(other)).toHaveLength(1)
})

test.each([
  ['unlinked', (recipient: string, id: string) => service.call('unlinkToken', { recipient, body: { id } })],
  ['linked again', (recipient: string) => link(recipient, 'streamElements')],
])('nothing is added for a source that was %s while its service was asked', async (_name, act) => {
  later(0)
  const recipient = someone()
  const { body } = await link(recipient, 'streamElements')
  const asked = (await sources.list()).find((source) => source.recipientId === recipient) ?? expect.fail()
  later(1)
  await act(recipient, body.id)

  const change = repository.change(recipient, asked, { known: [] })

  await expect(applyOrThrow(service.aws.client)([change])).rejects.toMatchObject({ code: 'not_found' })
})

test('a source is found and removed for the recipient that has linked it, and for no other one', async () => {
  const recipient = someone()
  await link(recipient, 'streamlabs')
  const account = (await sources.list()).find((source) => source.recipientId === recipient)?.account ?? ''

  await applyWrites(service.aws.client, [repository.removal(someone(), account)])

  expect([...(await sources.find(recipient, [account])).keys()]).toEqual([account])
  expect([...(await sources.find(someone(), [account])).keys()]).toEqual([])
})

test('a disabled source is not asked, and its donations arrive when it is enabled', async () => {
  const recipient = someone()
  const { body } = await link(recipient, 'streamElements')
  const toggle = (enabled: boolean) => service.call('toggleToken', { recipient, body: { id: body.id, enabled } })
  await toggle(false)
  await give(recipient, {}, 'streamElements')
  await ask()
  const before = questions(recipient)
  await toggle(true)
  await ask()

  expect(before).toBe(0)
  expect(await history(recipient)).toHaveLength(1)
})

test('a tip that a moderator at StreamElements holds is not shown, and arrives when it is allowed', async () => {
  const recipient = someone()
  await link(recipient, 'streamElements')
  const tip = await give(recipient, { message: 'held there', approved: 'pending' }, 'streamElements')
  await ask()
  const held = [await history(recipient), await alerts(recipient)]
  await service.decide(recipient, tip, 'allowed')
  later(60 * minute)
  await ask()

  expect(held).toEqual([[], []])
  expect(await history(recipient)).toMatchObject([{ nickname: 'bob', message: 'held there' }])
  expect(await alerts(recipient)).toEqual(['held there'])
})

test('a tip that is allowed after more tips than a page has arrives, and the others do not come twice', async () => {
  const recipient = someone()
  await link(recipient, 'streamElements')
  const tip = await give(recipient, { message: 'late', approved: 'pending' }, 'streamElements')
  await ask()
  for (let number = 0; number < 60; number++) await give(recipient, {}, 'streamElements')
  later(60 * minute)
  await ask()
  await service.decide(recipient, tip, 'allowed')
  later(60 * minute)
  await ask()

  expect((await service.call('listHistory', { recipient })).body.totalSize).toBe(61)
  expect(await alerts(recipient)).toContain('late')
  const [own] = (await sources.list()).filter((source) => source.recipientId === recipient)
  expect(own).not.toHaveProperty('waitingSince')
})

test.each([
  ['rejects', 'rejected', 0],
  ['leaves undecided for two weeks', 'pending', 14],
])('a tip that a moderator at StreamElements %s is money without name, words and alert', async (_, approved, days) => {
  later(0)
  const recipient = someone()
  await link(recipient, 'streamElements')
  await give(recipient, { message: 'foul', approved }, 'streamElements')
  await ask()
  later(days * 24 * 60 * minute)
  await ask()

  const items = await history(recipient)
  expect(items).toMatchObject([{ nickname: null, message: null, amount: { major: 12, minor: 34, currency: 'EUR' } }])
  expect(await alerts(recipient)).toEqual([])
})
