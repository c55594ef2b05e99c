import { expect, test } from 'vitest'
import { messageFromAlert } from '../../../../shared/areas/realtime/deliveries.ts'
import { deliveryPusher, type PusherPorts } from '../../../../shared/areas/realtime/deliveryPusher.ts'
import { type SocketSender, StalledConnection } from '../../../../shared/areas/realtime/socketSender.ts'
import type { StreamRecord } from '../../../../shared/mechanisms/store/streamRecord.ts'

const alertOf = (recipientId: string, position: number): StreamRecord => ({
  eventName: 'INSERT',
  keys: { recipientId, position },
  newImage: { recipientId, position, after: 0, nickname: `${recipientId} ${position}` },
  oldImage: undefined,
  sequenceNumber: `${recipientId}-${position}`,
})

/** Two overlays of each recipient. */
const portsWith = (send: SocketSender['send'], more: Partial<PusherPorts['overlays']> = {}): PusherPorts => ({
  overlays: {
    listening: async (recipientId) =>
      ['one', 'two'].map((overlayId) => ({ recipientId, overlayId, connectionId: `${recipientId} ${overlayId}` })),
    detach: async () => undefined,
    recordMissed: async () => undefined,
    ...more,
  },
  sender: { send },
  messagesOf: async (_recipientId, items) => items.map((item) => messageFromAlert(item as never)),
})

const namesOf = (failures: readonly { readonly record: StreamRecord }[]) =>
  failures.map(({ record }) => record.sequenceNumber)

test('an overlay whose post stalls delays neither the others of its recipient nor other recipients', async () => {
  const sent: string[] = []
  const stalled = Promise.withResolvers<boolean>()
  const push = deliveryPusher(
    portsWith(async (connectionId) => {
      if (connectionId === 'alice one') return stalled.promise
      sent.push(connectionId)
      return true
    }),
  )

  const pushed = push([alertOf('alice', 1), alertOf('alice', 2), alertOf('bob', 1)])
  await expect.poll(() => sent.toSorted()).toEqual(['alice two', 'alice two', 'bob one', 'bob two'])
  stalled.resolve(true)

  expect(await pushed).toEqual([])
})

test('a batch that comes again for one overlay is not sent to the others again, regression: everybody got everything', async () => {
  const sent: string[] = []
  let isBroken = true
  const push = deliveryPusher(
    portsWith(async (connectionId, message) => {
      if (connectionId === 'alice one' && isBroken) throw new Error('throttled')
      sent.push(`${connectionId} ${'sequence' in message ? message.sequence / 2 ** 20 : ''}`)
      return true
    }),
  )
  const records = [alertOf('alice', 1), alertOf('bob', 1), alertOf('alice', 2)]

  const failures = [await push(records), await push(records)]
  isBroken = false
  const last = await push(records)

  expect(failures.map(namesOf)).toEqual(Array(2).fill(['alice-1', 'alice-2']))
  expect(last).toEqual([])
  expect(sent.toSorted()).toEqual([
    'alice one 1',
    'alice one 2',
    'alice two 1',
    'alice two 2',
    'bob one 1',
    'bob two 1',
  ])
})

test('a batch repeated from a failing record sends each message once, regression: one was lost', async () => {
  const sent: string[] = []
  const failing = { position: 2 }
  const push = deliveryPusher(
    portsWith(async (connectionId, message) => {
      const position = 'sequence' in message ? message.sequence / 2 ** 20 : 0
      if (connectionId === 'alice one' && position === failing.position) throw new Error('throttled')
      sent.push(`${connectionId} ${position}`)
      return true
    }),
  )
  const batch = [1, 2, 3, 4].map((position) => alertOf('alice', position))
  /** Lambda delivers the first failure and all later records again. */
  const repeated = async (records: readonly StreamRecord[]): Promise<readonly StreamRecord[]> => {
    const [first] = namesOf(await push(records))
    const start = records.findIndex(({ sequenceNumber }) => sequenceNumber === first)
    return start < 0 ? [] : records.slice(start)
  }

  const second = await repeated(batch)
  failing.position = 3
  const third = await repeated(second)
  failing.position = 0
  const rest = await repeated(third)

  expect([second, third, rest].map((records) => records.length)).toEqual([3, 2, 0])
  expect(sent.toSorted()).toEqual(['one', 'two'].flatMap((name) => [1, 2, 3, 4].map((each) => `alice ${name} ${each}`)))
})

