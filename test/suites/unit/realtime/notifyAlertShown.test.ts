import { expect, test } from 'vitest'
import type { EndpointMessage } from '../../../../shared/areas/endpoints/endpointMessage.ts'
import { notifyAlertShown } from '../../../../shared/areas/realtime/notifyAlertShown.ts'

const endpoints = JSON.stringify({ e: ['alert.shown'] })

/** The ids of the events of which endpoints are informed when an alert's delivery is acknowledged. */
const informed = async (delivery: object, sequences: readonly number[], subscribed = endpoints) => {
  const ids: string[] = []
  const inform = notifyAlertShown(
    {
      page: async () => ({
        messages: [{ type: 'alert', sequence: 7, force: false, test: false, ...delivery }] as never,
        through: 7,
        more: false,
      }),
    },
    {
      add: async (_recipientId: string, messages: readonly EndpointMessage[]) =>
        void ids.push(...messages.map(({ id }) => id)),
    },
  )
  for (const sequence of sequences) await inform('alice', subscribed, sequence)
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
  expect(await informed(delivery, [sequence])).toHaveLength(count)
})

test('endpoints get each shown alert once, and only types that they want', async () => {
  const [first = '', again] = await informed({ alert }, [7, 7])
  const [repeated = ''] = await informed({ alert, sequence: 8, force: true }, [8])

  expect(again).toBe(first)
  expect(repeated).not.toBe(first)
  expect(await informed({ alert }, [7], JSON.stringify({ e: ['payment.completed'] }))).toEqual([])
})
