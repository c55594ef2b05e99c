import { beforeEach, expect, test, vi } from 'vitest'
import type { SliceOutcome } from '../../../../shared/areas/messenger/eventAnnouncer.ts'
import { recordsFromEvent } from '../../../../shared/mechanisms/store/streamRecord.ts'
import { streamEvent } from '../../../support/streamEvent.ts'
import { stubEnvironment } from '../../../support/stubEnvironment.ts'
import { now } from './announcementScene.ts'

stubEnvironment()
const announceStream = await import('../../../../functions/workers/announceStream.ts')
const sendAnnouncement = await import('../../../../functions/workers/sendAnnouncement.ts')
const wakeDueAnnouncements = await import('../../../../functions/workers/wakeDueAnnouncements.ts')

let lines: Record<string, unknown>[]
beforeEach(() => {
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0)
  vi.useFakeTimers({ toFake: ['Date'], now })
})

const keysOf = (name: string) => ({ recipientId: name.slice(0, 1), id: name })
/** Records of events, which are named after their recipient: `a1` is one of `a`. */
const recordsOf = (...names: readonly string[]) =>
  recordsFromEvent(streamEvent(...names.map((name) => ({ keys: keysOf(name) }))))
const failure = new Error('no store')

/** Announces a batch; each slice takes the given time and ends as its event's next outcome says, by default in all being done. */
const announce = async (names: readonly string[], outcomes: Readonly<Record<string, (SliceOutcome | Error)[]>>) => {
  const [announced, parked]: [string[], unknown[][]] = [[], []]
  let [time, running, most] = [now, 0, 0]
  const handle = announceStream.handle(
    async (recipientId, id) => {
      announced.push(`${recipientId} ${id}`)
      time += 250
      await Promise.resolve()
      const outcome = outcomes[id]?.shift() ?? 'done'
      if (outcome instanceof Error) throw outcome
      return outcome
    },
    {
      park: async (...call) => {
        parked.push(call)
        most = Math.max(most, ++running)
        await Promise.resolve()
        running -= 1
        if (call[1] === 'a7') throw failure
      },
    },
    () => time,
  )
  const records = recordsOf(...names)
  const failures = await handle(records)
  const failed = failures.map(({ record, error }) => [record.keys['id'], error])
  return { announced, parked, failed, most }
}

test('events of a recipient are announced one after another, those of several at the same time', async () => {
  const { announced, parked, failed } = await announce(['a1', 'b1', 'a2'], {})

  expect(announced).toEqual(['a a1', 'b b1'])
  expect(parked).toEqual([['a', 'a2', now + 500]])
  expect(failed).toEqual([])
})

test('a stream batch has half a second; the remaining events are parked in tens, or repeated', async () => {
  const left = Array.from({ length: 12 }, (_, index) => `a${index + 3}`)
  const { announced, parked, failed, most } = await announce(['a1', 'a2', ...left], { a1: ['done'], a2: ['more'] })

  expect(announced).toEqual(['a a1', 'a a2'])
  expect(parked).toEqual(left.map((id) => ['a', id, now + 500]))
  expect(most).toBe(10)
  expect(failed).toEqual([['a7', failure]])
})

test('a stream batch continues slice by slice while there is time', async () => {
  const { announced, parked } = await announce(['a1', 'a2'], { a1: ['more', 'more', 'more'] })

  expect(announced).toEqual(['a a1', 'a a1'])
  expect(parked).toEqual([['a', 'a2', now + 500]])
})

test('events in a stream that fail come again, and the next one is announced', async () => {
  const { announced, failed } = await announce(['a1', 'a2'], { a1: [failure] })

  expect(announced).toEqual(['a a1', 'a a2'])
  expect(failed).toEqual([['a1', failure]])
})

test('queued announcements are worked on together, and those that fail come again', async () => {
  const images = ['a1', 'a2', 'a3'].map((name) => ({ keys: keysOf(name), newImage: keysOf(name) }))
  const records = recordsFromEvent(streamEvent(...images, { keys: keysOf('a4') }))
  const begun: unknown[] = []
  const work = async (announcement: unknown) => {
    begun.push(announcement)
    await Promise.resolve()
    if (begun.length < 3 || begun.indexOf(announcement) === 1) throw failure
  }

  expect(await sendAnnouncement.handle(work)(records)).toEqual([{ record: records[1], error: failure }])
  expect(begun).toEqual(['a1', 'a2', 'a3'].map(keysOf))
})

test('in a chat, an end is announced before the start of the stream that follows it; no other chat waits', async () => {
  const announcements = [
    { trigger: 'STREAM_STARTED', chatId: 1 },
    { trigger: 'STREAM_ENDED', chatId: 1 },
    { trigger: 'STREAM_STARTED', chatId: 2 },
  ]
  const images = announcements.map((newImage, index) => ({ keys: keysOf(`a${index}`), newImage }))
  const done: unknown[] = []
  const work = async ({ trigger, chatId }: { readonly trigger: string; readonly chatId: number }) => {
    if (trigger === 'STREAM_ENDED') await new Promise(setImmediate)
    done.push(`${chatId} ${trigger}`)
  }

  await sendAnnouncement.handle(work)(recordsFromEvent(streamEvent(...images)))

  expect(done).toEqual(['2 STREAM_STARTED', '1 STREAM_ENDED', '1 STREAM_STARTED'])
})

test.each([
  ['200 of a recipient, a quarter of a second apart', 201, () => 'a', 200, 199 * 250],
  ['1000 in all', 1001, String, 1000, 0],
])('a run of the schedule wakes %s', async (_name, due, recipientOf, woken, last) => {
  const keys = Array.from({ length: due }, (_, index) => ({ recipientId: recipientOf(index), id: `${index}` }))
  const [times, tables]: [number[], string[]] = [[], []]
  const one = { list: async () => [{ recipientId: 'other', id: 'o' }] }
  const run = wakeDueAnnouncements.handle({
    due: { announcements: { list: async () => keys }, streamEvents: one, endpointMessages: one },
    wakeUps: {
      send: async (table, _key, at) => {
        tables.push(table)
        times.push(at - now)
      },
    },
  })

  expect(await run()).toBe(woken + 2)
  expect([times.length, Math.max(...times)]).toEqual([woken + 2, last])
  expect([...new Set(tables)]).toEqual(['streamEvents', 'announcements', 'endpointMessages'])
})
