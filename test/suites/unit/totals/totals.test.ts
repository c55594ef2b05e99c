import type { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { totalsFromItem, totalsWrites } from '../../../../shared/areas/totals/totals.ts'
import { totalsRepository } from '../../../../shared/areas/totals/totalsRepository.ts'

const nothing = { history: 0, payments: 0, alerts: 0, newestAlertAt: '', lastDelivery: 0 }

test('totals without an item are 0, and missing attributes of an item are 0', () => {
  const all = { history: 1, payments: 2, alerts: 3, newestAlertAt: '2026-03-01T12:00:00Z', lastDelivery: 4 }

  expect(totalsFromItem(undefined)).toEqual(nothing)
  expect(totalsFromItem({ recipientId: 'alice', payments: 2 })).toEqual({ ...nothing, payments: 2 })
  expect(totalsFromItem({ recipientId: 'alice', ...all })).toEqual(all)
})

test('a change of nothing is no write, and any other one is not repeatable, because it would count twice', () => {
  for (const change of [{}, { history: 0, payments: 0 }])
    expect(totalsWrites('recipients', 'alice', change)).toEqual([])
  expect(totalsWrites('recipients', 'alice', { history: 1 })).toMatchObject([{ repeatable: false }])
})

/** A table whose item reads so, eventually consistent or not. */
const tableWith = (stale: object | undefined, present: object | undefined) => {
  const inputs: GetCommand['input'][] = []
  const send = async ({ input }: GetCommand) => {
    inputs.push(input)
    return { Item: input.ConsistentRead ? present : stale }
  }
  return { inputs, totals: totalsRepository({ send } as unknown as DynamoDBDocumentClient, 'recipients') }
}

test('totals are read consistently', async () => {
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
  'with stale totals %j and present ones %j, the delivery of the seventh is %s, by the cheap read first',
  async (stale, present, has, reads) => {
    const { inputs, totals } = tableWith(stale, present)

    expect((await totals.reached('alice', 7)) !== undefined).toBe(has)
    expect(inputs.map(({ ConsistentRead }) => ConsistentRead)).toEqual(reads)
  },
)
