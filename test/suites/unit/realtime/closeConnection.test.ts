import { expect, test, vi } from 'vitest'
import { stubEnvironment } from '../../../support/stubEnvironment.ts'

test('a connection that cannot be detached from its overlay stays stored, so that a retry finds the overlay', async () => {
  stubEnvironment()
  const { handle } = await import('../../../../functions/realtime/closeConnection.ts')
  const connections = { find: async () => ({ recipientId: 'alice', overlayId: 'o' }), remove: vi.fn() }
  const detach = async () => {
    throw new Error('throttled')
  }

  await expect(handle(connections, { detach, end: detach })({ connectionId: 'c' } as never)).rejects.toThrow(
    'throttled',
  )

  expect(connections.remove).not.toHaveBeenCalled()
})
