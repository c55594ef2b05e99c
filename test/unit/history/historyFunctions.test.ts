import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Item, Write } from '../../../shared/contract/write.ts'
import { historyItemId } from '../../../shared/events/historyEvent.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import { caller, observeTables, openStore } from '../../support/unitStore.ts'

stubEnvironment()
const { handle: addItems, handler: adding } = await import('../../../functions/history/addHistoryItems.ts')
const { handle: deleteItem } = await import('../../../functions/history/deleteHistoryItem.ts')
const { handle: getItem, handler: getting } = await import('../../../functions/history/getHistoryItem.ts')
const { handle: listHistory } = await import('../../../functions/history/listHistory.ts')
const { handle: restoreItem } = await import('../../../functions/history/restoreHistoryItem.ts')

afterEach(() => void vi.restoreAllMocks())

const now = Date.parse('2026-03-01T18:30:00.000Z')
const event = { system: 'Kick', event: 'raid', originId: '1', timestamp: '2026-03-01T18:29:00Z' }
const idOf = (originId: string) => historyItemId('alice', 'Kick', originId)
const stored = { ...event, recipientId: 'alice', id: 'h', deleted: false, listedAt: 't#h' }

describe('items that are added', () => {
  const totals = { history: 0, payments: 0, alerts: 0, newestAlertAt: '', lastDelivery: 0 }
  const tables = { history: 'history', alerts: 'alerts', recipients: 'recipients' }
  const given = (count: number, triggerAlert = true) =>
    Array.from({ length: count }, (_, index) => ({
      ...event,
      originId: `${index}`,
      attachments: [],
      actions: [],
      goals: [],
      deleted: false,
      triggerAlert,
    }))
  const referenceOf = (originId: string) => ({ id: idOf(originId), system: 'Kick', originId })

  /** Adds items to a history in which these are, and whatever is applied on the way. */
  const add = async (items: ReturnType<typeof given>, existing: readonly string[] = [], conflicts = 0) => {
    const store = openStore(conflicts)
    const known = new Map<string, Item>(existing.map((originId) => [idOf(originId), {}]))
    const spent: unknown[] = []
    const reads: unknown[][] = []
    const applied: (readonly Write[])[] = []
    const basis = {
      read: async (...asked: unknown[]) => {
        reads.push(asked)
        return { totals, levels: [], items: known }
      },
    }
    const rates = { spend: async (...cost: unknown[]) => void spent.push(cost) }
    const apply = async (writes: readonly Write[]) => {
      applied.push(writes)
      for (const { operation } of writes)
        if ('Put' in operation && operation.Put.TableName === 'history')
          known.set(String(operation.Put.Item['id']), operation.Put.Item)
    }
    const answer = await addItems(
      basis,
      rates,
      apply,
      tables,
      () => now,
    )({ ...caller, body: { items } } as never, store.commit)
    return { answer, spent, reads, applied, committed: store.operations() }
  }

  test('are stored, shown and counted in one transaction, which is told', async () => {
    const { answer, spent, reads, applied, committed } = await add(given(1))

    expect(answer).toEqual({ added: [referenceOf('0')], skipped: [] })
    expect([spent, reads, applied]).toEqual([[['alice', 'historyItems', 1]], [['alice', [idOf('0')]]], []])
    expect(committed).toMatchObject([
      [
        { Put: { TableName: 'history', Item: { recipientId: 'alice', id: idOf('0') } } },
        { Put: { TableName: 'alerts', Item: { createdAt: new Date(now).toISOString() } } },
        { Update: { TableName: 'recipients' } },
      ],
    ])
  })

  test('are skipped where they exist, and nothing is written where all do', async () => {
    const { answer, committed } = await add(given(2, false), ['0'])

    expect(answer).toEqual({ added: [referenceOf('1')], skipped: [referenceOf('0')] })
    expect(committed).toMatchObject([[{ Put: { Item: { id: idOf('1') } } }, { Update: {} }]])
    expect(await add(given(2), ['0', '1'])).toMatchObject({
      answer: { added: [], skipped: [referenceOf('0'), referenceOf('1')] },
      committed: [[]],
    })
  })

  test('that do not fit one transaction are applied in parts, the last of which is told with all', async () => {
    const { answer, reads, applied, committed, spent } = await add(given(60))

    expect(answer).toEqual({ added: given(60).map(({ originId }) => referenceOf(originId)), skipped: [] })
    expect([applied.map(({ length }) => length), committed.map(({ length }) => length)]).toEqual([[97], [25]])
    expect([reads.length, spent]).toEqual([2, [['alice', 'historyItems', 60]]])
  })

  test('are read again when something came before them, and counted once for the limit', async () => {
    const { answer, reads, spent } = await add(given(1), [], 1)

    expect([answer.added.length, reads.length, spent.length]).toEqual([1, 2, 1])
  })

  test('are spent, read and written in their tables', async () => {
    const history: object[] = []
    const inputs = observeTables({
      several: (input) => {
        if ('TransactItems' in input)
          for (const { Put } of input.TransactItems as never[]) history.push(Put?.['Item'] ?? {})
        return { Responses: { history } }
      },
    })
    const items = given(60).map(({ actions: _, ...item }) => item)

    expect(await adding(httpEvent('POST', '/', { body: { items } }))).toMatchObject({ statusCode: 200 })
    const basis = { RequestItems: { recipients: {}, configs: {}, history: {} } }
    expect(inputs).toMatchObject([
      { TableName: 'rates', Key: { recipientId: 'alice' } },
      basis,
      { TransactItems: { length: 97 } },
      basis,
      { TransactItems: { length: 25 } },
    ])
    expect(inputs[2]).toMatchObject({
      TransactItems: {
        0: { Put: { TableName: 'history' } },
        48: { Put: { TableName: 'alerts' } },
        96: { Update: { TableName: 'recipients' } },
      },
    })
  })
})

