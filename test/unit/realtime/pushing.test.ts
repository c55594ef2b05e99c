import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pushing } from '../../../shared/realtime/pushing.ts'
import type { DeliveryMessage } from '../../../shared/realtime/serverMessages.ts'
import { StalledConnection } from '../../../shared/realtime/socketSender.ts'
import { recordsFromEvent } from '../../../shared/store/streamRecord.ts'
import { streamEvent } from '../../support/streamEvent.ts'

let lines: Record<string, unknown>[]
beforeEach(() => {
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0)
})

const recordsOf = (...items: readonly (readonly [recipientId: string, sequence: number])[]) =>
  recordsFromEvent(
    streamEvent(
      ...items.map(([recipientId, sequence]) => ({
        keys: { recipientId, sequence },
        newImage: { recipientId, sequence },
      })),
    ),
  )

type Sending = (connectionId: string, sequence: number, limitMs: number | undefined) => boolean | Error

/** Overlays of two recipients (`a1` and `a2` are connections of Alice, `b1` is one of Bob), and what was sent to them. */
const openOverlays = (sending: Sending = () => true) => {
  const sent: [string, number, ...number[]][] = []
  const detached: string[][] = []
  const asked: unknown[][] = []
  const push = pushing({
    overlays: {
      listening: async (recipientId) =>
        (recipientId === 'alice' ? ['a1', 'a2'] : ['b1']).map((connectionId) => ({
          ...{ recipientId, overlayId: `overlay of ${connectionId}`, connectionId },
        })) as never,
      detach: async (...given) => void detached.push(given),
    },
    sender: {
      send: async (connectionId, message, ...limits) => {
        const { sequence } = message as DeliveryMessage
        sent.push([connectionId, sequence, ...(limits as number[])])
        const outcome = sending(connectionId, sequence, limits[0])
        if (outcome instanceof Error) throw outcome
        return outcome
      },
    },
    messagesOf: async (recipientId, items) => {
      asked.push([recipientId, items])
      return items as unknown as readonly DeliveryMessage[]
    },
  })
  return { push, sent, detached, asked }
}

describe('new deliveries', () => {
  test('are sent to each overlay of their recipient, in their order', async () => {
    const { push, sent, asked } = openOverlays()

    expect(await push(recordsOf(['alice', 1], ['bob', 5], ['alice', 2]))).toEqual([])

    expect(asked).toEqual([
      ['alice', [1, 2].map((sequence) => ({ recipientId: 'alice', sequence }))],
      ['bob', [{ recipientId: 'bob', sequence: 5 }]],
    ])
    const of = (connectionId: string) => sent.filter(([to]) => to === connectionId)
    expect([of('a1'), of('a2'), of('b1')]).toEqual([
      [
        ['a1', 1],
        ['a1', 2],
      ],
      [
        ['a2', 1],
        ['a2', 2],
      ],
      [['b1', 5]],
    ])
  })

  test('that have no message are left out', async () => {
    const sent: unknown[] = []
    const push = pushing({
      overlays: { listening: async () => [{ connectionId: 'a1' }] as never, detach: async () => undefined },
      sender: { send: async (_connectionId, message) => sent.push(message) > 0 },
      messagesOf: async () => [{ sequence: 1 }] as never,
    })

    expect(await push(recordsOf(['alice', 1], ['alice', 2]))).toEqual([])
    expect(sent).toEqual([{ sequence: 1 }])
  })

  test('without an image are asked for as empty items', async () => {
    const { push, asked } = openOverlays()
    const keys = { recipientId: 'bob', sequence: 1 }

    await push(recordsFromEvent(streamEvent({ eventName: 'REMOVE', keys })))

    expect(asked).toEqual([['bob', [{}]]])
  })
})

