import { expect, test } from 'vitest'
import type { Overlay } from '../../../../shared/areas/overlays/overlay.ts'
import { caller } from '../../../support/caller.ts'
import { stubEnvironment } from '../../../support/stubEnvironment.ts'

stubEnvironment()
const { handle: listOverlays } = await import('../../../../functions/overlays/listOverlays.ts')

const second = Date.parse('2026-03-01T18:30:00Z') / 1000
const overlay = (overlayId: string, values: Partial<Overlay> = {}): Overlay => ({
  recipientId: 'alice',
  overlayId,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: second + 1,
  ...values,
})

test('an overlay is listed until the second in which it expires', async () => {
  const known = [overlay('living'), overlay('expired', { expiresAt: second })]
  const list = async (recipientId: string) => (recipientId === 'alice' ? known : expect.fail())
  const handle = listOverlays(
    { list },
    () => expect.fail('there is one page'),
    () => second * 1000 + 500,
  )

  const query = { page: undefined, size: 20, sort: [] }
  const { body } = await handle({ ...caller, query } as never, () => expect.fail('nothing is written'))

  expect(body.content.map(({ id }) => id)).toEqual(['living'])
})
