import { expect, test } from 'vitest'
import { missedNotice } from '../../../shared/realtime/missedNotice.ts'

test('a notice that was taken is forgotten with the time at which it was read, so that a later one stays', async () => {
  const [forgotten, limits]: [unknown[], unknown[]] = [[], []]
  const dueAt = '2026-03-01T18:30:00.000Z'
  const overlays = {
    find: async () => ({ dueAt, connectionId: 'c' }) as never,
    detach: async () => undefined,
    forgetMissed: async (...note: unknown[]) => void forgotten.push(note),
  }

  const send = async (...given: unknown[]) => limits.push(given[2]) > 0
  await missedNotice(overlays, { send }).takeUp({ recipientId: 'alice', id: 'o' } as never)

  expect(forgotten).toEqual([['alice', 'o', dueAt]])
  // A thousand of them, ten at a time, end within the worker's minute.
  expect(limits).toEqual([500])
})