describe('a list of history', () => {
  const found = { entries: [], totalSize: 0 }
  const list = async (query: object) => {
    const calls: unknown[][] = []
    const totals = { read: () => Promise.reject(new Error('read beside the list')) }
    const history = {
      find: () => Promise.reject(new Error('no item is asked for')),
      findAll: async (recipientId: string, given: unknown, ascending: boolean, { limit }: { limit: number }) => {
        calls.push(['findAll', recipientId, given === totals, ascending, limit])
        return found
      },
      findMatching: async (
        recipientId: string,
        ...[filter, ascending, { limit }]: [object, boolean, { limit: number }]
      ) => {
        calls.push(['findMatching', recipientId, filter, ascending, limit])
        return found
      },
    }
    const { body } = await listHistory(
      history,
      totals,
      {} as never,
    )({ ...caller, query: { size: 5, sort: [], ...query } } as never, () =>
      Promise.reject(new Error('a read commits nothing')),
    )
    return { calls, orders: body.pageable.orderBy }
  }
  const order = (ascending: boolean) => [
    { property: 'timestamp', direction: ascending ? 'ASC' : 'DESC', ignoreCase: false, ascending },
  ]

  test('has all of it, the newest first, where nothing is asked for', async () => {
    expect(await list({})).toEqual({ calls: [['findAll', 'alice', true, false, 6]], orders: order(false) })
  })

  test('has the oldest first where that is asked, and no order that is none', async () => {
    const by = (property: string) => ({ sort: [{ property, ascending: true }] })

    expect(await list(by('timestamp'))).toEqual({ calls: [['findAll', 'alice', true, true, 6]], orders: order(true) })
    expect((await list(by('amount'))).orders).toEqual(order(false))
  })

  test('has what matches its filter', async () => {
    const filter = { systems: ['Kick'], events: ['raid'], deleted: true, after: 'a', before: 'b' }
    const nothing = { deleted: undefined, after: undefined, before: undefined }

    expect((await list(filter)).calls).toEqual([['findMatching', 'alice', filter, false, 6]])
    expect((await list({ events: ['raid'] })).calls).toEqual([
      ['findMatching', 'alice', { ...nothing, systems: [], events: ['raid'] }, false, 6],
    ])
  })
})

test('an item is that of its recipient and id, or none', async () => {
  const find = async (recipientId: string, id: string) => (recipientId === 'alice' && id === 'h' ? stored : undefined)
  const get = (historyItemId: string) => getItem({ find })({ ...caller, params: { historyItemId } }, openStore().commit)

  expect(await get('h')).toMatchObject({ id: 'h', recipientId: 'alice', system: 'Kick', nickname: null })
  await expect(get('i')).rejects.toMatchObject({ code: 'not_found', message: 'There is no such history item.' })
})

test('one command deletes an item, another one restores it', async () => {
  const { commit } = openStore()
  const marks: unknown[][] = []
  const mark = async (...given: unknown[]) => {
    marks.push(given)
    return {}
  }
  const request = { ...caller, body: { historyItemId: 'h' } }

  expect(await deleteItem(mark)(request, commit)).toEqual({})
  expect(await restoreItem(mark)(request, commit)).toEqual({})
  expect(marks).toEqual([
    ['alice', 'h', true, commit],
    ['alice', 'h', false, commit],
  ])
})

test('the function that gets an item asks its table', async () => {
  const inputs = observeTables({ history: { Item: stored } })

  expect(await getting(httpEvent('GET', '/', { params: { historyItemId: 'h' } }))).toMatchObject({ statusCode: 200 })
  expect(inputs).toMatchObject([{ TableName: 'history', Key: { recipientId: 'alice', id: 'h' } }])
})