describe('an overlay that fails', () => {
  const broken = new Error('broken')

  test('fails from that message on, and no other does', async () => {
    const { push, sent } = openOverlays((to, sequence) => (to === 'a1' && sequence === 2 ? broken : true))
    const records = recordsOf(['alice', 1], ['alice', 2], ['bob', 5], ['alice', 3])

    expect(await push(records)).toEqual([records[1], records[3]].map((record) => ({ record, error: broken })))
    expect(sent.filter(([to]) => to === 'a1')).toHaveLength(2)
    expect(sent.filter(([to]) => to === 'a2')).toHaveLength(3)
  })

  test('gets what it lacks from the repetition, and the others nothing again', async () => {
    let isBroken = true
    const { push, sent } = openOverlays((to, sequence) => (isBroken && to === 'a1' && sequence === 2 ? broken : true))
    const records = recordsOf(['alice', 1], ['alice', 2])
    await push(records)
    isBroken = false
    sent.length = 0

    expect(await push(records)).toEqual([])
    expect(sent).toEqual([['a1', 2]])

    await push(records)
    expect(sent).toHaveLength(5)
  })

  test('twice is one failure for each record', async () => {
    const { push } = openOverlays(() => broken)
    const records = recordsOf(['alice', 1], ['alice', 2])

    expect(await push(records)).toEqual(records.map((record) => ({ record, error: broken })))
  })

  test('fails all of its recipient’s where it cannot be found', async () => {
    const push = pushing({
      overlays: { listening: () => Promise.reject(broken), detach: async () => undefined },
      sender: { send: async () => true },
      messagesOf: async () => [],
    })
    const records = recordsOf(['alice', 1], ['alice', 2])

    expect(await push(records)).toEqual(records.map((record) => ({ record, error: broken })))
  })
})

test('a connection that is closed is detached, and gets no more', async () => {
  const { push, sent, detached } = openOverlays((to) => to !== 'b1')

  expect(await push(recordsOf(['bob', 1], ['bob', 2]))).toEqual([])
  expect(sent).toEqual([['b1', 1]])
  expect(detached).toEqual([['bob', 'overlay of b1', 'b1']])
})

describe('a connection that stalls', () => {
  const stalled = new StalledConnection('the connection takes nothing')

  test('is tried once more, briefly, and then given up, so that nobody waits behind it', async () => {
    const { push, sent } = openOverlays(() => stalled)
    const records = recordsOf(['bob', 1], ['bob', 2])

    const [first, second] = [await push(records), await push(records)]

    expect(first).toEqual(records.map((record) => ({ record, error: stalled })))
    expect(second).toEqual([])
    expect(sent).toEqual([
      ['b1', 1],
      ['b1', 1, 200],
    ])
    expect(lines).toMatchObject([{ level: 'WARN', message: 'push', recipientId: 'bob', code: 'stalled_overlay' }])
  })

  test('has its time again once it has taken a message', async () => {
    let isStalled = true
    const { push, sent } = openOverlays(() => (isStalled ? stalled : true))
    const records = recordsOf(['bob', 1])
    await push(records)
    isStalled = false

    await push(records)
    await push(recordsOf(['bob', 2]))

    expect(sent).toEqual([
      ['b1', 1],
      ['b1', 1, 200],
      ['b1', 2],
    ])
    expect(lines).toEqual([])
  })

  test('is remembered with a thousand others at the most', async () => {
    const crowd = Array.from({ length: 1001 }, (_, index) => `r${index}`)
    const limits: (number | undefined)[] = []
    const push = pushing({
      overlays: {
        listening: async (recipientId) => [{ recipientId, overlayId: 'o', connectionId: recipientId }] as never,
        detach: async () => undefined,
      },
      sender: {
        send: async (_connectionId, _message, limitMs) => {
          limits.push(limitMs)
          throw stalled
        },
      },
      messagesOf: async (_recipientId, items) => items as never,
    })
    const stall = async (...recipients: readonly string[]) => {
      limits.length = 0
      await push(recordsOf(...recipients.map((recipientId) => [recipientId, 1] as const)))
      return limits
    }

    await stall(...crowd.slice(0, 1000))
    expect(await stall('r0')).toEqual([200])
    await stall('r1000')
    expect(await stall('r0', 'r1000')).toEqual([undefined, 200])
  })
})
