import { afterEach, describe, expect, test, vi } from 'vitest'
import { alertId } from '../../../shared/alerts/alert.ts'
import { alertSequence } from '../../../shared/alerts/sequences.ts'
import { documentClient } from '../../../shared/aws/documentClient.ts'
import type { Item, Write } from '../../../shared/contract/write.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'
import { anId } from '../../support/expected.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'

stubEnvironment()
const { handle: listAlerts } = await import('../../../functions/alerts/listAlerts.ts')
const { handle: testAlert, handler: testing } = await import('../../../functions/alerts/testAlert.ts')
const { handle: repeatAlert, handler: repeating } = await import('../../../functions/history/repeatAlert.ts')

afterEach(() => void vi.restoreAllMocks())

const now = new Date('2026-03-01T18:30:00.000Z')
const clock = () => now.getTime()
const totals = {
  history: 3,
  payments: 0,
  alerts: 3,
  newestAlertAt: '2026-03-01T18:00:00.000Z',
  lastDelivery: alertSequence(3) + 5,
}
const tables = { history: 'history', alerts: 'alerts', deliveries: 'deliveries', recipients: 'recipients' }

/** Reads what alerts are made from, and takes writes, the first of them only once it was refused so often. */
const openStore = (items: readonly Item[] = [], conflicts = 0) => {
  const reads: unknown[][] = []
  const committed: (readonly Write[])[] = []
  let refused = 0
  return {
    reads,
    committed,
    basis: {
      read: async (...given: unknown[]) => {
        reads.push(given)
        return { totals, levels: [], items: new Map(items.map((item) => [String(item['id']), item])) }
      },
    },
    commit: async <Answer>(writes: readonly Write[], answer: Answer): Promise<Answer> => {
      if (refused++ < conflicts) throw new Conflict()
      committed.push(writes)
      return answer
    },
  }
}
/** What a function asks of its tables, in which these items are. */
const askedOfTables = async (ask: () => Promise<{ readonly statusCode: number }>, Responses: object = {}) => {
  const inputs: object[] = []
  vi.spyOn(documentClient, 'send').mockImplementation(async ({ input }) => {
    inputs.push(input)
    return { Responses }
  })
  const { statusCode } = await ask()
  return [statusCode, ...inputs]
}

const caller = {
  recipientId: 'alice',
  isAdmin: false,
  requestId: 'r',
  params: undefined,
  query: undefined,
  headers: {},
}
const operationsOf = ({ committed }: ReturnType<typeof openStore>) =>
  committed.map((writes) => writes.map(({ operation }) => operation))

describe('a test of an alert', () => {
  const spent = { operation: { Update: { TableName: 'rates' } }, repeatable: true } as unknown as Write
  const show = (store: ReturnType<typeof openStore>) => {
    const rates = { spending: (...given: unknown[]) => ({ ...spent, given }) }
    const body = { system: 'Twitch', event: 'raid', nickname: 'bob', attachments: [], actions: [] }
    return testAlert(store.basis, rates, tables, clock)({ ...caller, body } as never, store.commit)
  }

  test('is delivered behind what was shown last, kept in no list, and counted for its limit', async () => {
    const store = openStore()

    const { historyItemId: id, alert } = await show(store)

    const sequence = totals.lastDelivery + 1
    expect(id).toEqual(anId)
    expect(alert).toMatchObject({ id: alertId('alice', id), historyItemId: id, nickname: 'bob' })
    expect(store.reads).toEqual([['alice']])
    expect(operationsOf(store)).toMatchObject([
      [
        {
          Put: {
            TableName: 'history',
            Item: { id, originId: id, timestamp: now.toISOString(), test: true, nickname: 'bob' },
          },
        },
        {
          Put: {
            TableName: 'deliveries',
            Item: { sequence, after: totals.lastDelivery, alert: { id: alert.id }, test: true },
          },
        },
        {
          Update: {
            TableName: 'recipients',
            ExpressionAttributeValues: { ':before': totals.lastDelivery, ':last': sequence },
          },
        },
        { Update: { TableName: 'rates' } },
      ],
    ])
    expect(store.committed[0]?.at(-1)).toMatchObject({ given: ['alice', 'testAlerts'] })
  })

  test('that something came before is tried again as the same one', async () => {
    const store = openStore([], 1)

    const { historyItemId } = await show(store)

    expect(store.reads).toHaveLength(2)
    expect(operationsOf(store)).toMatchObject([[{ Put: { Item: { id: historyItemId } } }, {}, {}, {}]])
  })

  test('is made and delivered in its tables', async () => {
    const event = httpEvent('POST', '/alerts/commands/test-alert', { body: { nickname: 'bob' } })

    expect(await askedOfTables(() => testing(event))).toMatchObject([
      200,
      { RequestItems: { recipients: {}, configs: {} } },
      {
        TransactItems: [
          { Put: { TableName: 'history' } },
          { Put: { TableName: 'deliveries' } },
          { Update: { TableName: 'recipients' } },
          { Update: { TableName: 'rates' } },
        ],
      },
    ])
  })
})

