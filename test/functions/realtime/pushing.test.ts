import { expect, test } from 'vitest'
import { messageFromAlert } from '../../../shared/realtime/deliveries.ts'
import { type PushPorts, pushing } from '../../../shared/realtime/pushing.ts'
import type { SocketSender } from '../../../shared/realtime/socketSender.ts'
import type { StreamRecord } from '../../../shared/store/streamRecord.ts'

const alertOf = (recipientId: string, position: number): StreamRecord => ({
  eventName: 'INSERT',
  keys: { recipientId, position },
  newImage: { recipientId, position, after: 0, nickname: `${recipientId} ${position}` },
  oldImage: undefined,
  sequenceNumber: `${recipientId}-${position}`,
})

/** Two overlays of each recipient. */
const portsWith = (send: SocketSender['send'], more: Partial<PushPorts['overlays']> = {}): PushPorts => ({
  overlays: {
    listening: async (recipientId) =>
      ['one', 'two'].map((overlayId) => ({ recipientId, overlayId, connectionId: `${recipientId} ${overlayId}` })),
    detach: async () => undefined,
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
  const push = pushing(
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
  const push = pushing(
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

test('a message that fails comes again with those after it, and not those before', async () => {
  const sent: number[] = []
  const push = pushing(
    portsWith(async (_connectionId, message) => {
      if ('sequence' in message && message.sequence === 2 * 2 ** 20) throw new Error('throttled')
      if ('sequence' in message) sent.push(message.sequence / 2 ** 20)
      return true
    }),
  )

  const failures = await push([1, 2, 3].map((position) => alertOf('alice', position)))

  expect(sent).toEqual([1, 1])
  expect(namesOf(failures)).toEqual(['alice-2', 'alice-3'])
})

test('one recipient whose overlays cannot be read fails alone', async () => {
  const listening = async (recipientId: string) => {
    if (recipientId === 'alice') throw new Error('throttled')
    return []
  }
  const push = pushing(portsWith(async () => true, { listening }))

  const failures = await push([alertOf('alice', 1), alertOf('bob', 1)])

  expect(namesOf(failures)).toEqual(['alice-1'])
})
