import { describe, expect, test } from 'vitest'
import type { Write } from '../../../shared/contract/write.ts'
import type { Listener } from '../../../shared/realtime/connectionStore.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'
import { recordsFromEvent } from '../../../shared/store/streamRecord.ts'
import { streamEvent } from '../../support/streamEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'

stubEnvironment()
const { handle: openConnection } = await import('../../../functions/realtime/openConnection.ts')
const { handle: closeConnection } = await import('../../../functions/realtime/closeConnection.ts')
const { handle: pushAlerts } = await import('../../../functions/workers/pushAlerts.ts')
const { handle: pushDeliveries } = await import('../../../functions/workers/pushDeliveries.ts')

const now = Date.parse('2026-03-01T18:30:00.500Z')
const event = {
  ...{ connectionId: 'c', connectedAt: 5, requestId: 'r', body: '' },
  ...{ headers: { authorization: 'a' }, query: { name: 'n' } },
}
const writeOf = (...made: readonly unknown[]) => ({ made }) as unknown as Write
const listener = { recipientId: 'alice', overlayId: 'o' }

describe('a connection that is opened', () => {
  const open = async (needsPlace: boolean, full = false) => {
    const [asked, applied]: [unknown[], (readonly Write[])[]] = [[], []]
    await openConnection({
      admit: async (...given) => {
        asked.push(given)
        return { listener, writes: [writeOf('admission')], needsPlace }
      },
      connections: { opening: (...given) => writeOf('opening', ...given) },
      overlays: { list: async () => [] },
      places: {
        place: (...given) => writeOf('place', ...given),
        placesInstead: (...given) => writeOf('placesInstead', ...given),
      },
      apply: async (writes) => {
        applied.push(writes)
        if (full && applied.length === 1)
          throw new Conflict({ places: new Set(Array.from({ length: 20 }, (_, index) => `${index}`)) })
      },
      clock: () => now,
    })(event)
    return { asked, applied }
  }
  const writes = [writeOf('admission'), writeOf('opening', 'c', listener, Math.floor(now / 1000))]

  test('is stored with what admits it, all at once', async () => {
    expect(await open(false)).toEqual({ asked: [[event.headers, event.query, new Date(now)]], applied: [writes] })
  })

  test('takes a place where it needs one', async () => {
    expect((await open(true)).applied).toEqual([[...writes, writeOf('place', 'alice', 'overlays', 'o')]])
  })

  test('takes the place of those that have ended', async () => {
    const taken = Array.from({ length: 20 }, (_, index) => `${index}`)

    expect((await open(true, true)).applied[1]).toEqual([
      ...writes,
      writeOf('placesInstead', 'alice', 'overlays', taken, ['o']),
    ])
  })
})

test.each<[string, Listener | undefined, unknown[]]>([
  ['is detached from its overlay', listener, [['alice', 'o', 'c']]],
  ['that nobody knows changes nothing', undefined, []],
])('a connection that is closed %s', async (_name, removed, detached) => {
  const [asked, calls]: [string[], unknown[]] = [[], []]
  const remove = async (connectionId: string) => {
    asked.push(connectionId)
    return removed
  }

  await closeConnection({ remove }, { detach: async (...given) => void calls.push(given) })(event)

  expect([asked, calls]).toEqual([['c'], detached])
})

test('new items are pushed as the messages that they are', async () => {
  const sent: unknown[] = []
  const ports = {
    overlays: { listening: async () => [{ connectionId: 'c' }] as never, detach: async () => undefined },
    sender: { send: async (_connectionId: string, message: unknown) => sent.push(message) > 0 },
  }
  const alert = { recipientId: 'alice', id: 'a', position: 2, after: 7, amount: null }
  const records = (newImage: Record<string, unknown>) =>
    recordsFromEvent(streamEvent({ keys: { recipientId: 'alice' }, newImage }))

  await pushAlerts(ports)(records(alert))
  await pushDeliveries(ports, async (recipientId, items) => [{ recipientId, items } as never])(records({ sequence: 9 }))

  expect(sent).toMatchObject([
    { type: 'alert', sequence: 2 * 2 ** 20, after: 7, alert: { id: 'a', recipientId: 'alice' } },
    { recipientId: 'alice', items: [{ sequence: 9 }] },
  ])
})
