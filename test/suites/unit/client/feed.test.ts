import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Feed } from '../../../../shared/web/client/live/feed.ts'
import type { DeliveryMessage, ServerMessage } from '../../../../shared/web/client/live/messages.ts'
import { runs } from '../../../support/runs.ts'

type Welcome = Extract<ServerMessage, { readonly type: 'welcome' }>

const alert = {
  id: 'alert',
  recipientId: 'alice',
  historyItemId: 'item',
  system: 'Manual',
  event: 'payment',
  createdAt: '2026-03-01T18:30:00.000Z',
  hidden: false,
  nickname: 'bob',
  message: '',
  amount: null,
  media: { url: '' },
  levelName: '',
  count: 1,
}

const delivery = (sequence: number, after: number): DeliveryMessage => ({
  version: 1,
  type: 'alert',
  alert,
  sequence,
  after,
  force: false,
  test: false,
})

const welcome = (after: number, through = after, more = false): Welcome => ({
  version: 1,
  type: 'welcome',
  overlayId: 'overlay',
  after,
  through,
  more,
})

const sequencesIn = (feed: Feed): number[] => {
  const sequences: number[] = []
  for (let [message] = feed.next(); message !== undefined; [message] = feed.next()) {
    sequences.push(message.sequence)
    feed.finish()
  }
  return sequences
}

const welcomed = (after = 0): Feed => {
  const feed = new Feed()
  feed.resuming()
  feed.welcome(welcome(after))
  return feed
}

test('the feed takes nothing before its first welcome', () => {
  const feed = new Feed()
  feed.resuming()

  feed.take(delivery(20, 10))
  feed.welcome(welcome(10, 20))
  feed.take(delivery(20, 10))

  expect(sequencesIn(feed)).toEqual([20])
})

test('the feed keeps a delivery that came early, regression: each cost a resume', () => {
  const feed = welcomed()

  feed.take(delivery(30, 20))
  feed.take(delivery(20, 10))
  const isMissing = feed.isMissing
  feed.take(delivery(10, 0))

  expect(isMissing).toBe(true)
  expect(sequencesIn(feed)).toEqual([10, 20, 30])
  expect([feed.isMissing, feed.needsResume]).toEqual([false, false])
})

test('the feed keeps a delivery that was pushed before the welcome, regression: it was shown minutes later', () => {
  const feed = new Feed()
  feed.resuming()

  feed.take(delivery(20, 10))
  feed.welcome(welcome(10))

  expect(sequencesIn(feed)).toEqual([20])
})

test('a delivery that is pushed before the welcome ends no resume', () => {
  const feed = welcomed()
  feed.resuming()

  feed.take(delivery(1, 0))

  expect(feed.isResuming).toBe(true)
})

test('the feed gives each delivery once and in order, however messages are lost, doubled and mixed up', () => {
  const network = fc.record({
    count: fc.integer({ min: 1, max: 25 }),
    page: fc.integer({ min: 1, max: 5 }),
    /** For each message: lost, doubled, late. */
    fates: fc.array(fc.constantFrom('lost', 'doubled', 'late', 'fine', 'fine'), { minLength: 1, maxLength: 60 }),
  })
  fc.assert(
    fc.property(network, ({ count, page, fates }) => {
      const all = Array.from({ length: count }, (_, index) => delivery((index + 1) * 7, index * 7))
      const feed = new Feed()
      const shown: number[] = []
      let step = 0
      let isBroken = false
      const deliver = (messages: readonly DeliveryMessage[]) => {
        const late: DeliveryMessage[] = []
        for (const message of messages) {
          const fate = fates[step++ % fates.length]
          if (fate === 'lost') continue
          if (fate === 'late') late.push(message)
          else feed.take(message)
          if (fate === 'doubled') feed.take(message)
        }
        for (const message of late) feed.take(message)
        shown.push(...sequencesIn(feed))
      }
      const resume = () => {
        const after = feed.after ?? 0
        feed.resuming()
        const following = all.filter(({ sequence }) => sequence > after)
        const answer = following.slice(0, page)
        feed.welcome(welcome(after, answer.at(-1)?.sequence ?? after, following.length > page))
        // A continuation comes over one connection, in order, up to where that breaks; the next connection holds.
        isBroken = !isBroken && fates[step++ % fates.length] === 'lost'
        for (const message of isBroken ? answer.slice(0, -1) : answer) feed.take(message)
        shown.push(...sequencesIn(feed))
      }

      resume()
      deliver(all)
      // What keeps a page from standing still: a gap, the next part, and the sign of life every few minutes.
      for (let round = 0; round < count * 70 && shown.length < count; round++) resume()

      expect(shown).toEqual(all.map(({ sequence }) => sequence))
    }),
    { numRuns: runs(100, 500) },
  )
})