describe('an alert that is repeated', () => {
  const item = {
    recipientId: 'alice',
    id: 'h',
    system: 'Twitch',
    event: 'raid',
    originId: 'o',
    deleted: false,
    timestamp: '2026-03-01T18:29:00Z',
    listedAt: 'then',
    nickname: 'bob',
  }
  const repeat = (store: ReturnType<typeof openStore>) =>
    repeatAlert(store.basis, tables, clock)({ ...caller, body: { historyItemId: 'h' } } as never, store.commit)

  test('is delivered once more at its position', async () => {
    const store = openStore([{ ...item, alertPosition: 2 }])

    expect(await repeat(store)).toEqual({})
    const sequence = totals.lastDelivery + 1
    expect(store.reads).toEqual([['alice', ['h']]])
    expect(operationsOf(store)).toMatchObject([
      [
        { Put: { TableName: 'deliveries', Item: { position: 2, sequence, createdAt: now.toISOString() } } },
        {
          Update: {
            TableName: 'recipients',
            ExpressionAttributeValues: { ':before': totals.lastDelivery, ':last': sequence },
          },
        },
      ],
    ])
  })

  test.each([
    ['an item', false],
    ['a deleted item', true],
  ])('of %s that was never shown is its first one', async (_name, deleted) => {
    const store = openStore([{ ...item, deleted }])

    await repeat(store)

    expect(operationsOf(store)).toMatchObject([
      [
        {
          Put: {
            TableName: 'alerts',
            Item: {
              historyItemId: 'h',
              position: 4,
              after: totals.lastDelivery,
              force: true,
              state: deleted ? 'hidden' : 'visible',
              nickname: 'bob',
            },
          },
        },
        {
          Update: {
            TableName: 'history',
            Key: { recipientId: 'alice', id: 'h' },
            UpdateExpression: 'SET #alertPosition = :alertPosition',
            ExpressionAttributeValues: { ':alertPosition': 4, ':deletedBefore': deleted },
          },
        },
        { Update: { TableName: 'recipients', ExpressionAttributeValues: { ':alerts': 4, ':last': alertSequence(4) } } },
      ],
    ])
  })

  test('of a test is delivered as it is, and marks no item', async () => {
    const { listedAt: _, ...unlisted } = item
    const store = openStore([{ ...unlisted, test: true }])

    await repeat(store)

    expect(operationsOf(store)).toMatchObject([
      [
        { Put: { TableName: 'deliveries', Item: { test: true, force: true, alert: { historyItemId: 'h' } } } },
        { Update: { TableName: 'recipients' } },
      ],
    ])
  })

  test('is tried again when something was shown before it', async () => {
    const store = openStore([{ ...item, alertPosition: 2 }], 1)

    await repeat(store)

    expect([store.reads.length, store.committed.length]).toEqual([2, 1])
  })

  test('of an unknown item is not found, and of one that was withdrawn before it was seen refused', async () => {
    await expect(repeat(openStore())).rejects.toMatchObject({
      code: 'not_found',
      errors: [{ pointer: '/historyItemId' }],
    })
    await expect(repeat(openStore([{ ...item, withdrawn: 'unseen' }]))).rejects.toMatchObject({
      code: 'payment_withdrawn',
    })
  })

  test('is found, made and delivered in its tables', async () => {
    const event = httpEvent('POST', '/history/commands/repeat-alert', { body: { historyItemId: 'h' } })
    const repeatWith = (alertPosition?: number) =>
      askedOfTables(() => repeating(event), { history: [{ ...item, ...(alertPosition && { alertPosition }) }] })
    const RequestItems = { recipients: {}, configs: {}, history: { Keys: [{ recipientId: 'alice', id: 'h' }] } }
    const [alert, delivery] = ['alerts', 'deliveries'].map((TableName) => ({ Put: { TableName } }))
    const [marked, counted] = ['history', 'recipients'].map((TableName) => ({ Update: { TableName } }))

    expect([await repeatWith(), await repeatWith(2)]).toMatchObject([
      [200, { RequestItems }, { TransactItems: [alert, marked, counted] }],
      [200, { RequestItems }, { TransactItems: [delivery, counted] }],
    ])
  })
})

describe('a list of alerts', () => {
  const found = { entries: [], totalSize: 0 }
  /** What is asked of the alerts, whose total is one. */
  const asked = async (query: object) => {
    const calls: unknown[][] = []
    const told =
      (name: string, answer: unknown) =>
      async (...given: unknown[]) => {
        calls.push([name, ...given])
        return answer
      }
    const alerts = {
      newest: told('newest', []),
      matching: told('matching', found),
      range: told('range', []),
      times: async () => new Map([[1, '2026-03-01T18:00:00.000Z']]),
    }
    const read = async () => ({ ...totals, alerts: 1 })
    const list = listAlerts(alerts as never, { read }, {} as never)
    const { body } = await list({ ...caller, query: { size: 5, sort: [], ...query } } as never, () => Promise.reject())
    return { calls, orders: body.pageable.orderBy }
  }

  test('is that of the newest', async () => {
    const { calls, orders } = await asked({})

    expect(calls).toEqual([['newest', 'alice', 6]])
    expect(orders).toMatchObject([{ property: 'createdAt', ascending: false }])
  })

  test('has the filter that is asked for', async () => {
    const filter = { hidden: false, nickname: 'bob', system: 'Twitch', levelName: 'gold' }
    const { calls } = await asked(filter)

    expect(calls).toMatchObject([['matching', 'alice', { first: 1 }, filter, false, { offset: 0, limit: 6 }]])
  })

  test.each([{ after: '2026-03-01T18:00:00.001Z' }, { before: '2026-03-01T18:00:00.000Z' }])(
    'of a period in which there were none reads no more: %j',
    async (period) => {
      expect((await asked(period)).calls).toEqual([])
    },
  )
})
