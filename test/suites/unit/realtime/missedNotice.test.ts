import { expect, test, vi } from 'vitest'
import { missedNotice } from '../../../../shared/areas/realtime/missedNotice.ts'

const dueAt = '2026-03-01T18:30:00.000Z'
const due = { dueAt, connectionId: 'c' }
const now = Date.parse('2026-03-01T18:31:00Z')
const over = { ...due, endsAt: now / 1000 }
const lasting = { ...due, endsAt: now / 1000 + 1 }
// A thousand of them, ten at a time, end within the worker's minute.
const sent = ['send', 'c', { version: 1, type: 'missed' }, 500]
const forgotten = (overlay: object) => ['forget', 'alice', overlay]
const detached = ['detach', 'alice', 'o', 'c']

test.each([
  [
    'was taken is forgotten with the time at which it was read, so that a later one stays',
    due,
    true,
    [sent, forgotten(due)],
  ],
  ['finds no connection ends with the connection, or it would come each minute', due, false, [sent, detached]],
  ['stalls stays due, and fails no other one', due, undefined, [sent]],
  ['is due no more is not sent', { connectionId: 'c' }, true, []],
  [
    'comes to a session that is over closes it',
    over,
    true,
    [
      ['close', 'c'],
      ['end', 'alice', 'o'],
    ],
  ],
  ['comes to a session that is not over leaves it its end', lasting, true, [sent, forgotten(lasting)]],
  ['has lost its connection is not sent', { dueAt }, true, []],
])('a notice that %s', async (_name, overlay, answer, expected) => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const calls: unknown[] = []
  const overlays = {
    find: async () => overlay as never,
    detach: async (...given: unknown[]) => void calls.push(['detach', ...given]),
    end: async (...given: unknown[]) => void calls.push(['end', ...given]),
    forgetMissed: async (...given: unknown[]) => void calls.push(['forget', ...given]),
  }
  const send = async (...given: readonly unknown[]) => {
    calls.push(['send', ...given])
    return answer ?? expect.fail('stalled')
  }

  const close = async (...given: readonly unknown[]) => void calls.push(['close', ...given])

  await missedNotice(overlays, { send, close }, () => now).takeUp({ recipientId: 'alice', id: 'o' })

  expect(calls).toEqual(expected)
})
