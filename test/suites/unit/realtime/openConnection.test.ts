import { expect, test } from 'vitest'
import { OtherConnection, type Takeover } from '../../../../shared/areas/overlays/overlay.ts'
import { stubEnvironment } from '../../../support/stubEnvironment.ts'

stubEnvironment()
const { handle } = await import('../../../../functions/realtime/openConnection.ts')

test.each([
  ['another one takes over from it, and then dismisses it', 'old', ['old superseded']],
  ['itself, because the answer of the store was lost, is not dismissed', 'new', []],
])('a connection that finds %s', async (_name, connectionId, dismissed) => {
  const calls: unknown[] = []
  const found = new OtherConnection({ connectionId, connectedAt: 1 })
  const open = handle({
    admit: async (_headers: unknown, _query: unknown, { previous }: Takeover) => {
      if (previous === undefined) throw found
      calls.push(previous)
      return { listener: { recipientId: 'alice', overlayId: 'o' }, writes: [], isProgram: false }
    },
    connections: { creation: () => 'connection' },
    apply: async (writes: unknown) => calls.push(writes),
    dismiss: async (_recipientId: string, { connectionId: id }: Takeover, code: string) => calls.push(`${id} ${code}`),
  } as never)

  await open({ connectionId: 'new', connectedAt: 2, headers: {}, query: {}, requestId: 'r', body: '' })

  expect(calls).toEqual([found.connection, ['connection'], ...dismissed])
})