test('the feed detects an erasure by an unknown sequence, and continues from the answer', () => {
  const feed = new Feed({ shown: 49, ahead: [] })
  feed.take(delivery(50, 49))
  feed.take(delivery(53, 52))
  feed.resuming()
  feed.welcome({ ...welcome(0, 2), unknown: 50 })
  feed.take(delivery(1, 0))
  feed.take(delivery(2, 1))

  expect([sequencesIn(feed), feed.after, feed.isResuming, feed.isMissing]).toEqual([[1, 2], 2, false, false])
  // The answer to a second question from the old place.
  feed.welcome({ ...welcome(0, 2), unknown: 50 })
  feed.take(delivery(1, 0))
  expect([sequencesIn(feed), feed.after]).toEqual([[], 2])
})

test('an erasure is not mistaken for a late answer to an earlier question, regression: alerts were shown twice', () => {
  const feed = welcomed(4)
  feed.resuming()
  feed.take(delivery(5, 4))
  feed.resuming()
  feed.welcome(welcome(5, 5))
  feed.resuming()
  feed.welcome(welcome(4, 5))
  feed.take(delivery(5, 4))

  expect([sequencesIn(feed), feed.after]).toEqual([[5], 5])
})

test('a page that shows some before their turn acknowledges the longest unbroken part, and loses and repeats none', () => {
  const step = fc.constantFrom(
    'arrives',
    'arrives',
    'is lost',
    'shows',
    'shows',
    'is interrupted',
    'reloads',
    'resumes',
  )
  const scene = fc.record({
    free: fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
    steps: fc.array(step, { maxLength: 60 }),
  })
  fc.assert(
    fc.property(scene, ({ free, steps }) => {
      const all = free.map((_, index) => delivery((index + 1) * 7, index * 7))
      const isFree = ({ sequence }: DeliveryMessage) => free[sequence / 7 - 1] === true
      const paidFirst = (waiting: readonly DeliveryMessage[]) =>
        [waiting.find((message) => !isFree(message)) ?? waiting[0]].filter((message) => message !== undefined)
      const shown: number[] = []
      let published = 0
      let storage = '{"ahead":[]}'
      let feed = new Feed(JSON.parse(storage))
      const resume = () => {
        feed.resuming()
        const after = Math.max(JSON.parse(storage).shown ?? 0, feed.after ?? 0)
        const answer = all.slice(0, published).filter(({ sequence }) => sequence > after)
        feed.welcome(welcome(after, answer.at(-1)?.sequence ?? after, false))
        for (const message of answer) feed.take(message)
      }
      const reload = () => {
        feed = new Feed(JSON.parse(storage))
        resume()
      }
      const show = () => {
        shown.push(...feed.next(paidFirst).map(({ sequence }) => sequence))
        feed.finish()
      }
      const acts = {
        arrives: () => all[published] !== undefined && feed.take(all[published++] as DeliveryMessage),
        'is lost': () => {
          published = Math.min(all.length, published + 1)
        },
        shows: show,
        'is interrupted': () => {
          feed.next(paidFirst)
          reload()
        },
        reloads: reload,
        resumes: resume,
      }
      const check = () => {
        storage = JSON.stringify(feed.progress)
        const unbroken = all.findIndex(({ sequence }) => !shown.includes(sequence))
        expect(feed.progress.shown ?? 0).toBe((unbroken < 0 ? all.length : unbroken) * 7)
      }

      resume()
      for (const each of steps) {
        acts[each]()
        check()
      }
      published = all.length
      reload()
      for (const _ of all) show()
      check()

      expect(shown.toSorted((one, other) => one - other)).toEqual(all.map(({ sequence }) => sequence))
    }),
    { numRuns: runs(200, 2000) },
  )
})

test('what was shown before its turn is forgotten with the data of an erased recipient', () => {
  const feed = new Feed({ shown: 49, ahead: [2] })
  feed.resuming()
  feed.welcome({ ...welcome(0, 2), unknown: 49 })
  feed.take(delivery(1, 0))
  feed.take(delivery(2, 1))

  expect(sequencesIn(feed)).toEqual([1, 2])
  expect(feed.progress).toEqual({ shown: 2, ahead: [] })
})
