import { expect, test, vi } from 'vitest'
import { missedNotice } from '../../../../shared/areas/realtime/missedNotice.ts'

const dueAt = '2026-03-01T18:30:00.000Z'
const due = { dueAt, connectionId: 'c' }
// A thousand of them, ten at a time, end within the worker's minute.
const sent = ['send', 'c', { version: 1, type: 'missed' }, 500]
const forgotten = ['forget', 'alice', 'o', dueAt]
const detached = ['detach', 'alice', 'o', 'c']

test.each([
  [
    'was taken is forgotten with the time at which it was read, so that a later one stays',
    due,
    true,
    [sent, forgotten],
  ],
  ['finds no connection ends with the connection, or it would come each minute', due, false, [sent, detached]],
  ['stalls stays due, and fails no other one', due, undefined, [sent]],
  ['is due no more is not sent', { connectionId: 'c' }, true, []],
  ['has lost its connection is not sent', { dueAt }, true, []],
])('a notice that %s', async (_name, overlay, answer, expected) => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const calls: unknown[] = []
  const overlays = {
    find: async () => overlay as never,
    detach: async (...given: unknown[]) => void calls.push(['detach', ...given]),
    forgetMissed: async (...given: unknown[]) => void calls.push(['forget', ...given]),
  }
  const send = async (...given: readonly unknown[]) => {
    calls.push(['send', ...given])
    return answer ?? expect.fail('stalled')
  }

  await missedNotice(overlays, { send }).takeUp({ recipientId: 'alice', id: 'o' })

  expect(calls).toEqual(expected)
})
