import { expect, test, vi } from 'vitest'
import { dismissConnection } from '../../../../shared/areas/realtime/dismissConnection.ts'
import { recordSleeps } from '../../../support/recordSleeps.ts'

const now = Date.parse('2026-03-01T18:30:00Z')

/** What becomes of a connection of this age that takes nothing before its n-th message. */
const dismissed = async (ageMs: number, takesAt: number) => {
  const slept = recordSleeps()
  const [sent, closed]: [unknown[], string[]] = [[], []]
  const sender = {
    send: async (_connectionId: string, message: unknown) => sent.push(message) >= takesAt,
    close: async (connectionId: string) => void closed.push(connectionId),
  }
  const connection = { connectionId: 'c', connectedAt: now - ageMs }
  await dismissConnection(sender, () => now)('alice', connection, takesAt > 1 ? 'superseded' : 'revoked')
  return { sent, closed, slept }
}

test('a connection is told why it gets no more, and closed', async () => {
  const detail = 'The overlay was revoked.'
  const sent = [{ version: 1, type: 'error', code: 'revoked', detail }]

  expect(await dismissed(60_000, 1)).toEqual({ sent, closed: ['c'], slept: [] })
})

test.each([
  ['younger than ten seconds is dismissed once it is open', 9_999, 5, ['c']],
  ['younger than ten seconds is given up after five attempts, a fifth of a second apart', 9_999, 6, []],
  ['older than that is gone if it takes nothing', 10_000, 2, []],
])('a connection that is %s', async (_case, ageMs, takesAt, closed) => {
  const attempts = ageMs < 10_000 ? 5 : 1
  const message = { code: 'superseded', detail: 'The overlay has a newer connection.' }

  expect(await dismissed(ageMs, takesAt)).toMatchObject({
    sent: Array(attempts).fill(message),
    closed,
    slept: Array(attempts - 1).fill(200),
  })
})

test('a connection that cannot be closed fails nobody, and is logged', async () => {
  using log = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const failing = { send: async () => true, close: () => Promise.reject(new Error('unreachable')) }

  await dismissConnection(failing)('alice', { connectionId: 'c', connectedAt: 0 }, 'revoked')

  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('connection_not_closed'))
})
