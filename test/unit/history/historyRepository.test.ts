import { describe, expect, test } from 'vitest'
import { historyQuery, isUnfiltered, orderKeyFrom } from '../../../shared/history/historyFilter.ts'
import { eventFromItem, historyItemFromItem, historyRepository } from '../../../shared/history/historyRepository.ts'
import { clientAnswering } from '../../support/unitStore.ts'

const event = { id: 'h', system: 'Kick', event: 'raid', originId: 'o', timestamp: '2026-03-01T18:30:00Z' }
const item = { ...event, recipientId: 'alice', deleted: false, listedAt: 't#h' }
const unknown = {
  nickname: null,
  message: null,
  amount: null,
  attachments: [],
  goals: [],
  actions: [],
  levelName: null,
  refunded: null,
  count: null,
  deleted: false,
  test: false,
  metadata: {},
}

const none = { systems: [], events: [] }
const all = {
  TableName: 'history',
  IndexName: 'byTime',
  KeyConditionExpression: 'recipientId = :recipientId AND listedAt BETWEEN :first AND :last',
  ExpressionAttributeValues: { ':recipientId': 'alice', ':first': '0', ':last': ':' },
}

describe('a stored item', () => {
  test('is answered with null for what is not known', () => {
    expect(historyItemFromItem(item)).toStrictEqual({ ...event, recipientId: 'alice', ...unknown })
  })

  test('is answered with all that is known', () => {
    const known = {
      nickname: 'bob',
      message: 'hi',
      levelName: 'gold',
      count: 0,
      deleted: true,
      test: true,
      attachments: ['https://e.com/'],
      goals: ['pc'],
      amount: { currency: 'EUR', minor: 5, major: 1 },
      refunded: { currency: 'EUR', minor: 5, major: 0 },
    }
    const actions = [
      { actionId: 'a', parameters: {} },
      { actionId: 'b', parameters: {}, completion: { state: 'open' } },
    ]

    expect(
      historyItemFromItem({ ...item, ...known, actions: JSON.stringify(actions), metadata: '{"paymentId":"p"}' }),
    ).toStrictEqual({
      ...event,
      recipientId: 'alice',
      ...known,
      metadata: { paymentId: 'p' },
      actions: [
        actions[0],
        {
          actionId: 'b',
          parameters: {},
          deliveryId: 'h.1',
          completion: { state: 'open', at: null, reason: null },
        },
      ],
    })
  })

  test('is an event again, with lists that it does not have', () => {
    expect(eventFromItem({ ...event, nickname: 'bob' })).toEqual({
      ...event,
      nickname: 'bob',
      actions: [],
      metadata: {},
    })
    expect(eventFromItem({ ...event, actions: '[{"actionId":"a"}]', metadata: '{"a":1}' })).toEqual({
      ...event,
      actions: [{ actionId: 'a' }],
      metadata: { a: 1 },
    })
  })
})

describe('the query of a filter', () => {
  test('is that of all listed items where nothing is asked for', () => {
    expect(historyQuery('history', 'alice', none)).toStrictEqual(all)
    expect(historyQuery('history', 'alice', { ...none, deleted: false })).toStrictEqual(all)
  })

  test('has a time and a bound for a period: what begins at the bound is in, what begins at the end is not', () => {
    const period = { after: '2026-03-01T00:00:00Z', before: '2026-03-02T00:00:00.5Z' }
    const [first, last] = ['2026-03-01T00:00:00.000000000Z', '2026-03-02T00:00:00.500000000Z']

    expect(historyQuery('history', 'alice', { ...none, ...period }).ExpressionAttributeValues).toEqual({
      ':recipientId': 'alice',
      ':first': first,
      ':last': last,
    })
    expect(historyQuery('history', 'alice', { ...none, ...period, deleted: true }).ExpressionAttributeValues).toEqual({
      ':recipientId': 'alice',
      ':first': `d:${first}`,
      ':last': `d:${last}`,
    })
    expect(historyQuery('history', 'alice', { ...none, deleted: true }).ExpressionAttributeValues).toEqual({
      ':recipientId': 'alice',
      ':first': 'd:0',
      ':last': 'd::',
    })
  })

  test('asks for any of the systems and any of the events', () => {
    expect(historyQuery('history', 'alice', { systems: ['Kick', 'Twitch'], events: ['raid'] })).toStrictEqual({
      ...all,
      FilterExpression: '#system IN (:system0, :system1) AND #event IN (:event0)',
      ExpressionAttributeNames: { '#system': 'system', '#event': 'event' },
      ExpressionAttributeValues: {
        ...all.ExpressionAttributeValues,
        ':system0': 'Kick',
        ':system1': 'Twitch',
        ':event0': 'raid',
      },
    })
    expect(historyQuery('history', 'alice', { systems: [], events: ['raid'] })).toMatchObject({
      FilterExpression: '#event IN (:event0)',
      ExpressionAttributeNames: { '#event': 'event' },
    })
  })

  test('is none where nothing is excluded', () => {
    expect(isUnfiltered(none)).toBe(true)
    expect(isUnfiltered({ ...none, deleted: false })).toBe(true)
    const filters = [{ systems: ['a'] }, { events: ['a'] }, { deleted: true }, { after: 'a' }, { before: 'a' }]
    for (const filter of filters) expect([filter, isUnfiltered({ ...none, ...filter })]).toEqual([filter, false])
  })
})

test("an item's place in the order of time is the same whether it is deleted or not", () => {
  expect([orderKeyFrom('2026#h'), orderKeyFrom('d:2026#h')]).toEqual(['2026#h', '2026#h'])
})

describe('the repository', () => {
  const asked = (answer: object) => {
    const { inputs, client } = clientAnswering(answer)
    return { inputs, items: historyRepository(client, 'history') }
  }
  const slice = { offset: 0, limit: 5 }
  const found = { entries: [{ item: { ...event, recipientId: 'alice', ...unknown }, key: 't#h' }] }

  test('finds an item of its recipient, as it is now', async () => {
    const { inputs, items } = asked({ Item: item })

    expect(await items.find('alice', 'h')).toEqual(item)
    expect(inputs).toEqual([{ TableName: 'history', Key: { recipientId: 'alice', id: 'h' }, ConsistentRead: true }])
  })

  test('lists all items with the total of their recipient', async () => {
    const { inputs, items } = asked({ Items: [item], Count: 1 })
    const read = async (recipientId: string) => ({ history: recipientId === 'alice' ? 7 : 0 }) as never

    expect(await items.findAll('alice', { read }, true, slice)).toEqual({ ...found, totalSize: 7 })
    expect(inputs).toEqual([{ ...all, ConsistentRead: true, ScanIndexForward: true, Limit: 5 }])
  })

  test('lists the items that match, and counts them', async () => {
    const { inputs, items } = asked({ Items: [item], Count: 1 })

    const matching = await items.findMatching('alice', { ...none, deleted: true }, false, slice)

    expect(matching).toEqual({ ...found, totalSize: 1, totalIsExact: true })
    expect(inputs).toMatchObject([{ ScanIndexForward: false, ExpressionAttributeValues: { ':first': 'd:0' } }])
  })
})
