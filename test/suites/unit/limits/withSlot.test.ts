import { expect, test, vi } from 'vitest'
import type { Write } from '../../../../shared/contract/write.ts'
import { slotRepository, slotsOf } from '../../../../shared/mechanisms/limits/slotRepository.ts'
import { withSlot } from '../../../../shared/mechanisms/limits/withSlot.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'

const slots = slotRepository('quotas')
const [both, mine] = [
  ['a', 'b'],
  ['a', 'p'],
]
const found = (ids: readonly string[]) => ({ places: new Set(ids) })

/** Takes a slot for the print `p`, of which there are two; each commit but the last is refused with what it found. */
const taking = async (refusals: readonly (object | undefined)[], living: readonly string[]) => {
  const asked = vi.fn(async () => living)
  const writes: Write[] = []
  const newcomer = { recipientId: 'alice', collection: 'prints', id: 'p', living: asked } as const
  const taken = withSlot(slots, newcomer, async (write) => {
    writes.push(write)
    if (writes.length <= refusals.length) throw new Conflict(refusals[writes.length - 1] as never)
    return 'taken'
  })
  const outcome = await taken.catch((reason: unknown) => reason)
  return { outcome, asked, operations: writes.map(({ operation }) => operation) }
}
const plain = slots.creation('alice', 'prints', 'p').operation

test('a free slot is taken without a read of the others', async () => {
  const { outcome, asked, operations } = await taking([], [])

  expect(outcome).toBe('taken')
  expect(operations).toEqual([plain])
  expect(asked).not.toHaveBeenCalled()
})

test.each([
  ['that became free meanwhile', found(['a'])],
  ['of a collection without an item', undefined],
  ['that the newcomer has already', found(mine)],
])('a slot %s is taken as a free one', async (_name, item) => {
  const { outcome, asked, operations } = await taking([item], [])

  expect(outcome).toBe('taken')
  expect(operations).toEqual([plain, plain])
  expect(asked).not.toHaveBeenCalled()
})

test('the slot of an ended item is taken over with the slots as they were found', async () => {
  const { outcome, asked, operations } = await taking([found(both)], ['b'])

  expect(outcome).toBe('taken')
  expect(asked.mock.calls).toEqual([[both]])
  expect(operations[1]).toEqual(slots.change('alice', 'prints', both, ['b', 'p']).operation)
})

test('a newcomer is refused when every slot is needed', async () => {
  const { outcome, operations } = await taking([found(both)], both)

  expect(outcome).toMatchObject({
    code: 'limit_reached',
    message: 'The collection prints is full: at most 2 items.',
  })
  expect(operations).toEqual([plain])
})

test('an item without slots has no ids of slots', () => {
  expect([slotsOf(undefined), slotsOf({}), slotsOf(found(both))]).toEqual([[], [], both])
})
