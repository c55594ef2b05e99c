import { expect, test, vi } from 'vitest'
import { printedAttributes } from '../../../shared/history/print/csv.ts'
import { rowRepository } from '../../../shared/history/print/rowRepository.ts'

const { answers, asked } = vi.hoisted(() => ({ answers: [] as object[], asked: [] as unknown[][] }))
vi.mock('../../../shared/store/queryUnread.ts', () => ({
  queryUnread: async (...call: unknown[]) => {
    asked.push(call)
    return answers.shift() ?? {}
  },
}))

const client = {} as never
const names = Object.fromEntries(printedAttributes.map((name) => [`#${name}`, name]))
const printed = {
  ...{ TableName: 'history', IndexName: 'byTime', Limit: 2500, ConsistentRead: true },
  KeyConditionExpression: 'recipientId = :recipientId AND listedAt BETWEEN :first AND :last',
  ProjectionExpression:
    '#id, #event, #system, #timestamp, #nickname, #amount, #message, #goals, #actions, #levelName, #count',
}

test('a print reads what its rows are written from, a page after another', async () => {
  const [row, listedAt] = [{ id: { S: 'i' } }, '2026-03-01T18:30:00.000000000Z#i']
  answers.push({ Items: [row], LastEvaluatedKey: { listedAt: { S: listedAt } } }, {})
  const rows = rowRepository(client, 'history')
  const filter = { systems: ['Kick'], events: [] }

  expect(await rows.page('alice', { systems: [], events: [] }, undefined)).toEqual({ rows: [row], lastKey: listedAt })
  expect(await rows.page('alice', filter, listedAt)).toEqual({ rows: [], lastKey: undefined })

  const values = { ':recipientId': { S: 'alice' }, ':last': { S: ':' } }
  expect(asked).toStrictEqual([
    [
      client,
      { ...printed, ExpressionAttributeNames: names, ExpressionAttributeValues: { ...values, ':first': { S: '0' } } },
    ],
    [
      client,
      {
        ...{
          ...printed,
          FilterExpression: '#system IN (:system0)',
          ExpressionAttributeNames: { ...names, '#system': 'system' },
        },
        ExpressionAttributeValues: { ...values, ':first': { S: listedAt }, ':system0': { S: 'Kick' } },
        ExclusiveStartKey: { recipientId: { S: 'alice' }, id: { S: 'i' }, listedAt: { S: listedAt } },
      },
    ],
  ])
})
