import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { filterExpression, isUnfiltered } from '../../../shared/alerts/alertFilter.ts'
import { alertRepository } from '../../../shared/alerts/alertRepository.ts'
import { type AlertQuery, findAlerts } from '../../../shared/alerts/findAlerts.ts'
import type { Item } from '../../../shared/contract/write.ts'

const createdAt = (position: number): string => new Date(Date.UTC(2026, 2, 1, 18) + position * 60_000).toISOString()

const alertAt = (position: number): Item => ({
  id: `a${position}`,
  recipientId: 'alice',
  historyItemId: `h${position}`,
  system: 'Twitch',
  event: 'raid',
  createdAt: createdAt(position),
  state: position % 2 === 0 ? 'hidden' : 'visible',
  nickname: `bob ${99 - position}`,
  message: '',
  amount: null,
  media: { url: '' },
  levelName: '',
  count: 1,
  position,
})

interface Query {
  readonly ExpressionAttributeValues: Readonly<Record<string, unknown>>
  readonly ScanIndexForward?: boolean
  readonly Limit?: number
  readonly FilterExpression?: string
  readonly ExclusiveStartKey?: { readonly position: number }
}

/** A store of so many alerts, and what it was asked. */
const storeOf = (count: number) => {
  const inputs: (Query & Item)[] = []
  const reads: string[] = []
  const asked: ('alerts' | 'total')[] = []
  const rows = Array.from({ length: count }, (_, index) => alertAt(index + 1))
  const send = async ({ input }: { readonly input: Query & Item }) => {
    inputs.push(input)
    asked.push('alerts')
    if ('RequestItems' in input) {
      const [[table, { Keys = [] }] = ['', {}]] = Object.entries(
        input['RequestItems'] as Record<string, { Keys?: Item[] }>,
      )
      return { Responses: { [table]: rows.filter(({ position }) => Keys.some((key) => key['position'] === position)) } }
    }
    const { ':first': first, ':last': last } = input.ExpressionAttributeValues
    const state = /#state (\S+) :state/.exec(input.FilterExpression ?? '')?.[1]
    const start = input.ExclusiveStartKey?.position
    const isDown = input.ScanIndexForward === false
    const ordered = isDown ? rows.toReversed() : rows
    const looked = ordered
      .filter((row) => {
        const position = Number(row['position'])
        const isAfter = start === undefined || (isDown ? position < start : position > start)
        return isAfter && position >= Number(first) && position <= Number(last)
      })
      .slice(0, input.Limit)
    const Items = looked.filter((row) => state === undefined || (row['state'] === 'visible') === (state === '='))
    return { Items, Count: Items.length, ScannedCount: looked.length }
  }
  const totals = {
    read: async (recipientId: string) => {
      reads.push(recipientId)
      asked.push('total')
      return { history: 0, payments: 0, alerts: count, newestAlertAt: '', lastDelivery: 0 }
    },
  }
  const alerts = alertRepository({ send } as unknown as DynamoDBDocumentClient, 'alerts')
  const find = async (
    query: Partial<AlertQuery> = {},
    slice: { readonly offset?: number; readonly after?: number; readonly limit?: number } = {},
  ) => {
    const whole = { recipientId: 'alice', period: {}, filter: {}, ascending: false, ...query }
    const { entries, ...found } = await findAlerts(alerts, totals, whole, { offset: 0, limit: 3, ...slice })
    return { ...found, positions: entries.map(({ key }) => key), ids: entries.map(({ item }) => item.id) }
  }
  return { alerts, asked, find, inputs, reads, totals }
}

describe('alerts by time', () => {
  test.each<[string, object, object, readonly number[]]>([
    ['the newest', {}, {}, [9, 8, 7]],
    ['the newest behind others', {}, { offset: 4 }, [5, 4, 3]],
    ['the last of them', {}, { offset: 7 }, [2, 1]],
    ['none behind the last', {}, { offset: 9 }, []],
    ['those before a cursor', {}, { after: 5 }, [4, 3, 2]],
    ['the oldest', { ascending: true }, {}, [1, 2, 3]],
    ['the oldest behind others', { ascending: true }, { offset: 4 }, [5, 6, 7]],
    ['those after a cursor', { ascending: true }, { after: 5 }, [6, 7, 8]],
    ['none after the newest', { ascending: true }, { after: 9 }, []],
  ])('%s', async (_name, query, slice, positions) => {
    const { find, reads } = storeOf(9)

    expect(await find(query, slice)).toEqual({ positions, ids: positions.map((each) => `a${each}`), totalSize: 9 })
    expect(reads).toEqual(['alice'])
  })

  test.each<[string, object, object]>([
    ['the newest', {}, {}],
    ['those before a cursor', {}, { after: 5, offset: 4 }],
    ['the oldest behind others', { ascending: true }, { offset: 4 }],
  ])('are asked for at once, with the total beside them: %s', async (_name, query, slice) => {
    const { asked, find } = storeOf(9)

    await find(query, slice)

    expect(asked).toEqual(['alerts', 'total'])
  })

  test('are asked for after the total where their place is counted from the newest', async () => {
    const { asked, find } = storeOf(9)

    await find({}, { offset: 4 })

    expect(asked).toEqual(['total', 'alerts'])
  })
})

