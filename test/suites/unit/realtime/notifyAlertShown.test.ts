import { expect, test } from 'vitest'
import type { EndpointMessage } from '../../../../shared/areas/endpoints/endpointMessage.ts'
import { notifyAlertShown } from '../../../../shared/areas/realtime/notifyAlertShown.ts'

const endpoints = JSON.stringify({ e: ['alert.shown'] })

/** The ids of the events of which endpoints are informed when deliveries of an overlay are acknowledged. */
const informed = async (
  deliveries: readonly object[],
  sequences: readonly number[],
  subscribed = endpoints,
  acknowledged = 0,
) => {
  const ids: string[] = []
  const all = deliveries.map((delivery) => ({ type: 'alert', sequence: 7, force: false, test: false, ...delivery }))
  const inform = notifyAlertShown(
    {
      page: async (_recipientId, after, limit) => {
        const messages = all.filter(({ sequence }) => sequence > after).slice(0, limit)
        return {
          messages: messages as never,
          through: messages.at(-1)?.sequence ?? after,
          more: messages.length === limit,
        }
      },
    },
    {
      add: async (_recipientId: string, messages: readonly EndpointMessage[]) =>
        void ids.push(...messages.map(({ id }) => id)),
    },
    { find: async () => ({ acknowledged }) as never },
  )
  for (const sequence of sequences) await inform('alice', 'o', subscribed, sequence)
  return ids
}

const alert = { id: 'a', createdAt: '2026-03-02T12:00:00.000Z', hidden: false }
const hidden = { ...alert, hidden: true }

test.each<[string, object, number, number]>([
  ['an alert', { alert }, 7, 1],
  ['a hidden alert, which is skipped', { alert: hidden }, 7, 0],
  ['a hidden alert that its owner has repeated', { alert: hidden, force: true }, 7, 1],
  ['a delivery before the next alert', { alert }, 6, 0],
  ['another delivery', { type: 'show' }, 7, 0],
])('endpoints are informed of %s: %s', async (_name, delivery, sequence, count) => {
  expect(await informed([delivery], [sequence])).toHaveLength(count)
})

test('endpoints get each shown alert once, and only types that they want', async () => {
  const [first = '', again] = await informed([{ alert }], [7, 7])
  const [repeated = ''] = await informed([{ alert, sequence: 8, force: true }], [8])

  expect(again).toBe(first)
  expect(repeated).not.toBe(first)
  expect(await informed([{ alert }], [7], JSON.stringify({ e: ['payment.completed'] }))).toEqual([])
})

test('an acknowledgement informs of every alert since the one before, and of none after it', async () => {
  const crowd = Array.from({ length: 30 }, (_follow, index) => ({
    sequence: index + 1,
    alert: { ...alert, id: `f${index + 1}` },
  }))
  const each = await Promise.all([3, 4].map((sequence) => informed(crowd, [sequence], endpoints, sequence - 1)))

  expect(await informed(crowd, [4], endpoints, 2)).toEqual(each.flat())
  expect(new Set(await informed(crowd, [29], endpoints, 2)).size).toBe(27)
})
