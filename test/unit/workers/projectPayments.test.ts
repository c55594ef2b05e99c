import type { BatchGetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '../../../shared/contract/problem.ts'
import type { Write } from '../../../shared/contract/write.ts'
import type { StoredPayment } from '../../../shared/payments/payment.ts'
import type { PlaceablePayment } from '../../../shared/payments/projection/historyPlace.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'
import { recordsFromEvent, type StreamRecord } from '../../../shared/store/streamRecord.ts'
import { TotalsChanged } from '../../../shared/totals/totals.ts'
import { streamEvent } from '../../support/streamEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import * as given from '../payments/projectionState.ts'

const { send } = vi.hoisted(() => ({ send: vi.fn<(command: unknown) => Promise<object>>() }))
vi.mock('../../../shared/aws/documentClient.ts', () => ({ documentClient: { send } }))

stubEnvironment()
const worker = await import('../../../functions/workers/projectPayments.ts')
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))

const { paymentWith, putsInto, stateOf } = given

const recordOf = ({ recipientId, id, ...image }: StoredPayment) => ({
  keys: { recipientId, id },
  newImage: { recipientId, id, ...image },
})
const recordsOf = (payments: readonly StoredPayment[]) => recordsFromEvent(streamEvent(...payments.map(recordOf)))
const payment = (id: string, more: Partial<StoredPayment> = {}) =>
  paymentWith({ id, gatewayId: `order of ${id}`, ...more })

/** What a worker does with records, in a store that takes what `refuse` does not refuse. */
const openStore = (refuse: (writes: readonly Write[], attempt: number) => Error | undefined = () => undefined) => {
  const reads: string[][] = []
  const applied: (readonly Write[])[] = []
  const postponed: [string, number][] = []
  let attempts = 0
  const ports = {
    tables: given.tables,
    videos: given.videos,
    states: {
      read: async (recipientId: string, known: readonly PlaceablePayment[]) => {
        reads.push([recipientId, ...known.map(({ id }) => id)])
        return { states: known.map((each) => stateOf(each)), changed: [] as PlaceablePayment[] }
      },
    },
    apply: async (writes: readonly Write[]) => {
      const error = refuse(writes, ++attempts)
      if (error !== undefined) throw error
      applied.push(writes)
    },
    postponed: {
      postpone: async ({ id }: { id: string }, count: number) => void postponed.push([id, count]),
    },
    wakeUps: { send: async () => undefined },
    clock: () => given.now.getTime(),
  }
  return {
    ports,
    reads,
    applied,
    postponed,
    consume: (records: readonly StreamRecord[]) => worker.handle(ports)(records),
    shown: () => applied.map((writes) => putsInto('history', writes).map((item) => item['originId'])),
  }
}

const holds = (writes: readonly Write[], id: string) =>
  putsInto('history', writes).some(({ originId }) => originId === `order of ${id}`)

describe('the records of a batch', () => {
  test('are projected by recipient in their order, each payment once and by its latest image', async () => {
    const { consume, reads, shown, applied } = openStore()
    const [first, second, foreign] = [payment('a'), payment('b'), payment('c', { recipientId: 'bob' })]

    const failures = await consume(recordsOf([first, foreign, second, { ...first, nickname: 'latest' }]))

    expect(failures).toEqual([])
    expect(reads).toEqual([
      ['alice', 'a', 'b'],
      ['bob', 'c'],
    ])
    expect(shown()).toEqual([['order of a', 'order of b'], ['order of c']])
    expect(putsInto('history', applied[0] ?? [])).toMatchObject([
      { nickname: 'latest', appearedAt: given.now.toISOString() },
      {},
    ])
  })

  test('of payments that are gone do nothing', async () => {
    const { consume, reads } = openStore()
    const { keys } = recordOf(payment('a'))

    expect(await consume(recordsFromEvent(streamEvent({ eventName: 'REMOVE', keys })))).toEqual([])
    expect(reads).toEqual([])
  })

  test('are read as many together as one read takes, one read after the other', async () => {
    const { consume, reads } = openStore()
    const many = Array.from({ length: 30 }, (_, index) => payment(`p${index}`))

    await consume(recordsOf(many))

    const ids = many.map(({ id }) => id)
    expect(reads).toEqual([
      ['alice', ...ids.slice(0, 24)],
      ['alice', ...ids.slice(24)],
    ])
  })

  test('of one recipient wait for none of another', async () => {
    const { consume, ports } = openStore()
    const apply = ports.apply
    const isBobShown = Promise.withResolvers<void>()
    ports.apply = async (writes) => {
      if (holds(writes, 'a')) await isBobShown.promise
      await apply(writes)
      if (holds(writes, 'c')) isBobShown.resolve()
    }

    expect(await consume(recordsOf([payment('a'), payment('c', { recipientId: 'bob' })]))).toEqual([])
  })

  test('that one transaction does not hold take another one, without another read', async () => {
    const { consume, reads, applied } = openStore()

    await consume(recordsOf([payment('a', { gatewayId: 'same' }), payment('b', { gatewayId: 'same' })]))

    expect(reads).toHaveLength(1)
    expect(applied.map((writes) => putsInto('alerts', writes).map(({ position }) => position))).toEqual([[4], [5]])
  })
})