describe('alerts of a period', () => {
  const period = { after: createdAt(2), before: createdAt(8) }

  test.each<[string, object, object, readonly number[]]>([
    ['the newest', {}, {}, [7, 6, 5]],
    ['the newest behind others', {}, { offset: 4 }, [3, 2]],
    ['those before a cursor', {}, { after: 4 }, [3, 2]],
    ['those before a cursor of a newer one', {}, { after: 9 }, [7, 6, 5]],
    ['the oldest', { ascending: true }, {}, [2, 3, 4]],
    ['the oldest behind others', { ascending: true }, { offset: 5 }, [7]],
    ['those after a cursor', { ascending: true }, { after: 5 }, [6, 7]],
    ['those after a cursor of an older one', { ascending: true }, { after: 0 }, [2, 3, 4]],
  ])('%s', async (_name, query, slice, positions) => {
    const { find } = storeOf(9)

    expect(await find({ period, ...query }, slice)).toMatchObject({ positions, totalSize: 6 })
  })

  test('in which there was one are that one', async () => {
    const { find } = storeOf(9)

    expect(await find({ period: { after: createdAt(2), before: createdAt(3) } })).toMatchObject({
      positions: [2],
      totalSize: 1,
    })
  })

  test('in which there were none are none, and read no list', async () => {
    const { find, inputs } = storeOf(9)
    const nothing = { positions: [], ids: [], totalSize: 0 }

    expect(await find({ period: { after: createdAt(20) } })).toEqual(nothing)
    expect(inputs.filter((input) => 'KeyConditionExpression' in input)).toEqual([])
  })
})

describe('alerts that pass a filter', () => {
  test.each<[string, object, object, readonly number[], number]>([
    ['the newest', {}, {}, [8, 6, 4], 4],
    ['those before a cursor', {}, { after: 6 }, [4, 2], 4],
    ['the oldest', { ascending: true }, {}, [2, 4, 6], 4],
    ['of a period', { period: { after: createdAt(3), before: createdAt(7) } }, {}, [6, 4], 2],
  ])('%s', async (_name, query, slice, positions, totalSize) => {
    const { find, inputs } = storeOf(9)

    expect(await find({ filter: { hidden: true }, ...query }, slice)).toMatchObject({ positions, totalSize })
    expect(inputs.at(-1)).toMatchObject({
      FilterExpression: '#state <> :state',
      ExpressionAttributeNames: { '#position': 'position', '#state': 'state' },
    })
  })
})

describe('a filter', () => {
  test('has a condition for each of its members', () => {
    expect(filterExpression({ hidden: false, nickname: 'bob', system: undefined })).toEqual({
      FilterExpression: '#state = :state AND #nickname = :nickname',
      names: { '#state': 'state', '#nickname': 'nickname' },
      values: { ':state': 'visible', ':nickname': 'bob' },
    })
    expect(filterExpression({ hidden: undefined })).toEqual({ names: {}, values: {} })
  })

  test('that says nothing is none', () => {
    expect(
      [{}, { hidden: undefined }, { hidden: false }, { hidden: undefined, system: 'x' }].map(isUnfiltered),
    ).toEqual([true, true, false, false])
  })
})

test('times are read by their positions', async () => {
  const { alerts, inputs } = storeOf(9)

  expect(await alerts.times('alice', [2, 20])).toEqual(new Map([[2, createdAt(2)]]))
  expect(inputs).toEqual([
    {
      RequestItems: {
        alerts: {
          Keys: [
            { recipientId: 'alice', position: 2 },
            { recipientId: 'alice', position: 20 },
          ],
          ProjectionExpression: '#position, createdAt',
          ExpressionAttributeNames: { '#position': 'position' },
          ConsistentRead: true,
        },
      },
    },
  ])
  const empty = { send: async () => ({}) } as unknown as DynamoDBDocumentClient
  expect(await alertRepository(empty, 'alerts').times('alice', [2])).toEqual(new Map())
  expect(await alerts.range('alice', { first: 3, last: 2 }, true)).toEqual([])
  expect(inputs).toHaveLength(1)
})
