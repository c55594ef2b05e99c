import { beforeEach, expect, test, vi } from 'vitest'
import type { StoredPayment } from '../../../../shared/areas/payments/payment.ts'
import type { IdentifiedPayment } from '../../../../shared/areas/payments/projection/historyIdentity.ts'
import type { Write } from '../../../../shared/contract/write.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { recordsFromEvent } from '../../../../shared/mechanisms/store/streamRecord.ts'
import { streamEvent } from '../../../support/streamEvent.ts'
import { stubEnvironment } from '../../../support/stubEnvironment.ts'
import * as given from '../payments/projectionState.ts'

stubEnvironment()
const worker = await import('../../../../functions/workers/projectPayments.ts')
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))

const payment = (id: string, more: Partial<StoredPayment> = {}) =>
  given.paymentWith({ id, gatewayId: `order of ${id}`, ...more })

const holds = (writes: readonly Write[], id: string) =>
  given.putsInto('history', writes).some(({ originId }) => originId === `order of ${id}`)

/** Consumes the records of payments, and returns the reads and the applied writes. */
const consume = async (
  payments: readonly StoredPayment[],
  {
    read = async (known) => ({ states: known.map((each) => given.stateOf(each)), changed: [] }),
    apply = async () => undefined,
  }: {
    read?: (known: readonly IdentifiedPayment[]) => ReturnType<Parameters<typeof worker.handle>[0]['states']['read']>
    apply?: (writes: readonly Write[]) => Promise<void>
  } = {},
) => {
  const reads: string[][] = []
  const ports = {
    tables: given.tables,
    videos: given.videos,
    states: {
      read: (recipientId: string, known: readonly IdentifiedPayment[]) => {
        reads.push([recipientId, ...known.map(({ id }) => id)])
        return read(known)
      },
    },
    leaders: { counting: async () => [] },
    apply,
    postponed: { postpone: () => Promise.reject(new Error('nothing is postponed here')) },
    wakeUps: { send: async () => undefined },
    clock: () => given.now.getTime(),
  }
  const images = payments.map(({ recipientId, id, ...image }) => ({
    keys: { recipientId, id },
    newImage: { recipientId, id, ...image },
  }))
  expect(await worker.handle(ports)(recordsFromEvent(streamEvent(...images)))).toEqual([])
  return reads
}

test('records are read by recipient, 24 payments at a time, each payment once, in the order of their first records', async () => {
  const many = Array.from({ length: 30 }, (_, index) => payment(`p${index}`))
  const ids = many.map(({ id }) => id)

  const reads = await consume([...many.slice(0, 20), payment('q', { recipientId: 'bob' }), ...many])

  expect(reads).toEqual([
    ['alice', ...ids.slice(0, 24)],
    ['bob', 'q'],
    ['alice', ...ids.slice(24)],
  ])
})

test('a payment of several records is read once, by the latest one', async () => {
  const versions: number[][] = []

  await consume([payment('a'), payment('a', { version: 2 })], {
    read: async (known) => {
      versions.push(known.map(({ version }) => version))
      return { states: [], changed: [] }
    },
  })

  expect(versions).toEqual([[2]])
})

test('one recipient does not wait for another', async () => {
  const isBobShown = Promise.withResolvers<void>()

  const reads = await consume([payment('a'), payment('b', { recipientId: 'bob' })], {
    apply: async (writes) => {
      if (holds(writes, 'a')) await isBobShown.promise
      else isBobShown.resolve()
    },
  })

  expect(reads).toHaveLength(2)
})

test('after a conflict all payments are read again, also those that had to be read again anyway', async () => {
  let count = 0

  const reads = await consume([payment('a'), payment('b')], {
    read: async (known) => {
      const states = known.map((each) => given.stateOf(each))
      return count++ === 0 ? { states: states.slice(0, 1), changed: known.slice(1) } : { states, changed: [] }
    },
    apply: () => (count === 1 ? Promise.reject(new Conflict()) : Promise.resolve()),
  })

  expect(reads).toEqual([
    ['alice', 'a', 'b'],
    ['alice', 'a', 'b'],
  ])
})