describe('a transaction that is refused', () => {
  test('because of the totals is tried again from what the refusal shows, without another read', async () => {
    const found = { ...given.totals, alerts: 7 }
    const { consume, reads, applied } = openStore((_writes, attempt) =>
      attempt === 1 ? new TotalsChanged(found) : undefined,
    )

    await consume(recordsOf([payment('a')]))

    expect(reads).toHaveLength(1)
    expect(putsInto('alerts', applied[0] ?? [])).toMatchObject([{ position: 8 }])
  })

  test('because of anything else is read again, with what was to be read again anyway', async () => {
    const { consume, ports, reads, applied } = openStore((_writes, attempt) =>
      attempt === 1 ? new Conflict() : undefined,
    )
    const { read } = ports.states
    let count = 0
    ports.states.read = async (recipientId, known) => {
      const { states } = await read(recipientId, known)
      return count++ === 0 ? { states: states.slice(0, 1), changed: known.slice(1) } : { states, changed: [] }
    }

    await consume(recordsOf([payment('a'), payment('b')]))

    expect(reads).toEqual([
      ['alice', 'a', 'b'],
      ['alice', 'a', 'b'],
    ])
    expect(applied).toHaveLength(1)
  })
})

test('what has changed its belongings is read by its newer image, until nothing is left', async () => {
  const { consume, ports, reads, applied } = openStore()
  const { read } = ports.states
  ports.states.read = async (recipientId, known) => {
    const found = await read(recipientId, known)
    return known[0]?.version === 1 ? { states: [], changed: [payment('a', { version: 2 })] } : found
  }

  await consume(recordsOf([payment('a')]))

  expect(reads).toHaveLength(2)
  expect(putsInto('history', applied[0] ?? [])).toMatchObject([{ paymentVersion: 2 }])
})

describe('a payment that cannot be projected', () => {
  const broken = (writes: readonly Write[]) => (holds(writes, 'b') ? new Error('broken') : undefined)

  test('is postponed alone, and those beside it are projected', async () => {
    const { consume, shown, postponed } = openStore(broken)

    const failures = await consume(recordsOf([payment('a'), payment('b'), payment('c')]))

    expect(failures).toEqual([])
    expect(shown()).toEqual([['order of a'], ['order of c']])
    expect(postponed).toEqual([['b', 1]])
  })

  test('and cannot be postponed goes back to the stream with all of its records', async () => {
    const { consume, ports } = openStore(broken)
    ports.postponed.postpone = () => Promise.reject(new Error('no store'))
    const records = recordsOf([payment('b'), payment('a'), payment('b')])

    const failures = await consume(records)

    expect(failures).toEqual([records[0], records[2]].map((record) => ({ record, error: new Error('broken') })))
  })

  test('because there is no store is postponed with all others, without trying them one by one', async () => {
    const { consume, reads, postponed } = openStore(() => new Problem('store_unavailable', 'The store is unavailable.'))

    await consume(recordsOf([payment('a'), payment('b')]))

    expect(reads).toHaveLength(1)
    expect(postponed.map(([id]) => id)).toEqual(['a', 'b'])
  })

  test('because of another problem is tried alone', async () => {
    const problem = new Problem('limit_reached', 'There is no room.')
    const { consume, reads, postponed } = openStore((writes) => (holds(writes, 'b') ? problem : undefined))

    await consume(recordsOf([payment('a'), payment('b')]))

    expect(reads).toEqual([
      ['alice', 'a', 'b'],
      ['alice', 'a'],
      ['alice', 'b'],
    ])
    expect(postponed).toEqual([['b', 1]])
  })
})

describe('the function', () => {
  /** Delivers a payment that buys an action with the registered payload, and returns what was asked of the store. */
  const deliver = async (payload: string) => {
    const actions = JSON.stringify([{ id: '1', actionId: 'spawn', parameters: {} }])
    const stored = { ...paymentWith({ attachments: ['https://vk.com/video-1_2'] }), actions }
    const found = { payments: [stored], actions: [given.registeredAction('spawn', { payload })] }
    const inputs: (BatchGetCommand | TransactWriteCommand | UpdateCommand)['input'][] = []
    send.mockImplementation(async (command) => {
      inputs.push((command as BatchGetCommand).input)
      return { Responses: found }
    })
    const { recipientId, id } = stored
    const result = await worker.handler(streamEvent({ keys: { recipientId, id }, newImage: stored }))
    expect(result).toEqual({ batchItemFailures: [] })
    return inputs
  }
  const tablesIn = (operations: readonly object[]) =>
    operations.map((operation) => Object.values(operation)[0].TableName).toSorted()

  test('reads and writes each of its tables', async () => {
    const [beside, basis, transaction] = await deliver('{}')

    const requests = [beside, basis].flatMap((input) =>
      Object.keys((input as BatchGetCommand['input']).RequestItems ?? {}),
    )
    const { TransactItems = [] } = transaction as TransactWriteCommand['input']
    expect(requests.toSorted()).toEqual(['actions', 'configs', 'history', 'payments', 'recipients'])
    expect(tablesIn(TransactItems)).toEqual(['alerts', 'deliveries', 'history', 'payments', 'recipients', 'videos'])
  })

  test('leaves what it cannot project to the schedule', async () => {
    const inputs = await deliver('{')

    expect(inputs.slice(2)).toMatchObject([
      {
        TableName: 'payments',
        ExpressionAttributeNames: { '#attribute': 'projection' },
        ExpressionAttributeValues: { ':state': 'postponed', ':due': 'due', ':attempts': 1 },
      },
    ])
  })
})