test('a batch ends only after its failures are noted', async () => {
  const noted = Promise.withResolvers<undefined>()
  const failing = async () => {
    throw new Error('throttled')
  }
  let isEnded = false

  const pushed = deliveryPusher(portsWith(failing, { recordMissed: () => noted.promise }))([alertOf('alice', 1)])
  const ended = pushed.then(() => (isEnded = true))
  await new Promise(setImmediate)
  const wasEnded = isEnded
  noted.resolve(undefined)
  await ended

  expect([wasEnded, isEnded]).toEqual([false, true])
})

test('a recipient whose overlays cannot be read fails without others', async () => {
  const listening = async (recipientId: string) => {
    if (recipientId === 'alice') throw new Error('throttled')
    return []
  }
  const push = deliveryPusher(portsWith(async () => true, { listening }))

  const failures = await push([alertOf('alice', 1), alertOf('bob', 1)])

  expect(namesOf(failures)).toEqual(['alice-1'])
})

/** Sends of one stalled overlay of alice, by the milliseconds that each may take; all others take their messages. */
const oneStalled = () => {
  const limits: (number | undefined)[] = []
  const others: string[] = []
  const noted: string[] = []
  const state = { isStalled: true }
  const send: SocketSender['send'] = async (connectionId, message, limitMs) => {
    if (connectionId === 'alice one') limits.push(limitMs)
    if (connectionId === 'alice one' && state.isStalled) throw new StalledConnection()
    others.push(`${connectionId} ${'sequence' in message ? message.sequence / 2 ** 20 : ''}`)
    return true
  }
  const recordMissed = async (...names: readonly string[]) => void noted.push(names.join(' '))
  return { push: deliveryPusher(portsWith(send, { recordMissed })), limits, others, noted, state }
}

test('a stalled overlay fails a batch once and is noted, regression: each alert of a flood held all others for 9 s', async () => {
  const { push, limits, others, noted } = oneStalled()
  const records = [alertOf('alice', 1), alertOf('bob', 1), alertOf('alice', 2), alertOf('carol', 1)]

  const failures = [await push(records), await push(records)]
  for (let position = 3; position < 23; position++)
    failures.push(await push([alertOf('alice', position), alertOf('bob', position)]))

  expect(failures.map(namesOf)).toEqual([['alice-1', 'alice-2'], ...Array(21).fill([])])
  expect(limits).toEqual([undefined, ...Array(21).fill(200)])
  expect(noted).toEqual(Array(22).fill('alice one alice one'))
  expect(others).toHaveLength(22 + 2 * 21 + 2)
  expect(new Set(others).size).toBe(others.length)
})

test('an overlay that takes messages again has the whole time again', async () => {
  const { push, limits, others, state } = oneStalled()

  await push([alertOf('alice', 1)])
  state.isStalled = false
  const failures = [await push([alertOf('alice', 1)]), await push([alertOf('alice', 2)])]

  expect(failures).toEqual([[], []])
  expect(limits).toEqual([undefined, 200, undefined])
  expect(others.filter((sent) => sent.startsWith('alice one'))).toEqual(['alice one 1', 'alice one 2'])
})

test('a thousand stalled connections are remembered, and no more', async () => {
  const limits: (number | undefined)[] = []
  const send: SocketSender['send'] = async (_connectionId, _message, limitMs) => {
    limits.push(limitMs)
    throw new StalledConnection()
  }
  const push = deliveryPusher(portsWith(send))
  const names = Array.from({ length: 501 }, (_, index) => `recipient ${index}`)

  for (const name of [...names, 'recipient 0']) await push([alertOf(name, 1)])

  expect(limits.slice(-2)).toEqual([undefined, undefined])
})
