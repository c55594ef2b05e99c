import { beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../../../shared/contract/problem.ts'
import { recordsFromEvent } from '../../../../shared/mechanisms/store/streamRecord.ts'
import { batchThenEach } from '../../../../shared/mechanisms/workers/batchThenEach.ts'
import { streamEvent } from '../../../support/streamEvent.ts'

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))

const error = new Error('broken')

/** Processes the items a, b (of two records) and c, and returns the attempts, the postponed items, and the failures. */
const processed = async (errorOf: (ids: readonly string[]) => Error | undefined, isStoreDown = false) => {
  const items = ['a', 'b', 'c'].map((id) => {
    const record = { keys: { recipientId: 'alice', id }, newImage: { recipientId: 'alice', id } }
    const records = recordsFromEvent(streamEvent(...(id === 'b' ? [record, record] : [record])))
    return { image: record.newImage, records }
  })
  const attempts: string[] = []
  const postponed: string[] = []
  const postpone = async ({ id }: { id: string }) => {
    if (isStoreDown) throw new Error('no store')
    postponed.push(id)
  }
  const failures = await batchThenEach({ id: 'worker' }, { postpone }, items, async (some) => {
    const ids = some.map(({ image }) => image.id)
    attempts.push(ids.join(''))
    const failure = errorOf(ids)
    if (failure !== undefined) throw failure
  })
  return { attempts, postponed, failed: failures.map(({ record, error }) => [record.keys['id'], error]) }
}

test('items that pass are processed together, once', async () => {
  expect(await processed(() => undefined)).toEqual({ attempts: ['abc'], postponed: [], failed: [] })
})

test.each([error, new Problem('limit_reached', 'There is no room.')])(
  'after a failure items are tried one by one, and the failing one is postponed: %s',
  async (failure) => {
    const outcome = await processed((ids) => (ids.includes('b') ? failure : undefined))

    expect(outcome).toEqual({ attempts: ['abc', 'a', 'b', 'c'], postponed: ['b'], failed: [] })
  },
)

test('while the store is unavailable all items are postponed at once', async () => {
  const outcome = await processed(() => new Problem('store_unavailable', 'The store is unavailable.'))

  expect(outcome).toEqual({ attempts: ['abc'], postponed: ['a', 'b', 'c'], failed: [] })
})

test('an item that cannot be postponed goes back to the stream with all of its records', async () => {
  const outcome = await processed((ids) => (ids.includes('b') ? error : undefined), true)

  expect(outcome.failed).toEqual([
    ['b', error],
    ['b', error],
  ])
})
