import { expect, test } from 'vitest'
import { missedNotice } from '../../../shared/realtime/missedNotice.ts'

test('a notice that was taken is forgotten with the time at which it was read, so that a later one stays', async () => {
  const forgotten: unknown[] = []
  const dueAt = '2026-03-01T18:30:00.000Z'
  const overlays = {
    find: async () => ({ dueAt, connectionId: 'c' }) as never,
    detach: async () => undefined,
    forgetMissed: async (...note: unknown[]) => void forgotten.push(note),
  }

  await missedNotice(overlays, { send: async () => true }).takeUp({ recipientId: 'alice', id: 'o' } as never)

  expect(forgotten).toEqual([['alice', 'o', dueAt]])
})
