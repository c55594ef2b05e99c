import { expect, test } from 'vitest'
import type { Write } from '../../../shared/contract/write.ts'
import type { Overlay } from '../../../shared/overlays/overlayRepository.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import { caller, openStore } from '../../support/unitStore.ts'

stubEnvironment()
const { handle: listOverlays } = await import('../../../functions/overlays/listOverlays.ts')
const { handle: revokeOverlay } = await import('../../../functions/overlays/revokeOverlay.ts')

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

test.each<[number, readonly number[], number]>([
  [0, [], 0],
  [1, [], 1],
  [45, [], 45],
  [46, [45], 1],
  [100, [45, 45], 10],
])(
  'revoking all of %i overlays removes %j of them before, and %i with the record of the request: a transaction holds 100 writes',
  async (count, before, last) => {
    const known = Array.from({ length: count }, (_, number) => overlay(`o${number}`, { keyHash: `k${number}` }))
    const { committed, commit } = openStore()
    const applied: (readonly Write[])[] = []
    const removal = (...given: readonly unknown[]) => ({ given }) as unknown as Write
    const ports = {
      overlays: { list: async () => known, removal },
      keys: { removal },
      apply: async (writes: readonly Write[]) => void applied.push(writes),
      dismiss: async () => undefined,
    }

    expect(await revokeOverlay(ports)({ ...caller, body: { all: true } } as never, commit)).toEqual({})

    expect(applied.map((writes) => writes.length / 2)).toEqual(before)
    expect(committed.map((writes) => writes.length / 2)).toEqual([last])
    expect([...applied, ...committed].flat()).toEqual(
      known.flatMap((each) => [removal('alice', each), removal(each.keyHash)]),
    )
  },
)
