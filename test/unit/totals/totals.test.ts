import type { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { type TotalsChange, TotalsChanged, totalsFromItem, totalsWrites } from '../../../shared/totals/totals.ts'
import { totalsRepository } from '../../../shared/totals/totalsRepository.ts'

const nothing = { history: 0, payments: 0, alerts: 0, newestAlertAt: '', lastDelivery: 0 }

test('a recipient without an item has counted nothing, and what an item does not have is nothing', () => {
  const all = { history: 1, payments: 2, alerts: 3, newestAlertAt: '2026-03-01T12:00:00Z', lastDelivery: 4 }

  expect(totalsFromItem(undefined)).toEqual(nothing)
  expect(totalsFromItem({ recipientId: 'alice', payments: 2 })).toEqual({ ...nothing, payments: 2 })
  expect(totalsFromItem({ recipientId: 'alice', ...all })).toEqual(all)
})

describe('a change of totals', () => {
  const newestAt = '2026-03-01T12:00:00Z'
  const changes: readonly [string, TotalsChange, string, string | undefined, object][] = [
    ['adds to what is listed', { history: 2 }, 'ADD history :history', undefined, { ':history': 2 }],
    ['takes from what was paid', { payments: -1 }, 'ADD payments :payments', undefined, { ':payments': -1 }],
    [
      'gives the first alerts positions, if there are none',
      { alerts: { from: 0, added: 2, newestAt } },
      'SET alerts = :alerts, newestAlertAt = :newestAlertAt',
      '(attribute_not_exists(alerts) OR alerts = :from)',
      { ':from': 0, ':alerts': 2, ':newestAlertAt': newestAt },
    ],
    [
      'gives alerts the positions after those that were read',
      { alerts: { from: 5, added: 1, newestAt } },
      'SET alerts = :alerts, newestAlertAt = :newestAlertAt',
      'alerts = :from',
      { ':from': 5, ':alerts': 6, ':newestAlertAt': newestAt },
    ],
    [
      'uses up the first sequences, if none are',
      { deliveries: { from: 0, last: 3 } },
      'SET lastDelivery = :last',
      '(attribute_not_exists(lastDelivery) OR lastDelivery = :before)',
      { ':before': 0, ':last': 3 },
    ],
    [
      'does all of it at once',
      { history: 1, payments: 1, alerts: { from: 1, added: 1, newestAt }, deliveries: { from: 7, last: 9 } },
      'SET alerts = :alerts, newestAlertAt = :newestAlertAt, lastDelivery = :last ADD history :history, payments :payments',
      'alerts = :from AND lastDelivery = :before',
      {
        ':history': 1,
        ':payments': 1,
        ':from': 1,
        ':alerts': 2,
        ':newestAlertAt': newestAt,
        ':before': 7,
        ':last': 9,
      },
    ],
    ['holds only before media were ever marked', { listenedEpoch: '' }, '', 'attribute_not_exists(listenedEpoch)', {}],
    [
      'holds only while media were not marked again',
      { listenedEpoch: 'e' },
      '',
      'listenedEpoch = :epoch',
      { ':epoch': 'e' },
    ],
  ]

  test.each(changes)('%s', (_what, change, UpdateExpression, ConditionExpression, ExpressionAttributeValues) => {
    const [write, ...others] = totalsWrites('recipients', 'alice', change)

    expect(others).toEqual([])
    expect(write?.operation).toEqual({
      Update: {
        TableName: 'recipients',
        Key: { recipientId: 'alice' },
        UpdateExpression,
        ExpressionAttributeValues,
        ...(ConditionExpression !== undefined && { ConditionExpression }),
      },
    })
    // Applied twice it would count twice.
    expect(write?.repeatable).toBe(false)
  })

  test('of nothing is no write', () => {
    for (const change of [{}, { history: 0, payments: 0 }])
      expect(totalsWrites('recipients', 'alice', change)).toEqual([])
  })

  test('that is refused carries the item that was found, so that nothing has to be read again', () => {
    const [write] = totalsWrites('recipients', 'alice', { history: 1 })
    const refusal = write?.refusal?.({ recipientId: 'alice', history: 3 })

    expect(refusal).toBeInstanceOf(TotalsChanged)
    expect(refusal).toMatchObject({ found: { history: 3 } })
  })
})

describe('a recipient’s totals', () => {
  /** A table whose item reads so, eventually consistent or not. */
  const tableWith = (stale: object | undefined, present: object | undefined) => {
    const inputs: GetCommand['input'][] = []
    const send = async ({ input }: GetCommand) => {
      inputs.push(input)
      return { Item: input.ConsistentRead ? present : stale }
    }
    return { inputs, totals: totalsRepository({ send } as unknown as DynamoDBDocumentClient, 'recipients') }
  }

  test('are read as they are now', async () => {
    const { inputs, totals } = tableWith({ payments: 1 }, { payments: 2 })

    expect(await totals.read('alice')).toEqual({ ...nothing, payments: 2 })
    expect(inputs).toEqual([{ TableName: 'recipients', Key: { recipientId: 'alice' }, ConsistentRead: true }])
  })

  test.each([
    [{ lastDelivery: 7 }, { lastDelivery: 7 }, true, [false]],
    [{ lastDelivery: 8 }, { lastDelivery: 8 }, true, [false]],
    [{ lastDelivery: 6 }, { lastDelivery: 7 }, true, [false, true]],
    [undefined, { lastDelivery: 6 }, false, [false, true]],
  ])(
    'of %j, and now %j, tell whether the seventh was delivered: %s, by the cheap read first',
    async (stale, present, has, reads) => {
      const { inputs, totals } = tableWith(stale, present)

      expect(await totals.hasDelivered('alice', 7)).toBe(has)
      expect(inputs.map(({ ConsistentRead }) => ConsistentRead)).toEqual(reads)
    },
  )
})
